//! `DELETE /api/user/event/cancel`: cancel a booking.

use std::sync::Arc;

use axum::extract::State;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::role::{Capability, Grant};

use super::payload::{CancelAnswer, CancelBody, Succeeded};
use crate::auth::CurrentUser;
use crate::booking::context::BookingContext;
use crate::booking::refusals;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::mail::letters::Change;
use crate::routes::refusals::{NotFound, OwnOnly};
use crate::state::{AppState, BookingChange};

/// Cancels a booking: an athlete their own until the cut-off, staff until there are results. The place is freed, or offered to the
/// first on its waiting list.
#[utoipa::path(
    delete, path = "/api/user/event/cancel", tag = "booking", operation_id = "cancelBooking",
    request_body = CancelBody,
    responses(
        (status = 200, description = "Cancelled", body = Succeeded<CancelAnswer>),
        (status = 409, description = "STATUS_CONFLICT: it is not open; RESULTS_EXIST", body = ErrorEnvelope),
        (status = 422, description = "CANCEL_TOO_LATE", body = ErrorEnvelope),
        OwnOnly, NotFound,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<CancelBody>,
) -> Result<Answer, ApiError> {
    let own = user.uaid.to_string();
    let named = body.uaid.map(|uaid| uaid.to_string());
    let grant = user.require(Capability::CancelBooking)?;
    if grant == Grant::Own && named.as_ref().is_some_and(|uaid| *uaid != own) {
        return Err(ApiError::forbidden());
    }
    let Some(id) = body.event_booking_id else {
        return Err(ApiError::required("eventBookingID", "Say which booking."));
    };
    let (actor, event_id, job_state) = (Arc::new(user), body.event_id, state.clone());
    let answer =
        once(&state, &idempotency, async move |conn| run(conn, job_state, actor, named, id, event_id).await)
            .await?;
    if answer.is_new() {
        state.metrics.booking(BookingChange::Cancelled);
    }
    Ok(answer)
}

async fn run(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    named: Option<String>,
    id: String,
    event_id: Option<String>,
) -> Result<CancelAnswer, ApiError> {
    let stored = booking::find(conn, &id).await?.ok_or_else(refusals::no_booking)?;
    if actor.require(Capability::CancelBooking)? == Grant::Own && stored.uaid != actor.uaid.as_str() {
        return Err(ApiError::forbidden());
    }
    if named.is_some_and(|uaid| uaid != stored.uaid) || event_id.is_some_and(|event| event != stored.event_id)
    {
        return Err(refusals::no_booking());
    }
    let context =
        BookingContext::begin(conn, state, actor, stored.uaid, Some(&stored.event_id), false).await?;
    context.require_team(conn, Capability::CancelBooking).await?;
    let current = context.own_booking(conn, &id).await?;
    context.require_own_booking(conn, &current).await?;
    context.require_in_time(&current)?;
    let status = BookingStatus::Cancelled.reached_from(Some(current.status))?;
    context.require_not_onboarded(&current)?;
    let cancelled = context.close(conn, &current, status, None).await?;
    context
        .record_and_notify(
            conn,
            "booking.cancel",
            &cancelled,
            Change::Cancelled { by_staff: context.by_staff() },
        )
        .await?;
    Ok(CancelAnswer { uaid: cancelled.uaid, event_booking_id: cancelled.id })
}
