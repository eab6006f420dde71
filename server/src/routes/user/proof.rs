//! What calls about one's own sign-in and account have in common: the password is asked for again.

use super::wire::Secret;
use crate::auth::CurrentUser;
use crate::auth::sign_in::{self, Origin};
use crate::db::Conn;
use crate::db::people::registration;
use crate::db::sign_in::{device, identity};
use crate::http::{ApiError, Idempotency};
use crate::state::AppState;

/// How long after a sign-in it still proves the identity of somebody without a password, ms.
const FRESH_MS: i64 = 10 * 60_000;

/// 422 unless the password is the caller's own; attempts are counted like sign-ins.
pub(super) async fn require_current(
    state: &AppState,
    origin: &Origin,
    user: &CurrentUser,
    Secret(password): Secret,
    field: &'static str,
) -> Result<(), ApiError> {
    match sign_in::check(state, origin, &user.email, password, sign_in::ONCE_MORE).await {
        Ok(account) if account.uaid == user.uaid.as_str() => Ok(()),
        Err(error) if error.retry_after_s().is_some() || error.status().is_server_error() => Err(error),
        _ => Err(ApiError::rule("PASSWORD_WRONG", "That is not your current password.").field(field)),
    }
}

/// As [`require_current`] for an account with a password. One without, because its owner signs in elsewhere, needs a sign-in
/// within the last ten minutes; so does every account where single sign-on alone is configured (RULES 10.3).
pub(super) async fn require_password(
    state: &AppState,
    origin: &Origin,
    user: &CurrentUser,
    password: Option<Secret>,
    field: &'static str,
) -> Result<(), ApiError> {
    let progress = state.db.read(async |conn| registration::progress(conn, user.uaid.as_str()).await).await?;
    if progress.has_password && state.config.takes_passwords() {
        let password = password.ok_or_else(|| ApiError::missing(field))?;
        return require_current(state, origin, user, password, field).await;
    }
    if state.clock.now_ms() - user.stamp <= FRESH_MS {
        return Ok(());
    }
    let message = "Sign in once more and come straight back: that shows us it is you.";
    Err(ApiError::rule("SIGN_IN_AGAIN", message))
}

/// Locks the caller's account and refuses a session that has ended by now. A password is compared before the job that it allows,
/// and a new one, which ends every session, may have been set in between.
pub(super) async fn require_live(conn: &mut Conn, user: &CurrentUser, now_ms: i64) -> Result<(), ApiError> {
    let uaid = user.uaid.as_str();
    identity::lock(conn, uaid).await?;
    if device::is_live(conn, uaid, &user.session_id, now_ms).await? {
        Ok(())
    } else {
        Err(ApiError::unauthorised())
    }
}

/// The key of a call whose body contains a password: its owner's alone, with the hash of the body keyed, because a copy of the
/// database must not allow guessing the password.
pub(super) fn with_password(state: &AppState, user: &CurrentUser, idempotency: Idempotency) -> Idempotency {
    let body_hash = state.auth.keys.throttle_subject(&idempotency.claim.body_hash);
    idempotency.personal(user.uaid.as_str()).with_body_hash(body_hash)
}
