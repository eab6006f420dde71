//! Arrivals: athletes who checked in at the door, or were checked in by staff.

use crate::db::{Conn, Result, params};

const ARRIVE: &str = "UPDATE booking SET arrived_at = $2, updated_at = $2 WHERE booking_id = $1 AND arrived_at IS NULL \
     AND status NOT IN ('cancelled', 'declined')";
const TAKE_BACK: &str = "UPDATE booking SET arrived_at = NULL, updated_at = $2 WHERE booking_id = $1 \
     AND arrived_at IS NOT NULL";
const ARRIVED_AT: &str = "SELECT arrived_at FROM booking WHERE booking_id = $1";
const FIRST_NAME: &str = "SELECT first_name FROM account WHERE uaid = $1 AND deleted_at IS NULL";

/// Records an arrival; false if it was recorded before.
pub async fn arrive(conn: &mut Conn, booking_id: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(ARRIVE, params![booking_id, now_ms]).await
}

/// Takes an arrival back; false if there is none.
pub async fn take_back(conn: &mut Conn, booking_id: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(TAKE_BACK, params![booking_id, now_ms]).await
}

pub async fn arrived_at(conn: &mut Conn, booking_id: &str) -> Result<Option<i64>> {
    let at: Option<Option<i64>> = conn.optional_scalar(ARRIVED_AT, params![booking_id]).await?;
    Ok(at.flatten())
}

/// The first name to greet somebody by; empty if the account has been deleted.
pub async fn first_name(conn: &mut Conn, uaid: &str) -> Result<String> {
    let name: Option<String> = conn.optional_scalar(FIRST_NAME, params![uaid]).await?;
    Ok(name.unwrap_or_default())
}
