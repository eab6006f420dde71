//! `user/second-factor`: staff set up, confirm and take away the one-time codes of their own sign-in.

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::proof::require_password;
use super::wire::{Secret, UaidAnswer};
use crate::auth::CurrentUser;
use crate::auth::second_factor::{Fresh, Outcome, Try, seal};
use crate::auth::sign_in::Origin;
use crate::db::second_factor::{self as store, SecondFactorRow};
use crate::db::{DbError, audit, session};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::{ApiJson, Own};
use crate::state::AppState;

/// Where one's second factor stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorAnswer {
    /// Whether a code is asked for at sign-in.
    enrolled: bool,
    /// Since when, ms.
    since: Option<i64>,
    /// Recovery codes that have not served.
    recovery_codes_left: i64,
    /// Whether staff have to have one here.
    required: bool,
}

/// The current password; not needed by accounts without one that have signed in within the last ten minutes.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BeginBody {
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
}

/// A secret that has been made and is asked for once a code has confirmed it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BegunAnswer {
    /// In base32, for typing into an app.
    secret: String,
    /// `otpauth://…`, for the QR code.
    otpauth_url: String,
}

/// The first code.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ConfirmBody {
    /// Six digits
    #[schema(value_type = String)]
    code: Secret,
}

/// Ten codes, each for one sign-in without the app; told this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryAnswer {
    recovery_codes: Vec<String>,
}

/// The password and a code.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoveBody {
    #[schema(value_type = Option<String>)]
    password: Option<Secret>,
    /// Six digits, or a recovery code
    #[schema(value_type = String)]
    one_time_code: Secret,
}

async fn load(state: &AppState, user: &CurrentUser) -> Result<Option<SecondFactorRow>, ApiError> {
    let uaid = user.uaid.clone();
    let row: Result<_, DbError> =
        state.db.read(|conn| Box::pin(async move { store::find(conn, uaid.as_str()).await })).await;
    Ok(row?.filter(|row| row.confirmed_at.is_some()))
}

/// Staff only; but who had a factor before they became an athlete may see it and take it away.
fn staff(user: &CurrentUser) -> Result<(), ApiError> {
    if user.role.is_staff() { Ok(()) } else { Err(ApiError::forbidden()) }
}

/// Lets staff through, and whoever has a factor still, before a body is looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct Door;

impl FromRequestParts<AppState> for Door {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = CurrentUser::from_request_parts(parts, state).await?;
        if !user.role.is_staff() && load(state, &user).await?.is_none() {
            return Err(ApiError::forbidden());
        }
        Ok(Self)
    }
}

/// Tells whether there is one.
#[utoipa::path(
    get, path = "/api/user/second-factor", tag = "user", operation_id = "secondFactor",
    responses(
        (status = 200, description = "Where it stands", body = Envelope<SecondFactorAnswer>),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Not a member of staff, or somebody else's `uaid`", body = ErrorEnvelope),
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
) -> Result<Envelope<SecondFactorAnswer>, ApiError> {
    let row = load(&state, &user).await?;
    if row.is_none() {
        staff(&user)?;
    }
    Ok(Envelope(SecondFactorAnswer {
        enrolled: row.is_some(),
        since: row.as_ref().and_then(|row| row.confirmed_at),
        recovery_codes_left: row.map_or(0, |row| row.codes_left),
        required: state.config.require_second_factor && user.role.is_staff(),
    }))
}

/// Makes a secret. It is not asked for at sign-in before a code has confirmed it; beginning again replaces it.
#[utoipa::path(
    post, path = "/api/user/second-factor", tag = "user", operation_id = "beginSecondFactor", request_body = BeginBody,
    responses(
        (status = 200, description = "Put it into an app and confirm", body = Envelope<BegunAnswer>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Not a member of staff, somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        (status = 409, description = "SECOND_FACTOR_ENROLLED", body = ErrorEnvelope),
        (status = 413, description = "Too large", body = ErrorEnvelope),
        (status = 415, description = "No JSON", body = ErrorEnvelope),
        (status = 422, description = "PASSWORD_WRONG, SIGN_IN_AGAIN", body = ErrorEnvelope),
        (status = 429, description = "Too many tries", body = ErrorEnvelope),
    )
)]
pub(super) async fn begin(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
    _: Door,
    origin: Origin,
    ApiJson(body): ApiJson<BeginBody>,
) -> Result<Envelope<BegunAnswer>, ApiError> {
    staff(&user)?;
    require_password(&state, &origin, &user, body.password, "password").await?;
    let fresh = Fresh::make(&state.config.site_title, &user.email)?;
    let sealed = seal(&state.vault, user.uaid.as_str(), &fresh.secret)?;
    let now_ms = state.clock.now_ms();
    let begun: Result<bool, DbError> = state
        .db
        .write(move |conn| {
            Box::pin(async move { store::begin(conn, user.uaid.as_str(), &sealed, now_ms).await })
        })
        .await;
    if !begun? {
        return Err(ApiError::conflict(
            "SECOND_FACTOR_ENROLLED",
            "Two-step sign-in is on already. Turn it off first to use another app.",
        ));
    }
    Ok(Envelope(BegunAnswer { secret: fresh.secret, otpauth_url: fresh.url }))
}

/// Finishes the set-up: from now on each sign-in asks for a code. Every other session ends; this one counts as proved.
#[utoipa::path(
    post, path = "/api/user/second-factor/confirm", tag = "user", operation_id = "confirmSecondFactor",
    request_body = ConfirmBody,
    responses(
        (status = 200, description = "On", body = Envelope<RecoveryAnswer>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Not a member of staff, somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        (status = 409, description = "SECOND_FACTOR_NOT_BEGUN", body = ErrorEnvelope),
        (status = 413, description = "Too large", body = ErrorEnvelope),
        (status = 415, description = "No JSON", body = ErrorEnvelope),
        (status = 422, description = "SECOND_FACTOR_WRONG", body = ErrorEnvelope),
        (status = 429, description = "Too many tries", body = ErrorEnvelope),
    )
)]
pub(super) async fn confirm(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
    _: Door,
    origin: Origin,
    ApiJson(body): ApiJson<ConfirmBody>,
) -> Result<Envelope<RecoveryAnswer>, ApiError> {
    staff(&user)?;
    let attempt = Try::new(&state, &origin, user.uaid.as_str(), &body.code.0);
    let (vault, now_ms) = (state.vault.clone(), state.clock.now_ms());
    let (outcome, recovery_codes) = state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let (outcome, codes) = attempt.confirm(conn, &vault).await?;
                if outcome == Outcome::Fits {
                    let uaid = user.uaid.as_str();
                    session::revoke_others(conn, uaid, &user.session_id, now_ms).await?;
                    session::set_second_factor(conn, &user.session_id, true).await?;
                    audit::by(conn, user.actor(), "second-factor.enrolled", Some(uaid), None, now_ms).await?;
                }
                Ok::<_, ApiError>((outcome, codes))
            })
        })
        .await?;
    outcome.or_refuse("code")?;
    Ok(Envelope(RecoveryAnswer { recovery_codes }))
}

/// Turns it off. Every other session ends.
#[utoipa::path(
    delete, path = "/api/user/second-factor", tag = "user", operation_id = "removeSecondFactor",
    request_body = RemoveBody,
    responses(
        (status = 200, description = "Off", body = Envelope<UaidAnswer>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 401, description = "No session", body = ErrorEnvelope),
        (status = 403, description = "Not a member of staff, somebody else's `uaid`, or no CSRF token", body = ErrorEnvelope),
        (status = 404, description = "There is none", body = ErrorEnvelope),
        (status = 413, description = "Too large", body = ErrorEnvelope),
        (status = 415, description = "No JSON", body = ErrorEnvelope),
        (status = 422, description = "PASSWORD_WRONG, SIGN_IN_AGAIN, SECOND_FACTOR_WRONG", body = ErrorEnvelope),
        (status = 429, description = "Too many tries", body = ErrorEnvelope),
    )
)]
pub(super) async fn remove(
    State(state): State<AppState>,
    user: CurrentUser,
    _: Own,
    _: Door,
    origin: Origin,
    ApiJson(body): ApiJson<RemoveBody>,
) -> Result<Envelope<UaidAnswer>, ApiError> {
    if load(&state, &user).await?.is_none() {
        staff(&user)?;
        return Err(ApiError::new(StatusCode::NOT_FOUND, "NOT_FOUND", "Two-step sign-in is not on."));
    }
    require_password(&state, &origin, &user, body.password, "password").await?;
    let attempt = Try::new(&state, &origin, user.uaid.as_str(), &body.one_time_code.0);
    let (vault, now_ms) = (state.vault.clone(), state.clock.now_ms());
    let answer = UaidAnswer { uaid: user.uaid.clone() };
    let outcome = state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let outcome = attempt.run(conn, &vault).await?;
                if outcome == Outcome::Fits {
                    let uaid = user.uaid.as_str();
                    store::remove(conn, uaid).await?;
                    session::revoke_others(conn, uaid, &user.session_id, now_ms).await?;
                    session::set_second_factor(conn, &user.session_id, false).await?;
                    audit::by(conn, user.actor(), "second-factor.removed", Some(uaid), None, now_ms).await?;
                }
                Ok::<_, ApiError>(outcome)
            })
        })
        .await?;
    outcome.or_refuse("oneTimeCode")?;
    Ok(Envelope(answer))
}
