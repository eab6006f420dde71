//! `POST /api/event/admin/bookings/lite`: a short list of bookings.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::role::{Capability, Grant};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::super::payload::{date, id, in_order, search};
use crate::auth::require::{FindPeople, Require};
use crate::booking::event::find_event;
use crate::db::Conn;
use crate::db::bookings::booking::{self, StaffQuery, StaffRow};
use crate::db::people::coach;
use crate::db::people::search::SearchTerms;
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::routes::coach::{Athlete, Coach, CoachView};
use crate::routes::page;
use crate::routes::refusals::{NoSuchEvent, SignedIn};
use crate::state::AppState;

/// The most bookings of a list (RULES 8.5).
const LITE_LIMIT: usize = 100;
/// How many bookings of a coach's athletes are searched.
const OWN_BOOKINGS: i64 = 5_000;

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct LiteBody {
    /// Part of a name (with fewer than three characters, the beginning of a word), a booking code, or a uaid.
    search: Option<String>,
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    event_id: Option<String>,
    /// First day; today when absent. Without dates, requests for assistance without a day come after today's, except for role 2.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    from: Option<Date>,
    /// Last day; the first one when absent.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    to: Option<Date>,
}

/// A booking in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LiteBooking {
    uaid: String,
    event_booking_id: String,
    first_name: String,
    last_name: String,
    event_test_code: String,
    /// `YYYY-MM-DD`; empty where help was asked for without a day.
    booking_date: String,
    /// `HH:MM`; empty where help was asked for without a time.
    booking_time: String,
    /// booked, assistance, completed or dnt.
    event_test_status: String,
    /// `test` or `retest`; like code and size empty for a coach whom the athlete has not accepted.
    event_test_type: String,
    t_shirt_size: String,
    /// Always false for a coach.
    assistance_required: bool,
}

/// The bookings found.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LiteAnswer {
    /// At most a hundred, by date, then time; those without a day last.
    bookings: Vec<LiteBooking>,
    /// Whether there are more than these.
    more: bool,
}

/// Bookings without health data, by day, name or code: today's for role 2, any for role 3. A coach sees all bookings of the
/// athletes who have accepted them, and of others in their teams the date, time and status of the bookings that they made.
#[utoipa::path(
    post, path = "/api/event/admin/bookings/lite", tag = "people", operation_id = "findBookings",
    request_body = LiteBody,
    responses(
        (status = 200, description = "The bookings", body = Envelope<LiteAnswer>),
        (status = 403, description = "Not staff, another day than today from role 2, or no CSRF token", body = ErrorEnvelope),
        SignedIn, NoSuchEvent,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<FindPeople>,
    ApiJson(body): ApiJson<LiteBody>,
) -> Result<Envelope<LiteAnswer>, ApiError> {
    let today = state.today()?;
    let from = body.from.unwrap_or(today);
    let to = body.to.unwrap_or(from);
    in_order(Some(from), Some(to))?;
    let grant = user.require(Capability::FindPeople)?;
    if grant == Grant::Today && (from != today || to != today) {
        return Err(ApiError::forbidden());
    }
    let search = search(body.search.as_deref())?;
    let query = StaffQuery {
        from: from.to_string(),
        to: to.to_string(),
        dateless: grant != Grant::Today && body.from.is_none() && body.to.is_none(),
        with_account: true,
        ..StaffQuery::default()
    };
    let (words, event_id) = (SearchTerms::read_name(search), body.event_id);
    let mut bookings: Vec<LiteBooking> = state
        .db
        .read(async |conn| {
            let event = find_event(conn, event_id.as_deref()).await?;
            let query = StaffQuery { event_id: event.event_id, ..query };
            if grant == Grant::Team {
                return for_coach(conn, user.uaid.as_str(), query, &words, today).await;
            }
            let query = StaffQuery { search: Some(words).filter(|words| !words.is_empty()), ..query };
            let limit = i64::try_from(LITE_LIMIT + 1).unwrap_or(i64::MAX);
            let rows = booking::first_staff(conn, &query, limit).await?;
            Ok::<_, ApiError>(rows.into_iter().map(LiteBooking::from).collect())
        })
        .await?;
    let more = page::cut(&mut bookings, LITE_LIMIT);
    Ok(Envelope(LiteAnswer { bookings, more }))
}

/// The bookings of a coach's athletes that the coach may see and that match the search.
async fn for_coach(
    conn: &mut Conn,
    coach: &str,
    query: StaffQuery,
    words: &SearchTerms,
    today: Date,
) -> Result<Vec<LiteBooking>, ApiError> {
    let own = Coach::read(conn, coach, today).await?;
    let query = StaffQuery { people: Some(coach::people(conn, coach).await?), ..query };
    let rows = booking::first_staff(conn, &query, OWN_BOOKINGS).await?;
    let visible = rows.into_iter().filter_map(|row| {
        let athlete = Athlete {
            first_name: &row.first_name,
            last_name: &row.last_name,
            date_of_birth: None,
            t_shirt_size: &row.t_shirt_size,
        };
        let view = own.sees(&row.uaid, athlete);
        let fits = words.is_empty()
            || words.are_in(&view.name())
            || words.are_number(&row.uaid)
            || (view.is_open() && words.are_code(&row.code));
        let shown = fits && own.sees_booking(&view, row.team_booking_id.as_deref());
        shown.then(|| LiteBooking::for_coach(row, view))
    });
    Ok(visible.collect())
}

impl LiteBooking {
    fn for_coach(row: StaffRow, view: CoachView) -> Self {
        let open = view.is_open();
        let if_open = |text: String| if open { text } else { String::new() };
        Self {
            event_test_code: if_open(row.code),
            event_test_type: if_open(row.booking_type),
            uaid: row.uaid,
            event_booking_id: row.booking_id,
            first_name: view.first_name,
            last_name: view.last_name,
            booking_date: row.test_date.unwrap_or_default(),
            booking_time: row.test_time.unwrap_or_default(),
            event_test_status: row.status,
            t_shirt_size: view.t_shirt_size,
            assistance_required: false,
        }
    }
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
