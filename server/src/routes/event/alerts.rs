//! `/api/event/alerts`: athletes set and remove alerts for times that open (RULES 5.4 to 5.7). The job in `app/jobs/alerts.rs`
//! notifies them.

use std::sync::Arc;

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use sixfold_domain::alert::{AlertRefusal, check_until, may_add};
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::slot::{PartOfDay, SlotQuery, Wanted, Weekdays};
use sixfold_domain::time::{Date, SlotTime};
use utoipa::ToSchema;

use super::payload::{self, Succeeded};
use crate::auth::CurrentUser;
use crate::booking::context::{BookingContext, InLine};
use crate::booking::event::found;
use crate::booking::seats::FreeSeats;
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::bookings::alert::{self, Alert};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{KeyReused, NotFound, OwnOnly};
use crate::state::AppState;

/// An alert.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TimeAlert)]
pub(super) struct AlertView {
    alert_id: String,
    /// `MONDAY` to `SUNDAY`, in this order.
    days: Vec<&'static str>,
    /// `ANY`, `MORNING`, `AFTERNOON` or `EVENING`.
    part: &'static str,
    /// The last day of a test, `YYYY-MM-DD`.
    #[schema(value_type = String)]
    until: Date,
    /// ISO with `Z`.
    created_at: String,
    /// When the alert was sent, ISO with `Z`; null until then.
    sent_at: Option<String>,
    /// The day of the time it announced, `YYYY-MM-DD`; null until then.
    #[schema(value_type = Option<String>)]
    event_test_date: Option<Date>,
    /// That time, `HH:MM`; null until then.
    #[schema(value_type = Option<String>)]
    event_test_time: Option<SlotTime>,
}

/// An alert that has been removed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AlertRemoved {
    alert_id: String,
}

/// The times that the caller would take.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AlertBody {
    /// One to seven of `MONDAY` to `SUNDAY`.
    #[schema(example = json!(["SATURDAY", "SUNDAY"]))]
    days: Vec<String>,
    /// `MORNING` (before 12:00), `AFTERNOON`, `EVENING` (from 17:00) or `ANY`, which is meant when it is absent.
    #[schema(example = "MORNING")]
    part: Option<String>,
    /// The last day of a test, `YYYY-MM-DD`: after today, at most 180 days ahead.
    #[serde(default, deserialize_with = "payload::date")]
    #[schema(value_type = String, example = "2027-01-31")]
    until: Option<Date>,
}

/// The caller's alerts, the oldest first. One that has been sent is shown for 14 days.
#[utoipa::path(
    get, path = "/api/event/alerts", tag = "booking", operation_id = "alerts",
    responses((status = 200, description = "The alerts", body = Succeeded<Vec<AlertView>>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    InLine(user): InLine,
    _: Own,
) -> Result<Envelope<Vec<AlertView>>, ApiError> {
    let today = state.today()?;
    let read = state.db.read(async |conn| {
        let event = found(state.events.read(conn, None).await?)?;
        Ok::<_, ApiError>(alert::of_athlete(conn, user.uaid.as_str(), &event.event.event_id, today).await?)
    });
    let alerts = read.await?.iter().map(view).collect::<Result<_, _>>()?;
    Ok(Envelope(alerts))
}

/// Makes an alert: the caller gets one letter when a time opens that they would take. It joins no waiting list and
/// reserves no place. The same alert twice is one.
#[utoipa::path(
    post, path = "/api/event/alerts", tag = "booking", operation_id = "addAlert", request_body = AlertBody,
    responses(
        (status = 200, description = "The alert", body = Succeeded<AlertView>),
        (status = 422, description = "ALERT_UNTIL, ALERT_LIMIT, or why the caller may not book", body = ErrorEnvelope),
        OwnOnly,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    InLine(user): InLine,
    _: Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<AlertBody>,
) -> Result<Answer, ApiError> {
    let wanted = body.wanted()?;
    let idempotency = idempotency.personal(user.uaid.as_str());
    let (actor, job_state) = (Arc::new(user), state.clone());
    once(&state, &idempotency, async move |conn| add(conn, job_state, actor, wanted).await).await
}

/// Removes an alert.
#[utoipa::path(
    delete, path = "/api/event/alerts/{alertId}", tag = "booking", operation_id = "removeAlert",
    params(("alertId" = String, Path, description = "The alert")),
    responses(
        (status = 200, description = "It is removed", body = Succeeded<AlertRemoved>),
        OwnOnly, NotFound, KeyReused,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    InLine(user): InLine,
    _: Own,
    idempotency: Idempotency,
    Path(alert_id): Path<String>,
) -> Result<Answer, ApiError> {
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        if alert::delete(conn, &alert_id, user.uaid.as_str()).await? {
            Ok(AlertRemoved { alert_id })
        } else {
            Err(ApiError::not_found().message("You have no such alert."))
        }
    })
    .await
}

async fn add(
    conn: &mut Conn,
    state: AppState,
    actor: Arc<CurrentUser>,
    wanted: Wanted,
) -> Result<AlertView, ApiError> {
    let uaid = actor.uaid.to_string();
    let context = BookingContext::begin(conn, state, actor, uaid, None, false).await?;
    context.require_eligible(BookingStatus::Booked)?;
    check_until(context.now.date, wanted.until).map_err(refused)?;
    let event_id = &context.snapshot.event.event_id;
    let alerts = alert::of_athlete(conn, &context.uaid, event_id, context.now.date).await?;
    let open: Vec<Alert> = alerts.into_iter().filter(|alert| alert.sent.is_none()).collect();
    if let Some(same) = open.iter().find(|alert| alert.wanted == wanted) {
        return view(same);
    }
    may_add(open.len()).map_err(refused)?;
    let query = SlotQuery::after(&context.athlete.history(), context.now, false);
    let schedule = &context.snapshot.schedule;
    let seats =
        FreeSeats::read(conn, &context.snapshot, context.now.date, schedule.last_date(&query)).await?;
    // RULES 5.5: what can be booked now is no news later.
    let before = schedule.free(&query, |date, time| seats.at(date, time)).wanted(&wanted);
    view(&alert::insert(conn, &context.uaid, event_id, wanted, before, context.now_ms).await?)
}

impl AlertBody {
    fn wanted(&self) -> Result<Wanted, ApiError> {
        let days = Weekdays::from_words(self.days.iter().map(String::as_str))
            .ok_or_else(|| ApiError::invalid("days", "Choose one to seven days, MONDAY to SUNDAY."))?;
        let part = PartOfDay::from_word(self.part.as_deref().unwrap_or("ANY")).ok_or_else(|| {
            ApiError::invalid("part", "A part of the day is ANY, MORNING, AFTERNOON or EVENING.")
        })?;
        let until = self.until.ok_or_else(|| ApiError::required("until", "Choose a last day."))?;
        Ok(Wanted { days, part, until })
    }
}

fn refused(refusal: AlertRefusal) -> ApiError {
    let error = ApiError::rule(refusal.code(), refusal.to_string());
    match refusal {
        AlertRefusal::Until => error.field("until"),
        AlertRefusal::TooMany => error,
    }
}

fn view(alert: &Alert) -> Result<AlertView, ApiError> {
    let told = alert.sent;
    Ok(AlertView {
        alert_id: alert.id.clone(),
        days: alert.wanted.days.words(),
        part: alert.wanted.part.word(),
        until: alert.wanted.until,
        created_at: iso(alert.created_at).map_err(ApiError::internal)?,
        sent_at: told.map(|(at, ..)| iso(at)).transpose().map_err(ApiError::internal)?,
        event_test_date: told.map(|(_, date, _)| date),
        event_test_time: told.map(|(.., time)| time),
    })
}
