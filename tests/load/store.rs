//! One booking in the store alone: the statements of `POST /api/user/event/booking` in the same order, with its audit
//! entry, letter and idempotency key, without HTTP.

use axum::http::StatusCode;
use serde_json::json;
use sixfold_domain::booking::{BookingStatus, booking_type};
use sixfold_server::db::Conn;
use sixfold_server::db::bookings::booking::{self, NewBooking, Seat};
use sixfold_server::db::calendar::slot::{self, SlotKey};
use sixfold_server::db::people::audit;
use sixfold_server::db::upkeep::idempotency::Claim;
use sixfold_server::http::{ApiError, Idempotency, once};
use sixfold_server::mail::letters::{self, Change, Recipient, Ticket};
use sixfold_server::state::AppState;

use crate::stage::Athlete;

pub(crate) async fn book(state: &AppState, athlete: Athlete) {
    let claim = Claim {
        owner: athlete.uaid.clone(),
        method: "POST".to_owned(),
        path: "/api/user/event/booking".to_owned(),
        body_hash: "0".repeat(64),
        subject: None,
    };
    let idempotency = Idempotency { key: Some(format!("load-{}", athlete.uaid)), claim };
    let inside = state.clone();
    let answer = once(state, &idempotency, async move |conn| run(conn, &inside, &athlete).await);
    assert_eq!(answer.await.expect("an answer").status, StatusCode::OK);
}

async fn run(conn: &mut Conn, state: &AppState, athlete: &Athlete) -> Result<serde_json::Value, ApiError> {
    let (uaid, now_ms) = (athlete.uaid.as_str(), state.clock.now_ms());
    let person = booking::lock_and_find(conn, uaid, &state.hub.consent_version(), now_ms)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let snapshot = state.events.at(conn, None, person.versions).await?.ok_or_else(ApiError::not_found)?;
    let event_id = &snapshot.event.event_id;
    assert!(person.open().is_none() && !person.waits);

    let key = SlotKey { event_id: event_id.clone(), date: athlete.date, time: athlete.time };
    let capacity = snapshot.schedule.slot_capacity();
    assert!(slot::lock_and_take(conn, &key, capacity).await?, "the stage has places for all");
    let new = NewBooking {
        uaid,
        event_id,
        status: BookingStatus::Booked,
        booking_type: booking_type(&person.history()),
        slot: Some((athlete.date, athlete.time)),
        seat: Seat::Lowest,
        team_booking_id: None,
        created_by: uaid,
        bypass: false,
    };
    let booked = booking::insert(conn, &new, now_ms).await?.expect("no other open booking");

    let detail = json!({ "status": "booked", "date": athlete.date, "time": athlete.time, "bypass": false });
    let entry = audit::Entry::by((uaid, 1), "booking.create").subject(uaid).object(&booked.id).detail(detail);
    audit::insert(conn, &entry, now_ms).await?;
    let to = Recipient { email: person.email, first_name: person.first_name, last_name: person.last_name };
    let (outbox, ticket) = (&snapshot.outbox, Ticket::of(&booked));
    let letter = letters::booking(&outbox.site_info, &to, &ticket, Change::Confirmed, now_ms);
    assert!(person.email_confirmed);
    outbox.enqueue_to_confirmed(conn, &letter, now_ms).await?;
    Ok(json!({ "uaid": booked.uaid, "code": booked.code, "eventBookingId": booked.id }))
}
