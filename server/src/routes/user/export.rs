//! `GET /api/user/export`: everything that we hold about the caller, as a file.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};

use super::export_body::Export;
use super::view;
use crate::auth::sign_in;
use crate::db::people::health_access::HealthAccess;
use crate::db::people::{audit, coach, export};
use crate::db::sign_in::device;
use crate::db::upkeep::throttle::Limit;
use crate::http::{ApiError, Envelope, Own};
use crate::routes::refusals::{OwnOnly, TooManyRequests};
use crate::state::AppState;

/// Exports that one account may download.
const EXPORTS: Limit = Limit { scope: "export-account", attempts: 10, window_ms: 60 * 60_000 };

/// Everything that we hold about the caller, with health fields decrypted; no secret, no hash, nobody else's data. The download
/// is logged.
#[utoipa::path(
    get, path = "/api/user/export", tag = "user", operation_id = "exportOwnData",
    responses(
        (status = 200, description = "A file, `sixfold-my-data.json`", body = Envelope<Export>),
        OwnOnly, TooManyRequests,
    )
)]
pub(super) async fn get(State(state): State<AppState>, Own(user): Own) -> Result<Response, ApiError> {
    sign_in::throttle(&state, EXPORTS, user.uaid.as_str()).await?;
    let now_ms = state.clock.now_ms();
    let actor = user.clone();
    state
        .db
        .write(async move |conn| {
            let subject = Some(actor.uaid.as_str());
            audit::by(conn, actor.actor(), "account.exported", subject, None, now_ms).await?;
            Ok::<(), ApiError>(())
        })
        .await?;
    let data = state
        .db
        .read(async |conn| {
            let uaid = user.uaid.as_str();
            let health = HealthAccess::own(&state.cipher, user.reads());
            let profile = view::load_for_export(conn, uaid, &health).await?;
            let stored = export::load(conn, uaid).await?;
            let sessions = device::every(conn, uaid).await?;
            let coaches = coach::stored_about(conn, uaid).await?;
            Export::of(&health, uaid, now_ms, profile, stored, sessions, coaches)
        })
        .await?;
    let mut response = Envelope(data).into_response();
    let name = HeaderValue::from_static("attachment; filename=\"sixfold-my-data.json\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}
