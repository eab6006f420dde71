//! The exchange between nodes that makes the order the same on all of them.

use std::collections::BTreeMap;

use sixfold_domain::waiting_room::{Place, WaitingRoom};

use super::Room;
use super::pass::KEPT_S;
use super::state::{CLOCKS_S, State};
use crate::db::upkeep::waiting_room::{self, NodeRow};
use crate::db::{Db, DbError};

/// A node that has not been seen for this long does not count as running, in seconds.
const FRESH_S: u64 = 5;

impl NodeRow {
    pub(super) fn is_fresh(&self, now: i64) -> bool {
        now.abs_diff(self.seen_at) <= FRESH_S
    }

    /// Whether people are waiting at that node, or may have to soon.
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
    /// Reads what has been given out so far by the other nodes and by this one before it was restarted: before the first request, or
    /// everybody who is waiting would come in.
    pub async fn join(&self, db: &Db, now_ms: i64) -> Result<(), DbError> {
        let now = now_ms.div_euclid(1_000);
        let rows = db.read(async |conn| waiting_room::list(conn, now - KEPT_S, now).await).await?;
        self.state().join(rows, now);
        Ok(())
    }

    /// Writes this node's row if anybody may have to wait, and reads those of the others.
    pub async fn exchange(&self, db: &Db, now_ms: i64) -> Result<(), DbError> {
        let own = {
            let (state, now) = self.at(now_ms);
            state.row(&self.node, now)
        };
        let now = now_ms.div_euclid(1_000);
        let node = self.node.clone();
        let others = match own {
            None => db.read(async |conn| waiting_room::list(conn, now - KEPT_S, now).await).await?,
            Some(own) => {
                db.write(async move |conn| {
                    waiting_room::write(conn, &own).await?;
                    waiting_room::forget(conn, now - KEPT_S, now + KEPT_S).await?;
                    waiting_room::list(conn, now - KEPT_S, now).await
                })
                .await?
            }
        };
        self.state().take_over(others.into_iter().filter(|other| other.node_id != node).collect(), now);
        Ok(())
    }
}

impl State {
    /// The state of a node that starts while these rows are in the store.
    pub(super) fn join(&mut self, rows: Vec<NodeRow>, now: i64) {
        self.joined = now;
        self.take_over(rows, now);
    }

    /// This node's row; `None` while nobody may have to wait.
    pub(super) fn row(&self, node: &str, now: i64) -> Option<NodeRow> {
        let let_in = self.room.let_in();
        let places: Vec<(i64, u64)> = self.own_places().collect();
        self.is_near(now).then(|| NodeRow {
            node_id: node.to_owned(),
            seen_at: now,
            inside: self.inside_or_expected(now),
            capacity: u64::from(self.limit),
            let_in_second: let_in.second,
            let_in_lot: let_in.lot,
            places: serde_json::to_string(&places).unwrap_or_default(),
        })
    }

    /// Merges the rows of the other nodes: how far people have been let in, and the places given out.
    pub(super) fn take_over(&mut self, rows: Vec<NodeRow>, now: i64) {
        // A node whose clock is ahead would let everybody in: now, or when the time that it wrote has come.
        let (ahead, others): (Vec<NodeRow>, Vec<NodeRow>) =
            rows.into_iter().partition(|row| row.seen_at > now + CLOCKS_S || self.ahead.contains(row));
        // Running nodes have merged what older rows say, and may have found one of them dated ahead.
        let latest = others.iter().map(|row| row.seen_at).max().unwrap_or(now);
        let newest = others.iter().filter(|row| row.seen_at >= latest - CLOCKS_S);
        let by_now = newest.map(NodeRow::let_in).filter(|let_in| let_in.second <= now + CLOCKS_S);
        let let_in = by_now.fold(self.room.let_in(), Place::max);
        let mut room = WaitingRoom::new(let_in);
        let given = others.iter().chain(&ahead).flat_map(NodeRow::places);
        for (second, places) in given.chain(self.own_places()) {
            room.add(second, places);
        }
        self.room = room;
        self.others = others;
        self.ahead = ahead;
    }
}
