//! The rows by which nodes exchange the state of their waiting rooms, once a second while anybody may have to wait.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

const WRITE: &str = "INSERT INTO waiting_room_node (node_id, seen_at, inside, capacity, let_in_second, let_in_lot, places) \
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (node_id) DO UPDATE SET seen_at = excluded.seen_at, \
    inside = excluded.inside, capacity = excluded.capacity, let_in_second = excluded.let_in_second, \
    let_in_lot = excluded.let_in_lot, places = excluded.places";
const LIST: &str = "SELECT node_id, seen_at, inside, capacity, let_in_second, let_in_lot, places FROM waiting_room_node \
    WHERE seen_at BETWEEN $1 AND $2 ORDER BY node_id";
const FORGET: &str = "DELETE FROM waiting_room_node WHERE seen_at NOT BETWEEN $1 AND $2";

/// A row dated further ahead than this is left out, in seconds: the clock of its node, or of the reader, is wrong.
const AHEAD_S: i64 = 10 * 60;

#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct NodeRow {
    pub node_id: String,
    /// Seconds since 1970.
    pub seen_at: i64,
    /// With those who are still expected.
    #[sqlx(try_from = "i64")]
    pub inside: u64,
    /// How many it can serve well.
    #[sqlx(try_from = "i64")]
    pub capacity: u64,
    pub let_in_second: i64,
    #[sqlx(try_from = "i64")]
    pub let_in_lot: u32,
    /// JSON: how many places of each second it has given out, as `[[second, places], …]`.
    pub places: String,
}

pub async fn write(conn: &mut Conn, row: &NodeRow) -> Result<()> {
    let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let NodeRow { node_id, seen_at, let_in_second, places, .. } = row;
    let (inside, capacity, lot) = (count(row.inside), count(row.capacity), i64::from(row.let_in_lot));
    conn.execute(WRITE, params![node_id, seen_at, inside, capacity, let_in_second, lot, places]).await
}

/// The nodes seen since an instant.
pub async fn list(conn: &mut Conn, since: i64, now: i64) -> Result<Vec<NodeRow>> {
    conn.all(LIST, params![since, now + AHEAD_S]).await
}

/// Deletes the rows of nodes last seen before `since` or after `until`.
pub async fn forget(conn: &mut Conn, since: i64, until: i64) -> Result<()> {
    conn.execute(FORGET, params![since, until]).await
}
