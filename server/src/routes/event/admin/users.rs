//! `POST /api/event/admin/users`: searches for people.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use super::super::payload::{date, in_order, search};
use crate::auth::CurrentUser;
use crate::auth::require::{FindPeople, Require};
use crate::booking::event::find_event;
use crate::config::clock::iso;
use crate::db::Conn;
use crate::db::people;
use crate::db::people::coach::{self, Access, Visibility};
use crate::db::people::search::{LIMIT, PersonRow, Search, SearchTerms};
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::routes::coach::{Athlete, Coach, CoachView, is_bookable, look_up};
use crate::routes::page;
use crate::routes::refusals::{SignedIn, TooManyRequests};
use crate::state::AppState;

/// The search.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SearchBody {
    /// Parts of a name, an address, a booking code or a uaid, all of which have to match; everybody when empty. Three
    /// characters or more match anywhere in a word, fewer only at its beginning; a part of a code has to be of an open booking.
    search: Option<String>,
    /// Only people with a booking from this day on.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    from: Option<Date>,
    /// Only people with a booking up to this day; `from` when absent. Without `from`, from today.
    #[serde(deserialize_with = "date")]
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    to: Option<Date>,
    /// Only people of this role, 1 to 4.
    #[schema(value_type = Option<u8>)]
    role: Option<Role>,
    /// The most people to return, 1 to 100; 100 when absent.
    limit: Option<usize>,
    /// For role 2: any registered athlete, to book them for today: by a whole uaid, address or code, or by three letters or
    /// more of a name. Addresses and bookings are left out.
    for_booking: bool,
    /// For a coach, `false`: none but their own athletes. Otherwise, if none of those matches, an athlete by their whole uaid or
    /// address.
    for_team: Option<bool>,
}

/// A person found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FoundPerson {
    uaid: String,
    first_name: String,
    last_name: String,
    /// Empty for a coach.
    email_address: String,
    /// 1 athlete, 2 in-store, 3 programme delivery, 4 coach.
    #[schema(value_type = u8)]
    role: Role,
    /// `YYYY-MM-DD`, the day of the booking; empty when there is none.
    booking_date: String,
    /// `HH:MM`; empty when there is none.
    booking_time: String,
    /// The open booking, or the first in the range of days.
    event_booking_id: Option<String>,
    event_test_status: Option<String>,
    event_test_code: Option<String>,
    /// The team that the booking was made for.
    team_booking_id: Option<String>,
    /// When they checked in for it, ISO with `Z`; null for a coach.
    arrived_at: Option<String>,
    /// When the desk onboarded them, ISO with `Z`; null for a coach.
    onboarded_at: Option<String>,
    /// Whether they appear on leaderboards; false for a coach.
    is_competitor: bool,
    /// For a coach only: the athlete's answer to them; absent for a stranger.
    #[serde(skip_serializing_if = "Option::is_none")]
    coach_access: Option<Access>,
    /// For a coach only, about a stranger: whether they can be booked.
    #[serde(skip_serializing_if = "Option::is_none")]
    bookable: Option<bool>,
}

/// The people found.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FoundPeople {
    /// By date, then time; people without a booking last.
    users: Vec<FoundPerson>,
    /// Whether there are more than these.
    more: bool,
}

/// Searches for people: those with a booking today for role 2, anybody for role 3. A coach searches their own athletes by any
/// part of the name that they may see, and if none matches, one more by a whole uaid or address, with first name, initial
/// and whether they can be booked. Such look-ups are rate-limited. Health data is never shown.
#[utoipa::path(
    post, path = "/api/event/admin/users", tag = "people", operation_id = "findPeople",
    request_body = SearchBody,
    responses(
        (status = 200, description = "The people", body = Envelope<FoundPeople>),
        (status = 403, description = "Not staff, another day than today from role 2, or no CSRF token", body = ErrorEnvelope),
        SignedIn, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<FindPeople>,
    ApiJson(body): ApiJson<SearchBody>,
) -> Result<Envelope<FoundPeople>, ApiError> {
    let today = state.today()?;
    let grant = user.require(Capability::FindPeople)?;
    let days = days(&body, grant, today)?;
    let limit = limit(body.limit)?;
    let typed = search(body.search.as_deref())?;
    let search = Search {
        words: SearchTerms::read(typed),
        role: body.role.map(Role::number),
        days,
        event_id: String::new(),
        limit,
    };
    if grant == Grant::Team {
        return for_coach(state, user, search, body.for_team.unwrap_or(true), today).await.map(Envelope);
    }
    // For role 2, people without a booking today show only name and uaid.
    let beyond = body.for_booking && grant == Grant::Today;
    let mut rows = state.db.read(async |conn| find(conn, grant, beyond, search).await).await?;
    let more = page::cut(&mut rows, limit);
    let users = rows.into_iter().map(|row| FoundPerson::of(row, beyond)).collect::<Result<_, _>>()?;
    Ok(Envelope(FoundPeople { users, more }))
}

/// A coach's own athletes or, when making a team and none of them matches, the one whom a whole uaid or address names.
async fn for_coach(
    state: AppState,
    user: CurrentUser,
    search: Search,
    for_team: bool,
    today: Date,
) -> Result<FoundPeople, ApiError> {
    let (limit, words, uaid) = (search.limit, search.words.clone(), user.uaid.to_string());
    let mut users = state.db.read(async |conn| own_people(conn, &uaid, search, today).await).await?;
    if users.is_empty()
        && for_team
        && let Some(typed) = words.of_one().map(str::to_owned)
    {
        let (coach, consent) = (user.uaid.to_string(), state.hub.consent_version());
        let stranger =
            state.db.read(async |conn| stranger(conn, &coach, &words, &consent, today).await).await?;
        // By number, as in a team: a person who is found by address and then named counts once (RULES 12.3).
        let counted = stranger.as_ref().map_or(typed, |person| person.uaid.clone());
        look_up(&state, user.uaid.as_str(), &[counted]).await?;
        return Ok(FoundPeople { users: stranger.into_iter().collect(), more: false });
    }
    let more = page::cut(&mut users, limit);
    Ok(FoundPeople { users, more })
}

async fn own_people(
    conn: &mut Conn,
    coach: &str,
    search: Search,
    today: Date,
) -> Result<Vec<FoundPerson>, ApiError> {
    let event = find_event(conn, None).await?;
    let search = Search { event_id: event.event_id, ..search };
    let own = Coach::read(conn, coach, today).await?;
    let rows = people::search::of_coach(conn, coach, &search).await?;
    let people = rows
        .into_iter()
        .filter_map(|row| {
            let view = own.sees(&row.uaid, athlete(&row));
            let fits = view.is_open()
                || search.words.is_empty()
                || search.words.are_in(&view.name())
                || search.words.are_number(&row.uaid);
            fits.then(|| FoundPerson::for_coach(row, view, &own))
        })
        .collect();
    Ok(people)
}

async fn stranger(
    conn: &mut Conn,
    coach: &str,
    words: &SearchTerms,
    current_consent: &str,
    today: Date,
) -> Result<Option<FoundPerson>, ApiError> {
    let Some(row) = people::search::stranger(conn, words).await? else { return Ok(None) };
    let bookable = is_bookable(conn, &row.uaid, current_consent, today).await?
        && !coach::has_declined(conn, coach, &row.uaid).await?;
    let view = CoachView::of(Visibility::Nothing, athlete(&row), today);
    let person = FoundPerson {
        bookable: Some(bookable),
        ..FoundPerson::for_coach(row, view, &Coach::without_athletes(today))
    };
    Ok(Some(person))
}

fn athlete(row: &PersonRow) -> Athlete<'_> {
    Athlete { first_name: &row.first_name, last_name: &row.last_name, date_of_birth: None, t_shirt_size: "" }
}

async fn find(
    conn: &mut Conn,
    grant: Grant,
    beyond: bool,
    search: Search,
) -> Result<Vec<PersonRow>, ApiError> {
    let event = find_event(conn, None).await?;
    let search = Search { event_id: event.event_id, ..search };
    Ok(match (grant, search.days) {
        (Grant::Today, _) if beyond => {
            if search.words.of_one().is_some() {
                return Ok(people::search::stranger(conn, &search.words).await?.into_iter().collect());
            }
            if !search.words.are_telling() {
                return Ok(Vec::new());
            }
            let words = search.words.in_names();
            people::search::find(
                conn,
                &Search { words, role: Some(Role::Athlete.number()), days: None, ..search },
            )
            .await?
        }
        // A day has few people.
        (Grant::Today, Some(days)) => people::search::on_days(conn, &search, days).await?,
        (Grant::Any, _) => people::search::find(conn, &search).await?,
        (Grant::Today, None) | (Grant::Nothing | Grant::Own | Grant::Team, _) => {
            return Err(ApiError::forbidden());
        }
    })
}

/// The days searched: for role 2 always today.
fn days(body: &SearchBody, grant: Grant, today: Date) -> Result<Option<(Date, Date)>, ApiError> {
    let first = body.from.or(body.to.map(|_| today));
    let requested = first.map(|from| (from, body.to.unwrap_or(from)));
    if let Some((from, to)) = requested {
        in_order(Some(from), Some(to))?;
    }
    match (grant, requested) {
        (Grant::Today, None) => Ok(Some((today, today))),
        (Grant::Today, Some(days)) if days != (today, today) => Err(ApiError::forbidden()),
        (Grant::Today, Some(_)) | (Grant::Nothing | Grant::Own | Grant::Team | Grant::Any, _) => {
            Ok(requested)
        }
    }
}

fn limit(requested: Option<usize>) -> Result<usize, ApiError> {
    match requested {
        None => Ok(LIMIT),
        Some(limit @ 1..=LIMIT) => Ok(limit),
        Some(_) => Err(ApiError::invalid("limit", "Ask for 1 to 100 people.")),
    }
}

impl FoundPerson {
    fn for_coach(row: PersonRow, view: CoachView, own: &Coach) -> Self {
        let visible = own.sees_booking(&view, row.team_booking_id.as_deref());
        let team = row.team_booking_id.clone().filter(|team| own.is_own(Some(team)));
        Self {
            role: row.role,
            uaid: row.uaid,
            email_address: String::new(),
            booking_date: row.test_date.filter(|_| visible).unwrap_or_default(),
            booking_time: row.test_time.filter(|_| visible).unwrap_or_default(),
            event_booking_id: row.booking_id.filter(|_| visible),
            event_test_status: row.status.filter(|_| visible),
            event_test_code: row.code.filter(|_| view.is_open()),
            team_booking_id: team,
            arrived_at: None,
            onboarded_at: None,
            is_competitor: false,
            coach_access: view.access,
            bookable: None,
            first_name: view.first_name,
            last_name: view.last_name,
        }
    }

    /// The row; `beyond` today's people, only name and uaid.
    fn of(row: PersonRow, beyond: bool) -> Result<Self, ApiError> {
        let row = if beyond { row.without_booking() } else { row };
        let moment = |at: Option<i64>| at.map(iso).transpose().map_err(ApiError::internal);
        Ok(Self {
            uaid: row.uaid,
            first_name: row.first_name,
            last_name: row.last_name,
            email_address: if beyond { String::new() } else { row.email },
            role: row.role,
            booking_date: row.test_date.unwrap_or_default(),
            booking_time: row.test_time.unwrap_or_default(),
            event_booking_id: row.booking_id,
            event_test_status: row.status,
            event_test_code: row.code,
            team_booking_id: row.team_booking_id,
            arrived_at: moment(row.arrived_at)?,
            onboarded_at: moment(row.onboarded_at)?,
            is_competitor: row.is_competitor,
            coach_access: None,
            bookable: None,
        })
    }
}
