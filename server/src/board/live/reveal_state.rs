//! What the public sees of a reveal: the athlete of the newest step, and how far the ceremony is. Of later steps only
//! the number is public.

use serde::Serialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::Gender;
use sixfold_domain::score::Score;
use sixfold_domain::season::{Season, SeasonTable};
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::board::Boards;
use crate::config::clock::iso;
use crate::db::boards::reveal::{self, Candidate, Ceremony, ShownReveal};
use crate::db::calendar::schedule;
use crate::db::people::names::initial;
use crate::db::{Conn, DbError, topic};
use crate::http::ApiError;
use crate::state::AppState;

/// The topics on which `event/config` depends: content and site settings, schedule and seasons.
pub(super) const CONFIG_TOPICS: [&str; 2] = ["content", "schedule"];

/// The reveal as shown on screens.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shown)]
pub struct RevealState {
    /// Whether an athlete is shown. If not, names, score and positions are null.
    reveal: bool,
    /// Null unless the caller may control the reveal.
    #[schema(value_type = Option<String>)]
    uaid: Option<Uaid>,
    first_name: Option<String>,
    /// The initial only, unless the caller may control the reveal.
    last_name: Option<String>,
    /// The revealed final score, 0.00 to 100.00.
    #[schema(value_type = Option<f64>)]
    score: Option<Score>,
    /// The athlete's position on the overall board of the season; null if their row there has another final.
    position: Option<usize>,
    /// The position at the last midnight in London; null if not ranked then.
    prev_position: Option<usize>,
    /// `male` or `female`, otherwise null.
    gender: Option<&'static str>,
    /// The season whose board the screens show: that of the newest step, or of the first before any is shown. Null without steps;
    /// then it is the season shown today.
    season: Option<u32>,
    /// Whether a ceremony is running. Single finals are revealed without one.
    running: bool,
    /// How many steps have been shown.
    step: i64,
    /// The number of steps in the ceremony.
    steps: i64,
    /// The playback speed of a step, 0.25 to 4; 1 is normal.
    speed: f64,
    /// When the operator last did something, ISO with `Z`; null if never.
    timestamp: Option<String>,
}

/// The versions of the topics that the state of a live page depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredVersions {
    pub(super) board: i64,
    pub(super) reveal: i64,
    /// The sum of the versions of the topics shown in `event/config`.
    pub(super) config: i64,
    /// With the seasons, on which the board depends.
    pub(super) schedule: i64,
}

impl StoredVersions {
    pub async fn read(conn: &mut Conn) -> Result<Self, DbError> {
        let topics = topic::versions(conn).await?;
        let version =
            |name: &str| topics.iter().find(|(topic, _)| topic == name).map_or(0, |(_, version)| *version);
        Ok(Self {
            board: version(topic::BOARD),
            reveal: version(topic::REVEAL),
            config: CONFIG_TOPICS.into_iter().map(version).sum(),
            schedule: version(topic::SCHEDULE),
        })
    }
}

/// A reveal as stored, with the versions of what was read.
#[derive(Debug, Clone)]
pub struct RevealSnapshot {
    /// None if nothing was ever revealed.
    reveal: Option<ShownReveal>,
    pub seasons: SeasonTable,
    /// What was read is at least as new, and so are the boards.
    pub versions: StoredVersions,
    /// Today in London.
    pub today: Date,
}

impl RevealSnapshot {
    /// Reads an event's reveal and brings the boards up to the same version.
    pub async fn read(state: &AppState, event_id: &str) -> Result<Self, ApiError> {
        let today = state.today()?;
        let read = state.db.read(async |conn| {
            // Versions are read first: what is read afterwards may be newer than its version, never older.
            let versions = StoredVersions::read(conn).await?;
            Self::load(conn, event_id, versions, today).await
        });
        let snapshot = read.await?;
        snapshot.bring_boards(state).await?;
        Ok(snapshot)
    }

    /// Reads an event's reveal at these versions or later.
    pub(crate) async fn load(
        conn: &mut Conn,
        event_id: &str,
        versions: StoredVersions,
        today: Date,
    ) -> Result<Self, ApiError> {
        Ok(Self {
            reveal: reveal::shown(conn, event_id).await?,
            seasons: SeasonTable::new(schedule::seasons(conn).await?).map_err(ApiError::internal)?,
            versions,
            today,
        })
    }

    /// Brings the boards of this process up to the snapshot's seasons and version.
    pub(crate) async fn bring_boards(&self, state: &AppState) -> Result<(), ApiError> {
        state.boards.current(&state.db).await?;
        if !state.boards.has_seasons(&self.seasons) {
            state.boards.reload_if_calendar_changed(&state.db).await?;
        }
        if state.boards.version() < self.versions.board {
            state.boards.sync(&state.db).await?;
        }
        Ok(())
    }

    /// The newest step, even if its athlete may not be shown.
    fn newest(&self) -> Option<&Candidate> {
        self.reveal.as_ref()?.newest.as_ref()
    }

    /// Whether there is a step to show, so that the state depends on the board.
    pub fn is_set(&self) -> bool {
        self.newest().is_some()
    }

    /// The season of the newest step, or of the first before any is shown; none without steps.
    fn season_of_steps(&self) -> Option<&Season> {
        self.seasons.on(self.reveal.as_ref()?.step_date?)
    }

    /// The season of the live board (RULES 8.8).
    pub(super) fn season(&self) -> &Season {
        self.season_of_steps().unwrap_or_else(|| self.seasons.shown_on(self.today))
    }

    /// The state to show. `full`, for staff who may control the reveal, adds the uaid and the full last name.
    pub fn shown(&self, event_id: &str, boards: &Boards, full: bool) -> Result<RevealState, ApiError> {
        let visible = |newest: &&Candidate| !newest.held && newest.may_be_shown(self.today);
        let newest = self.newest().filter(visible);
        let standing = newest.and_then(|newest| {
            let season = self.seasons.on(newest.test_date?)?;
            let rank = boards.standing(event_id, season.season, &newest.uaid);
            // Their row may have a better final.
            rank.filter(|rank| newest.score == Some(rank.row.score))
        });
        let ceremony = self.reveal.as_ref().map(|reveal| &reveal.ceremony);
        let last_name = |newest: &Candidate| {
            if full { newest.last_name.clone() } else { initial(&newest.last_name) }
        };
        Ok(RevealState {
            reveal: newest.is_some(),
            uaid: newest.filter(|_| full).map(|newest| newest.uaid.clone()),
            first_name: newest.map(|newest| newest.first_name.clone()),
            last_name: newest.map(last_name),
            score: newest.and_then(|newest| newest.score),
            position: standing.map(|standing| standing.position),
            prev_position: standing.and_then(|standing| standing.previous),
            gender: newest.map(|newest| newest.gender).and_then(stated),
            season: self.season_of_steps().map(|season| season.season),
            running: ceremony.is_some_and(|ceremony| ceremony.running),
            step: ceremony.map_or(0, |ceremony| ceremony.step),
            steps: ceremony.map_or(0, |ceremony| ceremony.steps),
            speed: speed(ceremony),
            timestamp: ceremony
                .map(|ceremony| iso(ceremony.updated_at).map_err(ApiError::internal))
                .transpose()?,
        })
    }
}

/// A speed as in JSON.
#[expect(clippy::cast_precision_loss, reason = "25 to 400")]
pub fn speed(ceremony: Option<&Ceremony>) -> f64 {
    ceremony.map_or(1.0, |ceremony| ceremony.speed as f64 / 100.0)
}

/// A gender that has a board.
pub fn stated(gender: Gender) -> Option<&'static str> {
    matches!(gender, Gender::Male | Gender::Female).then(|| gender.as_str())
}
