//! The site: pages with their content in the first HTML, files with their compressed siblings, redirects to the
//! canonical addresses, what search engines read, and the page shown during maintenance.

mod blocks;
pub(crate) mod cache;
pub mod card;
pub mod card_position;
mod closed;
mod data;
pub(crate) mod document;
mod elements;
pub mod event_config;
mod files;
mod head;
pub mod maintenance;
mod not_found;
mod page;
mod pages;
mod public_settings;
mod report_page;
mod settings;
mod share;
mod share_page;
mod shell;
mod sitemap;
mod structured;
mod template;
pub mod waiting_room;

use std::sync::Arc;

use axum::http::request::Parts as Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use crate::content::hub::HubError;
use crate::db::DbError;
use crate::db::content::LIBRARY;
use crate::db::content::author;
use crate::http::ApiError;
use crate::state::AppState;
use blocks::Phase;
pub use event_config::title;
use page::Parts;
pub use report_page::report_share;

/// The id of the item with the words for unknown addresses; it is not a page itself, whatever its path.
const NOT_FOUND: &str = "not-found";
/// The path under which that page is cached.
const NOT_FOUND_PATH: &str = "/404";

/// Answers everything that is not the API: a file, a page, a redirect or the page-not-found page.
pub async fn serve(state: &AppState, request: &Request) -> Response {
    let mut response = answer(state, request).await;
    // A card is shared with people, not with search engines; a picture can say so in no other way.
    if pages::page_path(request.uri.path()).is_some_and(|asked| asked.path.starts_with(share_page::PATH)) {
        response.headers_mut().insert("x-robots-tag", HeaderValue::from_static("noindex"));
    }
    response
}

async fn answer(state: &AppState, request: &Request) -> Response {
    let path = request.uri.path();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::not_found().into_response();
    }
    if request.method != Method::GET && request.method != Method::HEAD {
        return sent(state, request).await;
    }
    if let Some(file) = files::find(path.trim_start_matches('/')) {
        return file.answer(&request.headers, StatusCode::OK);
    }
    let Some(asked) = pages::page_path(path) else { return missing(state, &request.headers).await };
    if let Some(card) = share::parse_path(&asked.path) {
        return match (asked.canonical, share::answer(state, &request.headers, card).await) {
            (_, Ok(None)) => share::gone(missing(state, &request.headers).await),
            (_, Err(error)) => error.into_response(),
            (Some(to), _) => moved(&to, request.uri.query()),
            (None, Ok(Some(response))) => response,
        };
    }
    let item = find(state, &asked.path).await;
    if !matches!(item, Ok(Some(_))) && !pages::is_application(&asked.path) {
        if let Some(to) = pages::part(&asked.path) {
            let headers = [(header::LOCATION, to), (header::CACHE_CONTROL, "no-cache")];
            return (StatusCode::PERMANENT_REDIRECT, headers).into_response();
        }
        if let Err(error) = item {
            return away(&request.headers, error);
        }
        return match renamed(state, &asked.path).await {
            Some(to) => sent_on(&to, request.uri.query()),
            None => missing(state, &request.headers).await,
        };
    }
    if let Some(to) = asked.canonical {
        return moved(&to, request.uri.query());
    }
    page(state, &request.headers, asked.path, StatusCode::OK, item).await
}

/// The answer to anything but a read: only the form of a report is sent to the site, so that it works without scripts.
async fn sent(state: &AppState, request: &Request) -> Response {
    let asked = pages::page_path(request.uri.path());
    let card = asked.as_ref().and_then(|asked| share::parse_path(&asked.path));
    match card {
        Some((id, share::ShareFormat::Report)) if request.method == Method::POST => {
            match share::reported(state, request, id).await {
                Ok(Some(response)) => response,
                Ok(None) => share::gone(missing(state, &request.headers).await),
                Err(error) => error.into_response(),
            }
        }
        Some((_, share::ShareFormat::Report)) => {
            (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD, POST")]).into_response()
        }
        Some((_, share::ShareFormat::Page | share::ShareFormat::Card | share::ShareFormat::Picture))
        | None => (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response(),
    }
}

/// The public page at a path, if there is one.
async fn find(state: &AppState, path: &str) -> Result<Option<Arc<Value>>, HubError> {
    let item = state.hub.page(path).await;
    if let Err(error) = &item {
        tracing::warn!(%error, "a page's content cannot be read");
    }
    Ok(item?.filter(|item| item["id"] != NOT_FOUND))
}

/// The full address of the page that used to be at a path.
async fn renamed(state: &AppState, path: &str) -> Option<String> {
    let read = state.db.read(async |conn| author::moved(conn, LIBRARY, path).await);
    let now = read.await.unwrap_or_else(|error: DbError| {
        tracing::warn!(%error, "a page's old address cannot be looked up");
        None
    })?;
    Some(pages::canonical(&now))
}

async fn missing(state: &AppState, request: &HeaderMap) -> Response {
    let item = state.hub.rendered(LIBRARY, NOT_FOUND).await;
    page(state, request, NOT_FOUND_PATH.to_owned(), StatusCode::NOT_FOUND, item).await
}

/// The answer at an address that may be an editor's page while the hub is unavailable. A browser gets the bare template, which
/// offers another try.
fn away(request: &HeaderMap, error: HubError) -> Response {
    let answer = ApiError::from(error).into_response();
    let reads_html = request
        .get(header::ACCEPT)
        .is_some_and(|accept| accept.as_bytes().windows(9).any(|part| part == b"text/html"));
    let Some(template) = files::find("index.html").filter(|_| reads_html) else { return answer };
    let mut page = template.answer(request, answer.status());
    page.headers_mut()
        .extend(answer.headers().get(header::RETRY_AFTER).map(|wait| (header::RETRY_AFTER, wait.clone())));
    page
}

/// A page, without its content while the hub is unavailable; the bare template if the settings cannot be read.
async fn page(
    state: &AppState,
    request: &HeaderMap,
    path: String,
    status: StatusCode,
    item: Result<Option<Arc<Value>>, HubError>,
) -> Response {
    let Some(template) = state.site.template() else {
        let text = "The site has not been built yet. Run `cargo xtask build` and start the server again.";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let Ok(settings) = event_config::current(state).await else {
        return files::find("index.html")
            .map_or_else(|| ApiError::unavailable(5).into_response(), |file| file.answer(request, status));
    };
    let phase = Phase::of(settings.seasons(), state.clock.now_ms());
    let (unread, item) = (item.is_err(), item.unwrap_or_default());
    let parts = Parts { path: path.clone(), status, item, unread, settings, phase, build: template.build };
    let config = Arc::clone(&state.config);
    let make = move |parts: &Parts| page::document(parts, &template, &config.public_url);
    match state.site.pages.get(&path, parts, make).await {
        Ok(document) => document.answer(request, status),
        Err(error) => ApiError::internal(error).into_response(),
    }
}

/// The full address of a shared card's page.
pub fn share_address(state: &AppState, share_id: &str) -> String {
    share_page::address(&state.config.public_url, share_id)
}

pub async fn robots(state: &AppState, request: &HeaderMap) -> Response {
    match sitemap::robots(state).await {
        Ok(text) => state.site.robots.get("text/plain; charset=utf-8", text).answer(request, StatusCode::OK),
        Err(error) => ask_again_later(&error),
    }
}

pub async fn sitemap(state: &AppState, request: &HeaderMap) -> Response {
    match sitemap::sitemap(state).await {
        Ok(text) => {
            state.site.sitemap.get("application/xml; charset=utf-8", text).answer(request, StatusCode::OK)
        }
        Err(error) => ask_again_later(&error),
    }
}

/// The answer to a search engine while the hub is unavailable: it keeps what it knows and asks again.
fn ask_again_later(error: &HubError) -> Response {
    tracing::warn!(%error, "robots.txt or the site map cannot be made");
    ApiError::unavailable(60).renamed("CONTENT_AWAY").into_response()
}

/// 308, keeping the query.
fn moved(to: &str, query: Option<&str>) -> Response {
    let location = query.map_or_else(|| to.to_owned(), |query| format!("{to}?{query}"));
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, location)]).into_response()
}

/// 301, keeping the query: an editor has moved the page. Browsers would keep the answer, and the page may move back.
fn sent_on(to: &str, query: Option<&str>) -> Response {
    let location = query.map_or_else(|| to.to_owned(), |query| format!("{to}?{query}"));
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, "no-cache".to_owned())];
    (StatusCode::MOVED_PERMANENTLY, headers).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Every `Name_local` in the templates has a class `local` in `Name.module.css`.
    #[test]
    fn every_class_of_the_templates_is_in_a_stylesheet_of_the_web() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut sheets = Vec::new();
        walk(&root.join("../web/src"), "module.css", &mut sheets);
        let mut sources = Vec::new();
        walk(&root.join("src/site"), "rs", &mut sources);
        let mut unknown = BTreeSet::new();
        for source in sources {
            let text = std::fs::read_to_string(&source).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for class in text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
                let Some((sheet, local)) = class.split_once('_') else { continue };
                let camel = sheet.starts_with(|first: char| first.is_ascii_uppercase())
                    && sheet.contains(|letter: char| letter.is_ascii_lowercase())
                    && local.starts_with(|first: char| first.is_ascii_lowercase());
                if camel && !has(&sheets, sheet, local) {
                    unknown.insert(class.to_owned());
                }
            }
        }
        assert_eq!(unknown, BTreeSet::new());
    }

    fn has(sheets: &[std::path::PathBuf], sheet: &str, local: &str) -> bool {
        let name = format!("{sheet}.module.css");
        sheets.iter().filter(|path| path.ends_with(&name)).any(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            text.match_indices(&format!(".{local}")).any(|(at, found)| {
                !text[at + found.len()..]
                    .starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
            })
        })
    }

    #[test]
    fn every_source_file_that_a_page_names_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut sources = Vec::new();
        walk(&root.join("src/site"), "rs", &mut sources);
        for source in sources {
            let text = std::fs::read_to_string(&source).unwrap();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for part in text.split('"').filter_map(|part| part.strip_suffix(".tsx")) {
                assert!(root.join("../web/src").join(format!("{part}.tsx")).is_file(), "{part}");
            }
        }
    }

    fn walk(folder: &Path, ending: &str, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, ending, found);
            } else if path.to_string_lossy().ends_with(&format!(".{ending}")) {
                found.push(path);
            }
        }
    }
}
