//! Tickets in the wallets of phones: what such a ticket says, and the devices that have one in Apple Wallet. A device is
//! notified of every change of its booking: the job compares the booking's sequence with the newest one that it was notified of, so
//! that no change is forgotten, whoever makes it.

use sha2::{Digest as _, Sha256};
use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use crate::db::connection::column::{BookingTypeText, OptionalSlotColumns, OptionalText, Text};
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};
use crate::db::{Conn, Result, params};

const TABLE: &str = "apple_pass_device";
const COLUMN: &str = "push_token_sealed";
/// How many devices one ticket may be on.
const DEVICES: i64 = 20;
/// How many changed tickets of a device are listed at once.
const LISTED: i64 = 100;

const FIND: &str = "SELECT b.booking_id, b.uaid, b.status, b.booking_type, b.test_date, b.test_time, b.code, \
    b.updated_at, a.first_name, a.last_name, a.updated_at AS athlete_changed_at, e.event_id, e.name AS event_name, e.location_name, e.location_address, \
    e.location_post_code, e.location_contact_number, e.location_contact_email, (SELECT MAX(l.at) FROM audit_log l \
    WHERE l.action = 'event.changed' AND l.object_id = e.event_id) AS event_changed_at FROM booking b \
    JOIN account a ON a.uaid = b.uaid AND a.deleted_at IS NULL JOIN event e ON e.event_id = b.event_id \
    WHERE b.booking_id = $1";
const IS_REGISTERED: &str = "SELECT COUNT(*) FROM apple_pass_device WHERE registration_id = $1";
const MAKE_ROOM: &str = "DELETE FROM apple_pass_device WHERE registration_id IN (SELECT registration_id \
    FROM apple_pass_device WHERE booking_id = $1 AND registration_id <> $2 \
    ORDER BY created_at DESC, registration_id LIMIT 1000 OFFSET $3)";
const REGISTER: &str = "INSERT INTO apple_pass_device (registration_id, device_hash, booking_id, push_token_sealed, \
    created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (registration_id) DO UPDATE SET \
    push_token_sealed = excluded.push_token_sealed, attempts = 0, next_attempt_at = 0";
const UNREGISTER: &str = "DELETE FROM apple_pass_device WHERE registration_id = $1";
const CHANGED: &str = "SELECT b.booking_id, b.updated_at FROM apple_pass_device d \
    JOIN booking b ON b.booking_id = d.booking_id WHERE d.device_hash = $1 AND b.updated_at > $2 \
    ORDER BY b.updated_at DESC, b.booking_id LIMIT $3";
const ANY_DUE: &str = "SELECT COUNT(*) FROM apple_pass_device d JOIN booking b ON b.booking_id = d.booking_id \
    WHERE b.sequence > d.notified_sequence AND d.next_attempt_at <= $1 AND COALESCE(d.claimed_until, 0) <= $1";
/// As with letters, the condition is repeated for PostgreSQL: another node may have claimed the row meanwhile.
const CLAIM: &str = "UPDATE apple_pass_device SET claimed_until = $2 WHERE registration_id IN (\
    SELECT d.registration_id FROM apple_pass_device d JOIN booking b ON b.booking_id = d.booking_id \
    WHERE b.sequence > d.notified_sequence AND d.next_attempt_at <= $1 AND COALESCE(d.claimed_until, 0) <= $1 \
    ORDER BY d.next_attempt_at, d.registration_id LIMIT $3) AND COALESCE(claimed_until, 0) <= $1 \
    RETURNING registration_id, push_token_sealed, attempts, \
    (SELECT b.sequence FROM booking b WHERE b.booking_id = apple_pass_device.booking_id) AS sequence";
const SETTLE_DONE: &str = "UPDATE apple_pass_device SET notified_sequence = $2, attempts = 0, next_attempt_at = 0, \
    claimed_until = NULL WHERE registration_id = $1";
const SETTLE_RETRY: &str = "UPDATE apple_pass_device SET attempts = attempts + 1, next_attempt_at = $2, \
    claimed_until = NULL WHERE registration_id = $1";
const SETTLE_POSTPONED: &str =
    "UPDATE apple_pass_device SET next_attempt_at = $2, claimed_until = NULL WHERE registration_id = $1";
const BRING_FORWARD: &str = "UPDATE apple_pass_device SET next_attempt_at = $1, claimed_until = NULL \
    WHERE next_attempt_at > $2 OR claimed_until > $2";
const TO_COME: &str = "SELECT COUNT(*), MAX(b.test_date) FROM apple_pass_device d \
    JOIN booking b ON b.booking_id = d.booking_id WHERE b.test_date >= $1";
const FORGET: &str = "DELETE FROM apple_pass_device \
    WHERE booking_id IN (SELECT booking_id FROM booking WHERE uaid = $1)";
const PRUNE: &str = "DELETE FROM apple_pass_device WHERE registration_id IN (SELECT d.registration_id \
    FROM apple_pass_device d JOIN booking b ON b.booking_id = d.booking_id WHERE b.test_date < $1 LIMIT $2)";

/// What a ticket in a wallet says, and whose it is.
#[derive(Debug, Clone, FromRow)]
pub struct WalletTicket {
    pub booking_id: String,
    pub uaid: String,
    #[sqlx(try_from = "Text<BookingStatus>")]
    pub status: BookingStatus,
    #[sqlx(try_from = "BookingTypeText")]
    pub booking_type: BookingType,
    #[sqlx(flatten, try_from = "OptionalSlotColumns")]
    pub slot: Option<(Date, SlotTime)>,
    pub code: String,
    /// When the booking changed last, ms.
    updated_at: i64,
    pub first_name: String,
    pub last_name: String,
    /// When the athlete's profile changed last, ms.
    athlete_changed_at: i64,
    pub event_id: String,
    pub event_name: String,
    pub location_name: String,
    pub location_address: String,
    pub location_post_code: String,
    pub location_contact_number: String,
    pub location_contact_email: String,
    /// When the event's details changed last, ms; none if the audit log has no such entry.
    event_changed_at: Option<i64>,
}

impl WalletTicket {
    /// When anything that the event, the booking or the athlete's profile puts on the ticket changed last, ms.
    pub fn changed_at(&self) -> i64 {
        let changed_at = self.updated_at.max(self.athlete_changed_at);
        self.event_changed_at.map_or(changed_at, |at| at.max(changed_at))
    }
}

/// The ticket of a booking, whatever its status, unless its athlete's account is deleted.
pub async fn find(conn: &mut Conn, booking_id: &str) -> Result<Option<WalletTicket>> {
    conn.optional(FIND, params![booking_id]).await
}

fn hash(parts: &[&str]) -> String {
    hex::encode(Sha256::digest(parts.join("\u{1f}").as_bytes()))
}

#[derive(Debug, Clone)]
pub struct Registration<'a> {
    /// The id by which the device calls itself.
    pub device: &'a str,
    pub booking_id: &'a str,
}

impl Registration<'_> {
    fn id(&self) -> String {
        hash(&[self.device, self.booking_id])
    }
}

/// Registers a device for a ticket, or replaces its push token; true if it is new. Beyond [`DEVICES`] the oldest is forgotten.
pub async fn register(
    conn: &mut Conn,
    cipher: &FieldCipher,
    registration: &Registration<'_>,
    push_token: &str,
    now_ms: i64,
) -> Result<bool> {
    let id = registration.id();
    let encrypted = cipher.encrypt(TABLE, &id, COLUMN, push_token)?;
    let known = conn.any(IS_REGISTERED, params![id]).await?;
    conn.execute(MAKE_ROOM, params![registration.booking_id, id, DEVICES - 1]).await?;
    let device = hash(&[registration.device]);
    conn.execute(REGISTER, params![id, device, registration.booking_id, encrypted, now_ms]).await?;
    Ok(!known)
}

pub async fn unregister(conn: &mut Conn, registration: &Registration<'_>) -> Result<()> {
    conn.execute(UNREGISTER, params![registration.id()]).await
}

/// The tickets of a device whose bookings have changed since, each with the time of its last change, newest first.
pub async fn changed(conn: &mut Conn, device: &str, since_ms: i64) -> Result<Vec<(String, i64)>> {
    conn.all(CHANGED, params![hash(&[device]), since_ms, LISTED]).await
}

/// Whether a device has to be notified: a cheap check before the write that claims it.
pub async fn any_due(conn: &mut Conn, now_ms: i64) -> Result<bool> {
    conn.any(ANY_DUE, params![now_ms]).await
}

/// A device to be notified, claimed by this node.
#[derive(Debug, Clone, FromRow)]
pub struct Due {
    pub registration_id: String,
    push_token_sealed: String,
    /// How many attempts have failed.
    pub attempts: i64,
    /// The change that it is notified of.
    pub sequence: i64,
}

impl Due {
    /// The token that Apple's service knows the device by.
    ///
    /// # Errors
    /// When no configured secret decrypts it.
    pub fn push_token(&self, cipher: &FieldCipher) -> std::result::Result<String, CipherError> {
        cipher.decrypt(TABLE, &self.registration_id, COLUMN, &self.push_token_sealed)
    }
}

/// Claims at most `limit` devices until `claimed_until`, as [`super::mail::claim`] does with letters.
pub async fn claim(conn: &mut Conn, now_ms: i64, claimed_until: i64, limit: i64) -> Result<Vec<Due>> {
    conn.all(CLAIM, params![now_ms, claimed_until, limit]).await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Notified, or given up.
    Done,
    /// To be tried again at this time, ms.
    Retry(i64),
    /// The same, without counting the attempt.
    Postponed(i64),
    /// The device does not have the ticket any more.
    Gone,
}

pub async fn settle(conn: &mut Conn, due: &Due, outcome: Outcome) -> Result<()> {
    match outcome {
        Outcome::Done => conn.execute(SETTLE_DONE, params![due.registration_id, due.sequence]).await,
        Outcome::Retry(at) => conn.execute(SETTLE_RETRY, params![due.registration_id, at]).await,
        Outcome::Postponed(at) => conn.execute(SETTLE_POSTPONED, params![due.registration_id, at]).await,
        Outcome::Gone => conn.execute(UNREGISTER, params![due.registration_id]).await,
    }
}

/// Makes due what was put off, or claimed, until after `latest_ms`.
pub async fn bring_forward(conn: &mut Conn, now_ms: i64, latest_ms: i64) -> Result<()> {
    conn.execute(BRING_FORWARD, params![now_ms, latest_ms]).await
}

/// How many tickets are on phones whose visit is not past, and the last of these days; none if there is no such ticket.
pub async fn to_come(conn: &mut Conn, today: Date) -> Result<Option<(i64, Date)>> {
    let (tickets, OptionalText(last)): (i64, OptionalText<Date>) = conn.one(TO_COME, params![today]).await?;
    Ok(last.map(|last| (tickets, last)))
}

pub async fn forget(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET, params![uaid]).await
}

/// Forgets at most `limit` devices of visits before a day; returns how many.
pub async fn prune(conn: &mut Conn, before: Date, limit: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before, limit]).await
}
