//! `POST /api/event/admin/users`: finding people.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::time::{Date, london_date_time};
use utoipa::ToSchema;

use super::super::act::find_event;
use super::super::payload::date;
use crate::auth::CurrentUser;
use crate::auth::may::{FindPeople, May};
use crate::auth::sign_in::role_of;
use crate::db::Conn;
use crate::db::people::{self, LIMIT, PersonRow, Search, Words};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::ApiJson;
use crate::state::AppState;

/// The longest search, in characters.
const SEARCH_LIMIT: usize = 100;

/// Who is looked for.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SearchBody {
    /// Parts of a name, an address, a booking code or a number, each of which has to be found; everybody when empty. Three
    /// characters are looked for anywhere in a word, fewer where it begins; part of a code is one of an open booking.
    search: Option<String>,
    /// Only people with a booking from this day on.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    from: Option<Date>,
    /// Only people with a booking up to this day; `from` when absent. Without `from` today is the first.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    to: Option<Date>,
    /// Only people of this role, 1 to 4.
    #[schema(value_type = Option<u8>)]
    role: Option<Role>,
    /// At most so many, 1 to 100; 100 when absent.
    limit: Option<usize>,
    /// From a coach: any registered athlete, by a whole number, address or code, or by three letters or more of a name.
    for_team: bool,
}

/// A person, as staff find them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundPerson {
    uaid: String,
    first_name: String,
    last_name: String,
    /// Empty where a coach looks beyond their own teams.
    email_address: String,
    /// 1 athlete, 2 in-store, 3 programme delivery, 4 coach.
    #[schema(value_type = u8)]
    role: Role,
    /// `YYYY-MM-DD`, the day of the booking; empty when there is none.
    booking_date: String,
    /// `HH:MM`; empty when there is none.
    booking_time: String,
    /// The open booking, or the first of the days that were asked for.
    event_booking_id: Option<String>,
    event_test_status: Option<String>,
    event_test_code: Option<String>,
    /// The team that the booking was made for.
    team_booking_id: Option<String>,
    /// Whether they stand on leaderboards.
    is_competitor: bool,
}

/// Who was found.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FoundPeople {
    /// By date, then time; nobody's date last.
    users: Vec<FoundPerson>,
    /// Whether there are more than these.
    more: bool,
}

/// Finds people: those with a booking today for role 2, anybody for role 3, the members of their own teams for a coach. Nothing
/// about anybody's health is told.
#[utoipa::path(
    post, path = "/api/event/admin/users", tag = "people", operation_id = "findPeople",
    request_body = SearchBody,
    responses(
        (status = 200, description = "The people", body = Envelope<FoundPeople>),
        (status = 400, description = "Malformed, or the first day is after the last", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Not staff, another day than today from role 2, or no CSRF token", body = ErrorEnvelope),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    May { user, .. }: May<FindPeople>,
    ApiJson(body): ApiJson<SearchBody>,
) -> Result<Envelope<FoundPeople>, ApiError> {
    let today = london_date_time(state.clock.now_ms()).map_err(ApiError::internal)?.date;
    let grant = user.require(Capability::FindPeople)?;
    let days = days(&body, grant, today)?;
    let limit = limit(body.limit)?;
    let typed = body.search.unwrap_or_default();
    if typed.chars().count() > SEARCH_LIMIT {
        return Err(
            ApiError::bad_request("FIELD_INVALID", "Search for 100 characters at most.").field("search")
        );
    }
    let search = Search {
        words: Words::read(&typed),
        role: body.role.map(Role::number),
        days,
        event_id: String::new(),
        limit,
    };
    let for_team = body.for_team;
    let mut rows: Vec<PersonRow> = state
        .db
        .read(move |conn| Box::pin(async move { find(conn, &user, grant, for_team, search).await }))
        .await?;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let beyond = for_team && grant == Grant::Team;
    let users = rows.into_iter().map(|row| FoundPerson::of(row, beyond)).collect::<Result<_, _>>()?;
    Ok(Envelope(FoundPeople { users, more }))
}

async fn find(
    conn: &mut Conn<'_>,
    user: &CurrentUser,
    grant: Grant,
    for_team: bool,
    search: Search,
) -> Result<Vec<PersonRow>, ApiError> {
    let event = find_event(conn, None).await?;
    let search = Search { event_id: event.event_id, ..search };
    Ok(match (grant, search.days) {
        (Grant::Team, _) if for_team => people::for_team(conn, &search.words).await?,
        (Grant::Team, _) => people::of_coach(conn, user.uaid.as_str(), &search).await?,
        // A day's people are few.
        (Grant::Today, Some(days)) => people::on_days(conn, &search, days).await?,
        (Grant::Any, _) => people::find(conn, &search).await?,
        _ => return Err(ApiError::forbidden()),
    })
}

/// The days that are asked for: for role 2 always today.
fn days(body: &SearchBody, grant: Grant, today: Date) -> Result<Option<(Date, Date)>, ApiError> {
    let first = body.from.or(body.to.map(|_| today));
    let asked = first.map(|from| (from, body.to.unwrap_or(from)));
    if asked.is_some_and(|(from, to)| from > to) {
        let message = "The first day is after the last.";
        return Err(ApiError::bad_request("DATE_OUT_OF_RANGE", message).field("from"));
    }
    match (grant, asked) {
        (Grant::Today, None) => Ok(Some((today, today))),
        (Grant::Today, Some(days)) if days != (today, today) => Err(ApiError::forbidden()),
        _ => Ok(asked),
    }
}

fn limit(asked: Option<usize>) -> Result<usize, ApiError> {
    match asked {
        None => Ok(LIMIT),
        Some(limit @ 1..=LIMIT) => Ok(limit),
        Some(_) => Err(ApiError::bad_request("FIELD_INVALID", "Ask for 1 to 100 people.").field("limit")),
    }
}

impl FoundPerson {
    /// What a row says; `beyond` their own teams a coach learns name and number alone.
    fn of(row: PersonRow, beyond: bool) -> Result<Self, ApiError> {
        Ok(Self {
            uaid: row.uaid,
            first_name: row.first_name,
            last_name: row.last_name,
            email_address: if beyond { String::new() } else { row.email },
            role: role_of(row.role)?,
            booking_date: row.test_date.unwrap_or_default(),
            booking_time: row.test_time.unwrap_or_default(),
            event_booking_id: row.booking_id,
            event_test_status: row.status,
            event_test_code: row.code,
            team_booking_id: row.team_booking_id,
            is_competitor: row.is_competitor,
        })
    }
}
