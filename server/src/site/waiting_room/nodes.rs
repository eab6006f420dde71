//! How nodes tell each other about their waiting rooms, so that there is one order for all of them.

use std::collections::BTreeMap;

use sixfold_domain::waiting_room::{Place, WaitingRoom};

use super::{Inner, Room};
use crate::db::waiting_room::{self, NodeRow};
use crate::db::{Db, DbError, Engine};

/// A node that has not been seen for this long lets nobody in, in seconds.
const FRESH_S: i64 = 5;
/// How far a node may be behind what another one knows.
pub(super) const BEHIND_S: i64 = 2;
/// The places that a node has given out are remembered for this long.
pub(super) const REMEMBERED_S: i64 = 10 * 60;

impl NodeRow {
    pub(super) fn is_fresh(&self, now: i64) -> bool {
        now - self.seen_at <= FRESH_S
    }

    /// Whether people wait there, or may have to soon.
    pub(super) fn is_near(&self) -> bool {
        self.inside * 2 >= self.capacity || !self.places().is_empty()
    }

    fn let_in(&self) -> Place {
        Place { second: self.let_in_second, lot: self.let_in_lot }
    }

    fn places(&self) -> BTreeMap<i64, u64> {
        let pairs: Vec<(i64, u64)> = serde_json::from_str(&self.places).unwrap_or_default();
        pairs.into_iter().collect()
    }
}

impl Room {
    /// Writes what this node knows if anybody may have to wait, and reads what the others know. On SQLite there are no others.
    pub async fn exchange(&self, db: &Db, now_ms: i64) -> Result<(), DbError> {
        if db.engine() == Engine::Sqlite {
            return Ok(());
        }
        let own = {
            let (inner, now) = self.at(now_ms);
            inner.row(&self.node, now)
        };
        let now = now_ms.div_euclid(1_000);
        let node = self.node.clone();
        let others = match own {
            None => db.read(move |conn| Box::pin(waiting_room::list(conn, now - REMEMBERED_S))).await?,
            Some(own) => {
                db.write(move |conn| {
                    Box::pin(async move {
                        waiting_room::write(conn, &own).await?;
                        waiting_room::forget(conn, now - REMEMBERED_S).await?;
                        waiting_room::list(conn, now - REMEMBERED_S).await
                    })
                })
                .await?
            }
        };
        self.inner().take_over(others.into_iter().filter(|other| other.node_id != node).collect());
        Ok(())
    }
}

impl Inner {
    /// What this node tells the others; nothing while nobody may have to wait.
    pub(super) fn row(&self, node: &str, now: i64) -> Option<NodeRow> {
        let let_in = self.room.let_in();
        let places: Vec<(i64, u64)> = self.own.iter().map(|(second, places)| (*second, *places)).collect();
        self.is_near(now).then(|| NodeRow {
            node_id: node.to_owned(),
            seen_at: now,
            inside: self.inside.len() as u64,
            capacity: u64::from(self.limit),
            let_in_second: let_in.second,
            let_in_lot: let_in.lot,
            places: serde_json::to_string(&places).unwrap_or_default(),
        })
    }

    /// Takes over what the other nodes know: how far people were let in, and the places that they have given out.
    pub(super) fn take_over(&mut self, others: Vec<NodeRow>) {
        let let_in = others.iter().map(NodeRow::let_in).fold(self.room.let_in(), Place::max);
        let mut room = WaitingRoom::new(let_in);
        for (second, places) in others.iter().flat_map(NodeRow::places).chain(self.own.clone()) {
            room.add(second, places);
        }
        self.room = room;
        self.others = others;
    }
}
