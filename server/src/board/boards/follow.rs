//! Keeping the boards up to date: changes take turns.

use std::time::Duration;

use sixfold_domain::season::SeasonTable;
use sixfold_domain::test_type::TestType;
use tokio::time::MissedTickBehavior;

use super::Boards;
use crate::board::read;
use crate::board::state::{CountingRules, Key, Today};
use crate::db::boards::board::{self, Changes};
use crate::db::topic::topics::Topics;
use crate::db::{Db, DbError, topic};

/// How often the clock is checked for midnight in London.
const MIDNIGHT_CHECK: Duration = Duration::from_secs(1);

impl Boards {
    /// Makes sure that the boards are built, and are today's.
    pub async fn current(&self, db: &Db) -> Result<(), DbError> {
        let today = Today::at(self.0.clock.now_ms())?;
        if self.is_of(today) {
            return Ok(());
        }
        let _turn = self.0.turn.lock().await;
        if self.is_of(today) {
            return Ok(());
        }
        let turn = self.state().as_ref().filter(|state| state.can_turn(today)).map(|state| {
            (state.of_age(today.date), CountingRules::new(state.calendar().clone(), today), state.tests())
        });
        let Some((of_age, rules, tests)) = turn else { return self.build(db, today).await };
        // Read who comes of age before the day is set: if the read fails, the next call tries again.
        let (athletes, rules) = read::athletes(db, of_age, tests, rules).await?;
        let version = self.version();
        if let Some(state) = self.state_mut().as_mut() {
            state.turn_day(today);
            state.apply(&athletes, rules, version);
        }
        self.0.version.send_replace(version);
        Ok(())
    }

    /// Applies everything that has been committed by now, by whichever process.
    pub async fn sync(&self, db: &Db) -> Result<(), DbError> {
        self.current(db).await?;
        let _turn = self.0.turn.lock().await;
        let known = self.version();
        let changes = db.read(async |conn| board::changes_since(conn, known).await).await?;
        match changes {
            Changes::Of(_, version) if version == known => Ok(()),
            Changes::Of(uaids, version) => self.reload_athletes(db, uaids, version).await,
            Changes::Lost => {
                tracing::info!(known, "the boards fell behind; reading all of them");
                self.build(db, Today::at(self.0.clock.now_ms())?).await
            }
        }
    }

    /// [`Boards::sync`] after a write of this process, so that nobody who wrote reads an older board; boards that
    /// are not built yet will include the write. A failure does not concern the write, which is done: the boards catch
    /// up with the next notification.
    pub async fn sync_after_write(&self, db: &Db) {
        if self.state().is_none() {
            return;
        }
        if let Err(error) = self.sync(db).await {
            tracing::warn!(%error, "the boards could not follow a write");
        }
    }

    /// Applies a change of the seasons by this process, as [`Boards::sync_after_write`] does for finals.
    pub async fn sync_calendar(&self, db: &Db) {
        if self.state().is_none() {
            return;
        }
        if let Err(error) = self.reload_if_calendar_changed(db).await {
            tracing::warn!(%error, "the boards could not follow a change of the seasons");
        }
    }

    /// Follows the store and the clock until the task ends.
    pub async fn follow(&self, db: &Db, topics: &Topics) {
        let (mut changes, mut schedule) = (topics.watch(topic::BOARD), topics.watch(topic::SCHEDULE));
        let mut ticks = tokio::time::interval(MIDNIGHT_CHECK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let followed = tokio::select! {
                _ = changes.changed() => self.sync(db).await,
                _ = schedule.changed() => self.reload_if_calendar_changed(db).await.map(drop),
                _ = ticks.tick() => self.current(db).await,
            };
            if let Err(error) = followed {
                tracing::warn!(%error, "the boards could not follow; trying again");
                tokio::time::sleep(MIDNIGHT_CHECK).await;
                changes.mark_changed();
                schedule.mark_changed();
            }
        }
    }

    /// Whether the boards are those of these seasons.
    pub(in crate::board) fn has_seasons(&self, seasons: &SeasonTable) -> bool {
        self.state().as_ref().is_some_and(|state| state.calendar().seasons == *seasons)
    }

    fn is_of(&self, today: Today) -> bool {
        self.state().as_ref().is_some_and(|state| state.today() == today)
    }

    /// Reads the events and seasons and, if they have changed, everything; true if they had.
    pub(in crate::board) async fn reload_if_calendar_changed(&self, db: &Db) -> Result<bool, DbError> {
        let calendar = read::calendar(db).await?;
        let _turn = self.0.turn.lock().await;
        if self.state().as_ref().is_some_and(|state| **state.calendar() == calendar) {
            return Ok(false);
        }
        self.build(db, Today::at(self.0.clock.now_ms())?).await.map(|()| true)
    }

    /// Reads everything and replaces the state. To be called with the turn.
    async fn build(&self, db: &Db, today: Today) -> Result<(), DbError> {
        let state = read::everything(db, today).await?;
        let version = state.version;
        *self.state_mut() = Some(state);
        self.0.version.send_replace(version);
        Ok(())
    }

    /// Reads these athletes again and updates their rows. To be called with the turn.
    async fn reload_athletes(&self, db: &Db, uaids: Vec<String>, version: i64) -> Result<(), DbError> {
        let Some((rules, tests)) = self.rules() else { return Ok(()) };
        let (athletes, rules) = read::athletes(db, uaids, tests, rules).await?;
        if let Some(state) = self.state_mut().as_mut() {
            state.apply(&athletes, rules, version);
        }
        self.0.version.send_replace(version);
        Ok(())
    }

    /// Reads a board of a test or an age group that is requested for the first time.
    pub(super) async fn add(&self, db: &Db, key: Key) -> Result<(), DbError> {
        let _turn = self.0.turn.lock().await;
        if self.state().as_ref().is_some_and(|state| state.boards.contains_key(&key)) {
            return Ok(());
        }
        let Some((rules, _)) = self.rules() else { return Ok(()) };
        let (results, rules) = read::results(db, key, rules).await?;
        if let Some(state) = self.state_mut().as_mut() {
            state.add(key, results, rules);
        }
        Ok(())
    }

    /// The counting rules of the day, and the tests that have boards.
    fn rules(&self) -> Option<(CountingRules, Vec<TestType>)> {
        let state = self.state();
        let state = state.as_ref()?;
        Some((CountingRules::new(state.calendar().clone(), state.today()), state.tests()))
    }
}
