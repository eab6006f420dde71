//! Undoing a decline: the booking is open again as it was, if its place is still free; without its team if that has been deleted
//! or filled since.

use sixfold_domain::booking::{BookingStatus, may_undo_decline};
use sixfold_domain::slot::Refusal;

use super::team::takes_one_more;
use crate::booking::context::BookingContext;
use crate::booking::refusals::{open_exists, refused};
use crate::db::Conn;
use crate::db::bookings::booking::{self, Booking};
use crate::db::bookings::team::{self, Team};
use crate::db::calendar::schedule;
use crate::db::calendar::slot::{self, SlotKey};
use crate::http::ApiError;
use crate::mail::letters::Change;

/// Locks the team of a booking whose decline is to be undone, before its athlete is locked; none if it has no team, or that was
/// deleted.
pub(super) async fn lock_team(conn: &mut Conn, booking_id: &str) -> Result<Option<Team>, ApiError> {
    schedule::lock_shared(conn).await?;
    match booking::find(conn, booking_id).await?.and_then(|booking| booking.team_booking_id) {
        Some(id) => Ok(team::lock(conn, &id).await?),
        None => Ok(None),
    }
}

/// Undoes a decline of the last ten minutes. The calendar's rules are not checked again; eligibility, capacity and the one open booking are.
pub(super) async fn undo(
    conn: &mut Conn,
    context: &BookingContext,
    current: &Booking,
    team: Option<&Team>,
) -> Result<Booking, ApiError> {
    let Some((declined_at, before)) = booking::declined(conn, &current.id).await? else {
        let message = format!("That booking is {}; there is no decline to undo.", current.status);
        return Err(ApiError::conflict("STATUS_CONFLICT", message).with("status", current.status.as_str()));
    };
    may_undo_decline(declined_at, context.now_ms)
        .map_err(|error| ApiError::rule(error.code(), error.to_string()))?;
    if booking::find_open(conn, &context.uaid).await?.is_some() {
        return Err(open_exists());
    }
    context.require_eligible(before)?;
    // A booking that was taken to the day of its test had no seat, and needs none (RULES 11.1).
    let was_taken = booking::former_slot(conn, &current.id).await?.is_some();
    let seat = match current.slot.filter(|_| !was_taken) {
        Some((date, time)) => {
            let key = SlotKey { event_id: current.event_id.clone(), date, time };
            slot::lock(conn, &key, context.snapshot.schedule.slot_capacity()).await?;
            if !slot::take(conn, &key).await? {
                let message = "Somebody else has the place by now. Book them another time.";
                return Err(refused(Refusal::SlotFull).message(message));
            }
            Some(slot::free_seat(conn, &key).await?)
        }
        None => None,
    };
    let mut booked = booking::reopen(conn, current, before, seat, context.now_ms).await?;
    let joins = match team {
        Some(team) => takes_one_more(conn, team, &context.uaid).await?.is_ok(),
        None => false,
    };
    if !joins && let Some(id) = booked.team_booking_id.take() {
        team::take_out(conn, &booked.id).await?;
        team::leave(conn, &booked.uaid, &id).await?;
    }
    let change = match before {
        BookingStatus::Assistance => Change::AssistanceReopened,
        BookingStatus::Booked
        | BookingStatus::Completed
        | BookingStatus::Dnt
        | BookingStatus::Declined
        | BookingStatus::Cancelled => Change::Confirmed,
    };
    context.record_and_notify(conn, "booking.decline.undone", &booked, change).await?;
    Ok(booked)
}
