//! `GET /api/auth/{signin, signout, error}`: the protocol's own pages, which redirect to ours.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::auth::protocol::{CallbackRefused, Exchange};

/// The sign-in page, with the callback and the error of the query.
#[utoipa::path(
    get, path = "/api/auth/signin", tag = "auth", operation_id = "signInPage",
    params(("error" = Option<String>, Query), ("callbackUrl" = Option<String>, Query)),
    responses((status = 302, description = "To the sign-in page"), CallbackRefused)
)]
pub(super) async fn signin(exchange: Exchange) -> Response {
    exchange.page(&login_page(&exchange))
}

/// Leads to the homepage: signing out takes a button with a CSRF token.
#[utoipa::path(
    get, path = "/api/auth/signout", tag = "auth", operation_id = "signOutPage",
    responses((status = 302, description = "To the homepage"), CallbackRefused)
)]
pub(super) async fn signout(exchange: Exchange) -> Response {
    exchange.page("/en-gb/")
}

/// Errors: those of a sign-in lead to the sign-in page, the others have a status of their own.
#[utoipa::path(
    get, path = "/api/auth/error", tag = "auth", operation_id = "signInErrorPage", params(("error" = Option<String>, Query)),
    responses(
        (status = 302, description = "To the sign-in page"),
        (status = 403, description = "AccessDenied, Verification"),
        (status = 500, description = "Configuration; INVALID_CALLBACK_URL_ERROR in the log, as for the other calls"),
    )
)]
pub(super) async fn error(exchange: Exchange) -> Response {
    let (status, text) = match exchange.query.get("error").map(String::as_str) {
        Some("Configuration") => (
            StatusCode::INTERNAL_SERVER_ERROR,
            "There is a problem with the server configuration. Check the server logs for more information.",
        ),
        Some("AccessDenied") => (StatusCode::FORBIDDEN, "You do not have permission to sign in."),
        Some("Verification") => (
            StatusCode::FORBIDDEN,
            "The sign-in link is no longer valid. It may have been used already or it may have expired.",
        ),
        _ => return exchange.page(&login_page(&exchange)),
    };
    let page = format!(
        "<!doctype html><html lang=\"en-GB\"><head><meta charset=\"utf-8\"><title>Sign in</title></head>\
         <body><main><h1>That did not work</h1><p>{text}</p><p><a href=\"/en-gb/login\">Sign in</a></p></main></body></html>"
    );
    let response = (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    exchange.with_cookies(response)
}

/// The sign-in page with the callback and the error of the query.
pub(super) fn login_page(exchange: &Exchange) -> String {
    let encode = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    let mut path = "/en-gb/login".to_owned();
    let mut separator = '?';
    let named = exchange.query.get("callbackUrl").is_some_and(|url| !url.is_empty());
    let chosen = named || !exchange.base.starts_with(&exchange.callback_url);
    for (name, value) in
        [("callbackUrl", chosen.then_some(&exchange.callback_url)), ("error", exchange.query.get("error"))]
    {
        if let Some(value) = value {
            path.push(separator);
            path.push_str(name);
            path.push('=');
            path.push_str(&encode(value));
            separator = '&';
        }
    }
    path
}
