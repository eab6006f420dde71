//! Undoing a decline: the booking is open again as it was, if its place is still free.

use sixfold_domain::booking::{BookingStatus, may_undo_decline};
use sixfold_domain::slot::Refusal;

use crate::booking::context::BookingContext;
use crate::booking::refusals::{open_exists, refused};
use crate::db::Conn;
use crate::db::bookings::booking::{self, Booking};
use crate::db::calendar::slot::{self, SlotKey};
use crate::http::error::ApiError;
use crate::mail::letters::Change;

/// Undoes a decline of the last ten minutes. The calendar's rules are not checked again; eligibility, capacity and the one open booking are.
pub(super) async fn undo(
    conn: &mut Conn<'_>,
    context: &BookingContext,
    current: &Booking,
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
    let seat = match current.slot {
        Some((date, time)) => {
            let key = SlotKey { event_id: current.event_id.clone(), date, time };
            slot::lock_existing(conn, &key).await?;
            if !slot::take(conn, &key).await? {
                let message = "Somebody else has the place by now. Book them another time.";
                return Err(refused(Refusal::SlotFull).message(message));
            }
            Some(slot::free_seat(conn, &key).await?)
        }
        None => None,
    };
    let booked = booking::reopen(conn, current, before, seat, context.now_ms).await?;
    let change = match before {
        BookingStatus::Assistance => Change::AssistanceAsked,
        BookingStatus::Booked
        | BookingStatus::Completed
        | BookingStatus::Dnt
        | BookingStatus::Declined
        | BookingStatus::Cancelled => Change::Confirmed,
    };
    context.record_and_notify(conn, "booking.decline.undone", &booked, change).await?;
    Ok(booked)
}
