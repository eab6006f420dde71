//! Notifications that wait to be sent: a row for each device, written in the job of the change that they report.

use serde::{Deserialize, Serialize};
use sixfold_domain::notification::Topic;
use sqlx::FromRow;

use super::choice;
use super::device::{self, Subscription};
use crate::db::connection::column::{Text, read_from};
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};
use crate::db::{Conn, Result, new_id, params};

read_from!(Text, OptionalText: Topic);

const TABLE: &str = "push_message";
const COLUMN: &str = "content_sealed";

const DEVICES: &str = "SELECT device_id FROM push_device WHERE uaid = $1 ORDER BY device_id";
/// The row's id is replaced too: the outcome of one that is being sent does not settle the one that replaces it.
const INSERT: &str = "INSERT INTO push_message (message_id, device_id, topic, tag, content_sealed, booking_id, sequence, \
    offer_id, created_at, expires_at, next_attempt_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) \
    ON CONFLICT (device_id, tag) DO UPDATE SET message_id = excluded.message_id, topic = excluded.topic, \
    content_sealed = excluded.content_sealed, booking_id = excluded.booking_id, sequence = excluded.sequence, \
    offer_id = excluded.offer_id, created_at = excluded.created_at, expires_at = excluded.expires_at, \
    next_attempt_at = excluded.next_attempt_at, attempts = 0, claimed_until = NULL";
const ANY_DUE: &str =
    "SELECT COUNT(*) FROM push_message WHERE next_attempt_at <= $1 AND COALESCE(claimed_until, 0) <= $1";
const DROP_USELESS: &str = "DELETE FROM push_message WHERE next_attempt_at <= $1 AND (expires_at <= $1 \
    OR EXISTS (SELECT 1 FROM booking b WHERE b.booking_id = push_message.booking_id \
    AND ((push_message.topic <> 'results' AND b.sequence > push_message.sequence) OR (push_message.topic = 'results' \
    AND (b.held OR b.status <> 'completed')))) \
    OR (offer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM waitlist w WHERE w.offer_id = push_message.offer_id \
    AND w.status = 'offered')))";
/// As with letters, the condition is repeated for PostgreSQL: another node may have claimed the row meanwhile.
const CLAIM: &str = "UPDATE push_message SET claimed_until = $2 WHERE message_id IN (\
    SELECT message_id FROM push_message WHERE next_attempt_at <= $1 AND COALESCE(claimed_until, 0) <= $1 \
    ORDER BY next_attempt_at, message_id LIMIT $3) AND COALESCE(claimed_until, 0) <= $1 \
    RETURNING message_id, device_id, tag, topic, content_sealed, expires_at, attempts, claimed_until, \
    (SELECT d.uaid FROM push_device d WHERE d.device_id = push_message.device_id) AS uaid, \
    COALESCE((SELECT d.subscription_sealed FROM push_device d WHERE d.device_id = push_message.device_id), '') \
    AS subscription_sealed";
const DELETE: &str = "DELETE FROM push_message WHERE message_id = $1";
const POSTPONE: &str =
    "UPDATE push_message SET next_attempt_at = $2, claimed_until = NULL WHERE message_id = $1";
/// What has failed keeps its pause.
const RECONSIDER: &str = "UPDATE push_message SET next_attempt_at = $2 WHERE attempts = 0 AND next_attempt_at > $2 \
    AND device_id IN (SELECT device_id FROM push_device WHERE uaid = $1)";
/// Only while the claim is this node's own.
const RETRY: &str = "UPDATE push_message SET attempts = attempts + 1, next_attempt_at = $2, claimed_until = NULL \
    WHERE message_id = $1 AND claimed_until = $3";
const BRING_FORWARD: &str = "UPDATE push_message SET next_attempt_at = $1, claimed_until = NULL \
    WHERE next_attempt_at > $2 OR claimed_until > $2";
const PURGE: &str = "DELETE FROM push_message WHERE expires_at < $1";
const WAITING: &str = "SELECT COUNT(*) FROM push_message";

/// What a notification, or a letter, is of no use without (RULES 4.16, 16.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum About {
    /// The booking as it is at this sequence.
    Booking {
        id: String,
        sequence: i64,
    },
    /// The offer, while it is open.
    Offer(String),
    /// The final of this booking, while it is neither held nor removed.
    Final(String),
    Nothing,
}

#[derive(Debug, Clone)]
pub struct NewMessage<'a> {
    pub topic: Topic,
    /// What it is about: a later one with the same tag replaces it.
    pub tag: &'a str,
    /// What the device shows, JSON.
    pub content: &'a str,
    pub about: &'a About,
    /// Until when it is of use, ms.
    pub useful_until: i64,
}

/// Queues a notification for each of a person's devices; returns how many there are. None if the person does not want this topic,
/// or if it would be of no use when their quiet hours end.
pub async fn insert(
    conn: &mut Conn,
    cipher: &FieldCipher,
    uaid: &str,
    message: &NewMessage<'_>,
    now_ms: i64,
) -> Result<usize> {
    let devices: Vec<String> = conn.scalars(DEVICES, params![uaid]).await?;
    if devices.is_empty() {
        return Ok(0);
    }
    let choice = choice::find(conn, uaid).await?;
    let Some(due) = choice.push_due_ms(message.topic, now_ms, message.useful_until)? else { return Ok(0) };
    let (booking_id, sequence, offer_id) = match message.about {
        About::Booking { id, sequence } => (Some(id), *sequence, None),
        About::Offer(id) => (None, 0, Some(id)),
        About::Final(id) => (Some(id), 0, None),
        About::Nothing => (None, 0, None),
    };
    for device_id in &devices {
        let id = new_id(now_ms);
        let encrypted = cipher.encrypt(TABLE, &id, COLUMN, message.content)?;
        let (topic, tag, until) = (message.topic.as_str(), message.tag, message.useful_until);
        conn.execute(
            INSERT,
            params![id, device_id, topic, tag, encrypted, booking_id, sequence, offer_id, now_ms, until, due],
        )
        .await?;
    }
    Ok(devices.len())
}

/// Whether anything is due: a cheap check before the write that claims it.
pub async fn any_due(conn: &mut Conn, now_ms: i64) -> Result<bool> {
    conn.any(ANY_DUE, params![now_ms]).await
}

#[derive(Debug, Clone, FromRow)]
pub struct Claimed {
    pub message_id: String,
    pub device_id: String,
    pub tag: String,
    #[sqlx(try_from = "Text<Topic>")]
    pub topic: Topic,
    content_sealed: String,
    /// Whose device it is; none if it has been forgotten meanwhile.
    uaid: Option<String>,
    subscription_sealed: String,
    pub expires_at: i64,
    /// Attempts that have failed so far.
    pub attempts: i64,
    #[sqlx(rename = "claimed_until")]
    until: i64,
}

impl Claimed {
    /// Where it goes, and what the device shows.
    ///
    /// # Errors
    /// When no configured secret decrypts them.
    pub fn decrypt(&self, cipher: &FieldCipher) -> std::result::Result<(Subscription, String), CipherError> {
        let subscription = Subscription::decrypt(cipher, &self.device_id, &self.subscription_sealed)?;
        let content = cipher.decrypt(TABLE, &self.message_id, COLUMN, &self.content_sealed)?;
        Ok((subscription, content))
    }
}

/// Drops what has become useless among what is due, and claims at most `limit` of the rest until `claimed_until`. Returns how many
/// it found, and those that are to be sent: the others are not wanted any more, or wait until the quiet hours end.
pub async fn claim(
    conn: &mut Conn,
    now_ms: i64,
    claimed_until: i64,
    limit: i64,
) -> Result<(usize, Vec<Claimed>)> {
    conn.execute(DROP_USELESS, params![now_ms]).await?;
    let found: Vec<Claimed> = conn.all(CLAIM, params![now_ms, claimed_until, limit]).await?;
    let (count, mut due) = (found.len(), Vec::new());
    for message in found {
        let at = match &message.uaid {
            Some(uaid) => {
                let choice = choice::find(conn, uaid).await?;
                choice.push_due_ms(message.topic, now_ms, message.expires_at)?
            }
            None => None,
        };
        match at {
            Some(at) if at > now_ms => conn.execute(POSTPONE, params![message.message_id, at]).await?,
            Some(_) => due.push(message),
            None => conn.execute(DELETE, params![message.message_id]).await?,
        }
    }
    Ok((count, due))
}

/// Makes what waits for the end of a person's quiet hours due: the next [`claim`] decides by what they have chosen now.
pub async fn reconsider(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(RECONSIDER, params![uaid, now_ms]).await
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    /// To be tried again at this time, ms.
    Retry(i64),
    GivenUp,
    /// The device is no more.
    Gone,
}

pub async fn settle(conn: &mut Conn, claimed: &Claimed, outcome: Outcome, now_ms: i64) -> Result<()> {
    let Claimed { message_id, device_id, until, .. } = claimed;
    match outcome {
        Outcome::Sent => {
            conn.execute(DELETE, params![message_id]).await?;
            device::note_sent(conn, device_id, now_ms).await
        }
        Outcome::Retry(at) => conn.execute(RETRY, params![message_id, at, until]).await,
        Outcome::GivenUp => conn.execute(DELETE, params![message_id]).await,
        Outcome::Gone => device::forget(conn, device_id).await,
    }
}

/// Makes due what was put off, or claimed, until after `latest_ms`.
pub async fn bring_forward(conn: &mut Conn, now_ms: i64, latest_ms: i64) -> Result<()> {
    conn.execute(BRING_FORWARD, params![now_ms, latest_ms]).await
}

/// Deletes what was of use before `before_ms` at most.
pub async fn purge(conn: &mut Conn, before_ms: i64) -> Result<()> {
    conn.execute(PURGE, params![before_ms]).await
}

/// How many wait, now or for later.
pub async fn waiting(conn: &mut Conn) -> Result<i64> {
    conn.scalar(WAITING, params![]).await
}
