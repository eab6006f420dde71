//! Consent to the use of health data, and erasing it. Who may read it: [`super::health_access`].

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

const CONSENT: &str = "SELECT health_consent AS given, health_consent_version AS version, \
     health_consent_at AS given_at, health_consent_withdrawn_at AS withdrawn_at \
     FROM eligibility WHERE uaid = $1";
const GIVE: &str = "UPDATE eligibility SET health_consent = TRUE, health_consent_version = $2, health_consent_at = $3, \
     health_consent_withdrawn_at = NULL WHERE uaid = $1";
const WITHDRAW: &str = "UPDATE eligibility SET health_consent = FALSE, \
     health_consent_withdrawn_at = COALESCE(health_consent_withdrawn_at, $2) WHERE uaid = $1";

const ERASE_FIELDS: &str = "UPDATE account SET emergency_name_sealed = NULL, emergency_number_sealed = NULL, \
     medical_issues_sealed = NULL, health_given_at = NULL WHERE uaid = $1";
const ERASE_ASSISTANCE: &str = "UPDATE booking SET assistance_type_sealed = NULL \
     WHERE uaid = $1 AND assistance_type_sealed IS NOT NULL";
const CLEAR_WISH: &str =
    "UPDATE account SET assistance_required = FALSE WHERE uaid = $1 AND assistance_required = TRUE";
const CLEAR_WISHES: &str =
    "UPDATE booking SET assistance_required = FALSE WHERE uaid = $1 AND assistance_required = TRUE";
/// The stored answers that contain health data or the basis of a clearance are profiles: one's own, and those saved by staff.
const ERASE_ANSWERS: &str = "DELETE FROM idempotency_key WHERE (owner = $1 OR subject_uaid = $1) \
     AND (path LIKE '/api/user/profile%' OR path = '/api/event/admin/user/update')";
const ERASE_SCREENING: &str = "UPDATE eligibility SET parq_sealed = NULL, parq_cleared = FALSE, clearance_by = NULL, \
     clearance_basis_sealed = NULL, clearance_at = NULL, clearance_expires_at = NULL WHERE uaid = $1";

#[derive(Debug, Clone, FromRow)]
struct Row {
    given: bool,
    version: String,
    given_at: Option<i64>,
    withdrawn_at: Option<i64>,
}

/// A person's consent to the use of health data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Whether they agree to the current version of the text.
    pub given: bool,
    /// The version that was agreed to or withdrawn.
    pub version: String,
    /// When that was, ms; none if it was refused from the start.
    pub at: Option<i64>,
    /// Whether it was withdrawn, from whichever version of the text.
    pub withdrawn: bool,
}

/// None if it was never asked for. `current` is the version that is asked for now.
pub async fn consent(conn: &mut Conn, uaid: &str, current: &str) -> Result<Option<Consent>> {
    let row: Option<Row> = conn.optional(CONSENT, params![uaid]).await?;
    Ok(row.map(|row| Consent {
        given: row.given && row.withdrawn_at.is_none() && row.version == current,
        at: row.withdrawn_at.or(row.given_at),
        withdrawn: row.withdrawn_at.is_some(),
        version: row.version,
    }))
}

/// Records consent to a version of the text. False if the person was never screened: they are asked with the screening.
pub async fn give_consent(conn: &mut Conn, uaid: &str, version: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(GIVE, params![uaid, version, now_ms]).await
}

/// Records the withdrawal, and erases fields, assistance types and the answers to the screening, all or nothing.
pub async fn withdraw_consent(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(WITHDRAW, params![uaid, now_ms]).await?;
    erase(conn, uaid).await?;
    erase_screening(conn, uaid).await
}

/// Erases medical notes, emergency contact and assistance types, in their rows and in stored answers.
pub async fn erase(conn: &mut Conn, uaid: &str) -> Result<()> {
    for sql in [ERASE_FIELDS, ERASE_ASSISTANCE, ERASE_ANSWERS] {
        conn.execute(sql, params![uaid]).await?;
    }
    Ok(())
}

/// Erases what [`erase`] does, and that help was asked for, in the profile and in bookings. Without consent to health data help can
/// still be asked for, so withdrawing it leaves that.
pub async fn erase_expired(conn: &mut Conn, uaid: &str) -> Result<()> {
    erase(conn, uaid).await?;
    for sql in [CLEAR_WISH, CLEAR_WISHES] {
        conn.execute(sql, params![uaid]).await?;
    }
    Ok(())
}

/// Erases the answers to the screening and the clearance based on them, in their row and in stored answers.
pub async fn erase_screening(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(ERASE_SCREENING, params![uaid]).await?;
    conn.execute(ERASE_ANSWERS, params![uaid]).await
}
