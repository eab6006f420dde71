//! The letter that tells an athlete that a coach has booked them, and asks whether the coach may see their results; and the letter
//! that tells a coach what others did to their team.

use sixfold_domain::role::Role;

use super::letters::{self, CoachRequest, TeamChange, Ticket};
use super::{Message, Outbox};
use crate::auth::keys::{new_secret, stored_hash};
use crate::db::bookings::booking::{self, Booking};
use crate::db::messages::mail;
use crate::db::people::{audit, coach, role};
use crate::db::{Conn, DbError};

/// How long the letter's links are valid, ms.
const LINKS_MS: i64 = 30 * 24 * 60 * 60_000;

/// Puts the letter about a coach's booking into the outbox, in the job that books. False if the athlete has given this coach an
/// answer, a yes or a no, or the coach has lost the role: then there is nothing to ask, and the usual letter about a booking is
/// enough.
pub async fn ask_athlete(
    conn: &mut Conn,
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
    if let Some(letter) = request(conn, outbox, coach, booking, now_ms).await? {
        outbox.enqueue(conn, letter, now_ms).await?;
    }
    Ok(true)
}

/// Replaces a coach's request that has not left when its athlete's address changes: its links have ended with the former address
/// (RULES 10.5). One that has been answered, or is about a booking that has ended, needs no links and stays.
pub async fn ask_athlete_again(
    conn: &mut Conn,
    outbox: &Outbox,
    athlete: &str,
    now_ms: i64,
) -> Result<(), DbError> {
    for (coach, asked_at) in coach::unanswered(conn, athlete).await? {
        let open = coach::open_bookings(conn, &coach, athlete).await?;
        let Some(id) = open.first() else { continue };
        if let Some(booking) = booking::find(conn, id).await?
            && mail::delete_request(conn, athlete, asked_at, now_ms).await?
            && let Some(letter) = request(conn, outbox, &coach, &booking, now_ms).await?
        {
            // Dated and counted as the one whose place it takes; erasing the coach finds it by that time.
            outbox.enqueue_to_confirmed(conn, &letter, asked_at).await?;
        }
    }
    Ok(())
}

/// The letter, with links of its own; those in older ones stop working. None if the athlete has left.
async fn request(
    conn: &mut Conn,
    outbox: &Outbox,
    coach: &str,
    booking: &Booking,
    now_ms: i64,
) -> Result<Option<Message>, DbError> {
    let athlete = booking.uaid.as_str();
    let secret = new_secret();
    coach::link(conn, coach, athlete, &stored_hash(&secret), now_ms + LINKS_MS).await?;
    let name = super::recipient(conn, coach).await?;
    let name = name.map(|coach| format!("{} {}", coach.first_name, coach.last_name)).unwrap_or_default();
    let name = if name.trim().is_empty() { "Your coach" } else { name.trim() };
    let to = super::recipient(conn, athlete).await?;
    Ok(to.map(|to| {
        let request = CoachRequest { coach: name, secret: &secret };
        letters::coach_booking(&outbox.site_info, &to, &Ticket::of(booking), request, now_ms)
    }))
}

/// Puts the letter about what others did to a coach's team into the outbox, in the job that does it. The team may still have a
/// coach who has lost the role: they get none (RULES 12.1).
pub async fn tell_coach(
    conn: &mut Conn,
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
