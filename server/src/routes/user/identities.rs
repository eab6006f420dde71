//! `GET /api/user/identities`: the ways of signing in to one's own account. `DELETE` unlinks a provider; signing in with one
//! while signed in links it.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::sign_in_methods::{has_password, is_any_left, only_sign_in_method};
use crate::auth::CurrentUser;
use crate::db::Conn;
use crate::db::people::account::{self, LoginRow};
use crate::db::people::audit;
use crate::db::sign_in::identity::{self, IdentityRow};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{NotFound, OwnOnly};
use crate::state::AppState;

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Identities {
    /// Linked providers, oldest first.
    identities: Vec<LinkedProvider>,
    /// Whether the account has a password of ours.
    password: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WayIn)]
struct LinkedProvider {
    /// Its id, as in `GET /api/auth/providers`.
    provider: String,
    /// Its name; its id when it is no longer configured.
    name: String,
    /// The address that it last reported.
    email: String,
    /// When it was linked, ms.
    linked_at: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct UnlinkBody {
    provider: String,
}

/// How the caller can sign in.
#[utoipa::path(
    get, path = "/api/user/identities", tag = "user", operation_id = "identities",
    responses((status = 200, description = "Linked providers, and whether there is a password", body = Envelope<Identities>), OwnOnly)
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<Identities>, ApiError> {
    let (account, rows) = state.db.read(async |conn| load(conn, user.uaid.as_str()).await).await?;
    Ok(Envelope(answer(&state, &account, rows)))
}

/// Unlinks a provider and ends the other sessions that it signed in. The last way of signing in cannot be removed.
#[utoipa::path(
    delete, path = "/api/user/identities", tag = "user", operation_id = "unlinkIdentity", request_body = UnlinkBody,
    responses(
        (status = 200, description = "What is left", body = Envelope<Identities>),
        (status = 422, description = "LAST_SIGN_IN, IDEMPOTENCY_KEY_REUSED", body = ErrorEnvelope),
        OwnOnly, NotFound,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(UnlinkBody { provider }): ApiJson<UnlinkBody>,
) -> Result<Answer, ApiError> {
    let job = state.clone();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        unlink(conn, &job, &user, &provider).await?;
        let (account, rows) = load(conn, user.uaid.as_str()).await?;
        Ok(answer(&job, &account, rows))
    })
    .await
}

async fn load(conn: &mut Conn, uaid: &str) -> Result<(LoginRow, Vec<IdentityRow>), ApiError> {
    let account = account::login_of(conn, uaid).await?.ok_or_else(ApiError::unauthorised)?;
    Ok((account, identity::list(conn, uaid).await?))
}

async fn unlink(
    conn: &mut Conn,
    state: &AppState,
    user: &CurrentUser,
    provider: &str,
) -> Result<(), ApiError> {
    let (uaid, now_ms) = (user.uaid.as_str(), state.clock.now_ms());
    identity::lock(conn, uaid).await?;
    if identity::unlink(conn, uaid, provider).await? == 0 {
        return Err(ApiError::not_found().field("provider"));
    }
    if !is_any_left(conn, state, uaid).await? {
        return Err(only_sign_in_method().field("provider"));
    }
    identity::revoke_sessions(conn, uaid, provider, &user.session_id, now_ms).await?;
    let entry = audit::Entry::by(user.actor(), "identity.unlinked")
        .subject(uaid)
        .detail(json!({ "provider": provider }));
    audit::insert(conn, &entry, now_ms).await?;
    Ok(())
}

fn answer(state: &AppState, account: &LoginRow, rows: Vec<IdentityRow>) -> Identities {
    let linked = |row: IdentityRow| {
        let configured = state.auth.providers.find(&row.provider_id);
        let name = configured.map_or_else(|| row.provider_id.clone(), |one| one.settings.name.clone());
        LinkedProvider { provider: row.provider_id, name, email: row.email, linked_at: row.linked_at }
    };
    Identities { identities: rows.into_iter().map(linked).collect(), password: has_password(state, account) }
}
