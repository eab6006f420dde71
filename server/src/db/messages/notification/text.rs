//! Reminders that wait to be sent by text message: each at most once (RULES 16.6).

use serde::{Deserialize, Serialize};
use sixfold_domain::profile::contact::is_mobile;
use sqlx::FromRow;

use super::choice;
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};
use crate::db::{Conn, DbError, Result, new_id, params};

const TABLE: &str = "text_message";
const COLUMN: &str = "content_sealed";

const NUMBER: &str =
    "SELECT phone_number FROM account WHERE uaid = $1 AND deleted_at IS NULL AND phone_number <> ''";
const INSERT: &str = "INSERT INTO text_message (text_id, uaid, content_sealed, booking_id, sequence, created_at, expires_at, \
    next_attempt_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const ANY_DUE: &str = "SELECT COUNT(*) FROM text_message WHERE next_attempt_at <= $1 AND begun_at IS NULL";
const DROP_USELESS: &str = "DELETE FROM text_message WHERE next_attempt_at <= $1 AND begun_at IS NULL \
    AND (expires_at <= $1 OR EXISTS (SELECT 1 FROM booking b WHERE b.booking_id = text_message.booking_id \
    AND b.sequence > text_message.sequence))";
/// What was begun is never claimed again: it may have been sent.
const CLAIM: &str = "UPDATE text_message SET begun_at = $1 WHERE text_id IN (\
    SELECT text_id FROM text_message WHERE next_attempt_at <= $1 AND begun_at IS NULL \
    ORDER BY next_attempt_at, text_id LIMIT $2) AND begun_at IS NULL \
    RETURNING text_id, uaid, content_sealed, expires_at, attempts";
const DELETE: &str = "DELETE FROM text_message WHERE text_id = $1";
const RETRY: &str = "UPDATE text_message SET attempts = attempts + 1, next_attempt_at = $2, begun_at = NULL WHERE text_id = $1";
const POSTPONE: &str = "UPDATE text_message SET next_attempt_at = $2, begun_at = NULL WHERE text_id = $1";
/// What has failed keeps its pause.
const RECONSIDER: &str = "UPDATE text_message SET next_attempt_at = $2 WHERE uaid = $1 AND attempts = 0 \
    AND begun_at IS NULL AND next_attempt_at > $2";
const BRING_FORWARD: &str =
    "UPDATE text_message SET next_attempt_at = $1 WHERE begun_at IS NULL AND next_attempt_at > $2";
const PURGE: &str = "DELETE FROM text_message WHERE expires_at < $1";
const FORGET: &str = "DELETE FROM text_message WHERE uaid = $1";

#[derive(Serialize, Deserialize)]
struct Content {
    /// Where nodes of the previous release send it; this one reads the number again. The next one drops it.
    to: String,
    text: String,
}

#[derive(Debug, Clone)]
pub struct NewText<'a> {
    pub text: &'a str,
    /// It is of no use once the booking has changed again.
    pub booking_id: &'a str,
    pub sequence: i64,
    /// ms
    pub useful_until: i64,
}

/// The number of somebody who wants text messages, and when they may get one, ms; none if they get none.
async fn recipient(
    conn: &mut Conn,
    uaid: &str,
    now_ms: i64,
    useful_until: i64,
) -> Result<Option<(String, i64)>> {
    let choice = choice::find(conn, uaid).await?;
    let Some(due) = choice.text_due_ms(now_ms, useful_until)? else { return Ok(None) };
    let number: Option<String> = conn.optional_scalar(NUMBER, params![uaid]).await?;
    Ok(number.filter(|number| is_mobile(number)).map(|number| (number, due)))
}

/// Queues a reminder for somebody who has asked for text messages and gave a mobile number; false if not.
pub async fn insert(
    conn: &mut Conn,
    cipher: &FieldCipher,
    uaid: &str,
    new: &NewText<'_>,
    now_ms: i64,
) -> Result<bool> {
    let Some((to, due)) = recipient(conn, uaid, now_ms, new.useful_until).await? else { return Ok(false) };
    let id = new_id(now_ms);
    let content = Content { to, text: new.text.to_owned() };
    let content = serde_json::to_string(&content).map_err(|error| DbError::Other(error.to_string()))?;
    let encrypted = cipher.encrypt(TABLE, &id, COLUMN, &content)?;
    let NewText { booking_id, sequence, useful_until, .. } = new;
    conn.execute(INSERT, params![id, uaid, encrypted, booking_id, sequence, now_ms, useful_until, due])
        .await?;
    Ok(true)
}

/// Whether anything is due: a cheap check before the write that claims it.
pub async fn any_due(conn: &mut Conn, now_ms: i64) -> Result<bool> {
    conn.any(ANY_DUE, params![now_ms]).await
}

/// A text message that this node sends.
#[derive(Debug, Clone, FromRow)]
pub struct Claimed {
    pub text_id: String,
    uaid: String,
    content_sealed: String,
    pub expires_at: i64,
    /// Attempts that have failed so far.
    pub attempts: i64,
}

impl Claimed {
    /// What it says.
    ///
    /// # Errors
    /// When no configured secret decrypts it.
    pub fn decrypt(&self, cipher: &FieldCipher) -> std::result::Result<String, CipherError> {
        let plain = cipher.decrypt(TABLE, &self.text_id, COLUMN, &self.content_sealed)?;
        serde_json::from_str(&plain).map(|Content { text, .. }| text).map_err(|_| CipherError::Layout)
    }
}

/// Drops what has become useless among what is due, and claims at most `limit` of the rest for this node, for good. Returns how many
/// it found, and those that are to be sent, with their numbers: the others are not wanted any more, or wait until the quiet hours end.
pub async fn claim(conn: &mut Conn, now_ms: i64, limit: i64) -> Result<(usize, Vec<(String, Claimed)>)> {
    conn.execute(DROP_USELESS, params![now_ms]).await?;
    let found: Vec<Claimed> = conn.all(CLAIM, params![now_ms, limit]).await?;
    let (count, mut due) = (found.len(), Vec::new());
    for message in found {
        match recipient(conn, &message.uaid, now_ms, message.expires_at).await? {
            Some((_, at)) if at > now_ms => conn.execute(POSTPONE, params![message.text_id, at]).await?,
            Some((to, _)) => due.push((to, message)),
            None => end(conn, &message.text_id).await?,
        }
    }
    Ok((count, due))
}

/// Makes what waits for the end of a person's quiet hours due: the next [`claim`] decides by what they have chosen now.
pub async fn reconsider(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(RECONSIDER, params![uaid, now_ms]).await
}

/// Ends a text message that was sent or given up.
pub async fn end(conn: &mut Conn, id: &str) -> Result<()> {
    conn.execute(DELETE, params![id]).await
}

/// Makes one due again at this time, ms, that has certainly not been sent.
pub async fn retry(conn: &mut Conn, id: &str, at_ms: i64) -> Result<()> {
    conn.execute(RETRY, params![id, at_ms]).await
}

/// Makes due what was put off until after `latest_ms`.
pub async fn bring_forward(conn: &mut Conn, now_ms: i64, latest_ms: i64) -> Result<()> {
    conn.execute(BRING_FORWARD, params![now_ms, latest_ms]).await
}

/// Deletes what was of use before `before_ms` at most.
pub async fn purge(conn: &mut Conn, before_ms: i64) -> Result<()> {
    conn.execute(PURGE, params![before_ms]).await
}

pub async fn forget(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET, params![uaid]).await
}
