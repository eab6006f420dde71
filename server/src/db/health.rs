//! Consent to the use of health data, reading it and erasing it. Health data is medical notes, emergency contact,
//! assistance types and the answers to the screening (RULES 9.4).

use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::time::london_date_time;
use sqlx::FromRow;

use super::account::{AccountRow, DecryptedHealth};
use super::eligibility::HEALTH_CONSENT_VERSION;
use super::{Conn, DbError, Result, audit, desk, params};
use crate::db::field_encryption::{CipherError, FieldCipher};

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
/// The stored answers that contain health data are profiles: one's own, and those saved by staff.
const ERASE_ANSWERS: &str = "DELETE FROM idempotency_key WHERE (owner = $1 OR subject_uaid = $1) \
     AND (path LIKE '/api/user/profile%' OR path = '/api/event/admin/user/update')";
const ERASE_SCREENING: &str = "UPDATE eligibility SET parq_sealed = NULL, parq_cleared = FALSE, clearance_by = NULL, \
     clearance_basis_sealed = NULL, clearance_at = NULL, clearance_expires_at = NULL WHERE uaid = $1";

const LISTED: &str = "SELECT COUNT(*) FROM audit_log WHERE subject_uaid = $1 AND actor_uaid = $2 AND object_id = $3 \
     AND action = 'health.listed'";

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
    /// Whether they agree to the present version of the text.
    pub given: bool,
    /// The version that was agreed to or withdrawn.
    pub version: String,
    /// When that was, ms; none if it was refused from the start.
    pub at: Option<i64>,
}

/// None if it was never asked for.
pub async fn consent(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<Consent>> {
    let row: Option<Row> = conn.optional(CONSENT, params![uaid]).await?;
    Ok(row.map(|row| Consent {
        given: row.given && row.withdrawn_at.is_none() && row.version == HEALTH_CONSENT_VERSION,
        at: row.withdrawn_at.or(row.given_at),
        version: row.version,
    }))
}

/// Records consent to the present text. False if the person was never screened: they are asked with the screening.
pub async fn give_consent(conn: &mut Conn<'_>, uaid: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(GIVE, params![uaid, HEALTH_CONSENT_VERSION, now_ms]).await
}

/// Records the withdrawal, and erases fields, assistance types and the answers to the screening, all or nothing.
pub async fn withdraw_consent(conn: &mut Conn<'_>, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(WITHDRAW, params![uaid, now_ms]).await?;
    erase(conn, uaid).await?;
    erase_screening(conn, uaid).await
}

/// Erases medical notes, emergency contact and assistance types, in their rows and in stored answers.
pub async fn erase(conn: &mut Conn<'_>, uaid: &str) -> Result<()> {
    for sql in [ERASE_FIELDS, ERASE_ASSISTANCE, ERASE_ANSWERS] {
        conn.execute(sql, params![uaid]).await?;
    }
    Ok(())
}

/// Erases the answers to the screening and the clearance based on them.
pub async fn erase_screening(conn: &mut Conn<'_>, uaid: &str) -> Result<()> {
    conn.execute(ERASE_SCREENING, params![uaid]).await
}

/// The person who reads somebody's health data.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub uaid: &'a str,
    pub role: Role,
}

impl Reader<'_> {
    /// Its owner may, role 3 may, role 2 may if the owner is booked today; a coach never.
    async fn may_read(&self, conn: &mut Conn<'_>, uaid: &str, now_ms: i64) -> Result<bool> {
        Ok(match self.role.can(Capability::ReadHealth) {
            _ if self.uaid == uaid => true,
            Grant::Any => true,
            Grant::Today => {
                let today = london_date_time(now_ms).map_err(|_| DbError::broken("clock"))?.date;
                desk::comes_on(conn, uaid, today).await?
            }
            Grant::Own | Grant::Team | Grant::Nothing => false,
        })
    }
}

/// Decrypts the health fields of a profile for a reader who may see them, and records the reading in the audit log
/// unless they are the reader's own; none for any other reader. A reading by staff needs a job that writes.
///
/// The desk's list of a day and the queue of assistance requests decrypt their fields row by row, and record each
/// reading with [`note_reading`].
pub async fn decrypt_for(
    conn: &mut Conn<'_>,
    cipher: &FieldCipher,
    reader: Reader<'_>,
    account: &AccountRow,
    now_ms: i64,
) -> Result<Option<DecryptedHealth>, ReadError> {
    if !reader.may_read(conn, &account.uaid, now_ms).await? {
        return Ok(None);
    }
    note_reading(conn, reader, &account.uaid, now_ms).await?;
    Ok(Some(account.decrypt_health(cipher)?))
}

/// Records that somebody other than its owner has read a person's health data; a stored answer that is repeated counts
/// as a reading too.
pub async fn note_reading(conn: &mut Conn<'_>, reader: Reader<'_>, uaid: &str, now_ms: i64) -> Result<()> {
    if reader.uaid == uaid {
        return Ok(());
    }
    let actor = (reader.uaid, i64::from(reader.role.number()));
    audit::by(conn, actor, "health.read", Some(uaid), None, now_ms).await
}

/// Records that a list which stays open all day showed a person's health data to a member of staff: once per London
/// day, list, reader and person, and as an action of its own, so that `health.read` means that somebody looked.
pub async fn note_listing(
    conn: &mut Conn<'_>,
    reader: Reader<'_>,
    uaid: &str,
    list: &'static str,
    now_ms: i64,
) -> Result<()> {
    if reader.uaid == uaid {
        return Ok(());
    }
    let today = london_date_time(now_ms).map_err(|error| DbError::Other(error.to_string()))?.date;
    let object = format!("{list} {today}");
    let noted: i64 = conn.scalar(LISTED, params![uaid, reader.uaid, object]).await?;
    if noted > 0 {
        return Ok(());
    }
    let actor = (reader.uaid, i64::from(reader.role.number()));
    audit::by(conn, actor, "health.listed", Some(uaid), Some(&object), now_ms).await
}

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Db(#[from] DbError),
    /// A value could not be decrypted.
    #[error(transparent)]
    Cipher(#[from] CipherError),
}
