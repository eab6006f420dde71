//! `GET /api/event/availability`: what can be booked. It only reads, with the same few statements whatever the range.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use serde::Serialize;
use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::{Schedule, SlotQuery};
use sixfold_domain::time::{Date, LocalDateTime, london_date_time};
use utoipa::ToSchema;

use super::payload::{Succeeded, id};
use crate::auth::MaybeUser;
use crate::booking::event::found;
use crate::booking::event_snapshot::EventSnapshot;
use crate::booking::seats::FreeSeats;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::calendar::schedule;
use crate::http::etag::{self, Tagged};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::parameter::date;
use crate::routes::refusals::{CredentialsMixed, Malformed, NoSuchEvent};
use crate::state::AppState;

/// The most days in one answer (wire: lists are bounded).
const DAYS_MAX: i32 = 100;

/// What can be booked, day by day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Availability {
    event_id: String,
    /// The first bookable date; null when nothing is offered.
    first_date: Option<String>,
    /// The last bookable date.
    last_date: String,
    /// One entry a day, full slots too.
    days: Vec<Day>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Day {
    /// `YYYY-MM-DD`.
    date: String,
    /// Whether at least one of its times can be booked, apart from being full.
    open: bool,
    /// Why it is not open: a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// Its quarter hours.
    slots: Vec<Slot>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Slot {
    /// `HH:MM`.
    time: String,
    /// Places left.
    remaining: u16,
    /// Whether it can be booked now.
    available: bool,
    /// Why not: a stable code.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// The query as text, so that each field can report its own error.
#[derive(Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
    /// First day, `YYYY-MM-DD`; the first bookable date when absent.
    from: Option<String>,
    /// Last day, `YYYY-MM-DD`; the last bookable date when absent.
    to: Option<String>,
    /// `test` or `retest`; when absent, what a signed-in caller's history makes it.
    #[serde(rename = "type")]
    kind: Option<String>,
}

/// What can be booked. Callers need not be signed in; for an athlete who is, the retest rule applies.
#[utoipa::path(
    get, path = "/api/event/availability", tag = "booking", operation_id = "availability",
    params(Params),
    responses(
        (status = 200, description = "Days with their slots", body = Succeeded<Availability>),
        (status = 304, description = "Unchanged"),
        Malformed, CredentialsMixed, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    MaybeUser(user): MaybeUser,
    headers: HeaderMap,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let query = AvailabilityQuery::read(params)?;
    let uaid = user.map(|user| user.uaid.to_string());
    let Tagged { body, tag } = if uaid.is_none() && query == AvailabilityQuery::default() {
        // What everybody asks when booking opens.
        state.availability.get(read(&state, None, query)).await?
    } else {
        read(&state, uaid, query).await?
    };
    // The tag is for other programs: each call of our pages has an address of its own (`iv`), so a browser would never find a
    // stored copy.
    let mut response = etag::json(&headers, &tag, "no-store", || body);
    response.headers_mut().insert(header::VARY, etag::BY_SESSION);
    Ok(response)
}

#[derive(Debug, Clone, Default, PartialEq)]
struct AvailabilityQuery {
    event_id: Option<String>,
    from: Option<Date>,
    to: Option<Date>,
    kind: Option<BookingType>,
}

impl AvailabilityQuery {
    fn read(params: Params) -> Result<Self, ApiError> {
        let from = date(params.from.as_deref(), "from")?;
        let to = date(params.to.as_deref(), "to")?;
        if let (Some(from), Some(to)) = (from, to)
            && (to < from || from.days_until(to) >= DAYS_MAX)
        {
            let message = format!("Give a range of 1 to {DAYS_MAX} days, the first day first.");
            return Err(ApiError::bad_request("RANGE_INVALID", message).field("to"));
        }
        let kind = match params.kind.as_deref().filter(|text| !text.is_empty()) {
            None => None,
            Some("test") => Some(BookingType::Test),
            Some("retest") => Some(BookingType::Retest),
            Some(_) => {
                return Err(
                    ApiError::bad_request("TYPE_UNKNOWN", "A booking is a test or a retest.").field("type")
                );
            }
        };
        Ok(Self { event_id: params.event_id, from, to, kind })
    }
}

/// The answer, encoded.
async fn read(state: &AppState, uaid: Option<String>, query: AvailabilityQuery) -> Result<Tagged, ApiError> {
    let now = london_date_time(state.clock.now_ms()).map_err(ApiError::internal)?;
    let answer = if uaid.is_none() && state.db.has_replica() {
        // A visitor's view may be a little old; what it was read from is then not kept.
        let read = state.db.read_lagging(async |conn| {
            let snapshot = found(state.events.in_job(conn, query.event_id.as_deref()).await?)?;
            query.answer(conn, &snapshot, None, now).await
        });
        read.await?
    } else {
        let read = state.db.read(async |conn| {
            let snapshot = found(state.events.read(conn, query.event_id.as_deref()).await?)?;
            query.answer(conn, &snapshot, uaid, now).await
        });
        read.await?
    };
    let body = Envelope(answer).to_json().map_err(ApiError::internal)?;
    Tagged::new(body).map_err(ApiError::internal)
}

impl AvailabilityQuery {
    async fn answer(
        self,
        conn: &mut Conn,
        snapshot: &EventSnapshot,
        uaid: Option<String>,
        now: LocalDateTime,
    ) -> Result<Availability, ApiError> {
        let event_id = &snapshot.event.event_id;
        // Past days are included, with what closed them.
        let since = self.from.filter(|from| *from < now.date);
        let past = match since {
            Some(since) => {
                let config = schedule::config(conn, event_id, since).await?;
                Some(Schedule::new(&config).map_err(ApiError::internal)?)
            }
            None => None,
        };
        let schedule = past.as_ref().unwrap_or(&snapshot.schedule);
        let history = match &uaid {
            Some(uaid) => booking::history(conn, uaid).await?,
            None => Vec::new(),
        };
        let mut query = SlotQuery::after(&history, now, false);
        query.booking_type = self.kind.unwrap_or(query.booking_type);
        let (first, last) = (schedule.first_date(&query), schedule.last_date(&query));
        let from = self.from.or(first).unwrap_or(last);
        let to = self.to.unwrap_or(last).min(from.add_days(DAYS_MAX - 1));
        let seats = FreeSeats::read(conn, snapshot, from, to).await?;
        let nothing = first.is_none() && self.from.is_none();
        let days = if nothing { 0 } else { (from.days_until(to) + 1).max(0) };
        let days = (0..days).map(|step| from.add_days(step));
        let days = days.map(|on| schedule.day(&query, on, |time| seats.at(on, time)));
        Ok(Availability {
            days: days.map(on_the_wire).collect(),
            event_id: event_id.clone(),
            first_date: first.map(|date| date.to_string()),
            last_date: last.to_string(),
        })
    }
}

fn on_the_wire(day: sixfold_domain::slot::Day) -> Day {
    Day {
        date: day.date.to_string(),
        open: day.open,
        reason: day.reason.map(sixfold_domain::slot::Refusal::code),
        slots: day
            .slots
            .into_iter()
            .map(|slot| Slot {
                time: slot.time.to_string(),
                remaining: slot.remaining,
                available: slot.available,
                reason: slot.reason.map(sixfold_domain::slot::Refusal::code),
            })
            .collect(),
    }
}
