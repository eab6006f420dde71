//! `GET /api/user/leaderboard`: the board of a season, from memory, or of a window of one's own, from the store.

mod answer;
mod csv;
mod query;
mod window;

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use sixfold_domain::role::Capability;
use sixfold_domain::time::{Date, london_date_time};

use query::{Asked, Params};

use crate::auth::{CurrentUser, MaybeUser};
use crate::board::{
    Caller, Encoded, Found, Leaderboard, LeaderboardRow, Ranked, SeasonBoards, Window, every_row,
};
use crate::clock::iso;
use crate::db::{audit, leaderboard};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::ApiQuery;
use crate::state::AppState;

/// Where people stand: one row for each competitor, the best final score of the window, or with `testType` the best score of
/// one test in its finals. With a session the own row comes along; staff may ask for numbers, whole names and a file.
#[utoipa::path(
    get, path = "/api/user/leaderboard", tag = "user", operation_id = "leaderboard",
    params(Params),
    responses(
        (status = 200, description = "The board; as a file with `export=csv`", content(
            (Envelope<Leaderboard> = "application/json"),
            (String = "text/csv"),
        )),
        (status = 304, description = "The caller's copy is still right"),
        (status = 400, description = "A bad or reversed range, or a word that is not known", body = ErrorEnvelope),
        (status = 401, description = "`showUAID` or `export` without a session", body = ErrorEnvelope),
        (status = 403, description = "`showUAID` or `export` by somebody who is not staff", body = ErrorEnvelope),
        (status = 404, description = "No such event or season", body = ErrorEnvelope),
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    MaybeUser(user): MaybeUser,
    headers: HeaderMap,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let (full, file) = params.wants()?;
    if full {
        // Whole names and numbers are found by those who may find people: staff.
        user.as_ref().ok_or_else(ApiError::unauthorised)?.require(Capability::FindPeople)?;
    }
    let asked = params.read()?;
    let timestamp = iso(state.clock.now_ms()).map_err(ApiError::internal)?;
    match user {
        Some(user) if file => {
            let (rows, window) = export(&state, &asked).await?;
            let name = format!("leaderboard-{}-{}", window.from, window.to);
            note(&state, user, name.clone()).await?;
            csv::file(&rows, &name)
        }
        Some(user) => {
            let caller = Caller { uaid: Some(&user.uaid), full };
            Ok(answer::private(read(&state, &asked, caller, timestamp).await?))
        }
        None => {
            let answer = encoded(&state, &asked).await?;
            Ok(answer::public(&headers, &answer, &timestamp))
        }
    }
}

/// What everybody gets, encoded.
async fn encoded(state: &AppState, asked: &Asked) -> Result<Arc<Encoded>, ApiError> {
    match state.boards.look(&state.db, &asked.at, |boards| boards.encoded(asked.ask)).await? {
        Found::Season(encoded) => encoded,
        other => {
            let (ranking, window) = ranked(state, asked, other).await?;
            let answer =
                Leaderboard::draw(&ranking, &asked.ask, Caller::default(), &window, None, String::new());
            Encoded::new(&answer).map(Arc::new)
        }
    }
}

/// What one person gets.
async fn read(
    state: &AppState,
    asked: &Asked,
    caller: Caller<'_>,
    timestamp: String,
) -> Result<Leaderboard, ApiError> {
    let look = |boards: &SeasonBoards<'_>| boards.answer(&asked.ask, caller, timestamp.clone());
    match state.boards.look(&state.db, &asked.at, look).await? {
        Found::Season(answer) => Ok(answer),
        other => {
            let (ranking, window) = ranked(state, asked, other).await?;
            Ok(Leaderboard::draw(&ranking, &asked.ask, caller, &window, None, timestamp))
        }
    }
}

/// Every row of the board asked for, with numbers and whole names.
async fn export(state: &AppState, asked: &Asked) -> Result<(Vec<LeaderboardRow>, Window), ApiError> {
    let board = asked.ask.board;
    let look = |boards: &SeasonBoards<'_>| (boards.every_row(board), boards.window());
    match state.boards.look(&state.db, &asked.at, look).await? {
        Found::Season(rows) => Ok(rows),
        other => {
            let (ranking, window) = ranked(state, asked, other).await?;
            let everybody = Caller { uaid: None, full: true };
            Ok((every_row(&ranking, board, (0, usize::MAX), everybody), window))
        }
    }
}

/// The finals of a window that is no season's; a refusal where there is no such event or season.
async fn ranked<T>(
    state: &AppState,
    asked: &Asked,
    found: Found<T>,
) -> Result<(window::Ranking, Window), ApiError> {
    let (event_id, from, to) = match found {
        Found::Window(event_id, from, to) => (event_id, from, to),
        Found::NoEvent => {
            return Err(ApiError::not_found().message("There is no event with that id.").field("eventId"));
        }
        Found::NoSeason | Found::Season(_) => {
            return Err(ApiError::not_found().message("There is no such season.").field("season"));
        }
    };
    let test = match asked.at.ranked {
        Ranked::Final => None,
        Ranked::Test(test) => Some(test),
    };
    let read = state.db.read(move |conn| {
        Box::pin(async move { leaderboard::finals(conn, &event_id, (from, to), test).await })
    });
    let entries = read.await?;
    let ranking = window::Ranking::new(entries, today(state)?);
    Ok((ranking, Window { season: None, from, to }))
}

fn today(state: &AppState) -> Result<Date, ApiError> {
    Ok(london_date_time(state.clock.now_ms()).map_err(ApiError::internal)?.date)
}

/// Notes who took a file.
async fn note(state: &AppState, user: CurrentUser, name: String) -> Result<(), ApiError> {
    let now_ms = state.clock.now_ms();
    let noted = state.db.write(move |conn| {
        Box::pin(async move {
            audit::by(conn, user.actor(), "leaderboard.export", None, Some(&name), now_ms).await
        })
    });
    Ok(noted.await?)
}
