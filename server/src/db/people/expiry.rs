//! Whose health data has to be erased (RULES 6.6): 90 days after the last test, and the answers to the screening after
//! 12 months. Days are London's.

use sixfold_domain::time::Date;

use crate::db::{Conn, Result, params};

/// People with health fields, assistance types or a wish for help whose last test, consent and change of health data are all on or
/// before the cut-off, and who have no later booking. `$1` is the end of the cut-off day in milliseconds, `$2` its
/// date.
macro_rules! past_retention {
    ($and:literal) => {
        concat!(
            "SELECT a.uaid FROM account a LEFT JOIN eligibility e ON e.uaid = a.uaid WHERE a.deleted_at IS NULL \
             AND (a.emergency_name_sealed IS NOT NULL OR a.emergency_number_sealed IS NOT NULL \
             OR a.medical_issues_sealed IS NOT NULL OR a.assistance_required OR EXISTS \
             (SELECT 1 FROM booking h WHERE h.uaid = a.uaid \
             AND (h.assistance_type_sealed IS NOT NULL OR h.assistance_required))) \
             AND COALESCE(a.health_given_at, 0) <= $1 AND COALESCE(e.health_consent_at, a.created_at) <= $1 \
             AND NOT EXISTS (SELECT 1 FROM booking b WHERE b.uaid = a.uaid \
             AND b.status IN ('booked', 'assistance', 'completed', 'dnt') \
             AND (b.test_date > $2 OR (b.test_date IS NULL AND b.status IN ('booked', 'assistance')))) ",
            $and
        )
    };
}

const LIST_HEALTH: &str = past_retention!("AND a.uaid > $3 ORDER BY a.uaid LIMIT $4");
const IS_HEALTH_DUE: &str = past_retention!("AND a.uaid = $3");
const LIST_SCREENINGS: &str = "SELECT uaid, screened_at FROM eligibility \
     WHERE (parq_sealed IS NOT NULL OR clearance_basis_sealed IS NOT NULL) AND screened_at <= $1 AND uaid > $2 \
     ORDER BY uaid LIMIT $3";
const SCREENED_AT: &str = "SELECT screened_at FROM eligibility \
     WHERE (parq_sealed IS NOT NULL OR clearance_basis_sealed IS NOT NULL) AND uaid = $1";

/// The last day whose data is due.
#[derive(Debug, Clone, Copy)]
pub struct Cutoff {
    pub date: Date,
    /// Its last millisecond in London.
    pub end_ms: i64,
}

/// At most `limit` people whose health data is due, after a number.
pub async fn list_health(conn: &mut Conn, cutoff: Cutoff, after: &str, limit: i64) -> Result<Vec<String>> {
    conn.scalars(LIST_HEALTH, params![cutoff.end_ms, cutoff.date, after, limit]).await
}

/// Whether one person's health data is due; checked again in the job that erases it.
pub async fn is_health_due(conn: &mut Conn, cutoff: Cutoff, uaid: &str) -> Result<bool> {
    Ok(conn
        .optional_scalar::<String>(IS_HEALTH_DUE, params![cutoff.end_ms, cutoff.date, uaid])
        .await?
        .is_some())
}

/// At most `limit` screenings whose answers were given at or before `until_ms`, after a number: the person, and when.
pub async fn list_screenings(
    conn: &mut Conn,
    until_ms: i64,
    after: &str,
    limit: i64,
) -> Result<Vec<(String, i64)>> {
    conn.all(LIST_SCREENINGS, params![until_ms, after, limit]).await
}

/// When a person's stored answers were given, ms.
pub async fn screened_at(conn: &mut Conn, uaid: &str) -> Result<Option<i64>> {
    conn.optional_scalar(SCREENED_AT, params![uaid]).await
}
