//! The boards of a running server: built from the store, kept up to date, and read.
//!
//! Changes (a new version of the store, a midnight, a board requested for the first time) take turns; readers wait only
//! for the moment in which the result is swapped in.

mod follow;
mod season_position;

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use serde_json::Value;
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::age_group::AgeGroup;
use sixfold_domain::leaderboard::{Board, TOP_ROWS};
use sixfold_domain::score::Score;
use sixfold_domain::season::Season;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use sixfold_domain::what_if::{Costs, ScoreCounts};
use tokio::sync::{Mutex, watch};

use super::answer::{Caller, RowQuery};
use super::field::{EncodedFinals, Fields, ScoreTally, SeasonFinals};
use super::index::Rank;
use super::season::SeasonBoards;
use super::state::{BoardState, Key, Ranked, Today};
use super::window::{self, Ranking, Windows};
use crate::config::clock::{Clock, iso};
use crate::db::{Db, DbError};
use crate::http::ApiError;

/// The finals to rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateSpan {
    /// The season shown today.
    Today,
    Season(u32),
    /// Test dates, both included.
    Range(Date, Date),
}

#[derive(Debug, Clone)]
pub struct BoardSelector {
    /// The event; the academy if none.
    pub event_id: Option<String>,
    pub span: DateSpan,
    pub ranked: Ranked,
    /// Only this age group (RULES 8.10).
    pub ages: Option<AgeGroup>,
}

/// The result of looking up boards.
#[derive(Debug)]
pub enum BoardLookup<T> {
    Season(T),
    /// An event's test dates that are no season's: to be ranked from SQL.
    Window(String, Date, Date),
    NoEvent,
    NoSeason,
}

impl<T> BoardLookup<T> {
    fn season(self) -> Option<T> {
        match self {
            Self::Season(found) => Some(found),
            Self::Window(..) | Self::NoEvent | Self::NoSeason => None,
        }
    }
}

/// Every board of this process. Cheap to clone.
#[derive(Clone)]
pub struct Boards(Arc<Inner>);

impl std::fmt::Debug for Boards {
    /// Without the rows, which name people.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Boards").field("version", &self.version()).finish_non_exhaustive()
    }
}

struct Inner {
    clock: Clock,
    state: RwLock<Option<BoardState>>,
    /// Changes to the state take turns.
    turn: Mutex<()>,
    version: watch::Sender<i64>,
    windows: Windows,
    fields: Fields,
}

impl Boards {
    /// Starts without boards: they are built when first requested, or by [`Boards::current`].
    pub fn new(clock: Clock) -> Self {
        Self(Arc::new(Inner {
            clock,
            state: RwLock::default(),
            turn: Mutex::default(),
            version: watch::channel(0).0,
            windows: Windows::new(),
            fields: Fields::default(),
        }))
    }

    /// The version of the topic `leaderboard` that the boards show; 0 before they are built.
    pub fn version(&self) -> i64 {
        *self.0.version.borrow()
    }

    /// The version of the boards. Also notifies when midnight in London has changed the positions that are compared
    /// with; the version is the same then.
    pub fn watch(&self) -> watch::Receiver<i64> {
        self.0.version.subscribe()
    }

    /// Calls `read` with the selected boards; a board that is not in memory is loaded first. `read` runs under the
    /// lock, so it must be quick.
    pub async fn with_boards<T>(
        &self,
        db: &Db,
        at: &BoardSelector,
        read: impl Fn(&SeasonBoards<'_>) -> T,
    ) -> Result<BoardLookup<T>, DbError> {
        let mut renewed = false;
        loop {
            self.current(db).await?;
            let found = match self.try_lookup(at, &read) {
                Lookup::Found(found) => found,
                Lookup::Missing(key) => {
                    self.add(db, key).await?;
                    continue;
                }
            };
            let unknown = matches!(found, BoardLookup::NoEvent | BoardLookup::NoSeason);
            // It may have been added since the calendar was read.
            if !unknown || renewed || !self.reload_if_calendar_changed(db).await? {
                return Ok(found);
            }
            renewed = true;
        }
    }

    /// The ranked finals of any span of days, at the boards' version, for a caller at this address.
    pub async fn window(
        &self,
        db: &Db,
        event_id: String,
        (from, to): (Date, Date),
        (ranked, ages): (Ranked, Option<AgeGroup>),
        address: &str,
    ) -> Result<Arc<Ranking>, DbError> {
        // The version is read first: finals that are committed in between are then read once too often, never missed.
        let version = self.version();
        let today = Today::at(self.0.clock.now_ms())?.date;
        let key = window::Key { event_id, from, to, ranked, ages, version, today };
        self.0.windows.get(db, key, address).await
    }

    /// A season's finals without names, encoded; the selected span has to be a season.
    pub async fn field(
        &self,
        db: &Db,
        at: &BoardSelector,
    ) -> Result<BoardLookup<Arc<EncodedFinals>>, ApiError> {
        let (key, season) = match self.with_boards(db, at, |boards| (boards.key, boards.season)).await? {
            BoardLookup::Season(found) => found,
            BoardLookup::Window(event_id, from, to) => return Ok(BoardLookup::Window(event_id, from, to)),
            BoardLookup::NoEvent => return Ok(BoardLookup::NoEvent),
            BoardLookup::NoSeason => return Ok(BoardLookup::NoSeason),
        };
        // Read before the boards, as for a window.
        let version = self.version();
        let today = Today::at(self.0.clock.now_ms())?.date;
        let finals = self.season_finals(db, at, season.season);
        self.0.fields.get(key, (version, today, season), finals).await.map(BoardLookup::Season)
    }

    async fn season_finals(
        &self,
        db: &Db,
        at: &BoardSelector,
        season: u32,
    ) -> Result<SeasonFinals, ApiError> {
        let gone = || ApiError::unavailable(1);
        let board = self.with_boards(db, at, |boards| ScoreCounts::of(boards.scores())).await?;
        let mut points = Vec::with_capacity(TestType::ALL.len());
        for test in TestType::ALL {
            let at = BoardSelector { ranked: Ranked::Test(test), ..at.clone() };
            let whole = self.with_boards(db, &at, |boards| Costs::whole_points(boards.scores())).await?;
            points.push(whole.season().ok_or_else(gone)?.to_vec());
        }
        SeasonFinals::new(season, ScoreTally::of(&board.season().ok_or_else(gone)?), points)
    }

    /// The `data` of an anonymous `GET user/leaderboard?groupBy=gender&top=15` for an event's season.
    pub fn public_top(&self, event_id: &str, season: &Season) -> Result<Value, ApiError> {
        let timestamp = iso(self.0.clock.now_ms()).map_err(ApiError::internal)?;
        let top = self.with(event_id, season.season, |boards| {
            serde_json::to_value(boards.answer(
                &RowQuery::top_by_gender(TOP_ROWS),
                Caller::default(),
                timestamp,
            ))
        });
        top.ok_or_else(|| ApiError::unavailable(1))?.map_err(ApiError::internal)
    }

    /// A person's rank on the overall board of an event's season.
    pub fn standing(&self, event_id: &str, season: u32, uaid: &Uaid) -> Option<Rank> {
        self.with(event_id, season, |boards| boards.rank(Board::Overall, uaid)).flatten()
    }

    /// A person's rank on the overall board of a date's season.
    pub fn standing_on(&self, event_id: &str, date: Date, uaid: &Uaid) -> Option<Rank> {
        let season = self.state().as_ref()?.calendar().seasons.on(date)?.season;
        self.standing(event_id, season, uaid)
    }

    /// The position that a score has, or would have, on the overall board of an event's season.
    pub fn position_of(&self, event_id: &str, season: u32, score: Score) -> Option<usize> {
        self.with(event_id, season, |boards| boards.index.position_of(Board::Overall, score))
    }

    fn with<T>(&self, event_id: &str, season: u32, read: impl FnOnce(&SeasonBoards<'_>) -> T) -> Option<T> {
        let state = self.state();
        let state = state.as_ref()?;
        let event = state.calendar().event(Some(event_id))?;
        let key = Key { event, season, ranked: Ranked::Final, ages: None };
        let (index, season) = (state.boards.get(&key)?, *state.calendar().seasons.get(season)?);
        Some(read(&SeasonBoards { state, key, index, season }))
    }

    fn try_lookup<T>(&self, at: &BoardSelector, read: &impl Fn(&SeasonBoards<'_>) -> T) -> Lookup<T> {
        let state = self.state();
        let Some(state) = state.as_ref() else { return Lookup::Found(BoardLookup::NoEvent) };
        let calendar = state.calendar();
        let Some(event) = calendar.event(at.event_id.as_deref()) else {
            return Lookup::Found(BoardLookup::NoEvent);
        };
        let season = match at.span {
            DateSpan::Today => *calendar.seasons.shown_on(state.today().date),
            DateSpan::Season(number) => match calendar.seasons.get(number) {
                Some(season) => *season,
                None => return Lookup::Found(BoardLookup::NoSeason),
            },
            DateSpan::Range(from, to) => {
                match calendar.seasons.on(from).filter(|season| (season.start, season.end) == (from, to)) {
                    Some(season) => *season,
                    None => {
                        return Lookup::Found(BoardLookup::Window(calendar.events[event].clone(), from, to));
                    }
                }
            }
        };
        let key = Key { event, season: season.season, ranked: at.ranked, ages: at.ages };
        match state.boards.get(&key) {
            Some(index) => {
                Lookup::Found(BoardLookup::Season(read(&SeasonBoards { state, key, index, season })))
            }
            None if at.ranked == Ranked::Final && at.ages.is_none() => Lookup::Found(BoardLookup::NoSeason),
            None => Lookup::Missing(key),
        }
    }

    fn state(&self) -> RwLockReadGuard<'_, Option<BoardState>> {
        self.0.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn state_mut(&self) -> RwLockWriteGuard<'_, Option<BoardState>> {
        self.0.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The result of a lookup, or what has to be read first.
enum Lookup<T> {
    Found(BoardLookup<T>),
    Missing(Key),
}
