//! The built site: one page for every route, files with their compressed siblings, redirects to the canonical
//! addresses (`api.md`, "Pages"). Knows nothing of what the pages show.

mod files;
mod pages;

use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;
use pages::Address;

/// Answers everything that is not the API: a file, a page, a redirect or the page-not-found page.
pub fn serve(method: &Method, uri: &Uri, headers: &HeaderMap) -> Response {
    if uri.path() == "/api" || uri.path().starts_with("/api/") {
        return ApiError::not_found().into_response();
    }
    if *method != Method::GET && *method != Method::HEAD {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    if let Some(file) = files::find(uri.path().trim_start_matches('/')) {
        return file.answer(headers, StatusCode::OK);
    }
    match pages::address(uri.path()) {
        Address::Page => page(headers, StatusCode::OK),
        Address::Moved(to) => moved(&to, uri.query()),
        Address::Unknown => page(headers, StatusCode::NOT_FOUND),
    }
}

/// The one page of the site; the router inside it shows what the address asks for.
fn page(headers: &HeaderMap, status: StatusCode) -> Response {
    files::find("index.html").map_or_else(
        || {
            let text = "The site has not been built yet. Run `cargo xtask build` and start the server again.";
            (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
        },
        |file| file.answer(headers, status),
    )
}

/// 308, with the query kept.
fn moved(to: &str, query: Option<&str>) -> Response {
    let location = query.map_or_else(|| to.to_owned(), |query| format!("{to}?{query}"));
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)]).into_response()
}
