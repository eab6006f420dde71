//! The address of an account. `GET` and `POST /api/user/email` read and change it, `DELETE` cancels an unconfirmed change,
//! `…/send` mails a new code, `…/confirm` takes the code, `…/link` the mailed link, `…/undo` the link in the letter to the
//! former address.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use sixfold_domain::identity::Uaid;
use sixfold_domain::profile::{FieldError, contact};
use utoipa::ToSchema;

use super::account_mail;
use super::email_change;
use super::forgot::{Done, token_invalid};
use super::proof::{require_live, require_password, with_password};
use super::second_factor::prove_address;
use super::sign_in_methods;
use super::wire::{self, Secret};
use crate::auth::keys::{constant_time_eq, stored_hash};
use crate::auth::sign_in::Origin;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::people::audit;
use crate::db::sign_in::email::{self, TRIES};
use crate::http::idempotency::stored;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{EmailTaken, KeyReused, OwnOnly, TokenInvalid, TooManyRequests};
use crate::state::AppState;

/// The state of an account's address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EmailStatus {
    /// Where e-mail goes, and what to sign in with.
    email_address: String,
    /// Whether its owner has confirmed it.
    confirmed: bool,
    /// The address that it changes to once that is confirmed.
    pending: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangeBody {
    email_address: String,
    /// The current password. An account without one needs a sign-in within the last ten minutes.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
    /// For staff who still have to set up two-step sign-in or a passkey: the code that was mailed to their present address.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    mailed_code: Option<Secret>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct CodeBody {
    /// Six digits; spaces are ignored.
    #[schema(value_type = String)]
    code: Secret,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct TokenBody {
    #[schema(value_type = String)]
    token: Secret,
}

/// The caller's address, whether it is confirmed, and the pending change.
#[utoipa::path(
    get, path = "/api/user/email", tag = "user", operation_id = "emailAddress",
    responses((status = 200, description = "The address", body = Envelope<EmailStatus>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<EmailStatus>, ApiError> {
    state.db.read(async |conn| status(conn, &user.uaid).await).await.map(Envelope)
}

/// Asks for a change of address: the new one gets a code and takes effect once confirmed. Until then nothing changes. Naming
/// the account's present address cancels a pending change.
#[utoipa::path(
    post, path = "/api/user/email", tag = "user", operation_id = "changeEmailAddress", request_body = ChangeBody,
    responses(
        (status = 200, description = "The code is on its way", body = Envelope<EmailStatus>),
        (status = 422, description = "EMAIL_INVALID, PASSWORD_WRONG, SIGN_IN_AGAIN, IDEMPOTENCY_KEY_REUSED; for staff without a second factor where their role needs one \
            MAILED_CODE_NEEDED, MAILED_CODE_WRONG", body = ErrorEnvelope),
        OwnOnly, EmailTaken, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    origin: Origin,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<ChangeBody>,
) -> Result<Answer, ApiError> {
    let new_address = contact::email(&body.email_address)
        .map_err(|error| wire::refuse_field(FieldError::new("emailAddress", error)))?;
    let idempotency = with_password(&state, &user, idempotency);
    // A mailed code proves the address once; a repeated call has the same.
    if let Some(answer) = stored(&state, &idempotency).await? {
        return Ok(answer);
    }
    require_password(&state, &origin, &user, body.password, "password").await?;
    if user.awaiting_second_factor {
        prove_address(&state, &user, body.mailed_code).await?;
    }
    let job = state.clone();
    once(&state, &idempotency, async move |conn| {
        let now_ms = job.clock.now_ms();
        require_live(conn, &user, now_ms).await?;
        email_change::ask(conn, &job, &user.uaid, &new_address, &user).await?;
        status(conn, &user.uaid).await
    })
    .await
}

/// Cancels an unconfirmed change of address.
#[utoipa::path(
    delete, path = "/api/user/email", tag = "user", operation_id = "keepEmailAddress",
    responses((status = 200, description = "The address", body = Envelope<EmailStatus>), OwnOnly, KeyReused)
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
) -> Result<Answer, ApiError> {
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        email::forget(conn, user.uaid.as_str()).await?;
        status(conn, &user.uaid).await
    })
    .await
}

/// Mails a new code to the address that is to be confirmed; the previous one stops working.
#[utoipa::path(
    post, path = "/api/user/email/send", tag = "user", operation_id = "sendEmailCode",
    responses(
        (status = 200, description = "On its way, if there is an address to confirm", body = Envelope<EmailStatus>),
        OwnOnly, KeyReused, TooManyRequests,
    )
)]
pub(super) async fn send(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
) -> Result<Answer, ApiError> {
    let job = state.clone();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        booking::lock_athlete(conn, uaid, job.clock.now_ms()).await?;
        let address = status(conn, &user.uaid).await?;
        if let Some(to) = unconfirmed(&address) {
            email_change::mail_code(conn, &job, uaid, to, uaid).await?;
        }
        Ok(address)
    })
    .await
}

/// Confirms with the code: five attempts within 30 minutes.
#[utoipa::path(
    post, path = "/api/user/email/confirm", tag = "user", operation_id = "confirmEmailAddress", request_body = CodeBody,
    responses(
        (status = 200, description = "Confirmed", body = Envelope<EmailStatus>),
        (status = 422, description = "CODE_WRONG, CODE_SPENT", body = ErrorEnvelope),
        OwnOnly, EmailTaken,
    )
)]
pub(super) async fn confirm(
    State(state): State<AppState>,
    Own(user): Own,
    ApiJson(CodeBody { code: Secret(code) }): ApiJson<CodeBody>,
) -> Result<Envelope<EmailStatus>, ApiError> {
    let code: String = code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let job = state.clone();
    // A wrong code is a result, not an error: the transaction has to commit the attempt.
    let tried: Result<Result<EmailStatus, ApiError>, ApiError> = state
        .db
        .write(async move |conn| {
            let now_ms = job.clock.now_ms();
            booking::lock_athlete(conn, user.uaid.as_str(), now_ms).await?;
            let before = status(conn, &user.uaid).await?;
            if unconfirmed(&before).is_none() {
                return Ok(Ok(before));
            }
            let Some(open) = email::try_code(conn, user.uaid.as_str(), now_ms).await? else {
                return Ok(Err(spent()));
            };
            if !constant_time_eq(&open.code_hash, &job.auth.keys.code_hash(&open.uaid, &code)) {
                return Ok(Err(if open.tries < TRIES { wrong(TRIES - open.tries) } else { spent() }));
            }
            email_change::apply(conn, &job, &open).await?;
            Ok(Ok(status(conn, &user.uaid).await?))
        })
        .await;
    tried?.map(Envelope)
}

/// Confirms with the mailed link; no session needed.
#[utoipa::path(
    post, path = "/api/user/email/link", tag = "user", operation_id = "confirmEmailAddressByLink", request_body = TokenBody,
    responses(
        (status = 200, description = "Confirmed", body = Envelope<EmailStatus>), EmailTaken, TokenInvalid,
    )
)]
pub(super) async fn link(
    State(state): State<AppState>,
    ApiJson(TokenBody { token: Secret(token) }): ApiJson<TokenBody>,
) -> Result<Envelope<EmailStatus>, ApiError> {
    let job = state.clone();
    let answer = state.db.write(async move |conn| {
        let now_ms = job.clock.now_ms();
        let hash = stored_hash(&token);
        let open = email::by_token(conn, &hash, now_ms).await?.ok_or_else(token_invalid)?;
        booking::lock_athlete(conn, &open.uaid, now_ms).await?;
        // Their owner may have taken it back before the lock.
        let open = email::by_token(conn, &hash, now_ms).await?.ok_or_else(token_invalid)?;
        email_change::apply(conn, &job, &open).await?;
        Ok(EmailStatus { email_address: open.email, confirmed: true, pending: None })
    });
    answer.await.map(Envelope)
}

/// Gives an account its former address back, by the link in the letter to it. The person who changed it knew the password, so
/// that stops working, every passkey goes, and whatever else signs in or is notified and was added since; every session ends,
/// and a password-reset link goes to the address.
#[utoipa::path(
    post, path = "/api/user/email/undo", tag = "user", operation_id = "undoEmailAddress", request_body = TokenBody,
    responses((status = 200, description = "As before the change", body = Envelope<Done>), TokenInvalid)
)]
pub(super) async fn undo(
    State(state): State<AppState>,
    ApiJson(TokenBody { token: Secret(token) }): ApiJson<TokenBody>,
) -> Result<Envelope<Done>, ApiError> {
    let job = state.clone();
    state
        .db
        .write(async move |conn| {
            let now_ms = job.clock.now_ms();
            let former = email::former(conn, &stored_hash(&token), now_ms).await?;
            let former = former.ok_or_else(token_invalid)?;
            let uaid = former.uaid.as_str();
            if !booking::lock_athlete(conn, uaid, now_ms).await? {
                return Err(token_invalid());
            }
            let present = email::state(conn, uaid).await?.ok_or_else(token_invalid)?.email;
            email::change(conn, uaid, &former.email, Some(now_ms), now_ms).await?;
            email_change::move_letters(conn, &job, uaid, (&present, &former.email), now_ms).await?;
            email::end_former(conn, uaid, former.created_at).await?;
            sign_in_methods::remove(conn, uaid, former.created_at, now_ms).await?;
            audit::system(conn, "email.change-undone", Some(uaid), None, now_ms).await?;
            if job.config.takes_passwords() {
                let to = email_change::recipient(conn, uaid).await?;
                account_mail::password_link().send(conn, &job, uaid, to).await?;
            }
            Ok::<(), ApiError>(())
        })
        .await?;
    Ok(Envelope(Done { done: true }))
}

async fn status(conn: &mut Conn, uaid: &Uaid) -> Result<EmailStatus, ApiError> {
    let account = email::state(conn, uaid.as_str()).await?.ok_or_else(ApiError::not_found)?;
    Ok(EmailStatus {
        email_address: account.email,
        confirmed: account.email_confirmed_at.is_some(),
        pending: account.pending,
    })
}

fn unconfirmed(address: &EmailStatus) -> Option<&str> {
    let own = (!address.confirmed).then_some(address.email_address.as_str());
    address.pending.as_deref().or(own)
}

fn wrong(left: i64) -> ApiError {
    let more = if left == 1 { "One try left.".to_owned() } else { format!("{left} tries left.") };
    ApiError::rule("CODE_WRONG", format!("That is not the code we sent. {more}")).field("code")
}

fn spent() -> ApiError {
    ApiError::rule("CODE_SPENT", "That code has expired. Send yourself a new one.").field("code")
}
