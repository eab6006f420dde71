//! Bookings as staff find them: who comes when, without anything about their health.

use sqlx::FromRow;

use super::super::{Conn, DbError, on};

/// The most that a list of bookings holds (spec §9, "Search rows limited to 100").
pub const LITE_LIMIT: usize = 100;

const FIND_LITE: &str = "SELECT b.booking_id, b.uaid, a.first_name, a.last_name, b.code, b.test_date, b.test_time, \
     b.status, b.booking_type, b.t_shirt_size, b.assistance_required \
     FROM booking b JOIN account a ON a.uaid = b.uaid \
     WHERE b.event_id = $1 AND b.test_date >= $2 AND b.test_date <= $3 \
     AND b.status NOT IN ('cancelled', 'declined') AND a.deleted_at IS NULL \
     AND ($4 = '' OR EXISTS (SELECT 1 FROM team t WHERE t.coach_uaid = $4 AND t.deleted_at IS NULL \
     AND (t.team_booking_id = a.team_booking_id OR t.team_booking_id IN (SELECT o.team_booking_id FROM booking o \
     WHERE o.uaid = b.uaid AND o.status NOT IN ('cancelled', 'declined'))))) \
     AND ($5 = '' OR LOWER(a.first_name || ' ' || a.last_name) LIKE $5 ESCAPE '!' OR b.code = $6 OR b.uaid = $7) \
     ORDER BY b.test_date, b.test_time, a.last_name, b.booking_id LIMIT $8";

/// Which bookings are wanted.
#[derive(Debug, Clone)]
pub struct LiteQuery {
    /// The event.
    pub event_id: String,
    /// First day, ISO.
    pub from: String,
    /// Last day, ISO.
    pub to: String,
    /// Members of this coach's teams only.
    pub coach: Option<String>,
    /// A part of a name, a booking code in any case, or an athlete's number.
    pub search: String,
    /// The booking code that `search` reads as.
    pub code: Option<String>,
    /// The athlete's number that `search` reads as.
    pub uaid: Option<String>,
}

/// One booking.
#[derive(Debug, Clone, FromRow)]
pub struct LiteRow {
    /// The booking.
    pub booking_id: String,
    /// Whose it is.
    pub uaid: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// The code on the ticket.
    pub code: String,
    /// ISO.
    pub test_date: Option<String>,
    /// `HH:MM`; none where help was asked for without a time.
    pub test_time: Option<String>,
    /// booked, assistance, completed or dnt.
    pub status: String,
    /// `test` or `retest`.
    pub booking_type: String,
    /// XS to XXL.
    pub t_shirt_size: String,
    /// Whether help was asked for.
    pub assistance_required: bool,
}

/// Finds bookings by date, then time (spec §7); one more than [`LITE_LIMIT`] tells that there are more.
pub async fn find_lite(conn: &mut Conn<'_>, query: &LiteQuery) -> Result<Vec<LiteRow>, DbError> {
    let pattern = pattern(&query.search);
    let limit = i64::try_from(LITE_LIMIT + 1).unwrap_or(i64::MAX);
    Ok(on!(conn, c => sqlx::query_as(FIND_LITE)
        .bind(&query.event_id).bind(&query.from).bind(&query.to)
        .bind(query.coach.as_deref().unwrap_or_default()).bind(&pattern)
        .bind(query.code.as_deref().unwrap_or_default())
        .bind(query.uaid.as_deref().unwrap_or_default()).bind(limit)
        .fetch_all(&mut **c).await?))
}

/// What a name has to look like: the text somewhere in it, wildcards taken as they are written.
fn pattern(search: &str) -> String {
    let mut pattern = String::new();
    for c in search.trim().to_lowercase().chars() {
        if matches!(c, '!' | '%' | '_') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    if pattern.is_empty() { pattern } else { format!("%{pattern}%") }
}
