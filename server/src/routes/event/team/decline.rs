//! An athlete declines a coach's bookings: those that can still be cancelled are, and their seats go to the waiting list.

use sixfold_domain::booking::{BookingStatus, may_cancel};
use sixfold_domain::role::Role;
use sixfold_domain::time::london_date_time;

use crate::booking::event::found;
use crate::booking::missed::close_if_missed;
use crate::db::Conn;
use crate::db::bookings::alert;
use crate::db::bookings::booking::{self, Booking};
use crate::db::bookings::team;
use crate::db::calendar::{schedule, slot};
use crate::db::people::{audit, coach};
use crate::http::ApiError;
use crate::mail;
use crate::mail::letters::{self, Change, Ticket};
use crate::state::AppState;

/// Locks what [`call_off`] changes, in the order of every job that changes a team's people: schedule, teams, athlete; the slots
/// follow.
pub(in crate::routes) async fn lock_to_call_off(
    conn: &mut Conn,
    coach: &str,
    athlete: &str,
    now_ms: i64,
) -> Result<(), ApiError> {
    schedule::lock_shared(conn).await?;
    for booking in open(conn, coach, athlete).await? {
        if let Some(id) = &booking.team_booking_id {
            team::lock(conn, id).await?;
        }
    }
    booking::lock_athlete(conn, athlete, now_ms).await?;
    Ok(())
}

/// Cancels an athlete's open bookings in a coach's teams, as far as the athlete still may (RULES 12.1); returns how many were
/// cancelled. The athlete leaves the team, unless they were tested in it or have a booking that stays. The caller has called
/// [`lock_to_call_off`].
pub(in crate::routes) async fn call_off(
    conn: &mut Conn,
    state: &AppState,
    coach: &str,
    athlete: &str,
    now_ms: i64,
) -> Result<usize, ApiError> {
    let mut cancelled = 0;
    for booking in open(conn, coach, athlete).await? {
        cancelled += usize::from(cancel(conn, state, &booking, now_ms).await?);
    }
    team::leave_coach(conn, athlete, coach).await?;
    Ok(cancelled)
}

async fn open(conn: &mut Conn, coach: &str, athlete: &str) -> Result<Vec<Booking>, ApiError> {
    let mut open = Vec::new();
    for id in coach::open_bookings(conn, coach, athlete).await? {
        open.extend(booking::find(conn, &id).await?);
    }
    Ok(open)
}

/// Cancels a booking. False if it is too late for its athlete to cancel it: then it stays, or is closed if it was missed.
async fn cancel(conn: &mut Conn, state: &AppState, open: &Booking, now_ms: i64) -> Result<bool, ApiError> {
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    if close_if_missed(conn, open, today, state, now_ms).await? {
        return Ok(false);
    }
    let event = found(state.events.in_job(conn, Some(&open.event_id)).await?)?;
    let cutoff = event.config.cancel_cutoff_minutes;
    let too_late = may_cancel(open.status, open.slot, cutoff, false, now_ms).is_err();
    if too_late || open.onboarded_at.is_some() {
        return Ok(false);
    }
    let status = BookingStatus::Cancelled.reached_from(Some(open.status))?;
    // Lock order: the slot before the booking.
    let freed = open.held_slot();
    if let Some(key) = &freed {
        slot::lock_existing(conn, key).await?;
    }
    let cancelled = booking::close(conn, open, status, None, now_ms).await?;
    if let Some(key) = freed {
        alert::give_up(conn, &open.uaid, &key, today).await?;
        event.pass_on(conn, state, &key, now_ms).await?;
    }
    let athlete = (open.uaid.as_str(), i64::from(Role::Athlete.number()));
    audit::by(conn, athlete, "booking.cancel", Some(&open.uaid), Some(&open.id), now_ms).await?;
    if let Some(to) = mail::recipient(conn, &open.uaid).await? {
        let change = Change::Cancelled { by_staff: false };
        let letter = letters::booking(&event.outbox.site_info, &to, &Ticket::of(&cancelled), change, now_ms);
        event.outbox.enqueue(conn, letter, now_ms).await?;
    }
    Ok(true)
}
