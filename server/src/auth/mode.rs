//! The extractor of the calls that work with passwords, which are closed if only single sign-on is configured.

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use crate::http::ApiError;
use crate::state::AppState;

/// Passwords are in use; otherwise 403 `AUTH_MODE`, whatever else is wrong with the call.
#[derive(Debug, Clone, Copy)]
pub struct PasswordsOpen;

impl FromRequestParts<AppState> for PasswordsOpen {
    type Rejection = ApiError;

    async fn from_request_parts(_: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        if state.config.takes_passwords() {
            return Ok(Self);
        }
        let message = "Here you sign in with your organisation's account. Choose it on the sign-in page.";
        Err(ApiError::new(StatusCode::FORBIDDEN, "AUTH_MODE", message))
    }
}
