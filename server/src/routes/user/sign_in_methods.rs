//! The ways to sign in to an account: whether one is left, and taking away all of them, as when it turns out to be somebody else's.

use sixfold_domain::role::Role;

use crate::db::calendar::calendar_feed;
use crate::db::messages::notification::device;
use crate::db::people::account::{self, LoginRow};
use crate::db::people::role;
use crate::db::sign_in::email::{self, AccountEmail};
use crate::db::sign_in::{identity, passkey, password, second_factor, session};
use crate::db::{Conn, DbError};
use crate::http::ApiError;
use crate::state::AppState;

/// Whether the account has a password that signs in. One from before single sign-on alone was configured does not.
pub(super) fn has_password(state: &AppState, account: &LoginRow) -> bool {
    account.password_hash.is_some() && state.config.takes_passwords()
}

/// Whether somebody can still sign in. The caller has locked the account ([`identity::lock`]) and then removed one way: without the
/// lock, two requests at once could each count on the way that the other removes.
pub(super) async fn is_any_left(conn: &mut Conn, state: &AppState, uaid: &str) -> Result<bool, ApiError> {
    let account = account::login_of(conn, uaid).await?.ok_or_else(ApiError::unauthorised)?;
    let providers = identity::list(conn, uaid).await?;
    Ok(has_password(state, &account)
        || providers.iter().any(|row| state.auth.providers.find(&row.provider_id).is_some())
        || (state.config.takes_passwords() && passkey::count(conn, uaid).await? > 0))
}

pub(super) fn only_sign_in_method() -> ApiError {
    ApiError::rule("LAST_SIGN_IN", "That is your only way in. Add another one first.")
}

/// Removes every way to sign in, and every device that is notified, that was added at or after an instant; passkeys all go, since
/// adding one takes no more than the password did.
pub(super) async fn remove(conn: &mut Conn, uaid: &str, since_ms: i64, now_ms: i64) -> Result<(), DbError> {
    password::remove(conn, uaid).await?;
    passkey::remove_all(conn, uaid).await?;
    identity::unlink_since(conn, uaid, since_ms).await?;
    second_factor::remove_since(conn, uaid, since_ms).await?;
    device::forget_since(conn, uaid, since_ms).await?;
    calendar_feed::revoke(conn, uaid, now_ms).await?;
    session::revoke_all(conn, uaid, now_ms).await
}

/// Ends what a stranger may have left in an account, before a mailed link confirms its address: until then nobody has shown that
/// the address is theirs. Passkeys and the second factor of staff stay, since those were added with a mailed code. False if
/// nothing was ended.
pub(in crate::routes) async fn end_unproven(
    conn: &mut Conn,
    uaid: &str,
    account: &AccountEmail,
    now_ms: i64,
) -> Result<bool, DbError> {
    if account.email_confirmed_at.is_some() || !account.has_password() {
        return Ok(false);
    }
    if role::find(conn, uaid).await? == Some(Role::Athlete) {
        remove(conn, uaid, 0, now_ms).await?;
    } else {
        password::remove(conn, uaid).await?;
        device::forget_since(conn, uaid, 0).await?;
        calendar_feed::revoke(conn, uaid, now_ms).await?;
        session::revoke_all(conn, uaid, now_ms).await?;
    }
    email::forget(conn, uaid).await?;
    Ok(true)
}
