//! `POST /api/auth/_log`: what went wrong in a browser, for the operator's log.

use axum::extract::State;
use axum::http::StatusCode;

use crate::auth::protocol::Exchange;
use crate::auth::sign_in::{self, Origin};
use crate::db::throttle::Limit;
use crate::state::AppState;

/// Lines that one address may write in a minute.
const LINES: Limit = Limit { scope: "client-log", attempts: 30, window_ms: 60_000 };
const LONGEST: usize = 300;

/// Always 200 and empty, even for junk.
#[utoipa::path(
    post, path = "/api/auth/_log", tag = "auth", operation_id = "logClient",
    request_body(content_type = "application/x-www-form-urlencoded", description = "`level, code, message, client`"),
    responses((status = 200, description = "Empty"))
)]
pub(super) async fn post(State(state): State<AppState>, origin: Origin, exchange: Exchange) -> StatusCode {
    let field = |name: &str| clean(exchange.fields.get(name).map_or("", String::as_str));
    let (level, code, message) = (field("level"), field("code"), field("message"));
    if !code.is_empty() && sign_in::throttle(&state, LINES, &origin.counted()).await.is_ok() {
        tracing::warn!(client = true, level, code, message, "a browser reports");
    }
    StatusCode::OK
}

fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(LONGEST).collect()
}
