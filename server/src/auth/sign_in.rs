//! Creating sessions and checking passwords, shared by sign-up, the log-in calls and the next-auth protocol.

use std::time::Duration;

use sixfold_domain::session;

use super::audit::AuditEvent;
use super::keys::{new_secret, stored_hash};
pub use super::proof::{Method, Proof, ProviderProof};
use super::second_factor;
use crate::db::encryption::field_encryption::CipherError;
use crate::db::people::account::{self, LoginRow};
use crate::db::sign_in::identity;
use crate::db::sign_in::session::{self as sessions, NewSession};
use crate::db::upkeep::throttle::{self, Limit, Spent};
use crate::db::{Conn, DbError};
use crate::http::ApiError;
pub use crate::http::origin::Origin;
use crate::state::AppState;

/// Attempts of one address on one account. Counted for the pair, so that a stranger elsewhere locks nobody out.
const PER_ACCOUNT: Limit = Limit { scope: "login-account", attempts: 10, window_ms: 15 * 60_000 };
/// Attempts of one address on any account.
const PER_ADDRESS: Limit = Limit { scope: "login-address", attempts: 100, window_ms: 15 * 60_000 };
/// How many successful sign-ins of one account are given back to the limit of its address. Many people can then sign in from
/// behind one address, but nobody can lift that limit with a single account.
const GIVEN_BACK: Limit = Limit { scope: "login-done", attempts: 30, window_ms: 15 * 60_000 };
/// Wrong passwords for one account from anywhere; beyond these, each further attempt is delayed.
const EVERYWHERE: Limit = Limit { scope: "login-everywhere", attempts: 50, window_ms: 15 * 60_000 };
/// The delay that each further wrong password adds, and the longest delay.
const GUESSING_DELAY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(3));
const REPEAT_DELAY: Duration = Duration::from_millis(250);
/// Passwords that one address may set by mailed links.
pub const RESETS: Limit = Limit { scope: "reset-address", attempts: 20, window_ms: 15 * 60_000 };
pub const MAILS: Limit = Limit { scope: "forgot-address", attempts: 20, window_ms: 15 * 60_000 };
/// Accounts that one address may create.
pub const SIGNUPS: Limit = Limit { scope: "signup-address", attempts: 60, window_ms: 60 * 60_000 };

/// A new session. The cookie secret goes into `Set-Cookie` and nowhere else.
#[derive(Clone)]
pub struct StartedSession {
    pub cookie_secret: String,
    /// The API token.
    pub token: String,
    /// When the session began, ms.
    pub stamp: i64,
    /// Seconds until the session ends.
    pub max_age_s: i64,
    new: NewSession,
    /// The hash that the password was compared with.
    password_hash: Option<String>,
    event: AuditEvent,
}

impl std::fmt::Debug for StartedSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StartedSession")
    }
}

/// Creates a session's secrets; [`store`] saves it.
pub fn begin(
    state: &AppState,
    uaid: &str,
    origin: &Origin,
    proof: Proof,
) -> Result<StartedSession, CipherError> {
    let stamp = state.clock.now_ms();
    let cookie_secret = new_secret();
    let token = state.auth.keys.api_token(&cookie_secret);
    let expires_at = session::expires_at(stamp);
    let session_id = crate::db::new_id(stamp);
    let provider = proof.method.provider();
    let id_token = provider.map(|provider| provider.id_token.as_str());
    let id_token_sealed = state.cipher.encrypt_option("session", &session_id, "id_token_sealed", id_token)?;
    let method = proof.method.word();
    let event = AuditEvent::new(state, origin, "sign-in.done")
        .with("method", method)
        .with("secondFactor", proof.second_factor)
        .with("provider", provider.map(|provider| provider.provider_id.clone()));
    let new = NewSession {
        session_id,
        uaid: uaid.to_owned(),
        cookie_hash: stored_hash(&cookie_secret),
        token_hash: stored_hash(&token),
        created_at: stamp,
        expires_at,
        auth_method: method,
        user_agent: origin.user_agent.clone(),
        idp_sid: provider.and_then(|provider| provider.sid.clone()),
        provider_id: provider.map(|provider| provider.provider_id.clone()),
        id_token_sealed,
        second_factor: proof.second_factor,
    };
    let (max_age_s, password_hash) = ((expires_at - stamp) / 1_000, proof.password_hash);
    Ok(StartedSession { cookie_secret, token, stamp, max_age_s, new, password_hash, event })
}

pub async fn store(conn: &mut Conn, started: &StartedSession) -> Result<(), DbError> {
    sessions::insert(conn, &started.new).await
}

/// Stores the session and logs the sign-in. A password is compared before this job: refused if a new one, which ends every
/// session, has been set since.
pub async fn enter(conn: &mut Conn, state: &AppState, started: StartedSession) -> Result<(), ApiError> {
    let uaid = started.new.uaid.as_str();
    if started.password_hash.is_some() {
        identity::lock(conn, uaid).await?;
    }
    let account = account::login_of(conn, uaid).await?.ok_or(DbError::NotFound)?;
    if started.password_hash.is_some() && started.password_hash != account.password_hash {
        return Err(refused());
    }
    store(conn, &started).await?;
    let lookup = account.email.to_lowercase();
    Ok(started.event.done_by(uaid, account.role).account(state, &lookup).write(conn).await?)
}

/// Counts an attempt; 429 if the subject has none left. Does nothing with `--rate-limit off`.
pub async fn throttle(state: &AppState, limit: Limit, subject: &str) -> Result<(), ApiError> {
    spend(state, limit, subject).await.map(drop)
}

/// As [`throttle`], for an attempt that may be given back; none with `--rate-limit off`.
pub async fn spend(state: &AppState, limit: Limit, subject: &str) -> Result<Option<Spent>, ApiError> {
    if !state.config.rate_limit {
        return Ok(None);
    }
    let subject = state.auth.keys.throttle_subject(subject);
    let now_ms = state.clock.now_ms();
    if let Some(seconds) = state.auth.exhausted.seconds_left(limit, &subject, now_ms) {
        return Err(too_many_after_delay(seconds).await);
    }
    let counted = subject.clone();
    let spent =
        state.db.write(async move |conn| throttle::spend(conn, limit, &counted, now_ms).await).await?;
    match spent {
        Ok(spent) => Ok(Some(spent)),
        Err(seconds) => {
            state.auth.exhausted.remember(limit, &subject, seconds, now_ms);
            Err(ApiError::too_many(seconds))
        }
    }
}

/// Gives an attempt that proved right back to its address.
pub async fn give_back(
    conn: &mut Conn,
    state: &AppState,
    uaid: &str,
    spent: Option<&Spent>,
) -> Result<(), DbError> {
    let Some(spent) = spent else { return Ok(()) };
    let subject = state.auth.keys.throttle_subject(uaid);
    if throttle::hit(conn, GIVEN_BACK, &subject, state.clock.now_ms()).await?.is_none() {
        throttle::give_back(conn, spent).await?;
    }
    Ok(())
}

/// 429 after a delay, for a caller that retries too early: limits a flood to one request per connection and delay.
async fn too_many_after_delay(seconds: u64) -> ApiError {
    tokio::time::sleep(REPEAT_DELAY).await;
    ApiError::too_many(seconds)
}

/// [`throttle`] by network address; refusals are logged.
pub async fn throttle_address(
    state: &AppState,
    limit: Limit,
    origin: &Origin,
    action: &'static str,
) -> Result<(), ApiError> {
    let outcome = throttle(state, limit, &origin.counted()).await;
    note_if_throttled(&outcome, AuditEvent::new(state, origin, action), state).await?;
    outcome
}

async fn note_if_throttled<T>(
    outcome: &Result<T, ApiError>,
    event: AuditEvent,
    state: &AppState,
) -> Result<(), ApiError> {
    match outcome {
        Err(error) if error.retry_after_s().is_some() => Ok(event.record(state).await?),
        _ => Ok(()),
    }
}

/// The audit log's actions for a wrong password, and for one attempt too many.
#[derive(Debug, Clone, Copy)]
pub struct AuditActions {
    refused: &'static str,
    throttled: &'static str,
}

pub const SIGN_IN: AuditActions = AuditActions { refused: "sign-in.refused", throttled: "sign-in.throttled" };
/// For re-entering the password within a session.
pub const ONCE_MORE: AuditActions =
    AuditActions { refused: "password.refused", throttled: "password.throttled" };

/// Checks address, password and, if there is a second factor, its code. Refusals are logged.
pub async fn prove(
    state: &AppState,
    origin: &Origin,
    email: &str,
    password: String,
    code: Option<&str>,
) -> Result<(LoginRow, Proof), ApiError> {
    let account = check(state, origin, email, password, SIGN_IN).await?;
    let second_factor = ask_for_code(state, origin, &account, code).await?;
    let password_hash = account.password_hash.clone();
    Ok((account, Proof { method: Method::Password, second_factor, password_hash }))
}

/// Asks somebody with a second factor for its code, after the first one; false for anybody else. Refusals are logged.
pub async fn ask_for_code(
    state: &AppState,
    origin: &Origin,
    account: &LoginRow,
    code: Option<&str>,
) -> Result<bool, ApiError> {
    let outcome = second_factor::require(state, origin, &account.uaid, code).await;
    if let Err(error) = &outcome
        && let Some(action) = match error.code() {
            "SECOND_FACTOR_REQUIRED" => Some("sign-in.code-asked"),
            "SECOND_FACTOR_WRONG" => Some("sign-in.code-refused"),
            _ => error.retry_after_s().map(|_| SIGN_IN.throttled),
        }
    {
        let lookup = account.email.to_lowercase();
        let event = AuditEvent::new(state, origin, action).account(state, &lookup).about(Some(&account.uaid));
        event.record(state).await?;
    }
    outcome
}

/// Counts a sign-in without a password as one of its network address's attempts, until it is given back.
pub async fn throttle_sign_in(state: &AppState, origin: &Origin) -> Result<Option<Spent>, ApiError> {
    let outcome = spend(state, PER_ADDRESS, &origin.counted()).await;
    note_if_throttled(&outcome, AuditEvent::new(state, origin, SIGN_IN.throttled), state).await?;
    outcome
}

/// Refuses a network address that is known to have no attempts left, before anything is looked up.
pub async fn refuse_exhausted(
    state: &AppState,
    origin: &Origin,
    actions: AuditActions,
) -> Result<(), ApiError> {
    let subject = state.auth.keys.throttle_subject(&origin.counted());
    match state.auth.exhausted.seconds_left(PER_ADDRESS, &subject, state.clock.now_ms()) {
        Some(seconds) => {
            AuditEvent::new(state, origin, actions.throttled).record(state).await?;
            Err(too_many_after_delay(seconds).await)
        }
        None => Ok(()),
    }
}

/// The account with this address and password. Unknown address, wrong password and an account without one get the same
/// answer in the same time.
pub async fn check(
    state: &AppState,
    origin: &Origin,
    email: &str,
    password: String,
    actions: AuditActions,
) -> Result<LoginRow, ApiError> {
    refuse_exhausted(state, origin, actions).await?;
    // An invalid address has no account; it is looked up anyway, to take as long.
    let lookup = sixfold_domain::profile::contact::email(email).unwrap_or_default();
    let found = state.db.read(async |conn| account::find_login(conn, &lookup).await).await?;
    let event = |action| {
        let uaid = found.as_ref().map(|row| row.uaid.as_str());
        AuditEvent::new(state, origin, action).account(state, &lookup).about(uaid)
    };
    let subject = format!("{}|{lookup}", origin.counted());
    let limited = async {
        let spent = spend(state, PER_ADDRESS, &origin.counted()).await?;
        throttle(state, PER_ACCOUNT, &subject).await?;
        Ok::<_, ApiError>(spent)
    };
    let limited = limited.await;
    note_if_throttled(&limited, event(actions.throttled), state).await?;
    let spent = limited?;
    delay_guessing(state, &lookup).await?;
    let stored = found.as_ref().and_then(|row| row.password_hash.clone());
    let usable = password.len() <= 4 * super::password::LONGEST;
    let given = if usable { password } else { String::new() };
    let fits = state.auth.hasher.verify(&origin.counted(), given, stored).await.map_err(ApiError::from);
    note_if_throttled(&fits, event(actions.throttled), state).await?;
    if fits?
        && usable
        && let Some(account) = &found
    {
        forget_tries(state, &subject, &account.uaid, spent).await?;
        return found.ok_or_else(refused);
    }
    event(actions.refused).record(state).await?;
    if count_wrong_password(state, &lookup).await? {
        event("sign-in.slowed").record(state).await?;
    }
    Err(refused())
}

/// Delays an attempt on an account after many wrong passwords from anywhere. Nobody is locked out, and guessing from
/// many addresses is slow.
async fn delay_guessing(state: &AppState, lookup: &str) -> Result<(), ApiError> {
    if !state.config.rate_limit {
        return Ok(());
    }
    let (subject, now_ms) = (state.auth.keys.throttle_subject(lookup), state.clock.now_ms());
    let misses =
        state.db.read(async |conn| throttle::count(conn, EVERYWHERE, &subject, now_ms).await).await?;
    let beyond = u32::try_from(misses - EVERYWHERE.attempts).unwrap_or(0);
    if beyond > 0 {
        tokio::time::sleep(GUESSING_DELAY.1.min(GUESSING_DELAY.0 * beyond)).await;
    }
    Ok(())
}

/// Counts a wrong password for an account; true if attempts are delayed from now on.
async fn count_wrong_password(state: &AppState, lookup: &str) -> Result<bool, ApiError> {
    if !state.config.rate_limit {
        return Ok(false);
    }
    let (subject, now_ms) = (state.auth.keys.throttle_subject(lookup), state.clock.now_ms());
    let over =
        state.db.write(async move |conn| throttle::hit(conn, EVERYWHERE, &subject, now_ms).await).await?;
    Ok(over.is_some())
}

/// After a right password: forgets the address's attempts on the account, and gives back the one that was spent.
async fn forget_tries(
    state: &AppState,
    subject: &str,
    uaid: &str,
    spent: Option<Spent>,
) -> Result<(), ApiError> {
    if spent.is_none() {
        return Ok(());
    }
    let (subject, uaid, job) = (state.auth.keys.throttle_subject(subject), uaid.to_owned(), state.clone());
    let write = state.db.write(async move |conn| {
        throttle::clear(conn, PER_ACCOUNT.scope, &subject).await?;
        give_back(conn, &job, &uaid, spent.as_ref()).await
    });
    Ok(write.await?)
}

/// 401 with the same answer for every reason.
pub fn refused() -> ApiError {
    ApiError::new(
        axum::http::StatusCode::UNAUTHORIZED,
        "CREDENTIALS_WRONG",
        "That e-mail and password do not match. Check both and go again.",
    )
}
