//! `GET /api/user/authorization`: whose token is this, and how long does it live.

use serde::Serialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::role::Role;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::error::{ApiError, Envelope, ErrorEnvelope};

/// A live session.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Authorization {
    #[schema(value_type = String)]
    uaid: Uaid,
    #[schema(value_type = u8)]
    role: Role,
    /// The login time, ms.
    stamp: i64,
    /// The absolute end, ISO.
    expires: String,
}

/// The session of the credentials in the request.
#[utoipa::path(
    get, path = "/api/user/authorization", tag = "user", operation_id = "authorization",
    responses(
        (status = 200, description = "A live session", body = Envelope<Authorization>),
        (status = 401, description = "None, or it has ended", body = ErrorEnvelope),
    )
)]
pub(super) async fn get(user: CurrentUser) -> Result<Envelope<Authorization>, ApiError> {
    let expires = jiff::Timestamp::from_millisecond(user.expires_at).map_err(ApiError::internal)?;
    Ok(Envelope(Authorization {
        uaid: user.uaid,
        role: user.role,
        stamp: user.stamp,
        expires: format!("{expires:.3}"),
    }))
}
