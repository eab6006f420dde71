//! The hash of an account's password. `auth::password` makes and checks it.

use super::{email, token};
use crate::db::{Conn, Result, params};

const SET: &str =
    "UPDATE account SET password_hash = $2, updated_at = $3 WHERE uaid = $1 AND deleted_at IS NULL";
const REMOVE: &str = "UPDATE account SET password_hash = NULL WHERE uaid = $1 AND deleted_at IS NULL";

/// Sets the password. Ends a pending change of address and the mailed links that sign in (RULES 10.3), since somebody who knew
/// the old password may have asked for them; the caller ends the sessions.
pub async fn set(conn: &mut Conn, uaid: &str, hash: &str, now_ms: i64) -> Result<()> {
    conn.execute(SET, params![uaid, hash, now_ms]).await?;
    email::forget_change(conn, uaid).await?;
    token::cancel_sign_in(conn, uaid, now_ms).await
}

/// Removes the password: somebody other than the owner may know it.
pub async fn remove(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(REMOVE, params![uaid]).await
}
