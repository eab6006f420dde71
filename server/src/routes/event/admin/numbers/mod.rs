//! `GET /api/event/admin/numbers`: usage statistics of the academy, over any range of dates.

mod answer;
mod file;
mod rows;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use sixfold_domain::numbers::{DAYS_MAX, Step};
use sixfold_domain::time::{Date, LocalDateTime, london_date_time};
use utoipa::IntoParams;

use super::super::payload::id;
use crate::auth::require::{ReadAllBookings, Require};
use crate::booking::event::find_event;
use crate::db::Conn;
use crate::db::boards::statistics::{self, Range};
use crate::db::engines::store_metadata::{FIGURES_FROM, WAITED_FROM};
use crate::db::upkeep::tidy;
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::parameter::{date, given, test};
use crate::routes::refusals::{DeliveryOnly, Malformed, NoSuchEvent};
use crate::state::AppState;

use answer::{Numbers, Statistic};

/// How many days the default range has.
const USUAL_DAYS: i32 = 30;

/// The query as text, so that each field can report its own error.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
    /// `use`, `bookings`, `finals`, `retests`, `waiting` or `distribution`.
    what: Option<String>,
    /// First test date, `YYYY-MM-DD`; 29 days before the last when absent.
    from: Option<String>,
    /// Last test date, `YYYY-MM-DD`; today when absent.
    to: Option<String>,
    /// With `distribution`: one of the six tests, or `final`; all seven when absent.
    #[serde(alias = "TestType")]
    test_type: Option<String>,
    /// `json` or `csv`; `json` when absent.
    format: Option<String>,
}

/// The request, parsed and checked.
#[derive(Debug, Clone)]
struct NumbersQuery {
    event_id: Option<String>,
    what: Statistic,
    from: Date,
    to: Date,
    /// The name of the test in the tallies.
    test_type: Option<&'static str>,
    as_file: bool,
}

/// Statistics over a range of at most ten years: `use` by weekday and hour; `bookings`, `finals`, `retests` and `waiting` by
/// steps of time; `distribution` of the points of a test in twenty bands of five points. Held finals count once they are
/// revealed. Days whose figures are deleted are left out.
#[utoipa::path(
    get, path = "/api/event/admin/numbers", tag = "people", operation_id = "numbers",
    params(Params),
    responses(
        (status = 200, description = "The numbers; with `format=csv` as a file", content(
            (Envelope<Numbers> = "application/json"),
            (String = "text/csv"),
        )),
        Malformed, DeliveryOnly, NoSuchEvent,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ReadAllBookings>,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let now = london_date_time(state.clock.now_ms()).map_err(ApiError::internal)?;
    let query = params.read(now.date)?;
    let (what, as_file) = (query.what, query.as_file);
    let kept = &state.config.operations;
    // Waiting lists are counted from their entries, everything else from tallies; each is deleted in its time (RULES 14.2).
    let kept_from =
        if what == Statistic::Waiting { kept.history_from(now.date) } else { kept.figures_from(now.date) };
    let numbers: Result<Numbers, ApiError> =
        state.db.read_lagging(async |conn| read(conn, query, now, kept_from).await).await;
    if as_file { file::answer(what, &numbers?) } else { Ok(Envelope(numbers?).into_response()) }
}

async fn read(
    conn: &mut Conn,
    query: NumbersQuery,
    now: LocalDateTime,
    kept_from: Date,
) -> Result<Numbers, ApiError> {
    let event_id = find_event(conn, query.event_id.as_deref()).await?.event_id;
    let mark = if query.what == Statistic::Waiting { WAITED_FROM } else { FIGURES_FROM };
    // What was deleted is missing even if it is to be kept for longer now.
    let kept_from = tidy::left_from(conn, mark).await?.map_or(kept_from, |first| first.max(kept_from));
    // Of earlier days nothing is known: zeros would say that nobody came.
    let range = Range { event_id, from: query.from.max(kept_from), to: query.to };
    let step = Step::of(query.from, query.to);
    let rows = match query.what {
        Statistic::Use => rows::hours(statistics::hours(conn, &range, now).await?),
        Statistic::Bookings => rows::bookings(step, &range, &statistics::bookings(conn, &range).await?),
        Statistic::Finals => rows::finals(step, &range, &statistics::finals(conn, &range).await?),
        Statistic::Retests => rows::retests(step, &range, &statistics::retests(conn, &range).await?),
        Statistic::Waiting => rows::waiting(step, &range, &statistics::waited(conn, &range).await?),
        Statistic::Distribution => rows::distribution(
            query.test_type,
            statistics::distribution(conn, &range, query.test_type).await?,
        ),
    };
    let step = Some(step).filter(|_| !matches!(query.what, Statistic::Use | Statistic::Distribution));
    let kept_from = Some(kept_from).filter(|first| query.what == Statistic::Waiting || query.from < *first);
    Ok(Numbers { event_id: range.event_id, from: query.from, to: query.to, step, kept_from, rows })
}

impl Params {
    fn read(self, today: Date) -> Result<NumbersQuery, ApiError> {
        let what = given(self.what.as_deref()).and_then(|word| word.parse().ok()).ok_or_else(|| {
            ApiError::invalid("what", "Ask for use, bookings, finals, retests, waiting or distribution.")
        })?;
        let test_type = match given(self.test_type.as_deref()) {
            None => None,
            Some(word) if word.eq_ignore_ascii_case(statistics::FINAL) => Some(statistics::FINAL),
            Some(word) => Some(test(word)?.as_str()),
        };
        let as_file = match given(self.format.as_deref()) {
            None | Some("json") => false,
            Some("csv") => true,
            Some(_) => {
                return Err(ApiError::invalid("format", "Numbers come as json or as csv."));
            }
        };
        let (from, to) = (date(given(self.from.as_deref()), "from")?, date(given(self.to.as_deref()), "to")?);
        let to = to.unwrap_or_else(|| from.map_or(today, |from| from.max(today)));
        let from = from.unwrap_or_else(|| to.add_days(1 - USUAL_DAYS));
        if !(0..DAYS_MAX).contains(&from.days_until(to)) {
            let message = format!("Give a range of 1 to {DAYS_MAX} days, the first day first.");
            return Err(ApiError::bad_request("RANGE_INVALID", message).field("to"));
        }
        Ok(NumbersQuery { event_id: self.event_id, what, from, to, test_type, as_file })
    }
}
