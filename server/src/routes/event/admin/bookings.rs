//! `POST /api/event/admin/bookings`: all bookings, filtered.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::{Board, TOP_ROWS};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::super::payload::{date, id, in_order, search, uaid};
use super::booking_row::{BookingRow, running, with_positions};
use crate::auth::require::{ReadAllBookings, Require};
use crate::board::{BoardLookup, BoardSelector, Caller, DateSpan, FullNamesOf, every_row};
use crate::booking::event::find_event;
use crate::db::bookings::booking::{self, Page, Position, StaffQuery};
use crate::db::people::search::SearchTerms;
use crate::http::{ApiError, ApiJson, Envelope};
use crate::routes::page;
use crate::routes::refusals::{DeliveryOnly, NoSuchEvent};
use crate::state::AppState;

/// The most bookings on a page (RULES 8.5).
const PAGE: i64 = 100;
/// How many days the list covers when none are given: `windowDays` (RULES 3.2).
const DAYS: i32 = 30;
/// Earlier and later than every date on the wire.
const ALL_DATES: (&str, &str) = ("0000-01-01", "9999-12-31");

#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct BookingsBody {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    event_id: Option<String>,
    /// First day. Without dates: today and the thirty days after it; with `uaid` or a team every day; with `top15` the season;
    /// and, after these, requests for assistance without a day.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    from: Option<Date>,
    /// Last day.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    to: Option<Date>,
    /// Only athletes whose finals are in the top 15 of a season.
    top15: Option<bool>,
    /// With `top15`: of this season; of the one shown today when absent.
    season: Option<u32>,
    /// Only this athlete.
    #[serde(deserialize_with = "uaid")]
    #[schema(value_type = Option<String>)]
    uaid: Option<Uaid>,
    /// `true`: only bookings made for a team; `false`: only those without one; or a team's id.
    #[schema(value_type = Option<Object>)]
    team: Option<Value>,
    /// Only this team.
    #[serde(deserialize_with = "id")]
    team_booking_id: Option<String>,
    /// `true`: only with assistance asked for; `false`: only without.
    assistance: Option<bool>,
    /// One status; when absent, all but cancelled and declined bookings.
    #[serde(deserialize_with = "id")]
    status: Option<String>,
    /// Part of a name, an e-mail address, a booking code or a uaid.
    search: Option<String>,
    /// Where the previous page ended.
    cursor: Option<String>,
    /// The most bookings to return, up to 100.
    limit: Option<u16>,
}

/// A page of bookings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookingsAnswer {
    /// By date, then time; those without a day last.
    bookings: Vec<BookingRow>,
    /// How many there are in all; counted up to 2,000, or up to 500 if a search matches too many people.
    total: i64,
    /// Whether there may be more than were counted.
    at_least: bool,
    /// Pass it to get the next page; null on the last.
    cursor: Option<String>,
}

/// The request, parsed and checked.
struct BookingsQuery {
    body: BookingsBody,
    from: Option<Date>,
    to: Option<Date>,
    today: Date,
    team: Option<String>,
    in_team: Option<bool>,
    search: Option<SearchTerms>,
    after: Position,
    limit: i64,
}

/// Bookings of everybody, without health data. Filters are combined.
#[utoipa::path(
    post, path = "/api/event/admin/bookings", tag = "people", operation_id = "listBookings",
    request_body = BookingsBody,
    responses(
        (status = 200, description = "A page of the bookings", body = Envelope<BookingsAnswer>),
        DeliveryOnly, NoSuchEvent,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    _: Require<ReadAllBookings>,
    ApiJson(body): ApiJson<BookingsBody>,
) -> Result<Envelope<BookingsAnswer>, ApiError> {
    let today = state.today()?;
    let request = read(body, today)?;
    let (after, limit) = (request.after.clone(), request.limit);
    let (query, event_id) = query(&state, request).await?;
    let Page { mut rows, total, at_least } =
        state.db.read(async |conn| booking::list_staff(conn, &query, &after, limit + 1).await).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let cursor = page::cut_at_cursor(&mut rows, limit, |row| write_cursor(&row.position()));
    let bookings = with_positions(&state, &event_id, &rows).await?;
    Ok(Envelope(BookingsAnswer { bookings, total, at_least, cursor }))
}

/// Parses the body and checks what needs no store.
fn read(body: BookingsBody, today: Date) -> Result<BookingsQuery, ApiError> {
    let (from, to) = (body.from.or(body.to), body.to.or(body.from));
    in_order(from, to)?;
    if let Some(word) = &body.status {
        word.parse::<BookingStatus>()
            .map_err(|error| ApiError::bad_request(error.code(), error.to_string()).field("status"))?;
    }
    let (named, in_team) = match &body.team {
        None | Some(Value::Null) => (None, None),
        Some(Value::Bool(flag)) => (None, Some(*flag)),
        Some(Value::String(id)) => (Some(id.trim().to_owned()).filter(|id| !id.is_empty()), None),
        Some(_) => {
            return Err(ApiError::invalid("team", "Give team as true, false or a team's id."));
        }
    };
    let limit = body.limit.map_or(PAGE, i64::from);
    if !(1..=PAGE).contains(&limit) {
        return Err(ApiError::invalid("limit", "A page has 1 to 100 bookings."));
    }
    let search = Some(SearchTerms::read(search(body.search.as_deref())?)).filter(|words| !words.is_empty());
    let after = read_cursor(body.cursor.as_deref())?;
    let team = body.team_booking_id.clone().or(named);
    Ok(BookingsQuery { body, from, to, today, team, in_team, search, after, limit })
}

/// The store's query and the event's id; the boards supply who is in the top 15.
async fn query(state: &AppState, request: BookingsQuery) -> Result<(StaffQuery, String), ApiError> {
    let event_id = request.body.event_id;
    let event = state.db.read(async |conn| find_event(conn, event_id.as_deref()).await).await?;
    let mut people = request.body.uaid.map(|uaid| vec![uaid.to_string()]);
    let whole = people.is_some() || request.team.is_some();
    let dateless = request.from.is_none();
    let mut dates = match (request.from, request.to) {
        (Some(from), Some(to)) => Some((from.to_string(), to.to_string())),
        _ if whole => Some((ALL_DATES.0.to_owned(), ALL_DATES.1.to_owned())),
        _ => None,
    };
    if request.body.top15.unwrap_or(false) {
        let span = request.body.season.map_or(DateSpan::Today, DateSpan::Season);
        let (top, season) = top(state, &event.event_id, span).await?;
        people = Some(match people {
            Some(named) => named.into_iter().filter(|uaid| top.contains(uaid)).collect(),
            None => top,
        });
        dates = dates.or(season);
    }
    let (from, to) =
        dates.unwrap_or_else(|| (request.today.to_string(), request.today.add_days(DAYS).to_string()));
    let query = StaffQuery {
        event_id: event.event_id.clone(),
        from,
        to,
        dateless,
        people,
        search: request.search,
        team: request.team,
        in_team: request.in_team,
        assistance: request.body.assistance,
        status: request.body.status,
        ..StaffQuery::default()
    };
    Ok((query, event.event_id))
}

/// The athletes in the top 15 of a season, and its first and last day; nobody if there is no such season, or it has not begun.
async fn top(
    state: &AppState,
    event_id: &str,
    span: DateSpan,
) -> Result<(Vec<String>, Option<(String, String)>), ApiError> {
    let everybody = Caller { uaid: None, whole: FullNamesOf::Everybody };
    let at = BoardSelector { span, ..running(event_id) };
    let lookup = state.boards.with_boards(&state.db, &at, |boards| {
        let rows = every_row(boards, Board::Overall, (0, TOP_ROWS), everybody);
        let uaids: Vec<String> = rows.into_iter().filter_map(|row| Some(row.uaid?.to_string())).collect();
        let window = boards.window();
        (uaids, (window.from.to_string(), window.to.to_string()))
    });
    match lookup.await? {
        BoardLookup::Season((uaids, season)) => Ok((uaids, Some(season))),
        BoardLookup::Window(..) | BoardLookup::NoEvent | BoardLookup::NoSeason => Ok((Vec::new(), None)),
    }
}

/// Date, time and id, for [`read_cursor`]; the first two are empty for a booking without a date.
fn write_cursor((date, time, id): &Position) -> String {
    format!("{date}.{time}.{id}")
}

fn read_cursor(cursor: Option<&str>) -> Result<Position, ApiError> {
    let Some(cursor) = cursor.filter(|cursor| !cursor.is_empty()) else { return Ok(Position::default()) };
    let mut parts = cursor.splitn(3, '.').map(str::to_owned);
    let parts = (parts.next(), parts.next(), parts.next());
    let is_slot = |date: &str, time: &str| date.parse::<Date>().is_ok() && time.len() == 5;
    match parts {
        (Some(date), Some(time), Some(id))
            if (is_slot(&date, &time) || (date.is_empty() && time.is_empty()))
                && !id.is_empty()
                && !cursor.contains('\0') =>
        {
            Ok((date, time, id))
        }
        _ => Err(page::cursor_invalid()),
    }
}
