//! What is answered to somebody who asks for a crew's board.

use std::sync::Arc;

use super::channels::Crews;
use super::reading::{CrewReading, CrewSeason};
use crate::board::{BoardLookup, BoardSelector, DateSpan, Ranked, SeasonBoards};
use crate::db::sharing::crew::board::Window;
use crate::http::ApiError;
use crate::state::AppState;

impl Crews {
    /// A crew as it is now, read from the store after this call began; none if there is no such crew.
    pub async fn board(
        &self,
        state: &AppState,
        crew_id: &str,
        season: &CrewSeason,
    ) -> Result<Option<Arc<CrewReading>>, ApiError> {
        let key = (crew_id.to_owned(), season.clone());
        let shared = self.reading(&key);
        let today = state.today()?;
        let read = state.db.read(async |conn| {
            let (crew_id, season) = &key;
            Ok::<_, ApiError>(CrewReading::read(conn, crew_id, season, today).await?.map(Arc::new))
        });
        shared.get(read).await
    }
}

/// The season of a crew's board: of an event, the academy if none is named, the season chosen or that of today.
pub async fn season(state: &AppState, at: &BoardSelector) -> Result<BoardLookup<CrewSeason>, ApiError> {
    let look = |boards: &SeasonBoards<'_>| {
        let days = boards.window();
        let window = Window { event_id: boards.event_id().to_owned(), from: days.from, to: days.to };
        CrewSeason { number: boards.number(), window }
    };
    Ok(state.boards.with_boards(&state.db, at, look).await?)
}

/// The academy's season of today; none while no event is set up.
pub async fn season_today(state: &AppState) -> Result<Option<CrewSeason>, ApiError> {
    let at = BoardSelector { event_id: None, span: DateSpan::Today, ranked: Ranked::Final, ages: None };
    Ok(match season(state, &at).await? {
        BoardLookup::Season(season) => Some(season),
        BoardLookup::Window(..) | BoardLookup::NoEvent | BoardLookup::NoSeason => None,
    })
}
