//! The letter that tells an athlete that a coach has booked them, and asks whether the coach may see their results; and the letter
//! that tells a coach what others did to their team.

use sixfold_domain::role::Role;

use super::Outbox;
use super::letters::{self, CoachRequest, TeamChange, Ticket};
use crate::auth::keys::{new_secret, stored_hash};
use crate::db::bookings::booking::Booking;
use crate::db::people::{audit, coach, role};
use crate::db::{Conn, DbError};

/// How long the letter's links are valid, ms.
const LINKS_MS: i64 = 30 * 24 * 60 * 60_000;

/// Puts the letter about a coach's booking into the outbox, in the job that books. False if the athlete has given this coach an
/// answer, a yes or a no, or the coach has lost the role: then there is nothing to ask, and the usual letter about a booking is
/// enough.
pub async fn ask_athlete(
    conn: &mut Conn<'_>,
    outbox: &Outbox,
    coach: &str,
    (booking, by): (&Booking, (&str, i64)),
    now_ms: i64,
) -> Result<bool, DbError> {
    let athlete = booking.uaid.as_str();
    if athlete == coach || !coach::ask(conn, coach, athlete, now_ms).await? {
        return Ok(false);
    }
    audit::by(conn, by, "coach.asked", Some(athlete), Some(coach), now_ms).await?;
    let secret = new_secret();
    coach::link(conn, coach, athlete, &stored_hash(&secret), now_ms + LINKS_MS).await?;
    let name = super::recipient(conn, coach).await?;
    let name = name.map(|coach| format!("{} {}", coach.first_name, coach.last_name)).unwrap_or_default();
    let name = if name.trim().is_empty() { "Your coach" } else { name.trim() };
    if let Some(to) = super::recipient(conn, athlete).await? {
        let request = CoachRequest { coach: name, secret: &secret };
        let letter = letters::coach_booking(&outbox.site_info, &to, &Ticket::of(booking), request, now_ms);
        outbox.enqueue(conn, letter, now_ms).await?;
    }
    Ok(true)
}

/// Puts the letter about what others did to a coach's team into the outbox, in the job that does it. The team may still have a
/// coach who has lost the role: they get none (RULES 12.1).
pub async fn tell_coach(
    conn: &mut Conn<'_>,
    outbox: &Outbox,
    coach: &str,
    change: &TeamChange<'_>,
    now_ms: i64,
) -> Result<(), DbError> {
    if role::find(conn, coach).await? != Some(Role::Coach) {
        return Ok(());
    }
    if let Some(to) = super::recipient(conn, coach).await? {
        outbox.enqueue(conn, letters::team_changed(&outbox.site_info, &to, change), now_ms).await?;
    }
    Ok(())
}
