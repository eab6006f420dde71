//! What the store has about one person, for that person, in addition to profile, bookings and sessions. No statement
//! here reads a hash, a key or a secret.

use sqlx::FromRow;

use crate::db::messages::notification::choice::{self, Choice};
use crate::db::messages::notification::device::{self, Device};
use crate::db::sharing::share::photo::{self, PhotoRow};
use crate::db::sharing::share::{self, Row as Share};
use crate::db::sign_in::passkey::{self, ListedPasskey};
use crate::db::{Conn, DbError, Result, params};

const ACCOUNT: &str = "SELECT email, role, created_at, updated_at, registered_at, public_opt_in, share_last_name FROM account \
     WHERE uaid = $1 AND deleted_at IS NULL";
const ELIGIBILITY: &str = "SELECT age_range, consent, consent_version, consent_at, health_consent, \
     health_consent_version, health_consent_at, health_consent_withdrawn_at, guardian_email, guardian_confirmed_at, \
     parq_sealed, parq_cleared, screened_at, clearance_basis_sealed, clearance_at, clearance_expires_at \
     FROM eligibility WHERE uaid = $1";
const WAITING: &str = "SELECT event_id, test_date, test_time, status, created_at, offered_at, offer_expires_at \
     FROM waitlist WHERE uaid = $1 ORDER BY created_at DESC, waitlist_id DESC";
const ALERTS: &str = "SELECT weekdays, part, until_date, created_at, sent_at, test_date, test_time FROM time_alert \
     WHERE uaid = $1 ORDER BY created_at, alert_id";
const IDENTITIES: &str = "SELECT provider_id, issuer, subject, email, linked_at, last_used_at FROM identity \
     WHERE uaid = $1 ORDER BY linked_at, issuer, subject";
const SECOND_FACTOR: &str = "SELECT confirmed_at, (SELECT COUNT(*) FROM recovery_code r \
     WHERE r.uaid = second_factor.uaid AND r.used_at IS NULL) AS recovery_codes_left \
     FROM second_factor WHERE uaid = $1 AND confirmed_at IS NOT NULL";
const LETTERS: &str = "SELECT kind, subject, created_at, sent_at FROM mail_outbox \
     WHERE uaid = $1 OR to_address = $2 OR to_address IN (SELECT f.email FROM former_email f WHERE f.uaid = $1) \
     ORDER BY created_at DESC, mail_id DESC";
const CREWS: &str = "SELECT c.crew_id, c.name, c.owner_uaid, m.joined_at, m.share_final, m.share_corners \
     FROM crew_member m JOIN crew c ON c.crew_id = m.crew_id WHERE m.uaid = $1 ORDER BY m.joined_at, c.crew_id";
const PHONES: &str = "SELECT d.booking_id, d.created_at FROM apple_pass_device d \
     JOIN booking b ON b.booking_id = d.booking_id WHERE b.uaid = $1 ORDER BY d.created_at, d.registration_id";
const AUDIT: &str = "SELECT at, action, actor_uaid, actor_role, object_id, detail FROM audit_log \
     WHERE subject_uaid = $1 ORDER BY at DESC, audit_id DESC";

#[derive(Debug, FromRow)]
pub struct Account {
    pub email: String,
    pub role: i64,
    pub created_at: i64,
    pub updated_at: i64,
    pub registered_at: Option<i64>,
    pub public_opt_in: bool,
    pub share_last_name: bool,
}

/// The health answers are still encrypted.
#[derive(Debug, FromRow)]
pub struct Eligibility {
    pub age_range: bool,
    pub consent: bool,
    pub consent_version: String,
    pub consent_at: i64,
    pub health_consent: bool,
    pub health_consent_version: String,
    pub health_consent_at: Option<i64>,
    pub health_consent_withdrawn_at: Option<i64>,
    pub guardian_email: Option<String>,
    pub guardian_confirmed_at: Option<i64>,
    pub parq_sealed: Option<String>,
    pub parq_cleared: bool,
    pub screened_at: i64,
    pub clearance_basis_sealed: Option<String>,
    pub clearance_at: Option<i64>,
    pub clearance_expires_at: Option<i64>,
}

/// A place in a waiting list.
#[derive(Debug, FromRow)]
pub struct Waiting {
    pub event_id: String,
    pub test_date: String,
    pub test_time: String,
    pub status: String,
    pub created_at: i64,
    pub offered_at: Option<i64>,
    pub offer_expires_at: Option<i64>,
}

/// An alert.
#[derive(Debug, FromRow)]
pub struct TimeAlert {
    /// Monday in the lowest bit.
    pub weekdays: i64,
    pub part: String,
    pub until_date: String,
    pub created_at: i64,
    pub sent_at: Option<i64>,
    pub test_date: Option<String>,
    pub test_time: Option<String>,
}

#[derive(Debug, FromRow)]
pub struct Identity {
    pub provider_id: String,
    pub issuer: String,
    pub subject: String,
    pub email: String,
    pub linked_at: i64,
    pub last_used_at: i64,
}

#[derive(Debug, FromRow)]
pub struct SecondFactor {
    pub confirmed_at: i64,
    pub recovery_codes_left: i64,
}

/// A letter, without its text.
#[derive(Debug, FromRow)]
pub struct Letter {
    pub kind: String,
    pub subject: String,
    pub created_at: i64,
    pub sent_at: Option<i64>,
}

/// A crew that the person is in.
#[derive(Debug, FromRow)]
pub struct CrewOf {
    pub crew_id: String,
    pub name: String,
    pub owner_uaid: String,
    pub joined_at: i64,
    pub share_final: bool,
    pub share_corners: bool,
}

/// A phone that has a ticket in its wallet.
#[derive(Debug, FromRow)]
pub struct Phone {
    pub booking_id: String,
    pub created_at: i64,
}

#[derive(Debug, FromRow)]
pub struct AuditLine {
    pub at: i64,
    pub action: String,
    pub actor_uaid: Option<String>,
    pub actor_role: Option<i64>,
    pub object_id: Option<String>,
    pub detail: String,
}

#[derive(Debug)]
pub struct ExportRows {
    pub account: Account,
    pub eligibility: Option<Eligibility>,
    pub waiting: Vec<Waiting>,
    pub alerts: Vec<TimeAlert>,
    pub identities: Vec<Identity>,
    pub second_factor: Option<SecondFactor>,
    pub passkeys: Vec<ListedPasskey>,
    pub letters: Vec<Letter>,
    pub shares: Vec<Share>,
    pub photos: Vec<PhotoRow>,
    pub crews: Vec<CrewOf>,
    pub phones: Vec<Phone>,
    pub notified: Vec<Device>,
    pub notifications: Choice,
    pub audit: Vec<AuditLine>,
}

/// Everything in this file about one person; [`DbError::NotFound`] if there is no such account.
pub async fn load(conn: &mut Conn<'_>, uaid: &str) -> Result<ExportRows> {
    let account: Option<Account> = conn.optional(ACCOUNT, params![uaid]).await?;
    let account = account.ok_or(DbError::NotFound)?;
    Ok(ExportRows {
        eligibility: conn.optional(ELIGIBILITY, params![uaid]).await?,
        waiting: conn.all(WAITING, params![uaid]).await?,
        alerts: conn.all(ALERTS, params![uaid]).await?,
        identities: conn.all(IDENTITIES, params![uaid]).await?,
        second_factor: conn.optional(SECOND_FACTOR, params![uaid]).await?,
        passkeys: passkey::list(conn, uaid).await?,
        letters: conn.all(LETTERS, params![uaid, account.email]).await?,
        shares: share::every(conn, uaid).await?,
        photos: photo::of_person(conn, uaid).await?,
        crews: conn.all(CREWS, params![uaid]).await?,
        phones: conn.all(PHONES, params![uaid]).await?,
        notified: device::list(conn, uaid).await?,
        notifications: choice::find(conn, uaid).await?,
        audit: conn.all(AUDIT, params![uaid]).await?,
        account,
    })
}
