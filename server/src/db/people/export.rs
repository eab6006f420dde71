//! What the store has about one person, for that person, in addition to profile, bookings and sessions: the rows as the export
//! has them, so the columns have the names of the wire. No statement here reads a hash, a key or a secret.

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::Value;
use sixfold_domain::slot::Weekdays;
use sqlx::FromRow;
use utoipa::ToSchema;

use crate::db::calendar::calendar_feed;
use crate::db::connection::column::Instant;
use crate::db::messages::notification::choice::{self, Choice};
use crate::db::messages::notification::device::{self, Device};
use crate::db::sharing::share::{self, Row as Share};
use crate::db::sign_in::passkey::{self, ListedPasskey};
use crate::db::{Conn, Result, params};

const ACCOUNT: &str = "SELECT uaid, email AS email_address, role, created_at, updated_at, registered_at, public_opt_in, \
     share_last_name FROM account WHERE uaid = $1 AND deleted_at IS NULL";
const ELIGIBILITY: &str = "SELECT age_range, consent, consent_version, consent_at, health_consent, \
     health_consent_version, health_consent_at, health_consent_withdrawn_at, guardian_email, guardian_confirmed_at, \
     parq_sealed, parq_cleared AS cleared, screened_at, clearance_basis_sealed, clearance_at, clearance_expires_at \
     FROM eligibility WHERE uaid = $1";
const WAITING: &str = "SELECT event_id, test_date AS event_test_date, test_time AS event_test_time, status, \
     created_at AS joined_at, offered_at, offer_expires_at FROM waitlist WHERE uaid = $1 \
     ORDER BY created_at DESC, waitlist_id DESC";
const ALERTS: &str = "SELECT weekdays AS days, part, until_date AS until, created_at, sent_at, \
     test_date AS event_test_date, test_time AS event_test_time FROM time_alert \
     WHERE uaid = $1 ORDER BY created_at, alert_id";
const IDENTITIES: &str = "SELECT provider_id AS provider, issuer, subject, email, linked_at, last_used_at FROM identity \
     WHERE uaid = $1 ORDER BY linked_at, issuer, subject";
const SECOND_FACTOR: &str = "SELECT confirmed_at AS since, (SELECT COUNT(*) FROM recovery_code r \
     WHERE r.uaid = second_factor.uaid AND r.used_at IS NULL) AS recovery_codes_left \
     FROM second_factor WHERE uaid = $1 AND confirmed_at IS NOT NULL";
const LETTERS: &str = "SELECT kind, subject, created_at AS written_at, sent_at FROM mail_outbox \
     WHERE uaid = $1 OR to_address = $2 OR to_address IN (SELECT f.email FROM former_email f WHERE f.uaid = $1) \
     ORDER BY created_at DESC, mail_id DESC";
const FORMER_ADDRESSES: &str = "SELECT email AS email_address, created_at AS changed_at, expires_at AS kept_until \
     FROM former_email WHERE uaid = $1 ORDER BY created_at, email";
const PHOTOS: &str = "SELECT photo_id, width, height, CAST(LENGTH(body) AS BIGINT) AS bytes, created_at AS sent_at \
     FROM card_photo WHERE uaid = $1 ORDER BY created_at, photo_id";
const CREWS: &str = "SELECT c.crew_id, c.name, c.owner_uaid = m.uaid AS is_owner, m.joined_at, m.share_final, m.share_corners \
     FROM crew_member m JOIN crew c ON c.crew_id = m.crew_id WHERE m.uaid = $1 ORDER BY m.joined_at, c.crew_id";
const PHONES: &str = "SELECT d.booking_id AS event_booking_id, d.created_at AS added_at FROM apple_pass_device d \
     JOIN booking b ON b.booking_id = d.booking_id WHERE b.uaid = $1 ORDER BY d.created_at, d.registration_id";
const CORRECTIONS: &str = "SELECT booking_id AS event_booking_id, results, notes, asked_at, settled_at, outcome \
     FROM correction_request WHERE uaid = $1 ORDER BY asked_at, request_id";
const AUDIT: &str = "SELECT at, action, actor_uaid, actor_role, object_id, detail FROM audit_log \
     WHERE subject_uaid = $1 ORDER BY at DESC, audit_id DESC";

#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccountView)]
pub struct Account {
    pub uaid: String,
    pub email_address: String,
    /// 1 to 4.
    pub role: i64,
    #[schema(value_type = String)]
    pub created_at: Instant,
    #[schema(value_type = String)]
    pub updated_at: Instant,
    /// When the profile was first filled in.
    #[schema(value_type = Option<String>)]
    pub registered_at: Option<Instant>,
    #[serde(skip)]
    pub public_opt_in: bool,
    #[serde(skip)]
    pub share_last_name: bool,
}

#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EligibilityView)]
pub struct Eligibility {
    pub age_range: bool,
    pub consent: bool,
    pub consent_version: String,
    #[schema(value_type = String)]
    pub consent_at: Instant,
    pub health_consent: bool,
    pub health_consent_version: String,
    #[schema(value_type = Option<String>)]
    pub health_consent_at: Option<Instant>,
    #[schema(value_type = Option<String>)]
    pub health_consent_withdrawn_at: Option<Instant>,
    pub guardian_email: Option<String>,
    #[schema(value_type = Option<String>)]
    pub guardian_confirmed_at: Option<Instant>,
    /// The seven answers; null once erased.
    #[sqlx(skip)]
    #[serde(rename = "PARQ")]
    #[schema(value_type = Option<Vec<bool>>)]
    pub parq: Option<Value>,
    #[serde(skip)]
    pub parq_sealed: Option<String>,
    /// Whether every answer was a no.
    pub cleared: bool,
    #[schema(value_type = String)]
    pub screened_at: Instant,
    #[sqlx(skip)]
    pub clearance_basis: Option<String>,
    #[serde(skip)]
    pub clearance_basis_sealed: Option<String>,
    #[schema(value_type = Option<String>)]
    pub clearance_at: Option<Instant>,
    #[schema(value_type = Option<String>)]
    pub clearance_expires_at: Option<Instant>,
}

#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingView)]
pub struct Waiting {
    event_id: String,
    event_test_date: String,
    event_test_time: String,
    /// waiting, offered, accepted, expired or left.
    status: String,
    #[schema(value_type = String)]
    joined_at: Instant,
    #[schema(value_type = Option<String>)]
    offered_at: Option<Instant>,
    #[schema(value_type = Option<String>)]
    offer_expires_at: Option<Instant>,
}

/// An alert about times that open.
#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AlertOfExport)]
pub struct TimeAlert {
    /// `MONDAY` to `SUNDAY`.
    #[serde(serialize_with = "weekdays")]
    #[schema(value_type = Vec<String>)]
    days: i64,
    part: String,
    until: String,
    #[schema(value_type = String)]
    created_at: Instant,
    /// When the alert was sent, and for which day; null until then.
    #[schema(value_type = Option<String>)]
    sent_at: Option<Instant>,
    event_test_date: Option<String>,
    event_test_time: Option<String>,
}

/// The words of stored weekdays, which have Monday in the lowest bit.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn weekdays<S: Serializer>(bits: &i64, serializer: S) -> Result<S::Ok, S::Error> {
    let days = u8::try_from(*bits).ok().and_then(Weekdays::from_bits);
    days.map(Weekdays::words).unwrap_or_default().serialize(serializer)
}

/// A linked provider.
#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IdentityView)]
pub struct Identity {
    provider: String,
    issuer: String,
    /// The person's id at the provider.
    subject: String,
    email: String,
    #[schema(value_type = String)]
    linked_at: Instant,
    #[schema(value_type = String)]
    last_used_at: Instant,
}

#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactorView)]
pub struct SecondFactor {
    #[schema(value_type = String)]
    since: Instant,
    recovery_codes_left: i64,
}

#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LetterView)]
pub struct Letter {
    kind: String,
    subject: String,
    #[schema(value_type = String)]
    written_at: Instant,
    #[schema(value_type = Option<String>)]
    sent_at: Option<Instant>,
}

/// An address that the person changed, kept while the change can be undone.
#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormerAddress {
    email_address: String,
    #[schema(value_type = String)]
    changed_at: Instant,
    #[schema(value_type = String)]
    kept_until: Instant,
}

/// A photograph that was sent for cards.
#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PhotoView)]
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
pub struct Photo {
    photo_id: String,
    /// In pixels.
    width: i64,
    /// In pixels.
    height: i64,
    bytes: i64,
    #[schema(value_type = String)]
    sent_at: Instant,
}

/// A crew that the person is in, and what they share with it.
#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrewOfExport)]
pub struct CrewOf {
    crew_id: String,
    name: String,
    is_owner: bool,
    #[schema(value_type = String)]
    joined_at: Instant,
    share_final: bool,
    share_corners: bool,
}

/// A phone that has a ticket in Apple Wallet.
#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PhoneOfExport)]
pub struct Phone {
    event_booking_id: String,
    #[schema(value_type = String)]
    added_at: Instant,
}

/// Results of the person that the server refused from a tablet, and that the desk handed to programme delivery.
#[derive(Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CorrectionRequestOfExport)]
pub struct CorrectionRequest {
    event_booking_id: String,
    /// The tests as recorded at the desk, each with `TestType`, `Attempts` and `Status`.
    #[serde(serialize_with = "stored_json")]
    #[schema(value_type = Vec<Object>)]
    results: String,
    /// The notes of a refused final; null while the final of that booking is held.
    notes: Option<String>,
    #[schema(value_type = String)]
    asked_at: Instant,
    #[schema(value_type = Option<String>)]
    settled_at: Option<Instant>,
    /// `applied` or `dismissed`; null until it is settled.
    outcome: Option<String>,
}

impl CorrectionRequest {
    /// Removes the notes if they are about one of these bookings, whose finals are held.
    pub fn hide_held(&mut self, unrevealed: &[String]) {
        if unrevealed.contains(&self.event_booking_id) {
            self.notes = None;
        }
    }
}

/// JSON as it is stored.
fn stored_json<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    let value: Value = serde_json::from_str(text).map_err(S::Error::custom)?;
    value.serialize(serializer)
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
    pub former_addresses: Vec<FormerAddress>,
    pub shares: Vec<Share>,
    pub photos: Vec<Photo>,
    pub crews: Vec<CrewOf>,
    pub phones: Vec<Phone>,
    pub corrections: Vec<CorrectionRequest>,
    /// When their calendar feed was made, ms.
    pub calendar_feed_made_at: Option<i64>,
    pub notified: Vec<Device>,
    pub notifications: Choice,
    pub audit: Vec<AuditLine>,
}

/// Everything in this file about one person; [`crate::db::DbError::NotFound`] if there is no such account.
pub async fn load(conn: &mut Conn, uaid: &str) -> Result<ExportRows> {
    let account: Account = conn.one(ACCOUNT, params![uaid]).await?;
    Ok(ExportRows {
        eligibility: conn.optional(ELIGIBILITY, params![uaid]).await?,
        waiting: conn.all(WAITING, params![uaid]).await?,
        alerts: conn.all(ALERTS, params![uaid]).await?,
        identities: conn.all(IDENTITIES, params![uaid]).await?,
        second_factor: conn.optional(SECOND_FACTOR, params![uaid]).await?,
        passkeys: passkey::list(conn, uaid).await?,
        letters: conn.all(LETTERS, params![uaid, account.email_address]).await?,
        former_addresses: conn.all(FORMER_ADDRESSES, params![uaid]).await?,
        shares: share::every(conn, uaid).await?,
        photos: conn.all(PHOTOS, params![uaid]).await?,
        crews: conn.all(CREWS, params![uaid]).await?,
        phones: conn.all(PHONES, params![uaid]).await?,
        corrections: conn.all(CORRECTIONS, params![uaid]).await?,
        calendar_feed_made_at: calendar_feed::made_at(conn, uaid).await?,
        notified: device::list(conn, uaid).await?,
        notifications: choice::find(conn, uaid).await?,
        audit: conn.all(AUDIT, params![uaid]).await?,
        account,
    })
}
