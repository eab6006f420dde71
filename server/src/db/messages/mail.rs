//! The outbox of e-mails: written in the job that causes a letter, read by the job that sends it.

use serde::{Deserialize, Serialize};
use sqlx::FromRow;

use super::notification::message::About;
use crate::db::encryption::field_encryption::{CipherError, FieldCipher};
use crate::db::{Conn, Result, new_id, params};

const TABLE: &str = "mail_outbox";
const COLUMN: &str = "body_sealed";
/// After this many failed attempts a letter is shown to staff; attempts continue.
const TROUBLE: i64 = 3;

const INSERT: &str = "INSERT INTO mail_outbox (mail_id, uaid, kind, to_address, to_name, subject, text_body, html_body, \
    body_sealed, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $5, $6, '', '', $7, $8, $8)";
const ANY_DUE: &str = "SELECT COUNT(*) FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL \
    AND next_attempt_at <= $1 AND COALESCE(claimed_until, 0) <= $1";
/// The outer condition is repeated for PostgreSQL: a claim that waited for another sender's row reads it again there, and
/// the letter may have left meanwhile.
const CLAIM: &str = "UPDATE mail_outbox SET claimed_until = $2 WHERE mail_id IN (\
    SELECT mail_id FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL \
    AND next_attempt_at <= $1 AND COALESCE(claimed_until, 0) <= $1 \
    ORDER BY next_attempt_at, mail_id LIMIT $3) \
    AND sent_at IS NULL AND failed_at IS NULL AND next_attempt_at <= $1 AND COALESCE(claimed_until, 0) <= $1 \
    RETURNING mail_id, kind, to_address, to_name, subject, text_body, html_body, body_sealed, \
    ticket_code, calendar, calendar_method, created_at, attempts, claimed_until";
const SETTLE_SENT: &str = "UPDATE mail_outbox SET sent_at = $2, claimed_until = NULL, attempts = attempts + 1, last_error = NULL, \
    text_body = '', html_body = '', body_sealed = NULL, ticket_code = NULL, calendar = NULL WHERE mail_id = $1";
/// Only while the claim is this node's own: a node that was suspended past its claim must not release another's.
const SETTLE_RETRY: &str = "UPDATE mail_outbox SET next_attempt_at = $2, last_error = $3, claimed_until = NULL, \
    attempts = attempts + 1 WHERE mail_id = $1 AND claimed_until = $4";
/// As [`SETTLE_RETRY`].
const SETTLE_FAILED: &str = "UPDATE mail_outbox SET failed_at = $2, last_error = $3, claimed_until = NULL, \
    attempts = attempts + 1 WHERE mail_id = $1 AND claimed_until = $4";
/// As [`SETTLE_RETRY`].
const DROP: &str = "DELETE FROM mail_outbox WHERE mail_id = $1 AND claimed_until = $2";
const TROUBLED: &str = "SELECT mail_id, kind, to_address, last_error, created_at, failed_at, next_attempt_at FROM mail_outbox \
    WHERE sent_at IS NULL AND (failed_at IS NOT NULL OR attempts >= $1) ORDER BY created_at DESC, mail_id DESC LIMIT $2";
const COUNT_TROUBLED: &str =
    "SELECT COUNT(*) FROM mail_outbox WHERE sent_at IS NULL AND (failed_at IS NOT NULL OR attempts >= $1)";
const SEND_AGAIN: &str = "UPDATE mail_outbox SET failed_at = NULL, attempts = 0, next_attempt_at = $2 \
    WHERE sent_at IS NULL AND (failed_at IS NOT NULL OR attempts >= $3) AND ($1 = '' OR mail_id = $1) \
    AND COALESCE(claimed_until, 0) <= $2";
/// Once the account has another address, nothing but `uaid` says whose these letters are.
const NAME_OWNER: &str =
    "UPDATE mail_outbox SET uaid = $1 WHERE uaid IS NULL AND lower(to_address) = lower($2)";
/// Letters with a link or code that ends with the address, and reports about the account's security, stay with the owner of the
/// former one.
const READDRESS: &str = "UPDATE mail_outbox SET to_address = $3 WHERE sent_at IS NULL AND lower(to_address) = lower($2) \
    AND uaid = $1 AND COALESCE(claimed_until, 0) <= $4 AND kind NOT IN ('account-invitation', \
    'email-change', 'email-changed', 'email-confirmation', 'passkey-added', 'passkey-removed', 'passkeys-ended', \
    'password-link', 'second-factor-code', 'second-factor-off', 'second-factor-on', 'second-factor-reset', 'sign-in-link')";
const DELETE_REQUEST: &str = "DELETE FROM mail_outbox WHERE uaid = $1 AND kind = 'coach-booking' AND created_at = $2 \
    AND sent_at IS NULL AND COALESCE(claimed_until, 0) <= $3";
const WAITING: &str = "SELECT COUNT(*), MIN(created_at), MIN(next_attempt_at) FROM mail_outbox \
    WHERE sent_at IS NULL AND failed_at IS NULL";
/// While letters leave, those that fail are at fault themselves; if none has left since these were written, the relay may be.
const COUNT_BLOCKED: &str = "SELECT COUNT(*) FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL AND attempts >= $1 \
    AND created_at > COALESCE((SELECT MAX(sent_at) FROM mail_outbox), 0)";
const COUNT_FAILED: &str = "SELECT COUNT(*) FROM mail_outbox WHERE failed_at IS NOT NULL";
const PURGE: &str = "DELETE FROM mail_outbox WHERE sent_at < $1 OR failed_at < $1";
const BRING_FORWARD: &str = "UPDATE mail_outbox SET next_attempt_at = $1, claimed_until = NULL \
    WHERE sent_at IS NULL AND failed_at IS NULL AND (next_attempt_at > $2 OR claimed_until > $2)";

const BOOKING_CHANGED: &str = "SELECT COUNT(*) FROM booking WHERE booking_id = $1 AND sequence > $2";
const FINAL_GONE: &str =
    "SELECT COUNT(*) FROM booking WHERE booking_id = $1 AND (held OR status <> 'completed')";
const OFFER_OPEN: &str = "SELECT COUNT(*) FROM waitlist WHERE offer_id = $1 AND status = 'offered'";

const RECIPIENT: &str =
    "SELECT email, first_name, last_name FROM account WHERE uaid = $1 AND deleted_at IS NULL";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// Add the appointment, or update it.
    Request,
    /// Remove the appointment.
    Cancel,
}

impl Method {
    /// The METHOD value, also the `method` parameter of the MIME part.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }

    /// Reads what [`Method::as_str`] wrote; anything else is a request.
    pub fn from_word(word: &str) -> Self {
        if word == "CANCEL" { Self::Cancel } else { Self::Request }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalendarPart {
    pub method: Method,
    /// Lines end with CRLF.
    pub ics: String,
}

/// A letter to be put into the outbox.
#[derive(Debug)]
pub struct NewMail<'a> {
    /// What the letter is about (`booking-confirmed`, `waitlist-offer` …): a stable word for operators and tests.
    pub kind: &'static str,
    pub to_address: &'a str,
    /// Empty if unknown.
    pub to_name: &'a str,
    pub subject: &'a str,
    /// The account that the letter is about, if its address does not tell: the letter is erased with it.
    pub about: Option<&'a str>,
    /// What the letter is rendered from when it is sent, as JSON.
    pub content: &'a str,
}

#[derive(Debug, Clone)]
pub enum Body {
    /// JSON, to be rendered.
    Content(String),
    /// Rendered by an earlier release, which did so before storing it.
    Rendered(Rendered),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    pub text: String,
    /// A whole document, escaped.
    pub html: String,
    /// The ticket code that the letter shows as a QR code.
    pub ticket_code: Option<String>,
    pub calendar: Option<CalendarPart>,
    /// Where replies go; to the sender if empty.
    pub reply_to: String,
}

#[derive(Debug, Clone)]
pub struct Stored {
    /// The id of the outbox row; the Message-ID is made from it, so that a second attempt is recognisable as the same
    /// mail.
    pub id: String,
    pub kind: String,
    pub to_address: String,
    /// May be empty.
    pub to_name: String,
    pub subject: String,
    pub body: Body,
    /// When the change that it reports was made, ms; the Date header.
    pub created_at: i64,
    /// Attempts that have failed so far.
    pub attempts: i64,
}

/// Puts a letter into the outbox, due at once. Its content is encrypted: a link in it lets its reader act for the
/// recipient.
pub async fn insert(conn: &mut Conn, cipher: &FieldCipher, mail: &NewMail<'_>, now_ms: i64) -> Result<()> {
    let id = new_id(now_ms);
    let encrypted = cipher.encrypt(TABLE, &id, COLUMN, mail.content)?;
    let NewMail { kind, to_address, to_name, subject, about, .. } = mail;
    conn.defer(INSERT, params![id, about, kind, to_address, to_name, subject, encrypted, now_ms]).await
}

/// A row of the outbox, claimed by this node.
#[derive(Debug, FromRow)]
pub struct Claimed {
    mail_id: String,
    kind: String,
    to_address: String,
    to_name: String,
    subject: String,
    text_body: String,
    html_body: String,
    body_sealed: Option<String>,
    ticket_code: Option<String>,
    calendar: Option<String>,
    calendar_method: Option<String>,
    created_at: i64,
    attempts: i64,
    #[sqlx(rename = "claimed_until")]
    until: i64,
}

#[derive(Debug, Clone)]
pub struct Claim {
    pub id: String,
    /// Until when, ms.
    pub until: i64,
}

impl Claimed {
    pub fn claim(&self) -> Claim {
        Claim { id: self.mail_id.clone(), until: self.until }
    }

    /// The letter with its body decrypted.
    ///
    /// # Errors
    /// When no configured secret decrypts it.
    pub fn decrypt(self, cipher: &FieldCipher) -> Result<Stored, CipherError> {
        let calendar = self.calendar.map(|ics| {
            let method = Method::from_word(self.calendar_method.as_deref().unwrap_or_default());
            CalendarPart { method, ics }
        });
        let ticket_code = self.ticket_code;
        let reply_to = String::new();
        let rendered = |text, html| Body::Rendered(Rendered { text, html, ticket_code, calendar, reply_to });
        let body = if let Some(encrypted) = &self.body_sealed {
            let content = cipher.decrypt(TABLE, &self.mail_id, COLUMN, encrypted)?;
            // An earlier release stored a pair of rendered bodies.
            match serde_json::from_str(&content) {
                Ok((text, html)) => rendered(text, html),
                Err(_) => Body::Content(content),
            }
        } else {
            rendered(self.text_body, self.html_body)
        };
        Ok(Stored {
            id: self.mail_id,
            kind: self.kind,
            to_address: self.to_address,
            to_name: self.to_name,
            subject: self.subject,
            body,
            created_at: self.created_at,
            attempts: self.attempts,
        })
    }
}

/// Whether anything is due: a cheap check before the write that claims it.
pub async fn any_due(conn: &mut Conn, now_ms: i64) -> Result<bool> {
    conn.any(ANY_DUE, params![now_ms]).await
}

/// Claims at most `limit` due messages for this node until `claimed_until`: two nodes never send the same message at
/// once, and the claims of a node that dies expire.
pub async fn claim(conn: &mut Conn, now_ms: i64, claimed_until: i64, limit: i64) -> Result<Vec<Claimed>> {
    conn.all(CLAIM, params![now_ms, claimed_until, limit]).await
}

/// A letter that could not be sent: given up, or repeatedly failed.
#[derive(Debug, FromRow)]
pub struct UnsentLetter {
    pub mail_id: String,
    pub kind: String,
    pub to_address: String,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    pub created_at: i64,
    /// When it was given up, ms; none while attempts continue.
    pub failed_at: Option<i64>,
    pub next_attempt_at: i64,
}

/// How many letters could not be sent, and the newest of them.
pub async fn troubled(conn: &mut Conn, limit: i64) -> Result<(i64, Vec<UnsentLetter>)> {
    let count = conn.scalar(COUNT_TROUBLED, params![TROUBLE]).await?;
    let newest = conn.all(TROUBLED, params![TROUBLE, limit]).await?;
    Ok((count, newest))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// Letters to be sent, now or later.
    pub letters: i64,
    /// Letters given up.
    pub failed: i64,
    /// Letters to be sent that have failed repeatedly, of those written after the last one that was sent.
    pub blocked: i64,
    /// How long ago the oldest letter to be sent was written.
    pub age_ms: i64,
    /// How long the first of them has been due.
    pub overdue_ms: i64,
}

pub async fn waiting(conn: &mut Conn, now_ms: i64) -> Result<Waiting> {
    let (letters, oldest, first): (i64, Option<i64>, Option<i64>) = conn.one(WAITING, params![]).await?;
    let since = |time: Option<i64>| time.map_or(0, |time| (now_ms - time).max(0));
    Ok(Waiting {
        letters,
        failed: conn.scalar(COUNT_FAILED, params![]).await?,
        blocked: conn.scalar(COUNT_BLOCKED, params![TROUBLE]).await?,
        age_ms: since(oldest),
        overdue_ms: since(first),
    })
}

/// Makes a letter that could not be sent, or all of them, due at once; returns how many.
pub async fn send_again(conn: &mut Conn, id: Option<&str>, now_ms: i64) -> Result<u64> {
    conn.affected(SEND_AGAIN, params![id.unwrap_or_default(), now_ms, TROUBLE]).await
}

/// Sends the letters to an account's former address that have not left yet to its new one; those that have are still erased and
/// exported with the account.
pub async fn readdress(conn: &mut Conn, uaid: &str, from: &str, to: &str, now_ms: i64) -> Result<()> {
    conn.execute(NAME_OWNER, params![uaid, from]).await?;
    conn.execute(READDRESS, params![uaid, from, to, now_ms]).await
}

/// Deletes a coach's request to an athlete by the time at which it was made, unless it has left; false if there is none. For after
/// [`readdress`], which records whose it is.
pub async fn delete_request(conn: &mut Conn, athlete: &str, asked_at: i64, now_ms: i64) -> Result<bool> {
    Ok(conn.affected(DELETE_REQUEST, params![athlete, asked_at, now_ms]).await? > 0)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    /// To be tried again at this time, ms, with the reason.
    Retry(i64, String),
    /// Given up, with the reason.
    Failed(String),
    /// No longer true.
    Dropped,
}

/// Whether what a letter is about has changed since, so that it is no longer true. The letter about a final that is held again is
/// deleted by the database instead, so that there is another after the reveal.
pub async fn is_overtaken(conn: &mut Conn, about: &About) -> Result<bool> {
    match about {
        About::Booking { id, sequence } => conn.any(BOOKING_CHANGED, params![id, sequence]).await,
        About::Offer(id) => Ok(!conn.any(OFFER_OPEN, params![id]).await?),
        About::Final(id) => conn.any(FINAL_GONE, params![id]).await,
        About::Nothing => Ok(false),
    }
}

/// Stores the outcome of a claimed message. That it was sent is stored even when the claim has expired.
pub async fn settle(conn: &mut Conn, claim: &Claim, outcome: &Outcome, now_ms: i64) -> Result<()> {
    let Claim { id, until } = claim;
    match outcome {
        Outcome::Sent => {
            conn.execute(SETTLE_SENT, params![id, now_ms]).await?;
        }
        Outcome::Retry(at, why) => {
            conn.execute(SETTLE_RETRY, params![id, at, why, until]).await?;
        }
        Outcome::Failed(why) => {
            conn.execute(SETTLE_FAILED, params![id, now_ms, why, until]).await?;
        }
        Outcome::Dropped => conn.execute(DROP, params![id, until]).await?,
    }
    Ok(())
}

/// Deletes letters that were sent or given up before `before_ms`: they are personal data that is no longer needed.
pub async fn purge(conn: &mut Conn, before_ms: i64) -> Result<()> {
    conn.execute(PURGE, params![before_ms]).await
}

/// Makes due what was put off, or claimed, until after `latest_ms`.
pub async fn bring_forward(conn: &mut Conn, now_ms: i64, latest_ms: i64) -> Result<()> {
    conn.execute(BRING_FORWARD, params![now_ms, latest_ms]).await
}

/// Address, first and last name of an account that has not been deleted.
pub async fn recipient(conn: &mut Conn, uaid: &str) -> Result<Option<(String, String, String)>> {
    conn.optional::<(String, String, String)>(RECIPIENT, params![uaid]).await
}
