//! Whose health data has been held long enough (RULES 6.6): 90 days after the last test, the answers of the
//! screening for 12 months. The days are London's and come in as the last one that is over.

use sixfold_domain::time::Date;

use super::{Conn, Result, params};

/// People with health fields or assistance types whose last test, last consent and last word on their health all lie on or
/// before the last day that is over, and who have no booking still to come. `$1` is the end of that day in milliseconds,
/// `$2` its date.
macro_rules! held_too_long {
    ($and:literal) => {
        concat!(
            "SELECT a.uaid FROM account a LEFT JOIN eligibility e ON e.uaid = a.uaid WHERE a.deleted_at IS NULL \
             AND (a.emergency_name_sealed IS NOT NULL OR a.emergency_number_sealed IS NOT NULL \
             OR a.medical_issues_sealed IS NOT NULL OR EXISTS \
             (SELECT 1 FROM booking h WHERE h.uaid = a.uaid AND h.assistance_type_sealed IS NOT NULL)) \
             AND COALESCE(a.health_given_at, 0) <= $1 AND COALESCE(e.health_consent_at, a.created_at) <= $1 \
             AND NOT EXISTS (SELECT 1 FROM booking b WHERE b.uaid = a.uaid \
             AND b.status IN ('booked', 'assistance', 'completed', 'dnt') \
             AND (b.test_date > $2 OR (b.test_date IS NULL AND b.status IN ('booked', 'assistance')))) ",
            $and
        )
    };
}

const LIST_HEALTH: &str = held_too_long!("AND a.uaid > $3 ORDER BY a.uaid LIMIT $4");
const IS_HEALTH_DUE: &str = held_too_long!("AND a.uaid = $3");
const LIST_SCREENINGS: &str = "SELECT uaid, screened_at FROM eligibility \
     WHERE (parq_sealed IS NOT NULL OR clearance_basis_sealed IS NOT NULL) AND screened_at <= $1 AND uaid > $2 \
     ORDER BY uaid LIMIT $3";
const SCREENED_AT: &str = "SELECT screened_at FROM eligibility \
     WHERE (parq_sealed IS NOT NULL OR clearance_basis_sealed IS NOT NULL) AND uaid = $1";

/// The last day that has been over for long enough.
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    pub date: Date,
    /// Its last millisecond in London.
    pub end_ms: i64,
}

/// At most `limit` people whose health data is due to go, after a number.
pub async fn list_health(conn: &mut Conn<'_>, edge: Edge, after: &str, limit: i64) -> Result<Vec<String>> {
    conn.scalars(LIST_HEALTH, params![edge.end_ms, edge.date, after, limit]).await
}

/// Whether one person's is due: asked again in the job that erases it.
pub async fn is_health_due(conn: &mut Conn<'_>, edge: Edge, uaid: &str) -> Result<bool> {
    let due: Option<String> =
        conn.optional_scalar(IS_HEALTH_DUE, params![edge.end_ms, edge.date, uaid]).await?;
    Ok(due.is_some())
}

/// At most `limit` screenings whose answers are still there and were given at or before `until_ms`, after a number: whose, and
/// when.
pub async fn list_screenings(
    conn: &mut Conn<'_>,
    until_ms: i64,
    after: &str,
    limit: i64,
) -> Result<Vec<(String, i64)>> {
    conn.all(LIST_SCREENINGS, params![until_ms, after, limit]).await
}

/// When one person's answers were given, while they are still there, ms.
pub async fn screened_at(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<i64>> {
    conn.optional_scalar(SCREENED_AT, params![uaid]).await
}
