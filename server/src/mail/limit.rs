//! Limits on the letters to an address, so that nobody can use this server to flood somebody else's mailbox. Counted in
//! the database, so that all nodes count together, and concurrent requests one after the other.

use crate::auth::Keys;
use crate::db::sign_in::email;
use crate::db::upkeep::throttle::{self, Limit};
use crate::db::{Conn, DbError};

const HOUR_MS: i64 = 60 * 60_000;

/// How many letters a day an address gets before its owner has confirmed it (RULES 10.5).
pub const A_DAY: i64 = 5;
/// To the address of an account, counted by account.
const UNCONFIRMED: Limit = Limit { scope: "mail-unconfirmed", attempts: A_DAY, window_ms: 24 * HOUR_MS };
/// To an address that belongs to no account: a guardian's, or one that an account is to change to.
const STRANGER: Limit = Limit { scope: "mail-stranger", attempts: A_DAY, window_ms: 24 * HOUR_MS };
/// Letters that anybody can make us send: a new password, a guardian's link, a code.
const RECIPIENT: Limit = Limit { scope: "mail-recipient", attempts: 5, window_ms: HOUR_MS };

/// Counts a letter to an account's unconfirmed address; true if it exceeds today's limit.
pub async fn unconfirmed(conn: &mut Conn, address: &str, now_ms: i64) -> Result<bool, DbError> {
    let Some(uaid) = email::unconfirmed_owner(conn, &address.to_lowercase()).await? else { return Ok(false) };
    Ok(throttle::hit(conn, UNCONFIRMED, &uaid, now_ms).await?.is_some())
}

/// Counts a letter that anybody can request; returns the seconds to wait if it exceeds the hour's limit.
pub async fn recipient(
    conn: &mut Conn,
    keys: &Keys,
    address: &str,
    now_ms: i64,
) -> Result<Option<u64>, DbError> {
    throttle::hit(conn, RECIPIENT, &keys.throttle_subject(&address.to_lowercase()), now_ms).await
}

/// Counts a letter to an address that belongs to no account; returns the seconds to wait if it exceeds today's limit.
pub async fn stranger(
    conn: &mut Conn,
    keys: &Keys,
    address: &str,
    now_ms: i64,
) -> Result<Option<u64>, DbError> {
    throttle::hit(conn, STRANGER, &keys.throttle_subject(&address.to_lowercase()), now_ms).await
}
