//! What was done to a booking, from the audit log.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

const ACTS: &str = "SELECT l.at, l.action, a.first_name, a.last_name FROM audit_log l \
    LEFT JOIN account a ON a.uaid = l.actor_uaid \
    WHERE l.subject_uaid = $1 AND l.object_id = $2 ORDER BY l.at DESC, l.audit_id DESC LIMIT 200";

#[derive(Debug, Clone, FromRow)]
pub struct BookingAct {
    pub at: i64,
    /// The log's action, such as `booking.move`.
    pub action: String,
    /// Who did it; none for the server itself.
    pub first_name: Option<String>,
    pub last_name: Option<String>,
}

/// The newest 200 entries about a person's booking, newest first.
pub async fn acts(conn: &mut Conn, uaid: &str, booking_id: &str) -> Result<Vec<BookingAct>> {
    conn.all(ACTS, params![uaid, booking_id]).await
}
