//! `POST` and `DELETE /api/event/booking/waitlist`: stand in line for a full slot, and leave the line.

use std::sync::Arc;

use axum::extract::State;
use sixfold_domain::booking::{booking_type, last_completed};
use sixfold_domain::slot::{Refusal, SlotQuery};
use sixfold_domain::time::SlotTime;

use super::act::{self, Act, InLine};
use super::payload::{PositionAnswer, Succeeded, WaitBody};
use crate::auth::CurrentUser;
use crate::db::slot::{self, SlotKey};
use crate::db::{Answer, Conn, Idempotency, booking, once, waitlist};
use crate::error::{ApiError, ErrorEnvelope};
use crate::extract::ApiJson;
use crate::state::AppState;

/// How many lines one athlete may stand in at a time.
const LINES_MAX: i64 = 5;

/// Joins the waiting list of a full slot. The first in line is offered a freed place by e-mail.
#[utoipa::path(
    post, path = "/api/event/booking/waitlist", tag = "booking", operation_id = "joinWaitlist",
    request_body = WaitBody,
    responses(
        (status = 200, description = "In line", body = Succeeded<PositionAnswer>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "The role stands in no line, or no CSRF token", body = ErrorEnvelope),
        (status = 422, description = "SLOT_NOT_FULL, WAITLIST_LIMIT, or the slot's own refusal", body = ErrorEnvelope),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    InLine(user): InLine,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<WaitBody>,
) -> Result<Answer, ApiError> {
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(&state, &idempotency, move |conn| Box::pin(join(conn, job_state, actor, body))).await
}

/// Leaves the waiting list. A place that was held for the athlete goes to the next in line.
#[utoipa::path(
    delete, path = "/api/event/booking/waitlist", tag = "booking", operation_id = "leaveWaitlist",
    request_body = WaitBody,
    responses(
        (status = 200, description = "Out of the line", body = Succeeded<PositionAnswer>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "The role stands in no line, or no CSRF token", body = ErrorEnvelope),
        (status = 404, description = "The athlete does not stand in that line", body = ErrorEnvelope),
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    InLine(user): InLine,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<WaitBody>,
) -> Result<Answer, ApiError> {
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(&state, &idempotency, move |conn| Box::pin(leave(conn, job_state, actor, body))).await
}

async fn join(
    conn: &mut Conn<'_>,
    state: AppState,
    actor: Arc<CurrentUser>,
    body: WaitBody,
) -> Result<PositionAnswer, ApiError> {
    let (act, key) = begin(conn, state, actor, &body).await?;
    act.require_eligible(conn, sixfold_domain::booking::BookingStatus::Booked).await?;
    let history = booking::history(conn, &act.uaid).await?;
    let query = SlotQuery {
        now: act.now,
        booking_type: booking_type(&history),
        last_completed: last_completed(&history),
        bypass: false,
    };
    act.schedule.check(&query, key.date, key.time, 1).map_err(|refusal| act.refuse(refusal, &query))?;
    let fill = slot::lock(conn, &key, act.schedule.slot_capacity()).await?;
    if act.schedule.check(&query, key.date, key.time, fill.remaining()) != Err(Refusal::SlotFull) {
        let message = "There is still a place at that time. Book it before someone else does.";
        return Err(ApiError::rule("SLOT_NOT_FULL", message).field("eventTestTime"));
    }
    let open = booking::find_open(conn, &act.uaid).await?;
    if open.and_then(|open| open.held_slot()).as_ref() == Some(&key) {
        return Err(ApiError::conflict("BOOKING_OPEN_EXISTS", "You already have a place at that time."));
    }
    if waitlist::find(conn, &act.uaid, &key).await?.is_none() {
        if waitlist::count_living(conn, &act.uaid, act.now.date).await? >= LINES_MAX {
            let message = format!("You can wait for {LINES_MAX} times at once. Leave one of them first.");
            return Err(ApiError::rule("WAITLIST_LIMIT", message));
        }
        waitlist::insert(conn, &act.uaid, &key, act.now_ms).await?;
        note(conn, &act, "waitlist.join", &key).await?;
    }
    let line = waitlist::line(conn, &key).await?;
    Ok(PositionAnswer { position: line.iter().position(|uaid| *uaid == act.uaid).map(|index| index + 1) })
}

async fn leave(
    conn: &mut Conn<'_>,
    state: AppState,
    actor: Arc<CurrentUser>,
    body: WaitBody,
) -> Result<PositionAnswer, ApiError> {
    let (act, key) = begin(conn, state, actor, &body).await?;
    slot::lock_existing(conn, &key).await?;
    let Some(entry) = waitlist::find(conn, &act.uaid, &key).await? else {
        return Err(ApiError::not_found().message("You are not waiting for that time."));
    };
    waitlist::end(conn, &entry.id, "left").await?;
    if entry.offer_id.is_some() {
        act.pass_on(conn, &key).await?;
    }
    note(conn, &act, "waitlist.leave", &key).await?;
    Ok(PositionAnswer { position: None })
}

async fn begin(
    conn: &mut Conn<'_>,
    state: AppState,
    actor: Arc<CurrentUser>,
    body: &WaitBody,
) -> Result<(Act, SlotKey), ApiError> {
    let date = body
        .event_test_date
        .ok_or_else(|| ApiError::bad_request("FIELD_REQUIRED", "Pick a day.").field("eventTestDate"))?;
    let time = body
        .event_test_time
        .ok_or_else(|| ApiError::bad_request("FIELD_REQUIRED", "Pick a time.").field("eventTestTime"))?;
    let time = SlotTime::try_from(time).map_err(|_| act::refused(Refusal::TimeOffGrid))?;
    let uaid = actor.uaid.to_string();
    let act = Act::begin(conn, state, actor, uaid, body.event_id.as_deref(), false).await?;
    let key = SlotKey { event_id: act.event.event_id.clone(), date, time };
    Ok((act, key))
}

async fn note(conn: &mut Conn<'_>, act: &Act, action: &'static str, key: &SlotKey) -> Result<(), ApiError> {
    let detail = serde_json::json!({ "eventId": key.event_id, "date": key.date, "time": key.time });
    Ok(act.record(conn, action, None, detail).await?)
}
