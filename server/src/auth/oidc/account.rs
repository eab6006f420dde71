//! Which account a provider's claims open. Only the pair (issuer, subject) decides: an e-mail address never opens an
//! existing account, and links one only while its owner is signed in, or where nobody can enter it otherwise (RULES 10.11).

use serde_json::json;
use sixfold_domain::profile::ProfileUpdate;
use sixfold_domain::role::Role;

use super::claims::Claims;
use crate::auth::sign_in::{self, Method, Origin, Proof, ProviderProof};
use crate::db::Conn;
use crate::db::people::account::{self, EncryptedHealth, NewAccount};
use crate::db::people::audit;
use crate::db::people::role::{self, Ended};
use crate::db::sign_in::email;
use crate::db::sign_in::identity::{self, NewIdentity};
use crate::db::sign_in::session as sessions;
use crate::db::sign_in::token;
use crate::http::ApiError;
use crate::state::AppState;

/// The browser that returned from the provider.
#[derive(Debug, Clone)]
pub struct Browser {
    /// Its network address and user agent.
    pub origin: Origin,
    /// SHA-256 of its session cookie in hex, if it has one.
    pub cookie_hash: Option<String>,
    /// The uaid and e-mail address of the user signed in there.
    pub owner: Option<(String, String)>,
}

pub enum Outcome {
    SignedIn {
        uaid: String,
        /// The cookie secret, only for `Set-Cookie`.
        cookie_secret: String,
        /// Seconds until the session ends.
        max_age_s: i64,
        /// What ended because the claims gave a role (RULES 10.4, 10.9).
        ended: Ended,
    },
    /// The provider was linked to the account that is signed in; its session continues.
    Linked,
    /// The next-auth error code.
    Refused(&'static str),
}

impl std::fmt::Debug for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::SignedIn { .. } => "SignedIn",
            Self::Linked => "Linked",
            Self::Refused(code) => code,
        })
    }
}

/// The account belongs to somebody else, or its owner has to sign in before linking.
const NOT_LINKED: Outcome = Outcome::Refused("OAuthAccountNotLinked");

/// Decides and stores the outcome.
pub async fn enter(
    conn: &mut Conn,
    state: &AppState,
    claims: Claims,
    browser: Browser,
) -> Result<Outcome, ApiError> {
    let now_ms = state.clock.now_ms();
    let pair = (claims.issuer.as_str(), claims.subject.as_str());
    if let Some(uaid) = identity::find(conn, pair.0, pair.1).await? {
        if account::login_of(conn, &uaid).await?.is_none() {
            return Ok(Outcome::Refused("AccessDenied"));
        }
        identity::used(conn, pair, &claims.provider_id, claims.email.as_deref(), now_ms).await?;
        let ended = apply_role(conn, &claims, &uaid, now_ms).await?;
        return begin(conn, state, &claims, browser, (uaid, ended)).await;
    }
    let verified = claims.email.as_deref().filter(|_| claims.email_verified);
    if let Some((uaid, email)) = &browser.owner {
        let Some(verified) = verified.filter(|verified| *verified == email.to_lowercase()) else {
            return Ok(NOT_LINKED);
        };
        identity::lock(conn, uaid).await?;
        email::confirm(conn, uaid, now_ms).await?;
        if account::login_of(conn, uaid).await?.is_none()
            || !link(conn, &claims, uaid, verified, now_ms).await?
        {
            return Ok(NOT_LINKED);
        }
        return Ok(Outcome::Linked);
    }
    if let Some(email) = &claims.email
        && let Some(found) = account::find_login(conn, email).await?
    {
        let Some(verified) = verified.filter(|_| !state.config.takes_passwords()) else {
            return Ok(NOT_LINKED);
        };
        if !claim(conn, &claims, &found.uaid, verified, now_ms).await? {
            return Ok(NOT_LINKED);
        }
        let ended = apply_role(conn, &claims, &found.uaid, now_ms).await?;
        return begin(conn, state, &claims, browser, (found.uaid, ended)).await;
    }
    let Some(email) = verified else { return Ok(Outcome::Refused("OAuthCreateAccount")) };
    match create(conn, &claims, email, now_ms).await? {
        Some(uaid) => begin(conn, state, &claims, browser, (uaid, Ended::default())).await,
        None => Ok(NOT_LINKED),
    }
}

/// Creates an account without a password; `None` if a concurrent request took the address or the identity.
async fn create(
    conn: &mut Conn,
    claims: &Claims,
    email: &str,
    now_ms: i64,
) -> Result<Option<String>, ApiError> {
    let role = claims.role.unwrap_or_default().number();
    let new = NewAccount {
        email: email.to_owned(),
        password_hash: None,
        role,
        date_of_birth: None,
        email_confirmed: true,
    };
    let Some(uaid) = account::create(conn, &new, now_ms).await? else { return Ok(None) };
    let names = ProfileUpdate {
        first_name: claims.first_name.clone(),
        last_name: claims.last_name.clone(),
        ..ProfileUpdate::default()
    };
    account::update_profile(conn, &uaid, &names, &EncryptedHealth::default(), now_ms).await?;
    let entry = audit::Entry::by((&uaid, i64::from(role)), "account.created")
        .subject(&uaid)
        .detail(json!({ "provider": claims.provider_id, "role": role }));
    audit::insert(conn, &entry, now_ms).await?;
    if link(conn, claims, &uaid, email, now_ms).await? {
        return Ok(Some(uaid));
    }
    // Rolls back: the account just created must not stay without a way to sign in.
    Err(ApiError::conflict("IDENTITY_TAKEN", "That sign-in has just been used. Please try again."))
}

/// Links an account that staff opened to the first who comes with its address, verified by the provider (RULES 10.11). False, and
/// nothing is changed, if the account has another way in, or the identity belongs to another account.
async fn claim(
    conn: &mut Conn,
    claims: &Claims,
    uaid: &str,
    verified: &str,
    now_ms: i64,
) -> Result<bool, ApiError> {
    if claims.role.is_some() {
        // Before the account, as in every other job that takes both locks.
        role::lock(conn).await?;
    }
    identity::lock(conn, uaid).await?;
    if !identity::is_unclaimed(conn, uaid, verified).await?
        || !link(conn, claims, uaid, verified, now_ms).await?
    {
        return Ok(false);
    }
    email::confirm(conn, uaid, now_ms).await?;
    token::cancel_sign_in(conn, uaid, now_ms).await?;
    Ok(true)
}

async fn link(
    conn: &mut Conn,
    claims: &Claims,
    uaid: &str,
    email: &str,
    now_ms: i64,
) -> Result<bool, ApiError> {
    let new = NewIdentity {
        issuer: &claims.issuer,
        subject: claims.subject.as_str(),
        uaid,
        provider_id: &claims.provider_id,
        email,
    };
    if !identity::link(conn, &new, now_ms).await? {
        return Ok(false);
    }
    let entry = audit::Entry::new(None, "identity.linked")
        .by_owner(uaid)
        .detail(json!({ "provider": claims.provider_id }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(true)
}

/// With a role claim configured, each sign-in sets the role that the provider gives, higher or lower, but never takes
/// role 3 from the last account that has it. A changed role ends the sessions begun under the old one. Returns what else ends.
async fn apply_role(conn: &mut Conn, claims: &Claims, uaid: &str, now_ms: i64) -> Result<Ended, ApiError> {
    let Some(given) = claims.role else { return Ok(Ended::default()) };
    role::lock(conn).await?;
    let current = role::find(conn, uaid).await?.unwrap_or_default();
    if current == given || (current == Role::Delivery && !role::another_delivery_admin(conn, uaid).await?) {
        return Ok(Ended::default());
    }
    let ended = role::set(conn, uaid, given, now_ms).await?;
    sessions::revoke_all(conn, uaid, now_ms).await?;
    let entry = audit::Entry::new(None, "role.changed")
        .subject(uaid)
        .detail(json!({ "provider": claims.provider_id, "from": current, "to": given }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(ended)
}

async fn begin(
    conn: &mut Conn,
    state: &AppState,
    claims: &Claims,
    browser: Browser,
    (uaid, ended): (String, Ended),
) -> Result<Outcome, ApiError> {
    if let Some(old) = &browser.cookie_hash {
        sessions::revoke_cookie(conn, old, state.clock.now_ms()).await?;
    }
    let provider = ProviderProof {
        provider_id: claims.provider_id.clone(),
        sid: claims.sid.clone(),
        id_token: claims.id_token.clone(),
    };
    let proof = Proof {
        method: Method::Provider(provider),
        second_factor: claims.several_factors,
        password_hash: None,
    };
    let started = sign_in::begin(state, &uaid, &browser.origin, proof)?;
    let (cookie_secret, max_age_s) = (started.cookie_secret.clone(), started.max_age_s);
    sign_in::enter(conn, state, started).await?;
    Ok(Outcome::SignedIn { uaid, cookie_secret, max_age_s, ended })
}
