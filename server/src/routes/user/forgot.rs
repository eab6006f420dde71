//! `POST /api/user/forgot`: `{email}` asks for a mailed link, `{token, password}` sets the new password with it.
//!
//! Nobody is signed in here, so an `Idempotency-Key` would belong to nobody and is not read: a second mail is harmless, and a
//! link serves once.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::profile::{FieldError, contact};
use utoipa::ToSchema;

use super::letters;
use super::wire::{self, Secret};
use crate::auth::keys::stored_hash;
use crate::auth::mode::PasswordsOpen;
use crate::auth::password;
use crate::auth::sign_in::{self, MAILS, Origin};
use crate::db::account::{self, LoginRow};
use crate::db::token::{self, Purpose};
use crate::db::{audit, session};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::ApiJson;
use crate::mail::letters::Recipient;
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

/// Nothing more to say.
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
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 403, description = "AUTH_MODE: single sign-on only", body = ErrorEnvelope),
        (status = 422, description = "TOKEN_INVALID, PASSWORD_COMMON …", body = ErrorEnvelope),
        (status = 429, description = "Too many mails", body = ErrorEnvelope),
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
            reset(&state, token, password).await?;
        }
        (Some(email), None) => {
            let email = contact::email(&email)
                .map_err(|error| wire::refuse_field(FieldError::new("email", error)))?;
            ask(&state, &origin, email).await?;
        }
        (None, None) if asks_with_token => {
            return Err(ApiError::bad_request("FIELD_MISSING", "password is needed.").field("password"));
        }
        (None, None) => {
            return Err(ApiError::bad_request("FIELD_MISSING", "email is needed.").field("email"));
        }
    }
    Ok(Envelope(Done { done: true }))
}

async fn ask(state: &AppState, origin: &Origin, email: String) -> Result<(), ApiError> {
    sign_in::throttle(state, MAILS, &origin.counted()).await?;
    let job_state = state.clone();
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let found: Option<LoginRow> = account::find_login(conn, &email).await?;
                if let Some(found) = found {
                    let to = Recipient {
                        email: found.email,
                        first_name: found.first_name,
                        last_name: found.last_name,
                    };
                    letters::password_link(conn, &job_state, &found.uaid, to).await?;
                }
                Ok(())
            })
        })
        .await
}

async fn reset(state: &AppState, secret: String, new: String) -> Result<(), ApiError> {
    password::check_new(&new)
        .map_err(|error| ApiError::rule(error.code(), error.to_string()).field("password"))?;
    let hash = state.auth.hasher.hash(new).await?;
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let uaid = token::take(conn, Purpose::Forgot, &stored_hash(&secret), now_ms)
                    .await?
                    .ok_or_else(token_invalid)?;
                account::set_password(conn, &uaid, &hash, now_ms).await?;
                session::revoke_all(conn, &uaid, now_ms).await?;
                audit::system(conn, "password.reset", Some(&uaid), None, now_ms).await?;
                Ok(())
            })
        })
        .await
}

/// A mailed link that does not serve; says no more.
pub(super) fn token_invalid() -> ApiError {
    ApiError::rule("TOKEN_INVALID", "This link has been used or is too old. Ask for a fresh one.")
        .field("token")
}
