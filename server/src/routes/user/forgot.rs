//! `POST /api/user/forgot`: `{email}` asks for a mailed link, `{token, password}` sets the new password with it.
//!
//! The caller is not signed in, so an `Idempotency-Key` would have no owner and is not read: a second e-mail is harmless, and a
//! link works once.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::profile::{FieldError, contact};
use utoipa::ToSchema;

use super::account_mail;
use super::sign_in_methods;
use super::wire::{self, Secret};
use crate::auth::audit::AuditEvent;
use crate::auth::keys::stored_hash;
use crate::auth::mode::PasswordsOpen;
use crate::auth::password::{self, PasswordError};
use crate::auth::sign_in::{self, MAILS, Origin, RESETS};
use crate::db::people::account::{self, LoginRow};
use crate::db::sign_in::email;
use crate::db::sign_in::password as stored_password;
use crate::db::sign_in::session;
use crate::db::sign_in::token::{self, Purpose};
use crate::http::{ApiError, ApiJson, Envelope, ErrorEnvelope};
use crate::mail::letters::Recipient;
use crate::routes::refusals::{SingleSignOnOnly, TooManyRequests};
use crate::state::AppState;

/// One of the two forms.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ForgotBody {
    /// Asks for the mail.
    #[serde(default, alias = "emailAddress")]
    email: Option<String>,
    /// The mailed link's token; with `password`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    token: Option<Secret>,
    /// The new password; with `token`.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
}

/// An empty answer.
#[derive(Debug, serde::Serialize, ToSchema)]
pub(super) struct Done {
    /// Always true.
    pub done: bool,
}

/// Asks for a link (the same answer for unknown addresses), or sets a new password with one.
#[utoipa::path(
    post, path = "/api/user/forgot", tag = "user", operation_id = "forgot", request_body = ForgotBody,
    responses(
        (status = 200, description = "Done", body = Envelope<Done>),
        (status = 422, description = "TOKEN_INVALID, PASSWORD_COMMON …", body = ErrorEnvelope),
        SingleSignOnOnly, TooManyRequests,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    _: PasswordsOpen,
    origin: Origin,
    ApiJson(body): ApiJson<ForgotBody>,
) -> Result<Envelope<Done>, ApiError> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let secret = |secret: Option<Secret>| given(secret.map(|Secret(text)| text));
    let asks_with_token = body.token.is_some();
    match (given(body.email), secret(body.password)) {
        (_, Some(password)) => {
            let token = secret(body.token).ok_or_else(token_invalid)?;
            reset(&state, &origin, token, password).await?;
        }
        (Some(email), None) => {
            let email = contact::email(&email)
                .map_err(|error| wire::refuse_field(FieldError::new("email", error)))?;
            ask(&state, &origin, email).await?;
        }
        (None, None) => return Err(ApiError::missing(if asks_with_token { "password" } else { "email" })),
    }
    Ok(Envelope(Done { done: true }))
}

async fn ask(state: &AppState, origin: &Origin, email: String) -> Result<(), ApiError> {
    sign_in::throttle_address(state, MAILS, origin, "password.throttled").await?;
    let log_line = AuditEvent::new(state, origin, "password.reset-asked").account(state, &email);
    let job_state = state.clone();
    state
        .db
        .write(async move |conn| {
            let account: Option<LoginRow> = account::find_login(conn, &email).await?;
            log_line.about(account.as_ref().map(|account| account.uaid.as_str())).write(conn).await?;
            match account {
                Some(account) => {
                    let to = Recipient {
                        email: account.email,
                        first_name: account.first_name,
                        last_name: account.last_name,
                    };
                    account_mail::password_link().send(conn, &job_state, &account.uaid, to).await?;
                }
                // Rendering a letter takes time: an unknown address has to take as long.
                None => account_mail::password_link().send_to_nobody(conn, &job_state, email).await?,
            }
            Ok(())
        })
        .await
}

/// Sets a new password with a mailed link. The token is looked up before anything is hashed, since anybody can send one, and
/// used up in the transaction of the change.
async fn reset(state: &AppState, origin: &Origin, secret: String, new: String) -> Result<(), ApiError> {
    let refuse = |error: PasswordError| ApiError::rule(error.code(), error.to_string()).field("password");
    password::check_new(&new).map_err(refuse)?;
    sign_in::throttle_address(state, RESETS, origin, "password.throttled").await?;
    let (mailed, now_ms) = (stored_hash(&secret), state.clock.now_ms());
    let owner: Option<LoginRow> = state
        .db
        .read(async |conn| {
            let of_reset = token::owner(conn, Purpose::Forgot, &mailed, now_ms).await?;
            let uaid = match of_reset {
                Some(uaid) => Some(uaid),
                None => token::owner(conn, Purpose::Invitation, &mailed, now_ms).await?,
            };
            match uaid {
                Some(uaid) => account::login_of(conn, &uaid).await,
                None => Ok(None),
            }
        })
        .await?;
    let Some(owner) = owner else {
        AuditEvent::new(state, origin, "password.link-refused").record(state).await?;
        return Err(token_invalid());
    };
    password::check_not_about(&new, &owner.known(&state.config.site_title)).map_err(refuse)?;
    let password_hash = state.auth.hasher.hash(&origin.counted(), new).await?;
    let event = AuditEvent::new(state, origin, "password.reset").always();
    state
        .db
        .write(async move |conn| {
            let uaid = match token::redeem(conn, Purpose::Forgot, &mailed, now_ms).await? {
                Some(uaid) => Some(uaid),
                None => token::redeem(conn, Purpose::Invitation, &mailed, now_ms).await?,
            };
            let uaid = uaid.ok_or_else(token_invalid)?;
            let account = email::state(conn, &uaid).await?.ok_or_else(token_invalid)?;
            sign_in_methods::end_unproven(conn, &uaid, &account, now_ms).await?;
            // The link came by e-mail, so the address is confirmed.
            email::confirm(conn, &uaid, now_ms).await?;
            stored_password::set(conn, &uaid, &password_hash, now_ms).await?;
            session::revoke_all(conn, &uaid, now_ms).await?;
            event.about(Some(&uaid)).write(conn).await?;
            Ok(())
        })
        .await
}

/// 422 for any mailed link that cannot be used, without the reason.
pub(in crate::routes) fn token_invalid() -> ApiError {
    ApiError::rule("TOKEN_INVALID", "This link has been used or is too old. Ask for a fresh one.")
        .field("token")
}
