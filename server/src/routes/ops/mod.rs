//! For operators: liveness, readiness, robots.txt and the sitemap.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::routes::refusals::ContentAway;
use crate::site;
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(healthz))
        .routes(routes!(readyz))
        .routes(routes!(robots))
        .routes(routes!(sitemap))
}

/// Liveness: the process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, body = str)))]
async fn healthz() -> &'static str {
    "ok"
}

/// Readiness: the store answers and takes writes, the boards are loaded and the background jobs run. A 503 says in one line
/// what is wrong; a 200 lists after `ready` what needs attention.
#[utoipa::path(
    get, path = "/readyz", tag = "operations",
    responses((status = 200, body = str), (status = 503, body = str))
)]
async fn readyz(State(state): State<AppState>) -> Response {
    match state.readiness.check(&state.db, &state.boards, &state.clock_guard, state.clock.now_ms()).await {
        Ok(warnings) => {
            let warnings = warnings.iter().map(|warning| format!("\nwarning: {warning}"));
            format!("ready{}", warnings.collect::<String>()).into_response()
        }
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, reason).into_response(),
    }
}

/// What crawlers may read: the pages and pictures, but neither the rest of the API nor anybody's account (RULES 13.1).
#[utoipa::path(
    get, path = "/robots.txt", tag = "operations",
    responses((status = 200, body = str), (status = 304, description = "Unchanged"), ContentAway)
)]
async fn robots(State(state): State<AppState>, headers: HeaderMap) -> Response {
    site::robots(&state, &headers).await
}

/// Every page that search engines may index, in the sitemap protocol's XML.
#[utoipa::path(
    get, path = "/sitemap.xml", tag = "operations",
    responses(
        (status = 200, description = "The pages", body = str, content_type = "application/xml"),
        (status = 304, description = "Unchanged"),
        ContentAway,
    )
)]
async fn sitemap(State(state): State<AppState>, headers: HeaderMap) -> Response {
    site::sitemap(&state, &headers).await
}
