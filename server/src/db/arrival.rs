//! Who has come: checked in by themselves at the door, or by staff.

use super::{Conn, DbError, on};

const ARRIVE: &str = "UPDATE booking SET arrived_at = $2, updated_at = $2 WHERE booking_id = $1 AND arrived_at IS NULL \
     AND status NOT IN ('cancelled', 'declined')";
const TAKE_BACK: &str = "UPDATE booking SET arrived_at = NULL, updated_at = $2 WHERE booking_id = $1 \
     AND arrived_at IS NOT NULL";
const ARRIVED_AT: &str = "SELECT arrived_at FROM booking WHERE booking_id = $1";
const FIRST_NAME: &str = "SELECT first_name FROM account WHERE uaid = $1 AND deleted_at IS NULL";

/// The statements of this file, for the test that prepares each on both engines.
pub const STATEMENTS: &[&str] = &[ARRIVE, TAKE_BACK, ARRIVED_AT, FIRST_NAME];

/// Notes that somebody has come; false when that is known already.
pub async fn arrive(conn: &mut Conn<'_>, booking_id: &str, now_ms: i64) -> Result<bool, DbError> {
    let rows = on!(conn, c => sqlx::query(ARRIVE).bind(booking_id).bind(now_ms)
        .execute(&mut **c).await?.rows_affected());
    Ok(rows == 1)
}

/// Takes an arrival back; false when there is none.
pub async fn take_back(conn: &mut Conn<'_>, booking_id: &str, now_ms: i64) -> Result<bool, DbError> {
    let rows = on!(conn, c => sqlx::query(TAKE_BACK).bind(booking_id).bind(now_ms)
        .execute(&mut **c).await?.rows_affected());
    Ok(rows == 1)
}

/// When somebody came, ms.
pub async fn arrived_at(conn: &mut Conn<'_>, booking_id: &str) -> Result<Option<i64>, DbError> {
    let at: Option<Option<i64>> =
        on!(conn, c => sqlx::query_scalar(ARRIVED_AT).bind(booking_id).fetch_optional(&mut **c).await?);
    Ok(at.flatten())
}

/// The first name to greet somebody by; empty when the account has gone.
pub async fn first_name(conn: &mut Conn<'_>, uaid: &str) -> Result<String, DbError> {
    let name: Option<String> =
        on!(conn, c => sqlx::query_scalar(FIRST_NAME).bind(uaid).fetch_optional(&mut **c).await?);
    Ok(name.unwrap_or_default())
}
