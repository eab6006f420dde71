//! From the store into memory: everything, one athlete anew, or the board of one test.

use std::collections::HashMap;
use std::sync::Arc;

use sixfold_domain::identity::Uaid;
use sixfold_domain::test_type::TestType;

use super::held::{Athlete, Calendar, Held, Judge, Key, Named, Ranked, Today};
use super::index::{Best, Index};
use super::people::{Id, People};
use crate::db::{Db, DbError, board, topic};

/// Reads every final and ranks it.
pub(super) async fn everything(db: &Db, today: Today) -> Result<Held, DbError> {
    let (version, judge, people, finals) = db
        .read(move |conn| {
            Box::pin(async move {
                // Before the rest: what is read after may be newer than it is said to be, never older.
                let version = topic::version(conn, topic::BOARD).await?;
                let mut judge = Judge::new(Arc::new(Calendar::read(conn).await?), today);
                let mut people = People::new();
                let mut finals: HashMap<Key, Vec<(Id, Best)>> = HashMap::new();
                board::each_final(conn, |counted| {
                    if let Some((event, season, best)) = judge.judge(&counted) {
                        let names = (counted.first_name, counted.last_name);
                        let id = people.put(&counted.uaid, names, counted.gender);
                        let key = Key { event, season, ranked: Ranked::Final };
                        finals.entry(key).or_default().push((id, best));
                    }
                })
                .await?;
                Ok::<_, DbError>((version, judge, people, finals))
            })
        })
        .await?;
    let rank = move || rank(version, judge, people, finals);
    tokio::task::spawn_blocking(rank).await.map_err(|error| DbError::Other(error.to_string()))
}

fn rank(version: i64, judge: Judge, mut people: People, mut finals: HashMap<Key, Vec<(Id, Best)>>) -> Held {
    people.shrink();
    let seasons = judge.calendar.seasons.seasons();
    let keys = (0..judge.calendar.events.len()).flat_map(|event| {
        seasons.iter().map(move |season| Key { event, season: season.season, ranked: Ranked::Final })
    });
    let boards = keys
        .map(|key| (key, Index::build(&people, finals.remove(&key).unwrap_or_default().into_iter())))
        .collect();
    Held::new(people, boards, version, judge)
}

/// Reads athletes anew: their finals, and of the tests that boards are held of their results.
pub(super) async fn athletes(
    db: &Db,
    uaids: Vec<String>,
    tests: Vec<TestType>,
    mut judge: Judge,
) -> Result<(Vec<Athlete>, Judge), DbError> {
    db.read(move |conn| {
        Box::pin(async move {
            let mut athletes = Vec::with_capacity(uaids.len());
            for uaid in uaids {
                let number: Uaid = uaid.parse().map_err(|_| DbError::broken("uaid"))?;
                let mut athlete = Athlete::nowhere(number);
                board::each_final_of(conn, &uaid, |counted| {
                    if let Some((event, season, best)) = judge.judge(&counted) {
                        athlete.take(&counted, Key { event, season, ranked: Ranked::Final }, best);
                    }
                })
                .await?;
                for test in &tests {
                    board::each_test_of(conn, &uaid, *test, |counted| {
                        if let Some((event, season, best)) = judge.judge(&counted) {
                            athlete.take(&counted, Key { event, season, ranked: Ranked::Test(*test) }, best);
                        }
                    })
                    .await?;
                }
                athletes.push(athlete);
            }
            Ok((athletes, judge))
        })
    })
    .await
}

/// Reads the results of one test in the finals of an event and a season.
pub(super) async fn test(
    db: &Db,
    key: Key,
    test: TestType,
    mut judge: Judge,
) -> Result<(Vec<(Named, Best)>, Judge), DbError> {
    let calendar = judge.calendar.clone();
    let event = calendar.events.get(key.event).cloned().ok_or(DbError::NotFound)?;
    let season = *calendar.seasons.get(key.season).ok_or(DbError::NotFound)?;
    db.read(move |conn| {
        Box::pin(async move {
            let mut results = Vec::new();
            board::each_test(conn, &event, (season.start, season.end), test, |counted| {
                if let Some((_, _, best)) = judge.judge(&counted) {
                    results.push((Named::of(&counted), best));
                }
            })
            .await?;
            Ok((results, judge))
        })
    })
    .await
}

/// Reads the events and seasons.
pub(super) async fn calendar(db: &Db) -> Result<Calendar, DbError> {
    db.read(|conn| Box::pin(Calendar::read(conn))).await
}
