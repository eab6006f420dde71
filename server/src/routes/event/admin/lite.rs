//! `POST /api/event/admin/bookings/lite`: who comes when.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::time::{Date, london_date_time};
use utoipa::ToSchema;

use super::super::act::find_event;
use super::super::payload::{date, id};
use crate::auth::may::{FindPeople, May};
use crate::db::booking::{self, StaffQuery, StaffRow};
use crate::db::people::Words;
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::ApiJson;
use crate::state::AppState;

/// The most that a list holds (spec §9, "Search rows limited to 100").
const LITE_LIMIT: usize = 100;
/// The longest search, in characters.
const SEARCH_LIMIT: usize = 100;

/// Which bookings.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct LiteBody {
    /// A part of a name (fewer than three characters: where a word of it begins), a booking code, or an athlete's number.
    search: Option<String>,
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    event_id: Option<String>,
    /// First day; today when absent.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    from: Option<Date>,
    /// Last day; the first one when absent.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    to: Option<Date>,
}

/// One booking, as staff find it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LiteBooking {
    uaid: String,
    event_booking_id: String,
    first_name: String,
    last_name: String,
    event_test_code: String,
    /// `YYYY-MM-DD`.
    booking_date: String,
    /// `HH:MM`; empty where help was asked for without a time.
    booking_time: String,
    /// booked, assistance, completed or dnt.
    event_test_status: String,
    /// `test` or `retest`.
    event_test_type: String,
    t_shirt_size: String,
    assistance_required: bool,
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LiteAnswer {
    /// At most a hundred, by date, then time.
    bookings: Vec<LiteBooking>,
    /// Whether there are more than these.
    more: bool,
}

/// Bookings without health data, by day, name or code: today's for role 2, any for role 3, one's own team's for a coach.
#[utoipa::path(
    post, path = "/api/event/admin/bookings/lite", tag = "people", operation_id = "findBookings",
    request_body = LiteBody,
    responses(
        (status = 200, description = "The bookings", body = Envelope<LiteAnswer>),
        (status = 400, description = "Malformed, or the first day is after the last", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Not staff, another day than today from role 2, or no CSRF token", body = ErrorEnvelope),
        (status = 404, description = "No such event", body = ErrorEnvelope),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    May { user, .. }: May<FindPeople>,
    ApiJson(body): ApiJson<LiteBody>,
) -> Result<Envelope<LiteAnswer>, ApiError> {
    let today = london_date_time(state.clock.now_ms()).map_err(ApiError::internal)?.date;
    let from = body.from.unwrap_or(today);
    let to = body.to.unwrap_or(from);
    if from > to {
        return Err(
            ApiError::bad_request("DATE_OUT_OF_RANGE", "The first day is after the last.").field("from")
        );
    }
    let grant = user.require(Capability::FindPeople)?;
    if grant == Grant::Today && (from != today || to != today) {
        return Err(ApiError::forbidden());
    }
    let search = body.search.unwrap_or_default();
    if search.chars().count() > SEARCH_LIMIT {
        return Err(
            ApiError::bad_request("FIELD_INVALID", "Search for 100 characters at most.").field("search")
        );
    }
    let query = StaffQuery {
        from: from.to_string(),
        to: to.to_string(),
        coach: Some(user.uaid.to_string()).filter(|_| grant == Grant::Team),
        with_account: true,
        search: Some(Words::read_name(&search)).filter(|words| !words.is_empty()),
        ..StaffQuery::default()
    };
    let event_id = body.event_id;
    let mut rows: Vec<StaffRow> = state
        .db
        .read(move |conn| {
            Box::pin(async move {
                let event = find_event(conn, event_id.as_deref()).await?;
                let query = StaffQuery { event_id: event.event_id, ..query };
                let limit = i64::try_from(LITE_LIMIT + 1).unwrap_or(i64::MAX);
                booking::first_staff(conn, &query, limit).await.map_err(ApiError::from)
            })
        })
        .await?;
    let more = rows.len() > LITE_LIMIT;
    rows.truncate(LITE_LIMIT);
    Ok(Envelope(LiteAnswer { bookings: rows.into_iter().map(LiteBooking::from).collect(), more }))
}

impl From<StaffRow> for LiteBooking {
    fn from(row: StaffRow) -> Self {
        Self {
            uaid: row.uaid,
            event_booking_id: row.booking_id,
            first_name: row.first_name,
            last_name: row.last_name,
            event_test_code: row.code,
            booking_date: row.test_date.unwrap_or_default(),
            booking_time: row.test_time.unwrap_or_default(),
            event_test_status: row.status,
            event_test_type: row.booking_type,
            t_shirt_size: row.t_shirt_size,
            assistance_required: row.assistance_required,
        }
    }
}
