//! `POST /api/auth/passkeys/{options, sign-in}`: signing in with a passkey (RULES 10.9). Nobody says who they are beforehand, so
//! nothing can be learnt about accounts.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::entry::{self, Entry};
use crate::auth::audit::AuditEvent;
use crate::auth::mode::PasswordsOpen;
use crate::auth::passkey::{
    self as passkeys, Answered, Challenge, KnownPasskey, PasskeyError, SignInAnswer, Verified,
};
use crate::auth::protocol::{CallbackRefused, Exchange, Redirect};
use crate::auth::sign_in::{self, Method, Origin, Proof};
use crate::db::DbError;
use crate::db::sign_in::passkey::{self, PasskeyRow};
use crate::db::upkeep::throttle::Spent;
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::routes::refusals::TooManyRequests;
use crate::state::AppState;

/// The audit log's actions for an answer that was not accepted.
const REFUSED: &str = "sign-in.passkey-refused";
const COPIED: &str = "sign-in.passkey-copied";

/// A challenge for any passkey of this site.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyChallenge)]
pub(in crate::routes) struct ChallengeAnswer {
    /// To be sent back with the answer, within five minutes.
    challenge: String,
    /// `publicKey` of `navigator.credentials`, with its bytes in base64url.
    #[schema(value_type = Object)]
    public_key: Value,
}

impl From<Challenge> for ChallengeAnswer {
    fn from(challenge: Challenge) -> Self {
        Self { challenge: challenge.sealed, public_key: challenge.public_key }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeySignIn)]
pub(super) struct SignInBody {
    /// From `passkeys/options`.
    challenge: String,
    /// The browser's `PublicKeyCredential`, with its bytes in base64url.
    #[schema(value_type = Object)]
    credential: Value,
    /// The browser's CSRF token.
    #[expect(dead_code, reason = "the exchange reads it")]
    csrf_token: String,
    /// Where to go afterwards, on this site.
    #[expect(dead_code, reason = "the exchange reads it")]
    callback_url: Option<String>,
}

/// Makes a challenge, which any passkey of this site may answer. Nothing is stored.
#[utoipa::path(
    post, path = "/api/auth/passkeys/options", tag = "auth", operation_id = "passkeyOptions",
    responses(
        (status = 200, description = "The challenge", body = Envelope<ChallengeAnswer>),
        (status = 403, description = "AUTH_MODE: single sign-on only", body = ErrorEnvelope),
        (status = 422, description = "PASSKEY_UNAVAILABLE: the site's address has no name", body = ErrorEnvelope),
        TooManyRequests,
    )
)]
pub(super) async fn options(
    State(state): State<AppState>,
    _: PasswordsOpen,
    origin: Origin,
) -> Result<Envelope<ChallengeAnswer>, ApiError> {
    sign_in::refuse_exhausted(&state, &origin, sign_in::SIGN_IN).await?;
    let challenge = state.auth.relying_party.challenge(&state.cipher, state.clock.now_ms());
    Ok(Envelope(challenge.map_err(PasskeyError::at_sign_in)?.into()))
}

/// Signs in with a passkey, as the password does: the same cookie, the same answer. Its authenticator has verified its user, so
/// nobody is asked for a second factor.
#[utoipa::path(
    post, path = "/api/auth/passkeys/sign-in", tag = "auth", operation_id = "passkeySignIn", request_body = SignInBody,
    responses(
        (status = 200, description = "The address to go to, and the session cookie", body = Redirect),
        (status = 401, description = "PASSKEY_UNKNOWN: no account has it, or it was removed; PASSKEY_EXPIRED: the challenge was \
            answered, or is too old; PASSKEY_REFUSED", body = ErrorEnvelope),
        (status = 403, description = "CSRF; AUTH_MODE: single sign-on only", body = ErrorEnvelope),
        (status = 422, description = "PASSKEY_UNAVAILABLE: the site's address has no name", body = ErrorEnvelope),
        TooManyRequests, CallbackRefused,
    )
)]
pub(super) async fn sign_in(
    State(state): State<AppState>,
    _: PasswordsOpen,
    headers: HeaderMap,
    origin: Origin,
    ApiJson(body): ApiJson<SignInBody>,
    exchange: Exchange,
) -> Result<Response, ApiError> {
    entry::require_csrf(&state, &origin, &exchange, "POST /api/auth/passkeys/sign-in").await?;
    let spent = sign_in::throttle_sign_in(&state, &origin).await?;
    let answer = SignInAnswer::read(body.credential).map_err(PasskeyError::at_sign_in)?;
    let credential_id = answer.credential_id();
    let found = state.db.read(async |conn| passkey::find(conn, &credential_id).await).await;
    let row = found?;
    let outcome = match verify(&state, &body.challenge, &answer, row.as_ref()) {
        Ok(verified) => enter(&state, &headers, &origin, verified, spent).await?,
        // Sent a second time, an answer is no copy of a passkey, though its count does not rise.
        Err(error) if spend(&state, &body.challenge).await? => Err(error),
        Err(_) => Err(PasskeyError::Challenge),
    };
    match outcome {
        Ok(entry) => entry.lead(&state, exchange),
        Err(error) => {
            let action = if error == PasskeyError::Counter { COPIED } else { REFUSED };
            let event = AuditEvent::new(&state, &origin, action).with("reason", error.reason());
            event.about(row.as_ref().map(|row| row.uaid.as_str())).record(&state).await?;
            Err(error.at_sign_in())
        }
    }
}

/// A passkey whose answer fits.
struct Fitting<'a> {
    row: &'a PasskeyRow,
    answered: Answered,
    verified: Verified,
}

fn verify<'a>(
    state: &AppState,
    challenge: &str,
    answer: &SignInAnswer,
    row: Option<&'a PasskeyRow>,
) -> Result<Fitting<'a>, PasskeyError> {
    let (cipher, now_ms) = (&state.cipher, state.clock.now_ms());
    let answered = passkeys::answered(cipher, challenge, now_ms)?;
    let row = row.ok_or(PasskeyError::Unknown)?;
    let known = KnownPasskey {
        user_handle: &row.user_handle,
        credential: &row.credential,
        sign_count: row.sign_count,
        backed_up: row.backed_up,
    };
    let verified = state.auth.relying_party.verify(cipher, challenge, answer, known, now_ms)?;
    Ok(Fitting { row, answered, verified })
}

/// Starts the session, unless the challenge was answered before or the passkey's count did not rise. Either way the challenge is
/// answered now.
async fn enter(
    state: &AppState,
    headers: &HeaderMap,
    origin: &Origin,
    Fitting { row, answered, verified }: Fitting<'_>,
    spent: Option<Spent>,
) -> Result<Result<Entry, PasskeyError>, ApiError> {
    let proof = Proof { method: Method::Passkey, second_factor: true, password_hash: None };
    let entry = Entry::begin(state, headers, &row.uaid, origin, proof)?;
    let (job, started) = (state.clone(), entry.clone());
    let (uaid, passkey_id) = (row.uaid.clone(), row.passkey_id.clone());
    let refused: Result<Option<PasskeyError>, ApiError> = state
        .db
        .write(async move |conn| {
            if !passkey::answer(conn, &answered.challenge_id, answered.expires_at).await? {
                return Ok(Some(PasskeyError::Challenge));
            }
            let Verified { sign_count, backed_up } = verified;
            let now_ms = job.clock.now_ms();
            if !passkey::used(conn, &passkey_id, sign_count, backed_up, now_ms).await? {
                return Ok(Some(PasskeyError::Counter));
            }
            started.complete(conn, &job).await?;
            sign_in::give_back(conn, &job, &uaid, spent.as_ref()).await?;
            Ok(None)
        })
        .await;
    Ok(refused?.map_or(Ok(entry), Err))
}

/// Marks the challenge of a refused answer as answered: nobody tries it again. False if it could not be answered any more.
async fn spend(state: &AppState, challenge: &str) -> Result<bool, DbError> {
    let answered = passkeys::answered(&state.cipher, challenge, state.clock.now_ms());
    let Ok(Answered { challenge_id, expires_at }) = answered else { return Ok(false) };
    state.db.write(async move |conn| passkey::answer(conn, &challenge_id, expires_at).await).await
}
