//! `GET /api/user/leaderboard`: the board of a season or a window, read from the store each time.

mod answer;
mod csv;
mod query;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use sixfold_domain::leaderboard::is_public;
use sixfold_domain::role::Capability;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::time::{TimeOfDay, london_date_time, london_to_millis};

use answer::{Leaderboard, Stand};
use query::{Params, Window};

use crate::auth::MaybeUser;
use crate::clock::iso;
use crate::db::leaderboard::{self, Entry};
use crate::db::{audit, schedule};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::ApiQuery;
use crate::state::AppState;

/// Where people stand: one row for each competitor, the best final score of the window. With a session the own row comes
/// along; staff may ask for numbers, whole names and a file.
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
    let now_ms = state.clock.now_ms();
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;

    let event_id = asked.event_id.clone();
    let (asked, window, entries, previous_season) = state
        .db
        .read(move |conn| {
            Box::pin(async move {
                let event = schedule::find_event(conn, event_id.as_deref()).await?.ok_or_else(|| {
                    ApiError::not_found().message("There is no event with that id.").field("eventId")
                })?;
                let seasons = SeasonTable::new(schedule::seasons(conn).await?).map_err(ApiError::internal)?;
                let window: Window = asked.window(&seasons, today)?;
                let entries = leaderboard::finals(conn, &event.event_id, window.from, window.to).await?;
                let earlier = leaderboard::latest_before(conn, &event.event_id, window.from).await?;
                let previous = earlier.filter(|_| window.season.is_some()).and_then(|date| seasons.on(date));
                let previous = previous.map(|season| season.season);
                Ok::<_, ApiError>((asked, window, entries, previous))
            })
        })
        .await?;

    // Nobody under 18 can opt in yet: there is no place where it would be kept.
    let shown = |entry: &Entry| is_public(entry.date_of_birth, today, false);
    let stand = Stand {
        entries: entries.into_iter().filter(shown).collect(),
        window,
        previous_season,
        caller: user.as_ref().map(|user| &user.uaid),
        full,
        midnight_ms: london_to_millis(today, TimeOfDay::MIDNIGHT).map_err(ApiError::internal)?,
        timestamp: iso(now_ms).map_err(ApiError::internal)?,
    };
    match &user {
        Some(user) if file => {
            let name = format!("leaderboard-{}-{}", window.from, window.to);
            let (actor, object) = (user.clone(), name.clone());
            state
                .db
                .write(move |conn| {
                    Box::pin(async move {
                        audit::by(conn, actor.actor(), "leaderboard.export", None, Some(&object), now_ms)
                            .await
                    })
                })
                .await?;
            csv::file(&stand.rows(asked.board), &name)
        }
        Some(_) => Ok(answer::private(stand.answer(&asked))),
        None => answer::public(&headers, stand.answer(&asked)),
    }
}
