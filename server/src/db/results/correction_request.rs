//! Results that a tablet could not store, given to programme delivery to decide about.

use sixfold_domain::score::Score;
use sqlx::FromRow;

use crate::db::connection::column::OptionalNumber;
use crate::db::{Conn, Result, new_id, params};

pub const PAGE: usize = 100;

const INSERT: &str = "INSERT INTO correction_request (request_id, booking_id, uaid, results, notes, asked_at, asked_by, \
     device, protocol_version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const OPEN: &str = "SELECT r.request_id, r.booking_id, r.uaid, a.first_name, a.last_name, b.test_date, b.test_time, \
     b.status, b.score_hundredths, b.score_removed_at IS NOT NULL AS score_removed, \
     COALESCE(r.protocol_version, b.protocol_version) AS protocol_version, r.results, r.notes, r.asked_at, \
     s.first_name AS asked_by_first_name, s.last_name AS asked_by_last_name FROM correction_request r \
     JOIN booking b ON b.booking_id = r.booking_id JOIN account a ON a.uaid = r.uaid JOIN account s ON s.uaid = r.asked_by \
     WHERE r.settled_at IS NULL AND a.deleted_at IS NULL ORDER BY r.asked_at, r.request_id LIMIT $1";
const OPEN_OF: &str = "SELECT COUNT(*) FROM correction_request WHERE booking_id = $1 AND settled_at IS NULL";
const ABOUT: &str = "SELECT booking_id, uaid FROM correction_request WHERE request_id = $1";
const SETTLE: &str = "UPDATE correction_request SET settled_at = $2, settled_by = $3, outcome = $4 \
     WHERE request_id = $1 AND settled_at IS NULL";

#[derive(Debug)]
pub struct New<'a> {
    pub booking_id: &'a str,
    pub uaid: &'a str,
    /// The tests as the desk sent them, JSON.
    pub results: &'a str,
    pub notes: Option<&'a str>,
    pub by: &'a str,
    pub device: Option<&'a str>,
    /// The version of the protocols that the results are read by.
    pub protocol_version: i64,
}

/// A request that waits, with the present state of its booking.
#[derive(Debug, FromRow)]
pub struct Row {
    pub request_id: String,
    pub booking_id: String,
    pub uaid: String,
    pub first_name: String,
    pub last_name: String,
    pub test_date: Option<String>,
    pub test_time: Option<String>,
    pub status: String,
    #[sqlx(rename = "score_hundredths", try_from = "OptionalNumber<Score>")]
    pub score: Option<Score>,
    /// Whether programme delivery has removed it (RULES 4.17).
    pub score_removed: bool,
    /// The version of the protocols that the results are read by.
    pub protocol_version: Option<i64>,
    pub results: String,
    pub notes: Option<String>,
    pub asked_at: i64,
    pub asked_by_first_name: String,
    pub asked_by_last_name: String,
}

/// The decision about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(const_into_str, serialize_all = "lowercase")]
pub enum Outcome {
    Applied,
    /// The stored result stays.
    Dismissed,
}

/// Stores a request; returns its id.
pub async fn insert(conn: &mut Conn, new: &New<'_>, now_ms: i64) -> Result<String> {
    let id = new_id(now_ms);
    let New { booking_id, uaid, results, notes, by, device, protocol_version } = new;
    conn.execute(INSERT, params![id, booking_id, uaid, results, notes, now_ms, by, device, protocol_version])
        .await?;
    Ok(id)
}

/// The requests that wait, oldest first; one more than [`PAGE`] means that there are more.
pub async fn open(conn: &mut Conn) -> Result<Vec<Row>> {
    conn.all(OPEN, params![PAGE + 1]).await
}

pub async fn open_of(conn: &mut Conn, booking_id: &str) -> Result<i64> {
    conn.scalar(OPEN_OF, params![booking_id]).await
}

/// Booking and athlete of a request, settled or not.
pub async fn about(conn: &mut Conn, request_id: &str) -> Result<Option<(String, String)>> {
    conn.optional(ABOUT, params![request_id]).await
}

/// Settles a request; false if it does not exist or was settled before.
pub async fn settle(
    conn: &mut Conn,
    request_id: &str,
    outcome: Outcome,
    by: &str,
    now_ms: i64,
) -> Result<bool> {
    conn.affected_one(SETTLE, params![request_id, now_ms, by, outcome.into_str()]).await
}
