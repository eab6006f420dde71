//! What is stored of a person's eligibility. The seven answers are health data and encrypted; what the rules need of
//! them (any yes, and when) is stored beside them in plain text.

use std::collections::HashMap;

use sixfold_domain::eligibility::{Clearance, Eligibility, EligibilityAnswers};
use sixfold_domain::time::{Date, london_date_time};
use sqlx::FromRow;

use crate::db::connection::column::OptionalText;
use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::{Conn, DbError, Result, params};

const FIND: &str = "SELECT a.date_of_birth, e.consent, e.consent_version, e.health_consent, e.health_consent_version, \
     e.health_consent_withdrawn_at, e.guardian_confirmed_at, e.parq_cleared, e.screened_at, e.clearance_at, \
     e.clearance_expires_at, e.parq_sealed IS NOT NULL AS has_answers \
     FROM account a LEFT JOIN eligibility e ON e.uaid = a.uaid WHERE a.uaid = $1 AND a.deleted_at IS NULL";
/// `created_at` is here for SQLite: it makes it use the index of assistance requests instead of reading every booking.
const OF_ASSISTANCE_REQUESTS: &str = "SELECT a.uaid, a.date_of_birth, e.consent, e.consent_version, e.health_consent, \
     e.health_consent_version, e.health_consent_withdrawn_at, e.guardian_confirmed_at, e.parq_cleared, e.screened_at, \
     e.clearance_at, e.clearance_expires_at, e.parq_sealed IS NOT NULL AS has_answers \
     FROM booking b CROSS JOIN account a LEFT JOIN eligibility e ON e.uaid = a.uaid WHERE b.event_id = $1 \
     AND b.status = 'assistance' AND b.created_at >= 0 AND a.uaid = b.uaid AND a.deleted_at IS NULL";
const PUT: &str = "INSERT INTO eligibility (uaid, age_range, consent, consent_version, consent_at, health_consent, \
     health_consent_version, health_consent_at, guardian_email, parq_sealed, parq_cleared, screened_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $5) ON CONFLICT (uaid) DO UPDATE SET \
     age_range = excluded.age_range, consent = excluded.consent, consent_version = excluded.consent_version, \
     consent_at = excluded.consent_at, health_consent = excluded.health_consent, \
     health_consent_version = excluded.health_consent_version, health_consent_at = excluded.health_consent_at, \
     health_consent_withdrawn_at = NULL, guardian_email = CASE WHEN eligibility.guardian_confirmed_at IS NULL \
     THEN COALESCE(excluded.guardian_email, eligibility.guardian_email) ELSE eligibility.guardian_email END, \
     parq_sealed = excluded.parq_sealed, parq_cleared = excluded.parq_cleared, screened_at = excluded.screened_at, \
     clearance_by = NULL, clearance_basis_sealed = NULL, clearance_at = NULL, clearance_expires_at = NULL";
const GUARDIAN: &str = "SELECT guardian_email, guardian_confirmed_at FROM eligibility WHERE uaid = $1";
const NAME_GUARDIAN: &str =
    "UPDATE eligibility SET guardian_email = $2 WHERE uaid = $1 AND guardian_confirmed_at IS NULL";
const CONFIRM: &str =
    "UPDATE eligibility SET guardian_confirmed_at = $2 WHERE uaid = $1 AND guardian_confirmed_at IS NULL";

/// The columns of a query about `account a` and `eligibility e`.
#[derive(FromRow)]
pub struct EligibilityColumns {
    #[sqlx(try_from = "OptionalText<Date>")]
    date_of_birth: Option<Date>,
    consent: Option<bool>,
    consent_version: Option<String>,
    health_consent: Option<bool>,
    health_consent_version: Option<String>,
    health_consent_withdrawn_at: Option<i64>,
    guardian_confirmed_at: Option<i64>,
    parq_cleared: Option<bool>,
    screened_at: Option<i64>,
    clearance_at: Option<i64>,
    clearance_expires_at: Option<i64>,
    has_answers: bool,
}

/// What the booking rules need to know about a person's eligibility.
#[derive(Debug, Clone, Default)]
pub struct EligibilityFacts {
    pub born: Option<Date>,
    /// The default if they were never screened.
    pub record: Eligibility,
    /// Whether they consent to health data being held, to whichever version of the text.
    pub health_consent: bool,
}

/// A person's eligibility, with consents to the version that is asked for now; [`DbError::NotFound`] if there is no such
/// account.
pub async fn find(conn: &mut Conn, uaid: &str, current_consent: &str) -> Result<EligibilityFacts> {
    conn.one::<EligibilityColumns>(FIND, params![uaid]).await?.read(current_consent)
}

/// The eligibility of everybody with an assistance request for an event, by number, in one statement.
pub async fn of_assistance_requests(
    conn: &mut Conn,
    event_id: &str,
    current_consent: &str,
) -> Result<HashMap<String, EligibilityFacts>> {
    let rows: Vec<NumberedRow> = conn.all(OF_ASSISTANCE_REQUESTS, params![event_id]).await?;
    rows.into_iter().map(|NumberedRow { uaid, row }| Ok((uaid, row.read(current_consent)?))).collect()
}

#[derive(FromRow)]
struct NumberedRow {
    uaid: String,
    #[sqlx(flatten)]
    row: EligibilityColumns,
}

impl EligibilityColumns {
    /// A consent to health data counts only if it is to the current version of the text.
    pub fn read(self, current_consent: &str) -> Result<EligibilityFacts> {
        let day = |at: Option<i64>| at.map(london_day).transpose();
        let health = self.health_consent == Some(true) && self.health_consent_withdrawn_at.is_none();
        let clearance = match (self.clearance_at, day(self.clearance_expires_at)?) {
            (Some(_), Some(expires)) => Some(Clearance { basis: String::new(), expires }),
            _ => None,
        };
        Ok(EligibilityFacts {
            born: self.date_of_birth,
            record: Eligibility {
                consent_version: self.consent_version.filter(|_| self.consent == Some(true)),
                health_consent_version: self
                    .health_consent_version
                    .filter(|version| health && version == current_consent),
                screened_on: day(self.screened_at)?.filter(|_| health && self.has_answers),
                any_yes: self.parq_cleared == Some(false),
                clearance,
                guardian_confirmed: self.guardian_confirmed_at.is_some(),
            },
            health_consent: health,
        })
    }
}

fn london_day(at_ms: i64) -> Result<Date> {
    london_date_time(at_ms).map(|local| local.date).map_err(|_| DbError::broken("instant"))
}

/// Stores new answers ([`Eligibility::answered`]). The consents are to the version that was shown: if the text has changed
/// meanwhile, the person is asked again. A guardian who has confirmed stays, even if the answers name another.
pub async fn put(
    conn: &mut Conn,
    cipher: &FieldCipher,
    uaid: &str,
    answers: &EligibilityAnswers,
    current_consent: &str,
    now_ms: i64,
) -> Result<()> {
    let EligibilityFacts { record, .. } = find(conn, uaid, current_consent).await?;
    let today = london_day(now_ms)?;
    let version = answers.consent_version.as_deref().unwrap_or(current_consent);
    let record = record.answered(answers, version, version, today);
    let parq = serde_json::to_string(&answers.parq).map_err(|error| DbError::Other(error.to_string()))?;
    let encrypted = cipher.encrypt("eligibility", uaid, "parq_sealed", &parq)?;
    conn.execute(
        PUT,
        params![
            uaid,
            answers.age_range,
            answers.consent,
            version,
            now_ms,
            answers.health_consent,
            version,
            answers.health_consent.then_some(now_ms),
            answers.guardian(),
            encrypted,
            !record.any_yes
        ],
    )
    .await
}

/// The guardian named for a person, and whether they have confirmed.
pub async fn guardian(conn: &mut Conn, uaid: &str) -> Result<Option<(String, bool)>> {
    let named: Option<(Option<String>, Option<i64>)> = conn.optional(GUARDIAN, params![uaid]).await?;
    Ok(named.and_then(|(email, confirmed)| Some((email?, confirmed.is_some()))))
}

/// Stores the guardian's address; false if a guardian has already confirmed, or the person was never screened.
pub async fn name_guardian(conn: &mut Conn, uaid: &str, email: &str) -> Result<bool> {
    conn.affected_one(NAME_GUARDIAN, params![uaid, email]).await
}

/// Records a guardian's confirmation; false if there was one before.
pub async fn confirm_guardian(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<bool> {
    conn.affected_one(CONFIRM, params![uaid, now_ms]).await
}
