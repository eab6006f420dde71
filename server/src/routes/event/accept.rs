//! `POST /api/event/booking/waitlist/accept`: take the place that a waiting-list offer holds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use sixfold_domain::booking::BookingStatus;

use super::payload::{AcceptBody, BookedAnswer, Succeeded};
use crate::auth::CurrentUser;
use crate::booking::context::{BookingContext, InLine};
use crate::db::Conn;
use crate::db::bookings::{booking, waitlist};
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::mail::letters::Change;
use crate::routes::refusals::OwnOnly;
use crate::state::{AppState, BookingChange};

/// Takes an offered place. An athlete with a booking moves it there.
#[utoipa::path(
    post, path = "/api/event/booking/waitlist/accept", tag = "booking", operation_id = "acceptOffer",
    request_body = AcceptBody,
    responses(
        (status = 200, description = "Booked, or moved", body = Succeeded<BookedAnswer>),
        (status = 409, description = "OFFER_GONE: it has lapsed or was taken", body = ErrorEnvelope),
        (status = 422, description = "Refused by a rule", body = ErrorEnvelope),
        OwnOnly,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    InLine(user): InLine,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<AcceptBody>,
) -> Result<Answer, ApiError> {
    let Some(offer_id) = body.offer_id else {
        return Err(ApiError::required("offerId", "Say which offer."));
    };
    let (actor, job_state) = (Arc::new(user), state.clone());
    let taken = Arc::new(AtomicBool::new(false));
    let take = taken.clone();
    let answer =
        once(&state, &idempotency, async move |conn| run(conn, job_state, actor, offer_id, take).await)
            .await?;
    // The answer is new too when an earlier request has already taken the place.
    if answer.is_new() && taken.load(Ordering::Relaxed) {
        state.metrics.booking(BookingChange::Accepted);
    }
    Ok(answer)
}

async fn run(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    offer_id: String,
    taken: Arc<AtomicBool>,
) -> Result<BookedAnswer, ApiError> {
    let Some(offer) = waitlist::find_offer(conn, &offer_id).await? else {
        return taken_before(conn, &actor, &offer_id).await;
    };
    if offer.uaid != actor.uaid.as_str() {
        return Err(ApiError::forbidden());
    }
    let slot = offer.slot.clone();
    // A seat may come free on the day of the test, or the limits of the booking window may have changed since they joined.
    let context =
        BookingContext::begin(conn, state, actor, offer.uaid, Some(&slot.event_id), false).await?.for_offer();
    if waitlist::find_offer(conn, &offer_id).await?.is_none() {
        return taken_before(conn, &context.actor, &offer_id).await;
    }
    if offer.offer_expires_at.is_none_or(|until| until <= context.now_ms) {
        return Err(offer_gone());
    }
    let current = context.open.as_ref();
    let status = current.map_or(BookingStatus::Booked, |current| current.status);
    context.require_eligible(status)?;
    if let Some(current) = current {
        context.require_not_onboarded(current)?;
        context.require_in_time(current)?;
    }
    let booked = context.book_slot(conn, current, status, slot.date, slot.time.time_of_day()).await?;
    let change = current.map_or(Change::Confirmed, |current| Change::Moved(current.slot));
    context.record_and_notify(conn, "waitlist.accept", &booked, change).await?;
    taken.store(true, Ordering::Relaxed);
    Ok(BookedAnswer { uaid: booked.uaid, code: booked.code, event_booking_id: booked.id })
}

/// The booking of somebody who takes their place again: the answer was lost, or the letter's link is opened later.
async fn taken_before(
    conn: &mut Conn,
    actor: &CurrentUser,
    offer_id: &str,
) -> Result<BookedAnswer, ApiError> {
    let own = waitlist::find_taken(conn, offer_id).await?.filter(|entry| entry.uaid == actor.uaid.as_str());
    let entry = own.ok_or_else(offer_gone)?;
    let booked = booking::find_open(conn, &entry.uaid).await?;
    let booked = booked.filter(|open| open.held_slot() == Some(entry.slot)).ok_or_else(offer_gone)?;
    Ok(BookedAnswer { uaid: booked.uaid, code: booked.code, event_booking_id: booked.id })
}

fn offer_gone() -> ApiError {
    ApiError::conflict("OFFER_GONE", "That place has moved on. Pick another time.")
}
