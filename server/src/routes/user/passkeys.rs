//! `user/passkeys`: people add, rename and remove the passkeys of their own account (RULES 10.9).

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sixfold_domain::passkey::{PasskeyRefusal, may_add, passkey_name};
use utoipa::ToSchema;

use super::account_mail;
use super::proof::{require_live, require_password, with_password};
use super::second_factor::prove_address;
use super::sign_in_methods::{is_any_left, only_sign_in_method};
use super::wire::{Secret, UaidAnswer};
use crate::auth::current_user::Strength;
use crate::auth::mode::PasswordsOpen;
use crate::auth::passkey::{Adding, NewPasskey, PasskeyError};
use crate::auth::sign_in::Origin;
use crate::db;
use crate::db::people::audit;
use crate::db::sign_in::identity;
use crate::db::sign_in::passkey::{self, ListedPasskey, NewRow};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::auth::passkeys::ChallengeAnswer;
use crate::routes::refusals::{NotFound, OwnOnly, SignedIn, TooManyRequests};
use crate::state::AppState;

/// The caller's passkeys.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Passkeys {
    /// The oldest first, at most ten.
    passkeys: Vec<PasskeyView>,
}

/// A passkey as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Passkey)]
pub(super) struct PasskeyView {
    /// Names it when renaming or removing it; not a secret.
    id: String,
    name: String,
    /// Whether it is synchronised between devices or backed up.
    backed_up: bool,
    /// When it was added, ms.
    created_at: i64,
    /// When it signed in last, ms.
    last_used_at: Option<i64>,
}

impl From<ListedPasskey> for PasskeyView {
    fn from(row: ListedPasskey) -> Self {
        Self {
            id: row.passkey_id,
            name: row.name,
            backed_up: row.backed_up,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

/// The current password; accounts without one need a sign-in within the last ten minutes instead.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AddPasskeyProof)]
pub(super) struct ProofBody {
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
    /// Six digits from an e-mail, for staff who signed in with a password alone; without them the e-mail is sent.
    #[schema(value_type = Option<String>)]
    mailed_code: Option<Secret>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPasskey)]
pub(super) struct AddBody {
    /// From `passkeys/options`.
    challenge: String,
    /// The browser's `PublicKeyCredential`, with its bytes in base64url.
    #[schema(value_type = Object)]
    credential: Value,
    /// 1 to 40 characters.
    name: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = PasskeyNameBody)]
pub(super) struct NameBody {
    /// 1 to 40 characters.
    name: String,
}

/// The current password; accounts without one need a sign-in within the last ten minutes instead.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = RemovePasskeyBody)]
pub(super) struct RemoveBody {
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
}

fn refused(refusal: PasskeyRefusal) -> ApiError {
    let error = ApiError::rule(refusal.code(), refusal.to_string());
    match refusal {
        PasskeyRefusal::Name => error.field("name"),
        PasskeyRefusal::TooMany => error,
    }
}

fn unknown() -> ApiError {
    ApiError::not_found().message("None of your passkeys goes by that number.")
}

/// The caller's passkeys.
#[utoipa::path(
    get, path = "/api/user/passkeys", tag = "user", operation_id = "passkeys",
    responses((status = 200, description = "The passkeys", body = Envelope<Passkeys>), OwnOnly)
)]
pub(super) async fn list(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<Passkeys>, ApiError> {
    let rows = state.db.read(async |conn| passkey::list(conn, user.uaid.as_str()).await).await?;
    Ok(Envelope(Passkeys { passkeys: rows.into_iter().map(PasskeyView::from).collect() }))
}

/// Makes the challenge for a new passkey, once the caller has proved who they are. A passkey counts as both factors, so staff who
/// signed in with one factor also need a code that is mailed to them.
#[utoipa::path(
    post, path = "/api/user/passkeys/options", tag = "user", operation_id = "newPasskeyOptions", request_body = ProofBody,
    responses(
        (status = 200, description = "The challenge", body = Envelope<ChallengeAnswer>),
        (status = 403, description = "Somebody else's, a write without its CSRF token, or AUTH_MODE: single sign-on only", body = ErrorEnvelope),
        (status = 422, description = "PASSWORD_WRONG, SIGN_IN_AGAIN, PASSKEY_LIMIT, PASSKEY_UNAVAILABLE; for staff MAILED_CODE_NEEDED, \
            MAILED_CODE_WRONG", body = ErrorEnvelope),
        SignedIn, TooManyRequests,
    )
)]
pub(super) async fn options(
    State(state): State<AppState>,
    Own(user): Own,
    _: PasswordsOpen,
    origin: Origin,
    ApiJson(body): ApiJson<ProofBody>,
) -> Result<Envelope<ChallengeAnswer>, ApiError> {
    let stored = state.db.read(async |conn| passkey::credentials(conn, user.uaid.as_str()).await).await;
    let stored = stored?;
    may_add(stored.len()).map_err(refused)?;
    require_password(&state, &origin, &user, body.password, "password").await?;
    if user.role.is_staff() && user.strength == Strength::Password {
        prove_address(&state, &user, body.mailed_code).await?;
    }
    let adding = Adding { session_id: &user.session_id, email: &user.email, name: &user.name };
    let user_handle = stored.first().map(|one| one.user_handle.clone());
    let existing: Vec<String> = stored.into_iter().map(|one| one.credential_id).collect();
    let now_ms = state.clock.now_ms();
    let party = &state.auth.relying_party;
    let challenge = party.challenge_to_add(&state.cipher, adding, user_handle.as_deref(), &existing, now_ms);
    Ok(Envelope(challenge.map_err(PasskeyError::while_adding)?.into()))
}

/// Adds a passkey. Its owner gets a letter.
#[utoipa::path(
    post, path = "/api/user/passkeys", tag = "user", operation_id = "addPasskey", request_body = AddBody,
    responses(
        (status = 200, description = "The passkey", body = Envelope<PasskeyView>),
        (status = 403, description = "Somebody else's, a write without its CSRF token, or AUTH_MODE: single sign-on only", body = ErrorEnvelope),
        (status = 409, description = "PASSKEY_EXISTS", body = ErrorEnvelope),
        (status = 422, description = "PASSKEY_EXPIRED, PASSKEY_REFUSED, PASSKEY_LIMIT, PASSKEY_NAME_INVALID, IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        SignedIn,
    )
)]
pub(super) async fn add(
    State(state): State<AppState>,
    Own(user): Own,
    _: PasswordsOpen,
    idempotency: Idempotency,
    ApiJson(AddBody { challenge, credential, name }): ApiJson<AddBody>,
) -> Result<Answer, ApiError> {
    let name = passkey_name(&name).map_err(refused)?;
    let (job, now_ms) = (state.clone(), state.clock.now_ms());
    let party = &state.auth.relying_party;
    let new = party.verify_new(&state.cipher, &challenge, &user.session_id, credential, now_ms);
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let NewPasskey { answered, credential_id, user_handle, credential, sign_count, backed_up } =
            new.map_err(PasskeyError::while_adding)?;
        let uaid = user.uaid.as_str();
        require_live(conn, &user, now_ms).await?;
        if !passkey::answer(conn, &answered.challenge_id, answered.expires_at).await? {
            return Err(PasskeyError::Challenge.while_adding());
        }
        may_add(passkey::count(conn, uaid).await?).map_err(refused)?;
        let passkey_id = db::new_id(now_ms);
        let row = NewRow {
            passkey_id: &passkey_id,
            uaid,
            credential_id: &credential_id,
            user_handle: &user_handle,
            credential: &credential,
            sign_count,
            backed_up,
            name: &name,
        };
        if !passkey::insert(conn, &row, now_ms).await? {
            let message = "That passkey is in use already.";
            return Err(ApiError::conflict("PASSKEY_EXISTS", message));
        }
        audit::by(conn, user.actor(), "passkey.added", Some(uaid), Some(&passkey_id), now_ms).await?;
        account_mail::passkey_changed(conn, &job, uaid, &name, true).await?;
        Ok(PasskeyView { id: passkey_id, name, backed_up, created_at: now_ms, last_used_at: None })
    })
    .await
}

/// Renames a passkey.
#[utoipa::path(
    put, path = "/api/user/passkeys/{passkeyId}", tag = "user", operation_id = "renamePasskey", request_body = NameBody,
    params(("passkeyId" = String, Path)),
    responses(
        (status = 200, description = "The passkey", body = Envelope<PasskeyView>),
        (status = 422, description = "PASSKEY_NAME_INVALID, IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        OwnOnly, NotFound,
    )
)]
pub(super) async fn rename(
    State(state): State<AppState>,
    Path(passkey_id): Path<String>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<NameBody>,
) -> Result<Answer, ApiError> {
    let name = passkey_name(&body.name).map_err(refused)?;
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        if !passkey::rename(conn, uaid, &passkey_id, &name).await? {
            return Err(unknown());
        }
        audit::by(conn, user.actor(), "passkey.renamed", Some(uaid), Some(&passkey_id), now_ms).await?;
        let row = passkey::one(conn, uaid, &passkey_id).await?.ok_or_else(unknown)?;
        Ok(PasskeyView::from(row))
    })
    .await
}

/// Removes a passkey: it signs nobody in any more, and the other sessions that a passkey signed in end. Its owner gets a letter. The
/// last way of signing in cannot be removed.
#[utoipa::path(
    delete, path = "/api/user/passkeys/{passkeyId}", tag = "user", operation_id = "removePasskey", request_body = RemoveBody,
    params(("passkeyId" = String, Path)),
    responses(
        (status = 200, description = "Removed", body = Envelope<UaidAnswer>),
        (status = 422, description = "PASSWORD_WRONG, SIGN_IN_AGAIN, LAST_SIGN_IN, IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        OwnOnly, NotFound, TooManyRequests,
    )
)]
pub(super) async fn remove(
    State(state): State<AppState>,
    Path(passkey_id): Path<String>,
    Own(user): Own,
    origin: Origin,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<RemoveBody>,
) -> Result<Answer, ApiError> {
    let found = state.db.read(async |conn| passkey::one(conn, user.uaid.as_str(), &passkey_id).await).await?;
    if found.is_some() {
        require_password(&state, &origin, &user, body.password, "password").await?;
    }
    let (job, now_ms) = (state.clone(), state.clock.now_ms());
    let idempotency = with_password(&state, &user, idempotency);
    once(&state, &idempotency, async move |conn| {
        let uaid = user.uaid.as_str();
        identity::lock(conn, uaid).await?;
        let row = passkey::one(conn, uaid, &passkey_id).await?.ok_or_else(unknown)?;
        if !passkey::remove(conn, uaid, &passkey_id).await? {
            return Err(unknown());
        }
        // Where single sign-on alone signs people in, no passkey does.
        if job.config.takes_passwords() && !is_any_left(conn, &job, uaid).await? {
            return Err(only_sign_in_method());
        }
        passkey::revoke_sessions(conn, uaid, &user.session_id, now_ms).await?;
        audit::by(conn, user.actor(), "passkey.removed", Some(uaid), Some(&passkey_id), now_ms).await?;
        account_mail::passkey_changed(conn, &job, uaid, &row.name, false).await?;
        Ok(UaidAnswer { uaid: user.uaid })
    })
    .await
}
