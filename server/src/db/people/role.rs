//! The roles of accounts. Every job that could leave the programme without role 3 takes [`lock`] first, so that no two
//! of them run at once and each relies on the other's account.

use sixfold_domain::role::Role;

use super::{audit, coach};
use crate::db::calendar::calendar_feed;
use crate::db::connection::column::Number;
use crate::db::sign_in::passkey;
use crate::db::{Conn, DbError, Result, params};

const LOCK: &str = "INSERT INTO topic_version (topic, version) VALUES ($1, 1) \
     ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1";
const TOPIC: &str = "roles";
const FIND: &str = "SELECT role FROM account WHERE uaid = $1 AND deleted_at IS NULL";
const SET: &str = "UPDATE account SET role = $2, updated_at = $3 WHERE uaid = $1 AND deleted_at IS NULL";
const OTHER_DELIVERY: &str =
    "SELECT COUNT(*) FROM account WHERE role = 3 AND deleted_at IS NULL AND uaid <> $1";

/// Makes every other job that changes roles wait until this one has ended.
pub async fn lock(conn: &mut Conn<'_>) -> Result<()> {
    conn.execute(LOCK, params![TOPIC]).await
}

/// The role of an account; none if there is no such account.
pub async fn find(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<Role>> {
    let role: Option<Number<Role>> = conn.optional_scalar(FIND, params![uaid]).await?;
    Ok(role.map(|Number(role)| role))
}

/// Gives an account another role. A calendar link made in the former role is revoked, and access that athletes gave to a coach
/// ends with the role. Returns the names of the passkeys that end: as staff an athlete would have needed a mailed code to add
/// them (RULES 10.9).
pub async fn set(conn: &mut Conn<'_>, uaid: &str, role: Role, now_ms: i64) -> Result<Vec<String>> {
    let former = find(conn, uaid).await?.ok_or(DbError::NotFound)?;
    let rows = conn.affected(SET, params![uaid, role.number(), now_ms]).await?;
    if rows != 1 {
        return Err(DbError::NotFound);
    }
    calendar_feed::revoke(conn, uaid, now_ms).await?;
    // When the role is given back too: a yes may have come in while it was taken away.
    if (former == Role::Coach) != (role == Role::Coach) {
        coach::end(conn, uaid).await?;
    }
    if former != Role::Athlete || role == Role::Athlete {
        return Ok(Vec::new());
    }
    let passkeys = passkey::list(conn, uaid).await?;
    passkey::remove_all(conn, uaid).await?;
    for passkey in &passkeys {
        audit::system(conn, "passkey.removed", Some(uaid), Some(&passkey.passkey_id), now_ms).await?;
    }
    Ok(passkeys.into_iter().map(|passkey| passkey.name).collect())
}

/// Whether another account has role 3: the last one can neither lose it nor be deleted. To be called under [`lock`].
pub async fn another_delivery_admin(conn: &mut Conn<'_>, uaid: &str) -> Result<bool> {
    Ok(conn.scalar::<i64>(OTHER_DELIVERY, params![uaid]).await? > 0)
}
