//! The roles of accounts. Every job that could leave the programme without role 3 takes [`lock`] first, so that no two
//! of them run at once and each relies on the other's account.

use sixfold_domain::role::Role;

use super::{audit, coach};
use crate::db::calendar::calendar_feed;
use crate::db::connection::column::Number;
use crate::db::sign_in::{email, passkey, second_factor};
use crate::db::{Conn, DbError, Result, params};

const LOCK: &str = "INSERT INTO topic_version (topic, version) VALUES ($1, 1) \
     ON CONFLICT (topic) DO UPDATE SET version = topic_version.version + 1";
const TOPIC: &str = "roles";
const FIND: &str = "SELECT role FROM account WHERE uaid = $1 AND deleted_at IS NULL";
const SET: &str = "UPDATE account SET role = $2, updated_at = $3 WHERE uaid = $1 AND deleted_at IS NULL";
const OTHER_DELIVERY: &str =
    "SELECT COUNT(*) FROM account WHERE role = 3 AND deleted_at IS NULL AND uaid <> $1";

/// What ended because an athlete became staff.
#[derive(Debug, Default)]
pub struct Ended {
    /// The names of the passkeys.
    pub passkeys: Vec<String>,
    /// Whether two-step sign-in was on.
    pub second_factor: bool,
}

/// Makes every other job that changes roles wait until this one has ended.
pub async fn lock(conn: &mut Conn) -> Result<()> {
    conn.execute(LOCK, params![TOPIC]).await
}

/// The role of an account; none if there is no such account.
pub async fn find(conn: &mut Conn, uaid: &str) -> Result<Option<Role>> {
    let role: Option<Number<Role>> = conn.optional_scalar(FIND, params![uaid]).await?;
    Ok(role.map(|Number(role)| role))
}

/// Whether somebody still has the role with which they called. It may have changed while their job waited for [`lock`].
pub async fn still_has(conn: &mut Conn, (uaid, number): audit::Actor<'_>) -> Result<bool> {
    Ok(find(conn, uaid).await?.is_some_and(|role| i64::from(role.number()) == number))
}

/// Gives an account another role. A calendar link made in the former role is revoked, and access that athletes gave to a coach
/// ends with the role. Passkeys, two-step sign-in and a pending change of address of an athlete who becomes staff end too: as
/// staff they would have needed a mailed code for them (RULES 10.4, 10.9).
pub async fn set(conn: &mut Conn, uaid: &str, role: Role, now_ms: i64) -> Result<Ended> {
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
        return Ok(Ended::default());
    }
    let passkeys = passkey::list(conn, uaid).await?;
    passkey::remove_all(conn, uaid).await?;
    for passkey in &passkeys {
        audit::system(conn, "passkey.removed", Some(uaid), Some(&passkey.passkey_id), now_ms).await?;
    }
    let enrolled = second_factor::find(conn, uaid).await?.is_some_and(|row| row.confirmed_at.is_some());
    // One that was only begun goes as well: no mailed code is asked for to confirm it.
    second_factor::remove(conn, uaid).await?;
    if enrolled {
        audit::system(conn, "second-factor.reset", Some(uaid), None, now_ms).await?;
    }
    email::forget_change(conn, uaid).await?;
    let names = passkeys.into_iter().map(|passkey| passkey.name).collect();
    Ok(Ended { passkeys: names, second_factor: enrolled })
}

/// Whether another account has role 3: the last one can neither lose it nor be deleted. To be called under [`lock`].
pub async fn another_delivery_admin(conn: &mut Conn, uaid: &str) -> Result<bool> {
    conn.any(OTHER_DELIVERY, params![uaid]).await
}
