//! `PUT /api/user/marketing`: the three marketing choices.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::profile::ProfileUpdate;
use utoipa::ToSchema;

use super::wire::UaidAnswer;
use crate::db::people::account::{self, EncryptedHealth};
use crate::http::{Answer, ApiError, ApiJson, Envelope, Idempotency, Own, once};
use crate::routes::refusals::{FieldInvalid, OwnOnly};
use crate::state::AppState;

/// The choices; one that is left out stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the wire's names")]
pub(super) struct MarketingBody {
    marketing_pref1: Option<bool>,
    marketing_pref2: Option<bool>,
    marketing_pref3: Option<bool>,
}

/// Stores the three choices.
#[utoipa::path(
    put, path = "/api/user/marketing", tag = "user", operation_id = "saveMarketing", request_body = MarketingBody,
    responses((status = 200, description = "Stored", body = Envelope<UaidAnswer>), OwnOnly, FieldInvalid)
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<MarketingBody>,
) -> Result<Answer, ApiError> {
    let update = ProfileUpdate {
        marketing_pref1: body.marketing_pref1,
        marketing_pref2: body.marketing_pref2,
        marketing_pref3: body.marketing_pref3,
        ..ProfileUpdate::default()
    };
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let health = EncryptedHealth::default();
        account::update_profile(conn, user.uaid.as_str(), &update, &health, now_ms).await?;
        Ok(UaidAnswer { uaid: user.uaid })
    })
    .await
}
