//! `POST /api/event/admin/arrival`: staff record that somebody has arrived, or undo that.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::super::payload::{Succeeded, id};
use super::desk::{Desk, closed, no_booking};
use crate::auth::require::{Require, RunTests};
use crate::config::clock::iso;
use crate::content::dates::spoken;
use crate::db::Conn;
use crate::db::bookings::{arrival, booking, desk};
use crate::db::results::result::TabletStamp;
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{BookingNotFound, DeskOnly};
use crate::state::AppState;

/// Whose booking, and whether they have arrived.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct NoteBody {
    /// A booking of today.
    #[serde(alias = "eventBookingID", alias = "EventBookingId", deserialize_with = "id")]
    #[schema(value_type = String)]
    event_booking_id: Option<String>,
    /// `true` when absent.
    arrived: Option<bool>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NoteAnswer {
    event_booking_id: String,
    /// When they arrived, ISO with `Z`; null if they have not.
    arrived_at: Option<String>,
}

/// Records that the athlete of one of today's bookings has arrived, or undoes that. Repeating it changes nothing.
#[utoipa::path(
    post, path = "/api/event/admin/arrival", tag = "desk", operation_id = "noteArrival", request_body = NoteBody,
    responses(
        (status = 200, description = "Recorded", body = Succeeded<NoteAnswer>),
        (status = 409, description = "BOOKING_CLOSED: it is cancelled or declined", body = ErrorEnvelope),
        (status = 422, description = "CODE_OTHER_DAY with `error.date`; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeskOnly, BookingNotFound,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<NoteBody>,
) -> Result<Answer, ApiError> {
    let Some(booking_id) = body.event_booking_id else {
        return Err(ApiError::bad_request("FIELD_MISSING", "Say which booking.").field("eventBookingId"));
    };
    let arrived = body.arrived.unwrap_or(true);
    let act = Desk::new(&state, user, TabletStamp::default())?;
    once(&state, &idempotency, async move |conn| note(conn, act, booking_id, arrived).await).await
}

async fn note(conn: &mut Conn, act: Desk, booking_id: String, arrived: bool) -> Result<NoteAnswer, ApiError> {
    let booking = desk::find(conn, &booking_id).await?.ok_or_else(no_booking)?;
    if !booking::lock_athlete(conn, &booking.uaid, act.now_ms).await? {
        return Err(no_booking());
    }
    let booking = desk::find(conn, &booking_id).await?.ok_or_else(no_booking)?;
    if booking.status.frees_place() {
        return Err(closed(booking.status));
    }
    match booking.slot {
        Some((date, _)) if date == act.today => {}
        Some((date, time)) => {
            let message = format!("That booking is for another day: {}.", spoken(date, time));
            let error = ApiError::rule("CODE_OTHER_DAY", message).field("eventBookingId");
            return Err(error.with("date", date));
        }
        None => return Err(no_booking()),
    }
    if arrived {
        if arrival::arrive(conn, &booking.id, act.now_ms).await? {
            act.record(conn, "booking.arrive", &booking, json!({})).await?;
        }
    } else if arrival::take_back(conn, &booking.id, act.now_ms).await? {
        act.record(conn, "booking.arrive-undone", &booking, json!({})).await?;
    }
    let arrived_at = arrival::arrived_at(conn, &booking.id).await?;
    let arrived_at = arrived_at.map(iso).transpose().map_err(ApiError::internal)?;
    Ok(NoteAnswer { event_booking_id: booking.id, arrived_at })
}
