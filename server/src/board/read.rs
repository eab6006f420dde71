//! Reading boards from the store: everything, single athletes, or a board that was requested.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_domain::identity::Uaid;
use sixfold_domain::test_type::TestType;

use super::index::{Best, Index};
use super::people::{Id, People};
use super::state::{
    Athlete, BoardEntry, BoardState, Calendar, Competitor, CountingRules, Key, Ranked, Today,
};
use crate::db::boards::board;
use crate::db::boards::board::Counted;
use crate::db::{Db, DbError, topic};

/// Reads every final and ranks it.
pub(super) async fn everything(db: &Db, today: Today) -> Result<BoardState, DbError> {
    let (version, rules, people, finals) = db
        .read(async |conn| {
            // The version is read first: what is read afterwards may be newer than it, never older.
            let version = topic::version(conn, topic::BOARD).await?;
            let mut rules = CountingRules::new(Arc::new(Calendar::read(conn).await?), today);
            let mut people = People::new();
            let mut finals: HashMap<Key, Vec<(Id, Best)>> = HashMap::new();
            board::each_final(conn, |counted| {
                if let Some(entry) = rules.counts_on(&counted) {
                    let names = (counted.first_name, counted.last_name);
                    let id = people.put(&counted.uaid, names, counted.gender);
                    let key = whole(entry.event, entry.season);
                    finals.entry(key).or_default().push((id, entry.best));
                }
            })
            .await?;
            Ok::<_, DbError>((version, rules, people, finals))
        })
        .await?;
    let rank = move || rank(version, rules, people, finals);
    tokio::task::spawn_blocking(rank).await.map_err(|error| DbError::Other(error.to_string()))
}

/// The board of everybody's finals.
const fn whole(event: usize, season: u32) -> Key {
    Key { event, season, ranked: Ranked::Final, ages: None }
}

fn rank(
    version: i64,
    rules: CountingRules,
    mut people: People,
    mut finals: HashMap<Key, Vec<(Id, Best)>>,
) -> BoardState {
    people.shrink();
    let seasons = rules.calendar.seasons.seasons();
    let keys = (0..rules.calendar.events.len())
        .flat_map(|event| seasons.iter().map(move |season| whole(event, season.season)));
    let boards = keys
        .map(|key| (key, Index::build(&people, finals.remove(&key).unwrap_or_default().into_iter())))
        .collect();
    BoardState::new(people, boards, version, rules)
}

/// Reads athletes again: their finals, and their results of the tests that have boards.
pub(super) async fn athletes(
    db: &Db,
    uaids: Vec<String>,
    tests: Vec<TestType>,
    mut rules: CountingRules,
) -> Result<(Vec<Athlete>, CountingRules), DbError> {
    db.read(async |conn| {
        // An athlete without finals occurs in no row, and is ranked nowhere.
        let mut athletes: HashMap<Uaid, Athlete> = HashMap::with_capacity(uaids.len());
        for uaid in &uaids {
            let uaid: Uaid = uaid.parse().map_err(|_| DbError::broken("uaid"))?;
            athletes.insert(uaid.clone(), Athlete::nowhere(uaid));
        }
        let mut take = |counted: &Counted<'_>, ranked: Ranked| {
            if let Some(entry) = rules.counts_on(counted)
                && let Some(athlete) = athletes.get_mut(&counted.uaid)
            {
                athlete.add(counted, ranked, entry);
            }
        };
        board::each_final_of(conn, &uaids, |counted| take(&counted, Ranked::Final)).await?;
        for test in tests {
            board::each_test_of(conn, &uaids, test, |counted| take(&counted, Ranked::Test(test))).await?;
        }
        Ok((athletes.into_values().collect(), rules))
    })
    .await
}

/// Reads what a board ranks: the finals of an event and a season, or one test of them.
pub(super) async fn results(
    db: &Db,
    key: Key,
    mut rules: CountingRules,
) -> Result<(Vec<(Competitor, BoardEntry)>, CountingRules), DbError> {
    let calendar = rules.calendar.clone();
    let event = calendar.events.get(key.event).cloned().ok_or(DbError::NotFound)?;
    let season = *calendar.seasons.get(key.season).ok_or(DbError::NotFound)?;
    db.read(async |conn| {
        let mut results = Vec::new();
        let mut take = |counted: Counted<'_>| {
            if let Some(entry) = rules.counts_on(&counted) {
                results.push((Competitor::of(&counted), entry));
            }
        };
        let days = (season.start, season.end);
        match key.ranked {
            Ranked::Final => board::each_final_in(conn, &event, days, &mut take).await?,
            Ranked::Test(test) => board::each_test(conn, &event, days, test, &mut take).await?,
        }
        Ok((results, rules))
    })
    .await
}

/// Reads the events and seasons.
pub(super) async fn calendar(db: &Db) -> Result<Calendar, DbError> {
    db.read(Calendar::read).await
}
