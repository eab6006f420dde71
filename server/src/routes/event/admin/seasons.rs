//! `event/admin/seasons`: programme delivery adds, moves and removes seasons.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::season::{Season, SeasonTable};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::auth::require::{ManageSeasons, Require};
use crate::db::calendar::season::{self, Stored};
use crate::db::people::audit;
use crate::db::{Conn, topic};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{DeliveryOnly, NotFound};
use crate::state::AppState;

/// A season, for the OpenAPI document.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the wire")]
struct SeasonFields {
    /// Its number, from 1.
    season: u32,
    /// Its first day: the ISO timestamp of its first moment in London.
    #[schema(example = "2026-09-01T00:00:00+01:00")]
    start: String,
    /// Its last day: the ISO timestamp of its last moment in London.
    #[schema(example = "2026-12-31T23:59:59+00:00")]
    end: String,
}

/// A season to add or change.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
pub(super) struct SeasonBody {
    #[serde(flatten)]
    #[schema(value_type = SeasonFields)]
    season: Season,
    /// The revision that the caller has seen, when changing a season; 409 unless it is still that. Not checked when absent.
    #[serde(default)]
    rev: Option<i64>,
}

/// A season to remove.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[schema(as = RemoveSeasonBody)]
pub(super) struct RemoveBody {
    season: u32,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SeasonsAnswer {
    /// In order.
    seasons: Vec<ListedSeason>,
}

/// A season with what can be done to it, besides `season`, `start` and `end` (ISO timestamps).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ListedSeason {
    #[serde(flatten)]
    #[schema(value_type = SeasonFields)]
    season: Season,
    /// One of the ten built-in seasons, which never change.
    built_in: bool,
    /// Whether today is in it.
    running: bool,
    /// Whether it can be removed: the last one, not built in, without finals.
    removable: bool,
    /// Rises with every change.
    rev: i64,
}

/// The seasons, and which of them may be removed.
#[utoipa::path(
    get, path = "/api/event/admin/seasons", tag = "people", operation_id = "seasons",
    responses((status = 200, description = "The seasons", body = Envelope<SeasonsAnswer>), DeliveryOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<ManageSeasons>,
) -> Result<Envelope<SeasonsAnswer>, ApiError> {
    let today = state.today()?;
    let read = state.db.read(async |conn| list(conn, today).await);
    Ok(Envelope(read.await?))
}

/// Adds a season after the last one: it starts on the day after that one ends.
#[utoipa::path(
    post, path = "/api/event/admin/seasons", tag = "people", operation_id = "addSeason",
    request_body = SeasonBody,
    responses(
        (status = 200, description = "The seasons now", body = Envelope<SeasonsAnswer>),
        (status = 422, description = "SEASON_NUMBER, SEASON_GAP, SEASON_REVERSED; IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeliveryOnly,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSeasons>,
    idempotency: Idempotency,
    ApiJson(SeasonBody { season, .. }): ApiJson<SeasonBody>,
) -> Result<Answer, ApiError> {
    let (now_ms, today) = (state.clock.now_ms(), state.today()?);
    let answer = once(&state, &idempotency, async move |conn| {
        let mut table = begin(conn).await?;
        table.push(Stored { season, rev: 1 });
        check(&table)?;
        season::insert(conn, &season).await?;
        note(conn, &user, "season.added", season, json!({ "to": season }), now_ms).await?;
        list(conn, today).await
    });
    let answer = answer.await?;
    state.boards.sync_calendar(&state.db).await;
    Ok(answer)
}

/// Changes a season's dates; the boards follow. Built-in seasons cannot be changed, and no final may fall outside every season.
#[utoipa::path(
    put, path = "/api/event/admin/seasons", tag = "people", operation_id = "changeSeason",
    request_body = SeasonBody,
    responses(
        (status = 200, description = "The seasons now", body = Envelope<SeasonsAnswer>),
        (status = 409, description = "SEASON_CHANGED: `error.current` is what somebody else has saved", body = ErrorEnvelope),
        (status = 422, description = "SEASON_BUILT_IN, SEASON_HAS_FINALS, SEASON_GAP, SEASON_REVERSED; \
            IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        DeliveryOnly, NotFound,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSeasons>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<SeasonBody>,
) -> Result<Answer, ApiError> {
    let (now_ms, today) = (state.clock.now_ms(), state.today()?);
    let answer = once(&state, &idempotency, async move |conn| {
        change(conn, &user, body, now_ms).await?;
        list(conn, today).await
    });
    let answer = answer.await?;
    state.boards.sync_calendar(&state.db).await;
    Ok(answer)
}

/// Removes the last season, unless it is built in or has finals.
#[utoipa::path(
    delete, path = "/api/event/admin/seasons", tag = "people", operation_id = "removeSeason",
    request_body = RemoveBody,
    responses(
        (status = 200, description = "The seasons now", body = Envelope<SeasonsAnswer>),
        (status = 422, description = "SEASON_BUILT_IN, SEASON_NOT_LAST, SEASON_HAS_FINALS; IDEMPOTENCY_KEY_REUSED",
            body = ErrorEnvelope),
        DeliveryOnly, NotFound,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSeasons>,
    idempotency: Idempotency,
    ApiJson(RemoveBody { season: number }): ApiJson<RemoveBody>,
) -> Result<Answer, ApiError> {
    let (now_ms, today) = (state.clock.now_ms(), state.today()?);
    let answer = once(&state, &idempotency, async move |conn| {
        remove(conn, &user, number, now_ms).await?;
        list(conn, today).await
    });
    let answer = answer.await?;
    state.boards.sync_calendar(&state.db).await;
    Ok(answer)
}

/// The seasons, locked: the row of their topic is locked to the end of the job.
async fn begin(conn: &mut Conn) -> Result<Vec<Stored>, ApiError> {
    topic::bump(conn, topic::SCHEDULE).await?;
    Ok(season::list(conn).await?)
}

async fn change(conn: &mut Conn, user: &CurrentUser, body: SeasonBody, now_ms: i64) -> Result<(), ApiError> {
    let new = body.season;
    let mut table = begin(conn).await?;
    let stored = changeable(&table, new.season)?;
    if body.rev.is_some_and(|rev| rev != stored.rev) {
        let message = "Somebody else has changed this season meanwhile. Look at theirs first.";
        let current = json!({ "season": stored.season.season, "start": stored.season.start.to_string(),
            "end": stored.season.end.to_string(), "rev": stored.rev });
        return Err(ApiError::conflict("SEASON_CHANGED", message).with("current", current));
    }
    if stored.season == new {
        return Ok(());
    }
    for one in &mut table {
        if one.season.season == new.season {
            one.season = new;
        }
    }
    check(&table)?;
    let was = stored.season;
    let cut = [(was.start, new.start.add_days(-1)), (new.end.add_days(1), was.end)];
    for days in cut {
        if season::has_finals(conn, days).await? {
            return Err(has_finals());
        }
    }
    season::update(conn, &new).await?;
    note(conn, user, "season.changed", new, json!({ "from": was, "to": new }), now_ms).await
}

async fn remove(conn: &mut Conn, user: &CurrentUser, number: u32, now_ms: i64) -> Result<(), ApiError> {
    let table = begin(conn).await?;
    let stored = changeable(&table, number)?.season;
    if table.last().is_some_and(|last| last.season.season != number) {
        let message = "Seasons follow one another: only the last one can be removed.";
        return Err(ApiError::rule("SEASON_NOT_LAST", message).field("season"));
    }
    if season::has_finals(conn, (stored.start, stored.end)).await? {
        return Err(has_finals());
    }
    season::delete(conn, number).await?;
    note(conn, user, "season.removed", stored, json!({ "from": stored }), now_ms).await
}

/// The season with this number, refused if it is built in.
fn changeable(table: &[Stored], number: u32) -> Result<Stored, ApiError> {
    let stored = table.iter().find(|stored| stored.season.season == number).copied().ok_or_else(|| {
        ApiError::not_found().message("There is no season with that number.").field("season")
    })?;
    if is_built_in(number) {
        let message = "The ten seasons that the programme came with stay as they are.";
        return Err(ApiError::rule("SEASON_BUILT_IN", message).field("season"));
    }
    Ok(stored)
}

fn is_built_in(number: u32) -> bool {
    SeasonTable::built_in().get(number).is_some()
}

fn has_finals() -> ApiError {
    let message = "Athletes have finals on days that would be in no season.";
    ApiError::rule("SEASON_HAS_FINALS", message).field("season")
}

/// Checks that the seasons form a table (RULES 2.2).
fn check(table: &[Stored]) -> Result<(), ApiError> {
    use sixfold_domain::season::SeasonError as E;
    let seasons = table.iter().map(|stored| stored.season).collect();
    SeasonTable::new(seasons).map(drop).map_err(|error| {
        let field = match error {
            E::Empty | E::First | E::Number { .. } => "season",
            E::Reversed { .. } => "end",
            E::Gap { .. } => "start",
        };
        ApiError::rule(error.code(), error.to_string()).field(field)
    })
}

async fn note(
    conn: &mut Conn,
    user: &CurrentUser,
    action: &'static str,
    season: Season,
    detail: serde_json::Value,
    now_ms: i64,
) -> Result<(), ApiError> {
    let number = season.season.to_string();
    let entry = audit::Entry::by(user.actor(), action).object(&number).detail(detail);
    Ok(audit::insert(conn, &entry, now_ms).await?)
}

async fn list(conn: &mut Conn, today: Date) -> Result<SeasonsAnswer, ApiError> {
    let table = season::list(conn).await?;
    let last = table.last().map(|last| last.season);
    let removable = match last.filter(|last| !is_built_in(last.season)) {
        Some(last) => !season::has_finals(conn, (last.start, last.end)).await?,
        None => false,
    };
    let listed = |Stored { season, rev }| ListedSeason {
        season,
        built_in: is_built_in(season.season),
        running: season.contains(today),
        removable: removable && Some(season) == last,
        rev,
    };
    Ok(SeasonsAnswer { seasons: table.into_iter().map(listed).collect() })
}
