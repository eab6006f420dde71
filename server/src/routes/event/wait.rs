//! `/api/event/booking/waitlist`: join the waiting list of a full slot, list one's entries, leave (RULES 5.1).

use std::sync::Arc;

use axum::extract::State;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::slot::{Refusal, SlotQuery};
use sixfold_domain::time::{SlotTime, london_date_time};

use super::payload::{Line, PositionAnswer, Succeeded, WaitBody};
use crate::auth::CurrentUser;
use crate::booking::context::{BookingContext, InLine};
use crate::booking::refusals;
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::booking::Booking;
use crate::db::bookings::waitlist;
use crate::db::calendar::slot::{self, SlotKey};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{NoSuchEvent, NotFound, WaitingOnly};
use crate::state::AppState;

/// How many waiting lists an athlete may be on at a time.
const LINES_MAX: i64 = 5;

/// The caller's waiting-list entries, soonest first, each with the position and any open offer. Past times are left out.
#[utoipa::path(
    get, path = "/api/event/booking/waitlist", tag = "booking", operation_id = "waitlist",
    params(("token" = Option<String>, Query, description = "The session, when no cookie and no bearer carries it")),
    responses((status = 200, description = "The entries", body = Succeeded<Vec<Line>>), WaitingOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    InLine(user): InLine,
) -> Result<Envelope<Vec<Line>>, ApiError> {
    let now_ms = state.clock.now_ms();
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let lines =
        state.db.read(async |conn| waitlist::of_athlete(conn, user.uaid.as_str(), now.date).await).await?;
    let ahead = |slot: &SlotKey| (slot.date, slot.time.time_of_day()) > (now.date, now.time);
    let lines = lines.into_iter().filter(|(entry, _)| ahead(&entry.slot));
    Ok(Envelope(lines.map(|(entry, before)| line(entry, before, now_ms)).collect::<Result<_, _>>()?))
}

fn line(entry: waitlist::Entry, before: i64, now_ms: i64) -> Result<Line, ApiError> {
    let offer = entry.offer_id.zip(entry.offer_expires_at).filter(|(_, until)| *until > now_ms);
    let (offer_id, until) = offer.unzip();
    Ok(Line {
        event_id: entry.slot.event_id,
        event_test_date: entry.slot.date,
        event_test_time: entry.slot.time,
        position: before + 1,
        offer_id,
        offer_expires_at: until.map(iso).transpose().map_err(ApiError::internal)?,
    })
}

/// Joins the waiting list of a full slot. A seat that comes free is offered by e-mail to the first on it who could take it.
#[utoipa::path(
    post, path = "/api/event/booking/waitlist", tag = "booking", operation_id = "joinWaitlist",
    request_body = WaitBody,
    responses(
        (status = 200, description = "On the waiting list", body = Succeeded<PositionAnswer>),
        (status = 409, description = "BOOKING_OPEN_EXISTS: the caller has a place at that time", body = ErrorEnvelope),
        (status = 422, description = "SLOT_NOT_FULL, WAITLIST_LIMIT, or the slot's own refusal", body = ErrorEnvelope),
        WaitingOnly, NoSuchEvent,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    InLine(user): InLine,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<WaitBody>,
) -> Result<Answer, ApiError> {
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(&state, &idempotency, async move |conn| join(conn, job_state, actor, body).await).await
}

/// Leaves the waiting list. A seat that was held for the athlete goes to the next on it.
#[utoipa::path(
    delete, path = "/api/event/booking/waitlist", tag = "booking", operation_id = "leaveWaitlist",
    request_body = WaitBody,
    responses(
        (status = 200, description = "Off the waiting list", body = Succeeded<PositionAnswer>),
        (status = 422, description = "TIME_OFF_GRID, IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        WaitingOnly, NotFound,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    InLine(user): InLine,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<WaitBody>,
) -> Result<Answer, ApiError> {
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(&state, &idempotency, async move |conn| leave(conn, job_state, actor, body).await).await
}

async fn join(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    body: WaitBody,
) -> Result<PositionAnswer, ApiError> {
    let (context, key) = begin(conn, state, actor, &body).await?;
    context.require_eligible(BookingStatus::Booked)?;
    let query = SlotQuery::after(&context.athlete.history(), context.now, false);
    let schedule = &context.snapshot.schedule;
    schedule
        .check(&query, key.date, key.time, 1)
        .map_err(|refusal| context.refuse(refusal, &query, key.date))?;
    let fill = slot::lock(conn, &key, schedule.slot_capacity()).await?;
    if schedule.check(&query, key.date, key.time, fill.remaining()) != Err(Refusal::SlotFull) {
        let message = "There is still a place at that time. Book it before someone else does.";
        return Err(ApiError::rule("SLOT_NOT_FULL", message).field("eventTestTime"));
    }
    if context.open.as_ref().and_then(Booking::held_slot).as_ref() == Some(&key) {
        return Err(ApiError::conflict("BOOKING_OPEN_EXISTS", "You already have a place at that time."));
    }
    if waitlist::find(conn, &context.uaid, &key).await?.is_none() {
        if waitlist::count_living(conn, &context.uaid, context.now).await? >= LINES_MAX {
            let message = format!("You can wait for {LINES_MAX} times at once. Leave one of them first.");
            return Err(ApiError::rule("WAITLIST_LIMIT", message));
        }
        waitlist::insert(conn, &context.uaid, &key, context.now_ms).await?;
        note(conn, &context, "waitlist.join", &key).await?;
    }
    let line = waitlist::line(conn, &key).await?;
    Ok(PositionAnswer { position: line.iter().position(|uaid| *uaid == context.uaid).map(|index| index + 1) })
}

async fn leave(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    body: WaitBody,
) -> Result<PositionAnswer, ApiError> {
    let (context, key) = begin(conn, state, actor, &body).await?;
    slot::lock_existing(conn, &key).await?;
    let Some(entry) = waitlist::find(conn, &context.uaid, &key).await? else {
        return Err(ApiError::not_found().message("You are not waiting for that time."));
    };
    waitlist::end(conn, &entry.id, "left").await?;
    if entry.offer_id.is_some() {
        context.give_up(conn, &key).await?;
    }
    note(conn, &context, "waitlist.leave", &key).await?;
    Ok(PositionAnswer { position: None })
}

async fn begin(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    body: &WaitBody,
) -> Result<(BookingContext, SlotKey), ApiError> {
    let date = body.event_test_date.ok_or_else(|| ApiError::required("eventTestDate", "Pick a day."))?;
    let time = body.event_test_time.ok_or_else(|| ApiError::required("eventTestTime", "Pick a time."))?;
    let time = SlotTime::try_from(time).map_err(|_| refusals::refused(Refusal::TimeOffGrid))?;
    let uaid = actor.uaid.to_string();
    let context = BookingContext::begin(conn, state, actor, uaid, body.event_id.as_deref(), false).await?;
    let key = SlotKey { event_id: context.snapshot.event.event_id.clone(), date, time };
    Ok((context, key))
}

async fn note(
    conn: &mut Conn,
    context: &BookingContext,
    action: &'static str,
    key: &SlotKey,
) -> Result<(), ApiError> {
    let detail = serde_json::json!({ "eventId": key.event_id, "date": key.date, "time": key.time });
    Ok(context.record(conn, action, None, detail).await?)
}
