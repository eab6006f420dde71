//! `POST /api/auth/signout`.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;

use crate::auth::audit::{self, AuditEvent};
use crate::auth::cookie::{self, Name};
use crate::auth::keys::stored_hash;
use crate::auth::oidc::checks;
use crate::auth::protocol::{CallbackRefused, Exchange, Redirect};
use crate::auth::sign_in::Origin;
use crate::db::DbError;
use crate::db::sign_in::identity::{self, FederatedSession};
use crate::db::sign_in::session as sessions;
use crate::http::ApiError;
use crate::state::AppState;

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// Ends the session on the server, at once. Only the browser's cache is cleared: its storage may contain unsent scores.
#[utoipa::path(
    post, path = "/api/auth/signout", tag = "auth", operation_id = "signOut",
    request_body(content_type = "application/x-www-form-urlencoded", description = "`csrfToken, callbackUrl, json`"),
    responses(
        (status = 200, description = "The address to go to: the provider's own sign-out, if one signed the person in. The session cookie is removed", body = Redirect),
        (status = 302, description = "The same, for a body without `json`"), CallbackRefused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    headers: HeaderMap,
    origin: Origin,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    if !exchange.csrf_fits {
        AuditEvent::new(&state, &origin, audit::CSRF)
            .call("POST /api/auth/signout".to_owned())
            .record(&state)
            .await?;
        return Ok(exchange.lead(StatusCode::OK, &format!("{}/signout?csrf=true", exchange.base)));
    }
    let https = state.config.https();
    let federated = match cookie::read(&headers, Name::Session, https) {
        Some(secret) => end(&state, &origin, stored_hash(&secret)).await?,
        None => None,
    };
    exchange.set(cookie::write(Name::Session, https, "", Some(0)));
    for cookie in checks::cleared(https) {
        exchange.set(cookie);
    }
    let provider_sign_out = federated.and_then(|session| provider_sign_out(&state, &session));
    let url = provider_sign_out.as_ref().unwrap_or(&exchange.callback_url);
    let mut response = exchange.lead(StatusCode::OK, url);
    response.headers_mut().insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\""));
    Ok(response)
}

/// Ends the session of a cookie. If a provider signed the person in, returns it with the ID token, which is deleted here.
async fn end(
    state: &AppState,
    origin: &Origin,
    cookie_hash: String,
) -> Result<Option<FederatedSession>, ApiError> {
    let now_ms = state.clock.now_ms();
    let event = AuditEvent::new(state, origin, "sign-out.done");
    let ended: Result<_, DbError> = state
        .db
        .write(async move |conn| {
            let federated = identity::session_of(conn, &cookie_hash).await?;
            let live = sessions::find_by_cookie(conn, &cookie_hash).await?;
            if let Some(row) = live.filter(|row| row.revoked_at.is_none() && row.expires_at > now_ms) {
                event.done_by(&row.uaid, row.role).write(conn).await?;
            }
            sessions::revoke_cookie(conn, &cookie_hash, now_ms).await?;
            if let Some(session) = &federated {
                identity::forget_token(conn, &session.session_id).await?;
            }
            Ok(federated)
        })
        .await;
    Ok(ended?)
}

/// The provider's own sign-out address, if it has one and is still configured. An ID token that cannot be decrypted is left
/// out.
pub(in crate::routes) fn provider_sign_out(state: &AppState, session: &FederatedSession) -> Option<String> {
    let provider = state.auth.providers.find(&session.provider_id)?;
    let encrypted = session.id_token_sealed.as_deref();
    let opened = state.cipher.decrypt_option("session", &session.session_id, "id_token_sealed", encrypted);
    provider.sign_out_url(opened.ok().flatten().as_deref())
}
