//! The outbox of e-mails: written in the job that causes a mail, read by the job that sends it.

use super::{Conn, DbError, new_id, on};
use crate::mail::calendar::{CalendarPart, Method};
use crate::mail::message::Message;
use crate::mail::mime::Stored;

const INSERT: &str = "INSERT INTO mail_outbox (mail_id, kind, to_address, to_name, subject, text_body, html_body, \
    calendar, calendar_method, created_at, next_attempt_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)";
const ANY_DUE: &str = "SELECT COUNT(*) FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL \
    AND next_attempt_at <= $1 AND COALESCE(claimed_until, 0) <= $1";
const CLAIM: &str = "UPDATE mail_outbox SET claimed_until = $2 WHERE mail_id IN (\
    SELECT mail_id FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL \
    AND next_attempt_at <= $1 AND COALESCE(claimed_until, 0) <= $1 \
    ORDER BY next_attempt_at, mail_id LIMIT $3) \
    AND COALESCE(claimed_until, 0) <= $1 \
    RETURNING mail_id, kind, to_address, to_name, subject, text_body, html_body, calendar, \
    calendar_method, created_at, attempts";
const SETTLE_SENT: &str =
    "UPDATE mail_outbox SET sent_at = $2, claimed_until = NULL, attempts = attempts + 1 WHERE mail_id = $1";
const SETTLE_RETRY: &str = "UPDATE mail_outbox SET next_attempt_at = $2, last_error = $3, claimed_until = NULL, \
    attempts = attempts + 1 WHERE mail_id = $1";
const SETTLE_FAILED: &str = "UPDATE mail_outbox SET failed_at = $2, last_error = $3, claimed_until = NULL, \
    attempts = attempts + 1 WHERE mail_id = $1";
const PURGE: &str = "DELETE FROM mail_outbox WHERE sent_at < $1 OR failed_at < $1";

const RECIPIENT: &str =
    "SELECT email, first_name, last_name FROM account WHERE uaid = $1 AND deleted_at IS NULL";

/// The statements of this file, for the test that prepares each on both engines.
pub const STATEMENTS: &[&str] =
    &[RECIPIENT, INSERT, ANY_DUE, CLAIM, SETTLE_SENT, SETTLE_RETRY, SETTLE_FAILED, PURGE];

/// Puts a message into the outbox, due at once.
pub async fn insert(conn: &mut Conn<'_>, message: &Message, now_ms: i64) -> Result<(), DbError> {
    let id = new_id(now_ms);
    let calendar = message.calendar.as_ref();
    on!(conn, c => sqlx::query(INSERT)
        .bind(&id)
        .bind(message.kind)
        .bind(&message.to_address)
        .bind(&message.to_name)
        .bind(&message.subject)
        .bind(&message.text)
        .bind(&message.html)
        .bind(calendar.map(|part| part.ics.as_str()))
        .bind(calendar.map(|part| part.method.as_str()))
        .bind(now_ms)
        .execute(&mut **c)
        .await
        .map(|_| ()))?;
    Ok(())
}

/// A row of the outbox.
#[derive(Debug, sqlx::FromRow)]
struct Row {
    mail_id: String,
    kind: String,
    to_address: String,
    to_name: String,
    subject: String,
    text_body: String,
    html_body: String,
    calendar: Option<String>,
    calendar_method: Option<String>,
    created_at: i64,
    attempts: i64,
}

impl From<Row> for Stored {
    fn from(row: Row) -> Self {
        let method = Method::from_word(row.calendar_method.as_deref().unwrap_or_default());
        Self {
            id: row.mail_id,
            kind: row.kind,
            to_address: row.to_address,
            to_name: row.to_name,
            subject: row.subject,
            text: row.text_body,
            html: row.html_body,
            calendar: row.calendar.map(|ics| CalendarPart { method, ics }),
            created_at: row.created_at,
            attempts: row.attempts,
        }
    }
}

/// Whether anything is due: a cheap look before the write that claims it.
pub async fn any_due(conn: &mut Conn<'_>, now_ms: i64) -> Result<bool, DbError> {
    let due: i64 = on!(conn, c => sqlx::query_scalar(ANY_DUE).bind(now_ms).fetch_one(&mut **c).await)?;
    Ok(due > 0)
}

/// Takes at most `limit` due messages for this node until `claimed_until`: two nodes never send the same message at the same
/// time, and a node that dies gives its messages back by the passing of time.
pub async fn claim(
    conn: &mut Conn<'_>,
    now_ms: i64,
    claimed_until: i64,
    limit: i64,
) -> Result<Vec<Stored>, DbError> {
    let rows: Vec<Row> = on!(conn, c => sqlx::query_as::<_, Row>(CLAIM)
        .bind(now_ms)
        .bind(claimed_until)
        .bind(limit)
        .fetch_all(&mut **c)
        .await)?;
    Ok(rows.into_iter().map(Stored::from).collect())
}

/// What became of one try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is on its way.
    Sent,
    /// Again at this time, milliseconds since the epoch.
    Retry(i64, String),
    /// Given up, with the reason.
    Failed(String),
}

/// Notes what became of a claimed message.
pub async fn settle(conn: &mut Conn<'_>, id: &str, outcome: &Outcome, now_ms: i64) -> Result<(), DbError> {
    match outcome {
        Outcome::Sent => {
            on!(conn, c => sqlx::query(SETTLE_SENT).bind(id).bind(now_ms).execute(&mut **c).await.map(|_| ()))?;
        }
        Outcome::Retry(at, why) => {
            on!(conn, c => sqlx::query(SETTLE_RETRY).bind(id).bind(*at).bind(why).execute(&mut **c).await.map(|_| ()))?;
        }
        Outcome::Failed(why) => {
            on!(conn, c => sqlx::query(SETTLE_FAILED).bind(id).bind(now_ms).bind(why).execute(&mut **c).await.map(|_| ()))?;
        }
    }
    Ok(())
}

/// Forgets what was sent, or given up, before `before_ms`: letters are personal data and have served their purpose.
pub async fn purge(conn: &mut Conn<'_>, before_ms: i64) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(PURGE).bind(before_ms).execute(&mut **c).await.map(|_| ()))?;
    Ok(())
}

/// Address, first and last name of an account that still exists.
pub async fn recipient(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<(String, String, String)>, DbError> {
    let row: Option<(String, String, String)> = on!(conn, c => sqlx::query_as::<_, (String, String, String)>(RECIPIENT)
        .bind(uaid)
        .fetch_optional(&mut **c)
        .await)?;
    Ok(row)
}
