//! `POST /api/auth/_log`: errors in a browser, for the operator's log.

use axum::extract::State;
use axum::http::StatusCode;

use crate::auth::protocol::{CallbackRefused, Exchange};
use crate::auth::sign_in::{self, Origin};
use crate::db::upkeep::throttle::Limit;
use crate::state::AppState;

/// Lines that one address may write in a minute.
const LINES: Limit = Limit { scope: "client-log", attempts: 30, window_ms: 60_000 };
const LONGEST: usize = 300;
/// A word with a digit that is at least this long may be a secret.
const SECRET: usize = 24;

/// Writes a browser's error into the log. Always 200 and empty, even for junk.
#[utoipa::path(
    post, path = "/api/auth/_log", tag = "auth", operation_id = "logClient",
    request_body(content_type = "application/x-www-form-urlencoded", description = "`level, code, message, client`"),
    responses((status = 200, description = "Empty"), CallbackRefused)
)]
pub(super) async fn post(State(state): State<AppState>, origin: Origin, exchange: Exchange) -> StatusCode {
    let field = |name: &str| clean(exchange.fields.get(name).map_or("", String::as_str));
    let (reported_level, code, reported) = (field("level"), field("code"), field("message"));
    if !code.is_empty() && sign_in::throttle(&state, LINES, &origin.counted()).await.is_ok() {
        tracing::warn!(client = true, reported_level, code, reported, "a browser reports");
    }
    StatusCode::OK
}

/// Removes control characters and whatever looks like a token or an address, and limits the length.
pub(in crate::routes) fn clean(text: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().filter(|c| !c.is_control()).take(LONGEST) {
        if c.is_ascii_alphanumeric() || "-_.+@%".contains(c) {
            word.push(c);
        } else {
            keep(&mut out, &mut word);
            out.push(c);
        }
    }
    keep(&mut out, &mut word);
    out
}

fn keep(out: &mut String, word: &mut String) {
    let long = |part: &str| part.len() >= SECRET && part.bytes().any(|byte| byte.is_ascii_digit());
    let is_private = word.contains('@') || word.contains("%40") || word.split('.').any(long);
    out.push_str(if is_private { "[…]" } else { word });
    word.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_browser_reports_names_nobody_and_opens_nothing() {
        let token = "0123456789abcdef".repeat(4);
        let cleaned = clean(&format!(
            "GET /x?token={token}&a=1 by robin@athletes.example\r\n robin%40athletes.example {token}"
        ));
        assert_eq!(cleaned, "GET /x?token=[…]&a=1 by […] […] […]");
        for plain in [
            "CLIENT_FETCH_ERROR",
            "INVALID_CALLBACK_URL_ERROR",
            "at index-Dk3J.js:12:34 (Failed to fetch)",
            "",
        ] {
            assert_eq!(clean(plain), plain);
        }
        assert_eq!(clean(&"x".repeat(1_000)).len(), LONGEST);
    }
}
