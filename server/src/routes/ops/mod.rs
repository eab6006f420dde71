//! For operators: is it alive, is it ready.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::db::{Conn, DbError, on};
use crate::state::AppState;

/// The routes of this folder.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(robots))
}

/// Alive: the process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200, body = str)))]
async fn healthz() -> &'static str {
    "ok"
}

/// Ready: the store answers too.
#[utoipa::path(
    get, path = "/readyz", tag = "operations",
    responses((status = 200, body = str), (status = 503, body = str))
)]
async fn readyz(State(state): State<AppState>) -> Response {
    let asked: Result<(), DbError> = state.db.read(|conn| Box::pin(ping(conn))).await;
    match asked {
        Ok(()) => "ready".into_response(),
        Err(error) => {
            tracing::warn!(%error, "the store does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer").into_response()
        }
    }
}

async fn ping(conn: &mut Conn<'_>) -> Result<(), DbError> {
    const SQL: &str = "SELECT COUNT(*) FROM topic_version";
    let _: i64 = on!(conn, c => sqlx::query_scalar(SQL).fetch_one(&mut **c).await?);
    Ok(())
}

/// What robots may read: the pages, not the API (spec §1: indexable).
#[utoipa::path(get, path = "/robots.txt", tag = "operations", responses((status = 200, body = str)))]
async fn robots() -> Response {
    let text = "User-agent: *\nDisallow: /api/\n";
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}
