//! A window that is not a season: its finals are read from SQL and ranked once per version of the board. It has no
//! previous positions.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use moka::sync::Cache;
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::age_group::AgeGroup;
use sixfold_domain::leaderboard::{self, Board, Final, Standing, is_public};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use tokio::runtime::Handle;

use super::answer::{self, FullName, Source};
use super::state::Ranked;
use crate::db::boards::leaderboard::Entry;
use crate::db::{self, Db, DbError};
use crate::http::fair_queue::{Capacity, FairQueue};

/// The most rows cached of all windows together; a row takes about 300 bytes.
const ROWS_KEPT: u64 = 100_000;
/// A window is dropped when it has not been requested for this long.
const IDLE: Duration = Duration::from_mins(10);
/// How long a request waits for its window, which is ranked and cached even after the request has given up.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// How many requests may wait for their turn, and how many of them from one address.
const CAPACITY: Capacity = Capacity { total: 64, per_address: 16 };

/// What a ranking depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub event_id: String,
    pub from: Date,
    pub to: Date,
    pub ranked: Ranked,
    pub ages: Option<AgeGroup>,
    pub version: i64,
    /// Decides who is of age.
    pub today: Date,
}

/// The windows that were requested. They are read one at a time, so that database and processor are free for other work.
#[derive(Debug)]
pub(super) struct Windows {
    kept: Cache<Key, Arc<Ranking>>,
    queue: FairQueue,
    /// When the next window may be read.
    rested: Arc<Mutex<Instant>>,
}

impl Windows {
    pub(super) fn new() -> Self {
        let weigh = |_: &Key, ranking: &Arc<Ranking>| {
            u32::try_from(ranking.entries.len()).unwrap_or(u32::MAX).saturating_add(1)
        };
        let kept = Cache::builder().weigher(weigh).max_capacity(ROWS_KEPT).time_to_idle(IDLE).build();
        let rested = Arc::new(Mutex::new(Instant::now()));
        Self { kept, queue: FairQueue::new("windows", 1, CAPACITY), rested }
    }

    /// A window, for a caller at this address ([`Origin::counted`](crate::http::origin::Origin::counted)).
    pub(super) async fn get(&self, db: &Db, key: Key, address: &str) -> Result<Arc<Ranking>, DbError> {
        if let Some(ranking) = self.kept.get(&key) {
            return Ok(ranking);
        }
        let (kept, rested, db, runtime) =
            (self.kept.clone(), self.rested.clone(), db.clone(), Handle::current());
        let job = move || {
            if let Some(ranking) = kept.get(&key) {
                return Ok(ranking);
            }
            let mut rested = rested.lock().unwrap_or_else(PoisonError::into_inner);
            thread::sleep(rested.saturating_duration_since(Instant::now()));
            let begun = Instant::now();
            let entries = runtime.block_on(read(&db, &key))?;
            let ranking = Arc::new(Ranking::new(entries, (key.today, key.ages)));
            kept.insert(key, ranking.clone());
            // Leaves half of the time to other work when windows are requested one after the other.
            *rested = Instant::now() + begun.elapsed();
            Ok(ranking)
        };
        let busy = |cause: &str| DbError::Busy(format!("a window could not be ranked: {cause}"));
        tokio::time::timeout(MAX_WAIT, self.queue.run(address, job))
            .await
            .map_err(|_| busy("it took too long"))?
            .map_err(|error| busy(&error.to_string()))?
    }
}

async fn read(db: &Db, key: &Key) -> Result<Vec<Entry>, DbError> {
    let window = (key.from, key.to);
    let test: Option<TestType> = match key.ranked {
        Ranked::Final => None,
        Ranked::Test(test) => Some(test),
    };
    db.read(async |conn| db::boards::leaderboard::finals(conn, &key.event_id, window, test).await).await
}

pub struct Ranking {
    entries: Vec<Entry>,
    overall: Vec<Standing>,
    male: Vec<Standing>,
    female: Vec<Standing>,
}

impl std::fmt::Debug for Ranking {
    /// Without the rows, which name people.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ranking").field("finals", &self.entries.len()).finish_non_exhaustive()
    }
}

impl Ranking {
    /// Ranks those who may be shown today, or those of an age group among them.
    fn new(mut entries: Vec<Entry>, (today, ages): (Date, Option<AgeGroup>)) -> Self {
        entries.retain(|entry| is_public(entry.date_of_birth, today, entry.opted_in));
        // RULES 8.10: the age on the day of the test.
        entries.retain(|entry| ages.is_none() || entry.ages() == ages);
        let finals: Vec<Final> = entries.iter().map(|entry| entry.ranked.clone()).collect();
        let rank = |board| leaderboard::rank(&finals, board);
        let (overall, male, female) = (rank(Board::Overall), rank(Board::Male), rank(Board::Female));
        Self { entries, overall, male, female }
    }

    fn standings(&self, board: Board) -> &[Standing] {
        match board {
            Board::Overall => &self.overall,
            Board::Male => &self.male,
            Board::Female => &self.female,
        }
    }

    fn ranked(&self, standing: &Standing) -> &Final {
        &self.entries[standing.index].ranked
    }
}

impl Source for Ranking {
    fn total(&self, board: Board) -> usize {
        self.standings(board).len()
    }

    fn number(&self, board: Board, uaid: &Uaid) -> Option<usize> {
        self.standings(board).iter().position(|standing| self.ranked(standing).uaid == *uaid)
    }

    fn span(&self, board: Board, score: Score, at_ms: i64) -> (usize, usize) {
        let standings = self.standings(board);
        let key = |standing: &Standing| {
            let ranked = self.ranked(standing);
            (std::cmp::Reverse(ranked.score), ranked.at_ms)
        };
        let at = (std::cmp::Reverse(score), at_ms);
        let first = standings.partition_point(|standing| key(standing) < at);
        (first, standings.partition_point(|standing| key(standing) <= at))
    }

    fn rows(&self, board: Board, from: usize, to: usize) -> Vec<(Option<Uaid>, answer::RankedRow<'_>)> {
        let standings = self.standings(board).iter().skip(from).take(to.saturating_sub(from));
        standings
            .map(|standing| {
                let entry = &self.entries[standing.index];
                let row = answer::RankedRow {
                    named: FullName { first: &entry.first_name, last: &entry.last_name },
                    gender: entry.ranked.gender,
                    score: entry.ranked.score,
                    mark: entry.mark,
                    at_ms: entry.ranked.at_ms,
                    position: standing.position,
                    previous: None,
                };
                (Some(entry.ranked.uaid.clone()), row)
            })
            .collect()
    }
}
