//! `POST /api/user/guardian`: a guardian says yes with the token of the mailed link.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::forgot::{Done, token_invalid};
use super::wire::Secret;
use crate::auth::keys::stored_hash;
use crate::db::token::{self, Purpose};
use crate::db::{audit, eligibility};
use crate::error::{ApiError, Envelope, ErrorEnvelope};
use crate::extract::ApiJson;
use crate::state::AppState;

/// The mailed token.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct GuardianBody {
    #[schema(value_type = String)]
    token: Secret,
}

/// Confirms. The link serves once.
#[utoipa::path(
    post, path = "/api/user/guardian", tag = "user", operation_id = "confirmAsGuardian", request_body = GuardianBody,
    responses(
        (status = 200, description = "Confirmed", body = Envelope<Done>),
        (status = 400, description = "Malformed", body = ErrorEnvelope),
        (status = 422, description = "TOKEN_INVALID", body = ErrorEnvelope),
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    ApiJson(body): ApiJson<GuardianBody>,
) -> Result<Envelope<Done>, ApiError> {
    let now_ms = state.clock.now_ms();
    state
        .db
        .write(move |conn| {
            Box::pin(async move {
                let uaid = token::take(conn, Purpose::Guardian, &stored_hash(&body.token.0), now_ms)
                    .await?
                    .ok_or_else(token_invalid)?;
                eligibility::confirm_guardian(conn, &uaid, now_ms).await?;
                audit::system(conn, "guardian.confirmed", Some(&uaid), None, now_ms).await?;
                Ok::<(), ApiError>(())
            })
        })
        .await?;
    Ok(Envelope(Done { done: true }))
}
