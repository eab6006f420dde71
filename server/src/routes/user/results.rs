//! `GET /api/user/results`: completed tests with attempts, points and percentiles, and when a retest opens.

use std::collections::HashMap;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::{last_completed, may_book_retest, retest_opens_on};
use sixfold_domain::identity::{self, Uaid};
use sixfold_domain::percentile::standing_among;
use sixfold_domain::protocol::{Protocols, Unit};
use sixfold_domain::role::{Capability, Grant, Relation};
use sixfold_domain::score::Score;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use utoipa::{IntoParams, ToSchema};

use crate::auth::CurrentUser;
use crate::auth::require::{ReadResults, Require};
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::calendar::schedule;
use crate::db::people::account;
use crate::db::people::relation::relation;
use crate::db::results::history::{self, Completed, ScoredTest, SeasonScores};
use crate::db::results::protocol;
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope};
use crate::routes::refusals::{Malformed, NoSuchPerson, SignedIn};
use crate::state::AppState;

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Whose: role 2 may read people with a booking today, role 3 anybody, a coach their own team; the caller's own when
    /// absent.
    #[serde(deserialize_with = "identity::optional")]
    #[param(value_type = Option<String>)]
    uaid: Option<Uaid>,
}

/// Results, and when the next test can be booked.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes) struct Results {
    /// Newest first.
    results: Vec<FinalResult>,
    retest: Retest,
}

/// When the next test can be booked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Retest {
    /// The first day on which a retest can be booked; null before the first test.
    #[schema(value_type = Option<String>, example = "2026-11-24")]
    opens: Option<Date>,
    /// Whether that day has been reached.
    open_now: bool,
}

/// One completed booking.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FinalResult {
    event_booking_id: String,
    /// `YYYY-MM-DD`.
    #[schema(value_type = String)]
    event_test_date: Date,
    /// The season that it counts in; null outside every season.
    season: Option<u32>,
    /// The version of the protocols that it was scored with.
    protocol_version: u32,
    /// The final score; null to its athlete while it is held.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// Among all finals of the season; null while the final is held, and with fewer than ten finals.
    #[schema(value_type = Option<f64>)]
    percentile: Option<Score>,
    /// The percentage of them that is lower, rounded down; null with the percentile.
    better_than: Option<u8>,
    /// Whether it is held for a reveal. Until then its athlete sees the measurements and no points, a coach nothing of it.
    held: bool,
    /// The six tests, in their order.
    tests: Vec<TestOutcome>,
    /// The completed booking before this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<Previous>,
}

/// One test of a completed booking.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TestOutcome {
    /// Cognitive, Strength, Power, Speed, Agility or Endurance.
    #[serde(rename = "TestType")]
    #[schema(value_type = String)]
    test_type: TestType,
    /// Points; null when the final score is.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// Among that test's scores of the season; null while the final is held, and with fewer than ten scores.
    #[schema(value_type = Option<f64>)]
    percentile: Option<Score>,
    /// The percentage of them that is lower, rounded down; null with the percentile.
    better_than: Option<u8>,
    /// The attempts in their order.
    attempts: Vec<AttemptOutcome>,
    /// The best measurement, in the test's unit.
    #[schema(value_type = Option<f64>)]
    best: Option<Raw>,
    /// hits, N/kg, cm, s or level.
    #[schema(value_type = String)]
    unit: Unit,
    /// Attempts at most, by the protocols of the visit.
    allowed: u8,
    /// How often it was saved; a correction sends it as `replaces`.
    revision: i64,
    /// The same test of an earlier completed booking.
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<Previous>,
}

#[derive(Debug, Serialize, ToSchema)]
struct AttemptOutcome {
    /// The measurement in the test's unit.
    #[schema(value_type = f64)]
    score: Raw,
    /// Its points; null when the final score is.
    #[schema(value_type = Option<f64>)]
    points: Option<Score>,
}

/// An earlier result, for comparison.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
struct Previous {
    #[schema(value_type = f64)]
    score: Score,
    #[schema(value_type = String)]
    date: Date,
}

/// Completed bookings of the caller, or, for staff, of somebody they may see, newest first. A percentile is (below + half of
/// equal) ÷ all, in per cent.
#[utoipa::path(
    get, path = "/api/user/results", tag = "user", operation_id = "results",
    params(Params),
    responses(
        (status = 200, description = "The results", body = Envelope<Results>),
        (status = 403, description = "Somebody else's, whom the role may not see", body = ErrorEnvelope),
        Malformed, SignedIn, NoSuchPerson,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Require { user, .. }: Require<ReadResults>,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Envelope<Results>, ApiError> {
    let (now_ms, today) = (state.clock.now_ms(), state.today()?);
    let grant = user.require(Capability::ReadResults)?;
    let results = state
        .db
        .read(async |conn| {
            let uaid = params.uaid.unwrap_or_else(|| user.uaid.clone());
            let audience = audience_of(conn, &user, grant, &uaid, now_ms).await?;
            load(conn, uaid.as_str(), audience, today).await
        })
        .await?;
    Ok(Envelope(results))
}

/// Who gets an answer, which decides what it shows of a held final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::routes) enum Audience {
    /// The athlete: measurements, no points.
    Owner,
    /// A coach: nothing.
    Coach,
    /// Staff: everything.
    Staff,
}

/// The caller's audience for somebody's results; refused when their grant does not reach them.
async fn audience_of(
    conn: &mut Conn,
    user: &CurrentUser,
    grant: Grant,
    uaid: &Uaid,
    now_ms: i64,
) -> Result<Audience, ApiError> {
    let relation = relation(conn, grant, user.uaid.as_str(), uaid.as_str(), now_ms).await?;
    if relation == Relation::Own {
        return Ok(Audience::Owner);
    }
    if !grant.reaches(relation) {
        return Err(ApiError::forbidden());
    }
    let account = account::find(conn, uaid.as_str()).await?;
    account
        .map(|_| if grant == Grant::Team { Audience::Coach } else { Audience::Staff })
        .ok_or_else(ApiError::no_person)
}

pub(in crate::routes) async fn load(
    conn: &mut Conn,
    uaid: &str,
    audience: Audience,
    today: Date,
) -> Result<Results, ApiError> {
    let mut completed = history::completed(conn, uaid).await?;
    if audience == Audience::Coach {
        completed.retain(|booking| !booking.held);
    }
    let closed = |booking: &Completed| booking.held && audience == Audience::Owner;
    let seasons = SeasonTable::new(schedule::seasons(conn).await?).map_err(ApiError::internal)?;
    let sets = protocol::all(conn).await?;
    let mut fields: HashMap<u32, SeasonScores> = HashMap::new();
    let mut results = Vec::with_capacity(completed.len());
    for (index, booking) in completed.iter().enumerate() {
        let season = seasons.on(booking.date);
        if let Some(season) = season.filter(|season| !booking.held && !fields.contains_key(&season.season)) {
            fields.insert(season.season, history::season_scores(conn, season).await?);
        }
        let field = season.filter(|_| !booking.held).and_then(|season| fields.get(&season.season));
        let version = u32::try_from(booking.protocol_version.unwrap_or(1)).map_err(ApiError::internal)?;
        let protocols = sets.iter().find(|set| set.version() == version);
        let protocols = protocols.ok_or_else(|| ApiError::internal("a booking's protocols are not there"))?;
        let standing = field.and_then(|field| standing_among(booking.score, &field.finals));
        // A held result is not comparable, in either direction.
        let past = if closed(booking) { &[] } else { &completed[index + 1..] };
        let earlier: Vec<&Completed> = past.iter().filter(|past| !closed(past)).collect();
        results.push(FinalResult {
            event_booking_id: booking.booking_id.clone(),
            event_test_date: booking.date,
            season: season.map(|season| season.season),
            protocol_version: version,
            score: Some(booking.score).filter(|_| !closed(booking)),
            percentile: standing.map(|standing| standing.percentile),
            better_than: standing.map(|standing| standing.better_than),
            held: booking.held,
            tests: outcomes((booking, closed(booking)), protocols, field, &earlier),
            previous: earlier.first().map(|past| Previous { score: past.score, date: past.date }),
        });
    }
    Ok(Results { results, retest: retest(conn, uaid, today).await? })
}

fn outcomes(
    (booking, closed): (&Completed, bool),
    protocols: &Protocols,
    field: Option<&SeasonScores>,
    earlier: &[&Completed],
) -> Vec<TestOutcome> {
    let outcome = |test: &ScoredTest| {
        let protocol = protocols.of(test.test_type);
        let past = earlier.iter().find_map(|past| {
            let same = past.tests.iter().find(|taken| taken.test_type == test.test_type)?;
            Some(Previous { score: same.score, date: past.date })
        });
        let standing =
            field.and_then(|field| standing_among(test.score, &field.tests[test.test_type.index()]));
        let points = |raw: &Raw| AttemptOutcome {
            score: *raw,
            points: Some(protocol.points(*raw)).filter(|_| !closed),
        };
        TestOutcome {
            test_type: test.test_type,
            score: Some(test.score).filter(|_| !closed),
            percentile: standing.map(|standing| standing.percentile),
            better_than: standing.map(|standing| standing.better_than),
            attempts: test.attempts.iter().map(points).collect(),
            best: protocol.best(&test.attempts).map(|index| test.attempts[index]),
            unit: protocol.unit,
            allowed: protocol.attempts,
            revision: test.revision,
            previous: past,
        }
    };
    booking.tests.iter().map(outcome).collect()
}

async fn retest(conn: &mut Conn, uaid: &str, today: Date) -> Result<Retest, ApiError> {
    let event = schedule::find_event(conn, None).await?.ok_or_else(ApiError::not_found)?;
    let delay = schedule::config(conn, &event.event_id, today).await?.retest_delay;
    let last = last_completed(&booking::history(conn, uaid).await?);
    Ok(Retest {
        opens: last.map(|date| retest_opens_on(date, delay)),
        open_now: last.is_some() && may_book_retest(last, delay, today).is_ok(),
    })
}
