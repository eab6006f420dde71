//! Making accounts and sessions, and checking a password: what sign-up, the log-in calls and the auth client share.

use sixfold_domain::role::Role;
use sixfold_domain::session;

use super::keys::{new_secret, stored_hash};
use crate::db::account::{self, LoginRow};
use crate::db::session::{self as sessions, NewSession};
use crate::db::throttle::{self, Limit};
use crate::db::{Conn, DbError};
pub use crate::edge::origin::Origin;
use crate::error::ApiError;
use crate::state::AppState;
use crate::vault::VaultError;

/// Tries of one address on one account. Counted for both together, so that a stranger elsewhere locks nobody out.
const PER_ACCOUNT: Limit = Limit { scope: "login-account", attempts: 10, window_ms: 15 * 60_000 };
/// Tries of one address on whatever account.
const PER_ADDRESS: Limit = Limit { scope: "login-address", attempts: 100, window_ms: 15 * 60_000 };
/// Mails that one address may ask for.
pub const MAILS: Limit = Limit { scope: "forgot-address", attempts: 20, window_ms: 15 * 60_000 };
/// Accounts that one address may open.
pub const SIGNUPS: Limit = Limit { scope: "signup-address", attempts: 60, window_ms: 60 * 60_000 };

/// A session that has just begun. The cookie secret goes into `Set-Cookie` and nowhere else.
pub struct Begun {
    /// The secret of the cookie.
    pub cookie_secret: String,
    /// The API token.
    pub token: String,
    /// The login stamp, ms.
    pub stamp: i64,
    /// Seconds until the end.
    pub max_age_s: i64,
    new: NewSession,
}

impl std::fmt::Debug for Begun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Begun")
    }
}

/// How somebody proved who they are.
#[derive(Debug, Clone, Default)]
pub struct Proof {
    /// Whether a one-time code stood behind it.
    pub second_factor: bool,
    /// The provider that vouched for them; none for our own passwords.
    pub provider: Option<Vouched>,
}

/// What a provider said when it vouched for somebody.
#[derive(Clone)]
pub struct Vouched {
    /// The provider's id in the configuration.
    pub provider_id: String,
    /// The provider's own session, when it names one.
    pub sid: Option<String>,
    /// Its ID token, the hint with which its session is ended.
    pub id_token: String,
}

impl std::fmt::Debug for Vouched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Vouched").field("provider_id", &self.provider_id).finish_non_exhaustive()
    }
}

/// Makes the secrets of a session; [`store`] keeps it.
pub fn begin(state: &AppState, uaid: &str, origin: &Origin, proof: Proof) -> Result<Begun, VaultError> {
    let stamp = state.clock.now_ms();
    let cookie_secret = new_secret();
    let token = state.auth.keys.api_token(&cookie_secret);
    let expires_at = session::expires_at(stamp);
    let session_id = crate::db::new_id(stamp);
    let vouched = proof.provider.as_ref();
    let id_token = vouched.map(|vouched| vouched.id_token.as_str());
    let id_token_sealed = state.vault.seal_option("session", &session_id, "id_token_sealed", id_token)?;
    let new = NewSession {
        session_id,
        uaid: uaid.to_owned(),
        cookie_hash: stored_hash(&cookie_secret),
        token_hash: stored_hash(&token),
        created_at: stamp,
        expires_at,
        auth_method: if vouched.is_some() { "sso" } else { "credentials" },
        user_agent: origin.user_agent.clone(),
        idp_sid: vouched.and_then(|vouched| vouched.sid.clone()),
        provider_id: vouched.map(|vouched| vouched.provider_id.clone()),
        id_token_sealed,
        second_factor: proof.second_factor,
    };
    Ok(Begun { cookie_secret, token, stamp, max_age_s: (expires_at - stamp) / 1_000, new })
}

/// Stores a session that has begun.
pub async fn store(conn: &mut Conn<'_>, begun: &Begun) -> Result<(), DbError> {
    sessions::insert(conn, &begun.new).await
}

/// 429 when the subject has used its tries up. Off with `--rate-limit off`.
pub async fn throttle(state: &AppState, limit: Limit, subject: &str) -> Result<(), ApiError> {
    if !state.config.rate_limit {
        return Ok(());
    }
    let subject = state.auth.keys.throttle_subject(subject);
    let now_ms = state.clock.now_ms();
    let over: Option<u64> = state
        .db
        .write(move |conn| {
            Box::pin(
                async move { throttle::hit(conn, limit, &subject, now_ms).await.map_err(ApiError::from) },
            )
        })
        .await?;
    over.map_or(Ok(()), |seconds| Err(ApiError::too_many(seconds)))
}

/// The account that an address and a password open; the same answer and the same time for an unknown address, a wrong
/// password and an account without one.
pub async fn check(
    state: &AppState,
    origin: &Origin,
    email: &str,
    password: String,
) -> Result<LoginRow, ApiError> {
    // What is no address is nobody's, and is looked up all the same.
    let lookup = sixfold_domain::profile::contact::email(email).unwrap_or_default();
    throttle(state, PER_ADDRESS, &origin.counted()).await?;
    let subject = format!("{}|{lookup}", origin.counted());
    throttle(state, PER_ACCOUNT, &subject).await?;
    let wanted = lookup.clone();
    let found: Option<LoginRow> = state
        .db
        .read(|conn| {
            Box::pin(async move { account::find_login(conn, &wanted).await.map_err(ApiError::from) })
        })
        .await?;
    let stored = found.as_ref().and_then(|row| row.password_hash.clone());
    let usable = password.len() <= 4 * super::password::LONGEST;
    let given = if usable { password } else { String::new() };
    let fits = state.auth.hasher.verify(given, stored).await?;
    match found.filter(|_| fits && usable) {
        Some(row) => {
            forget_tries(state, &subject).await?;
            Ok(row)
        }
        None => Err(refused()),
    }
}

async fn forget_tries(state: &AppState, subject: &str) -> Result<(), ApiError> {
    if !state.config.rate_limit {
        return Ok(());
    }
    let subject = state.auth.keys.throttle_subject(subject);
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                throttle::clear(conn, PER_ACCOUNT.scope, &subject).await.map_err(ApiError::from)
            })
        })
        .await
}

/// 401, the same for every reason.
pub fn refused() -> ApiError {
    ApiError::new(
        axum::http::StatusCode::UNAUTHORIZED,
        "CREDENTIALS_WRONG",
        "That e-mail and password do not match. Check both and go again.",
    )
}

/// The role of a stored number.
pub fn role_of(number: i64) -> Result<Role, ApiError> {
    u8::try_from(number)
        .ok()
        .and_then(|number| Role::from_number(number).ok())
        .ok_or_else(|| ApiError::internal("a stored role does not read"))
}
