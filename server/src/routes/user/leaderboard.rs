//! `GET /api/user/leaderboard`: the board of a season, from memory, or of any span of days, from the store.

mod answer;
mod csv;
pub(super) mod field;
pub(super) mod query;

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use query::{BoardQuery, Params};
use sixfold_domain::role::{Capability, Grant};

use crate::auth::{CurrentUser, MaybeUser};
use crate::board::{
    BoardLookup, Caller, Encoded, FullNamesOf, Leaderboard, LeaderboardRow, Ranking, SeasonBoards, Window,
    every_row,
};
use crate::config::clock::iso;
use crate::db::people::audit;
use crate::db::people::coach::{self, Access};
use crate::http::origin::Origin;
use crate::http::{ApiError, ApiQuery, Envelope, ErrorEnvelope};
use crate::routes::refusals::{Malformed, NotFound};
use crate::state::AppState;

/// The longest span in days, for everybody but staff: other than a season's, it is read and ranked for each request.
const LONGEST_WINDOW: i32 = 366;

/// A board: one row for each competitor, with the best final score of the window, or with `testType` the best score of one test
/// in its finals. With a session it includes the caller's own row. Programme delivery may ask for uaids, full names and a file,
/// a coach for those of the athletes who accepted them.
#[utoipa::path(
    get, path = "/api/user/leaderboard", tag = "user", operation_id = "leaderboard",
    params(Params),
    responses(
        (status = 200, description = "The board; as a file with `export=csv`", content(
            (Envelope<Leaderboard> = "application/json"),
            (String = "text/csv"),
        )),
        (status = 304, description = "Unchanged"),
        (status = 401, description = "`showUAID` or `export` without a session, or CREDENTIALS_MIXED", body = ErrorEnvelope),
        (status = 403, description = "`showUAID` or `export` by somebody who is neither programme delivery nor coach", body = ErrorEnvelope),
        Malformed, NotFound,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    MaybeUser(user): MaybeUser,
    origin: Origin,
    headers: HeaderMap,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let (full, file) = params.wants()?;
    let open = if full {
        open_to(&state, user.as_ref().ok_or_else(ApiError::unauthorised)?).await?
    } else {
        NameAccess::Nobody
    };
    let query = params.read()?;
    let longest = user.as_ref().filter(|user| user.role.is_staff()).map_or(LONGEST_WINDOW, |_| i32::MAX);
    let from = WindowCaller { address: origin.counted(), longest };
    let timestamp = iso(state.clock.now_ms()).map_err(ApiError::internal)?;
    match user {
        Some(user) if file => {
            let caller = Caller { uaid: None, whole: open.whole() };
            let (rows, window) = export(&state, &query, caller, &from).await?;
            let name = format!("leaderboard-{}-{}", window.from, window.to);
            note(&state, user, name.clone()).await?;
            csv::file(&rows, query.at.ranked, &name)
        }
        Some(user) => {
            let caller = Caller { uaid: Some(&user.uaid), whole: open.whole() };
            Ok(answer::private(read(&state, &query, caller, &from, timestamp).await?))
        }
        None => {
            let answer = encoded(&state, &query, &from).await?;
            Ok(answer::public(&headers, &answer, &timestamp))
        }
    }
}

/// Who asks for a window that is not a season.
struct WindowCaller {
    /// The address in whose turn it is ranked.
    address: String,
    /// How many days it may have.
    longest: i32,
}

/// Whose uaids and full names a caller may see.
enum NameAccess {
    Nobody,
    These(HashSet<String>),
    Everybody,
}

impl NameAccess {
    fn whole(&self) -> FullNamesOf<'_> {
        match self {
            Self::Nobody => FullNamesOf::Nobody,
            Self::These(uaids) => FullNamesOf::These(uaids),
            Self::Everybody => FullNamesOf::Everybody,
        }
    }
}

/// Uaids and full names: everybody's for programme delivery; for a coach, those of the athletes who accepted (RULES 8.6).
async fn open_to(state: &AppState, user: &CurrentUser) -> Result<NameAccess, ApiError> {
    match user.require(Capability::ReadWholeBoards)? {
        Grant::Any => Ok(NameAccess::Everybody),
        Grant::Team => {
            let answers = state.db.read(async |conn| coach::answers(conn, user.uaid.as_str()).await).await?;
            let accepted = answers.into_iter().filter(|(_, access)| *access == Access::Accepted);
            Ok(NameAccess::These(accepted.map(|(uaid, _)| uaid).collect()))
        }
        Grant::Nothing | Grant::Own | Grant::Today => Err(ApiError::forbidden()),
    }
}

/// The public answer, encoded.
async fn encoded(
    state: &AppState,
    query: &BoardQuery,
    from: &WindowCaller,
) -> Result<Arc<Encoded>, ApiError> {
    match state.boards.with_boards(&state.db, &query.at, |boards| boards.encoded(query.ask)).await? {
        BoardLookup::Season(encoded) => encoded,
        other => {
            let (ranking, window) = ranked(state, query, from, other).await?;
            let answer =
                Leaderboard::build(&*ranking, &query.ask, Caller::default(), &window, None, String::new());
            Encoded::new(&answer).map(Arc::new)
        }
    }
}

/// The answer to a signed-in caller.
async fn read(
    state: &AppState,
    query: &BoardQuery,
    caller: Caller<'_>,
    from: &WindowCaller,
    timestamp: String,
) -> Result<Leaderboard, ApiError> {
    let look = |boards: &SeasonBoards<'_>| boards.answer(&query.ask, caller, timestamp.clone());
    match state.boards.with_boards(&state.db, &query.at, look).await? {
        BoardLookup::Season(answer) => Ok(answer),
        other => {
            let (ranking, window) = ranked(state, query, from, other).await?;
            Ok(Leaderboard::build(&*ranking, &query.ask, caller, &window, None, timestamp))
        }
    }
}

/// Every row of the board, as the caller may see it.
async fn export(
    state: &AppState,
    query: &BoardQuery,
    caller: Caller<'_>,
    from: &WindowCaller,
) -> Result<(Vec<LeaderboardRow>, Window), ApiError> {
    let board = query.ask.board;
    let look = |boards: &SeasonBoards<'_>| (boards.every_row(board, caller), boards.window());
    match state.boards.with_boards(&state.db, &query.at, look).await? {
        BoardLookup::Season(rows) => Ok(rows),
        other => {
            let (ranking, window) = ranked(state, query, from, other).await?;
            Ok((every_row(&*ranking, board, (0, usize::MAX), caller), window))
        }
    }
}

/// The ranked finals of any span of days. Refuses an unknown event or season, and a window longer than the limit.
async fn ranked<T>(
    state: &AppState,
    query: &BoardQuery,
    from: &WindowCaller,
    found: BoardLookup<T>,
) -> Result<(Arc<Ranking>, Window), ApiError> {
    let (event_id, first, last) = match found {
        BoardLookup::Window(event_id, first, last) => (event_id, first, last),
        BoardLookup::NoEvent => return Err(no_event()),
        BoardLookup::NoSeason | BoardLookup::Season(_) => return Err(no_season()),
    };
    if last.day_number() - first.day_number() >= from.longest {
        let message =
            format!("A board covers a season, or at most {LONGEST_WINDOW} days. Choose an earlier end.");
        return Err(ApiError::bad_request("RANGE_INVALID", message).field("to"));
    }
    let ranks = (query.at.ranked, query.at.ages);
    let ranking = state.boards.window(&state.db, event_id, (first, last), ranks, &from.address).await?;
    Ok((ranking, Window { season: None, from: first, to: last }))
}

pub(super) fn no_event() -> ApiError {
    ApiError::not_found().message("There is no event with that id.").field("eventId")
}

pub(super) fn no_season() -> ApiError {
    ApiError::not_found().message("There is no such season.").field("season")
}

/// Logs who downloaded a file.
async fn note(state: &AppState, user: CurrentUser, name: String) -> Result<(), ApiError> {
    let now_ms = state.clock.now_ms();
    let logged = state.db.write(async move |conn| {
        audit::by(conn, user.actor(), "leaderboard.export", None, Some(&name), now_ms).await
    });
    Ok(logged.await?)
}
