//! Health data as a whole: the consent to hold it, reading it, erasing it, and whose time is over. What counts as health data
//! is medical notes, emergency contact, assistance types and the answers of the screening (RULES 9.4).

use sixfold_domain::role::{Capability, Grant, Role};
use sixfold_domain::time::london_date_time;
use sqlx::FromRow;

use super::account::{AccountRow, OpenHealth};
use super::eligibility::HEALTH_CONSENT_VERSION;
use super::{Conn, DbError, Result, audit, desk, params};
use crate::db::field_encryption::{Vault, VaultError};

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
/// Profiles are the kept answers that hold health data, one's own and those that staff have saved.
const ERASE_ANSWERS: &str = "DELETE FROM idempotency_key WHERE (owner = $1 OR subject_uaid = $1) \
     AND (path LIKE '/api/user/profile%' OR path = '/api/event/admin/user/update')";
const ERASE_SCREENING: &str = "UPDATE eligibility SET parq_sealed = NULL, parq_cleared = FALSE, clearance_by = NULL, \
     clearance_basis_sealed = NULL, clearance_at = NULL, clearance_expires_at = NULL WHERE uaid = $1";

const LISTED: &str = "SELECT COUNT(*) FROM audit_log WHERE subject_uaid = $1 AND actor_uaid = $2 AND object_id = $3 \
     AND action = 'health.listed'";

/// A consent to hold health data, given or withdrawn.
#[derive(Debug, Clone, FromRow)]
struct Row {
    given: bool,
    version: String,
    given_at: Option<i64>,
    withdrawn_at: Option<i64>,
}

/// Where somebody's consent to hold health data stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Whether the text of today is agreed to.
    pub given: bool,
    /// The version that was agreed to or withdrawn.
    pub version: String,
    /// When that was, ms; none where it was refused from the start.
    pub at: Option<i64>,
}

/// The consent as it stands; none when it was never asked for.
pub async fn consent(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<Consent>> {
    let row: Option<Row> = conn.optional(CONSENT, params![uaid]).await?;
    Ok(row.map(|row| Consent {
        given: row.given && row.withdrawn_at.is_none() && row.version == HEALTH_CONSENT_VERSION,
        at: row.withdrawn_at.or(row.given_at),
        version: row.version,
    }))
}

/// Notes a yes to the text of today. Says whether there was anything to note it by: whoever was never screened is asked
/// together with the screening.
pub async fn give_consent(conn: &mut Conn<'_>, uaid: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(GIVE, params![uaid, HEALTH_CONSENT_VERSION, now_ms]).await
}

/// Notes a no, and erases what was held: fields, assistance types and the answers of the screening, all or nothing.
pub async fn withdraw_consent(conn: &mut Conn<'_>, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(WITHDRAW, params![uaid, now_ms]).await?;
    erase(conn, uaid).await?;
    erase_screening(conn, uaid).await
}

/// Erases medical notes, emergency contact and assistance types, in the rows and in the answers that were kept.
pub async fn erase(conn: &mut Conn<'_>, uaid: &str) -> Result<()> {
    for sql in [ERASE_FIELDS, ERASE_ASSISTANCE, ERASE_ANSWERS] {
        conn.execute(sql, params![uaid]).await?;
    }
    Ok(())
}

/// Erases the answers of the screening and the clearance that rested on them.
pub async fn erase_screening(conn: &mut Conn<'_>, uaid: &str) -> Result<()> {
    conn.execute(ERASE_SCREENING, params![uaid]).await
}

/// Who wants to read somebody's health data.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    pub uaid: &'a str,
    pub role: Role,
}

impl Reader<'_> {
    /// Whether this person may read the health data of an account: its owner may, role 3 may, role 2 of whoever comes today, a coach
    /// never.
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

/// The way to the health fields of a profile: opens them for whoever may read them, and notes the reading in the audit log when it
/// is somebody else. The desk's list of the day and the queue of assistance open contacts and kinds of assistance row by row, and
/// note each reading with [`note_reading`]. None for everybody else. A reading by staff needs a job that writes.
pub async fn open_for(
    conn: &mut Conn<'_>,
    vault: &Vault,
    reader: Reader<'_>,
    account: &AccountRow,
    now_ms: i64,
) -> Result<Option<OpenHealth>, ReadError> {
    if !reader.may_read(conn, &account.uaid, now_ms).await? {
        return Ok(None);
    }
    note_reading(conn, reader, &account.uaid, now_ms).await?;
    Ok(Some(account.open_health(vault)?))
}

/// Notes that somebody else read a person's health data; an answer that is given again is a reading too.
pub async fn note_reading(conn: &mut Conn<'_>, reader: Reader<'_>, uaid: &str, now_ms: i64) -> Result<()> {
    if reader.uaid == uaid {
        return Ok(());
    }
    let actor = (reader.uaid, i64::from(reader.role.number()));
    audit::by(conn, actor, "health.read", Some(uaid), None, now_ms).await
}

/// Notes that a list which is open all day showed a person's health data to a member of staff: once a London day for each list,
/// reader and person, under a word of its own, so that `health.read` is somebody who looked.
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

/// Why health data could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Db(#[from] DbError),
    /// A value did not open.
    #[error(transparent)]
    Vault(#[from] VaultError),
}
