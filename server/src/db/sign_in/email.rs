//! The address of an account: whether it is confirmed, what it is to change to, and how a change is undone. Codes and
//! tokens are hashed by the caller.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

/// How long a mailed code and its link are valid, ms (RULES 10.5).
pub const CODE_MS: i64 = 30 * 60_000;
/// How often a code may be tried.
pub const TRIES: i64 = 5;
/// How long the owner of a former address can undo the change, ms.
pub const UNDO_MS: i64 = 7 * 24 * 60 * 60_000;

const STATE: &str = "SELECT a.email, a.email_lookup, a.first_name, a.last_name, a.email_confirmed_at, c.email AS pending, \
     CAST(CASE WHEN a.password_hash IS NULL THEN 0 ELSE 1 END AS BIGINT) AS has_password \
     FROM account a LEFT JOIN email_confirmation c ON c.uaid = a.uaid AND lower(c.email) <> a.email_lookup \
     WHERE a.uaid = $1 AND a.deleted_at IS NULL";
const UNCONFIRMED: &str = "SELECT uaid FROM account WHERE email_lookup = $1 AND email_confirmed_at IS NULL \
     AND deleted_at IS NULL";
const HELD: &str = "SELECT (SELECT COUNT(*) FROM account WHERE email_lookup = $1 AND uaid <> $2) \
     + (SELECT COUNT(*) FROM former_email WHERE email_lookup = $1 AND uaid <> $2 AND expires_at > $3)";
const BEGIN: &str = "INSERT INTO email_confirmation (uaid, email, code_hash, token_hash, created_at, expires_at, asked_by) \
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (uaid) DO UPDATE SET email = excluded.email, \
     code_hash = excluded.code_hash, token_hash = excluded.token_hash, created_at = excluded.created_at, \
     expires_at = excluded.expires_at, tries = 0, asked_by = excluded.asked_by";
const TRY: &str = "UPDATE email_confirmation SET tries = tries + 1 WHERE uaid = $1 AND tries < $2 AND expires_at > $3 \
     RETURNING uaid, email, code_hash, tries, asked_by";
const BY_TOKEN: &str = "SELECT uaid, email, code_hash, tries, asked_by FROM email_confirmation \
     WHERE token_hash = $1 AND expires_at > $2";
const FORGET: &str = "DELETE FROM email_confirmation WHERE uaid = $1";
const FORGET_CHANGE: &str = "DELETE FROM email_confirmation WHERE uaid = $1 \
     AND lower(email) <> (SELECT email_lookup FROM account WHERE uaid = $1)";
const CONFIRM: &str = "UPDATE account SET email_confirmed_at = COALESCE(email_confirmed_at, $2) \
     WHERE uaid = $1 AND deleted_at IS NULL";
const CHANGE: &str = "UPDATE account SET email = $2, email_lookup = $3, email_confirmed_at = $4, updated_at = $5, \
     rev = rev + 1 WHERE uaid = $1 AND deleted_at IS NULL";
const KEEP_FORMER: &str = "INSERT INTO former_email (token_hash, uaid, email, email_lookup, created_at, expires_at) \
     VALUES ($1, $2, $3, $4, $5, $6)";
const FORMER: &str =
    "SELECT uaid, email, created_at FROM former_email WHERE token_hash = $1 AND expires_at > $2";
const END_FORMER: &str = "DELETE FROM former_email WHERE uaid = $1 AND created_at >= $2";
const PRUNE_CONFIRMATIONS: &str = "DELETE FROM email_confirmation WHERE expires_at < $1";
const PRUNE_FORMER: &str = "DELETE FROM former_email WHERE expires_at < $1";

#[derive(Debug, Clone, FromRow)]
pub struct AccountEmail {
    /// The address that mail goes to.
    pub email: String,
    /// In the form used for looking it up.
    pub email_lookup: String,
    /// First name; may be empty.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
    pub email_confirmed_at: Option<i64>,
    /// The address that is to replace it once confirmed.
    pub pending: Option<String>,
    has_password: i64,
}

impl AccountEmail {
    pub fn has_password(&self) -> bool {
        self.has_password == 1
    }
}

/// A confirmation in progress.
#[derive(Debug, Clone, FromRow)]
pub struct Confirmation {
    pub uaid: String,
    pub email: String,
    /// Keyed hash of the code.
    pub code_hash: String,
    /// Including the present one.
    pub tries: i64,
    pub asked_by: String,
}

/// A confirmation to be stored. Each account has one at most; a newer one replaces it.
#[derive(Debug)]
pub struct NewConfirmation<'a> {
    pub uaid: &'a str,
    pub email: &'a str,
    /// Keyed hash of the code.
    pub code_hash: &'a str,
    /// SHA-256 of the link's token.
    pub token_hash: &'a str,
    pub asked_by: &'a str,
}

/// A confirmed address that was replaced.
#[derive(Debug, Clone, FromRow)]
pub struct FormerEmail {
    pub uaid: String,
    pub email: String,
    /// When it was changed, ms.
    pub created_at: i64,
}

/// The address of an account that has not been deleted.
pub async fn state(conn: &mut Conn, uaid: &str) -> Result<Option<AccountEmail>> {
    conn.optional(STATE, params![uaid]).await
}

/// The account whose unconfirmed address this is.
pub async fn unconfirmed_owner(conn: &mut Conn, lookup: &str) -> Result<Option<String>> {
    conn.optional_scalar(UNCONFIRMED, params![lookup]).await
}

/// Whether an address belongs to somebody else, or did until a change that can still be undone.
pub async fn is_taken(conn: &mut Conn, lookup: &str, uaid: &str, now_ms: i64) -> Result<bool> {
    conn.any(HELD, params![lookup, uaid, now_ms]).await
}

/// Stores a confirmation in place of an earlier one.
pub async fn begin(conn: &mut Conn, new: &NewConfirmation<'_>, now_ms: i64) -> Result<()> {
    conn.execute(
        BEGIN,
        params![new.uaid, new.email, new.code_hash, new.token_hash, now_ms, now_ms + CODE_MS, new.asked_by],
    )
    .await
}

/// Counts an attempt at a code; none if there is no valid code.
pub async fn try_code(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<Option<Confirmation>> {
    conn.optional(TRY, params![uaid, TRIES, now_ms]).await
}

/// The confirmation of a mailed link; none if the link is unknown or expired.
pub async fn by_token(conn: &mut Conn, token_hash: &str, now_ms: i64) -> Result<Option<Confirmation>> {
    conn.optional(BY_TOKEN, params![token_hash, now_ms]).await
}

pub async fn forget(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET, params![uaid]).await
}

/// Ends a change of address that is not yet confirmed. A code that confirms the account's own address stays valid.
pub async fn forget_change(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET_CHANGE, params![uaid]).await
}

/// Records that the address is confirmed; later calls change nothing.
pub async fn confirm(conn: &mut Conn, uaid: &str, now_ms: i64) -> Result<()> {
    conn.execute(CONFIRM, params![uaid, now_ms]).await
}

/// Changes the address of an account; [`crate::db::DbError::Conflict`] when it is taken.
pub async fn change(
    conn: &mut Conn,
    uaid: &str,
    email: &str,
    confirmed_at: Option<i64>,
    now_ms: i64,
) -> Result<()> {
    conn.execute(CHANGE, params![uaid, email, email.to_lowercase(), confirmed_at, now_ms]).await
}

/// Stores the link that undoes a change of address.
pub async fn keep_former(
    conn: &mut Conn,
    uaid: &str,
    email: &str,
    token_hash: &str,
    now_ms: i64,
) -> Result<()> {
    conn.execute(
        KEEP_FORMER,
        params![token_hash, uaid, email, email.to_lowercase(), now_ms, now_ms + UNDO_MS],
    )
    .await
}

/// What a link of [`keep_former`] restores; none if it is unknown or expired.
pub async fn former(conn: &mut Conn, token_hash: &str, now_ms: i64) -> Result<Option<FormerEmail>> {
    conn.optional(FORMER, params![token_hash, now_ms]).await
}

/// Invalidates the links of an account that were made at or after an instant.
pub async fn end_former(conn: &mut Conn, uaid: &str, from_ms: i64) -> Result<()> {
    conn.execute(END_FORMER, params![uaid, from_ms]).await
}

/// Deletes confirmations that expired before an instant: an address that was never confirmed is forgotten with them.
pub async fn prune_confirmations(conn: &mut Conn, before_ms: i64) -> Result<()> {
    conn.execute(PRUNE_CONFIRMATIONS, params![before_ms]).await
}

/// Deletes former addresses whose change can no longer be undone.
pub async fn prune_former(conn: &mut Conn, now_ms: i64) -> Result<()> {
    conn.execute(PRUNE_FORMER, params![now_ms]).await
}
