//! `POST /api/event/admin/user/delete`: role 3 deletes another person's account.

use axum::extract::State;
use serde::Deserialize;
use sixfold_domain::identity::Uaid;
use utoipa::ToSchema;

use super::sign_in::require_other;
use crate::auth::require::{ChangeRoles, Require};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, once};
use crate::routes::refusals::{KeyReused, NoSuchPerson, SignedIn};
use crate::routes::user::delete::delete_account;
use crate::routes::user::wire::UaidAnswer;
use crate::state::AppState;

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct DeletePersonBody {
    /// Whose account.
    #[schema(value_type = String)]
    uaid: Uaid,
    /// The same number again, as confirmation: a deletion cannot be undone.
    #[schema(value_type = String)]
    confirmation: Uaid,
}

/// Deletes somebody's account, as its owner would: personal data is erased, seats are freed and the sessions end; finals stay
/// without a name. Nobody can delete their own here, and there is always an account with role 3.
#[utoipa::path(
    post, path = "/api/event/admin/user/delete", tag = "people", operation_id = "deletePerson",
    request_body = DeletePersonBody,
    responses(
        (status = 200, description = "Deleted", body = Envelope<UaidAnswer>),
        (status = 403, description = "Not role 3, OWN_ACCOUNT, or no CSRF token", body = ErrorEnvelope),
        (status = 409, description = "LAST_DELIVERY_ADMIN: nobody else holds role 3", body = ErrorEnvelope),
        SignedIn, NoSuchPerson, KeyReused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<ChangeRoles>,
    idempotency: Idempotency,
    ApiJson(DeletePersonBody { uaid, confirmation }): ApiJson<DeletePersonBody>,
) -> Result<Answer, ApiError> {
    require_other(&user, &uaid)?;
    if confirmation != uaid {
        return Err(ApiError::invalid("confirmation", "That is the number of another account. Type theirs."));
    }
    let job = state.clone();
    let answer = once(&state, &idempotency, async move |conn| {
        delete_account(conn, &job, uaid.as_str(), Some(user.actor())).await?;
        Ok::<_, ApiError>(UaidAnswer { uaid })
    })
    .await?;
    state.boards.sync_after_write(&state.db).await;
    Ok(answer)
}
