//! `GET /api/user/authorization`: whose token this is, and how long it is valid.

use axum::extract::State;
use serde::Serialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use super::wire::{LoginAnswer, Temp};
use crate::config::clock::iso;
use crate::db::people::account;
use crate::http::{ApiError, Envelope, Own};
use crate::routes::refusals::OwnOnly;
use crate::state::AppState;

/// A live session, and what else a login answers: the auth client's own sign-in only redirects.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Authorization {
    #[schema(value_type = String)]
    uaid: Uaid,
    #[schema(value_type = u8)]
    role: Role,
    /// The login time, ms.
    stamp: i64,
    /// The absolute end, ISO.
    expires: String,
    /// Whether the profile has yet to be filled in.
    is_redirect: bool,
    /// What is known for filling it in; null otherwise.
    temp: Option<Temp>,
    /// Whether to fill it in with `accountmanagement` rather than `register`: the account came from elsewhere.
    user_profile_registration: bool,
}

/// The session of the credentials in the request.
#[utoipa::path(
    get, path = "/api/user/authorization", tag = "user", operation_id = "authorization",
    responses((status = 200, description = "A live session", body = Envelope<Authorization>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<Authorization>, ApiError> {
    let row = state.db.read(async |conn| account::login_of(conn, user.uaid.as_str()).await).await?;
    let account = row.ok_or_else(ApiError::unauthorised)?;
    let answer = LoginAnswer::new(account, user.token, user.stamp)?;
    Ok(Envelope(Authorization {
        uaid: user.uaid,
        role: user.role,
        stamp: user.stamp,
        expires: iso(user.expires_at).map_err(ApiError::internal)?,
        is_redirect: answer.is_redirect,
        temp: answer.temp,
        user_profile_registration: answer.user_profile_registration,
    }))
}
