//! The protocol of next-auth v4 under `/api/auth`, which its client in browsers speaks: CSRF cookies, callback URLs and
//! redirects (`docs/SESSIONS.md`).

use std::collections::HashMap;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoResponses, ToSchema};

use super::cookie::{self, Name};
use super::credentials::{RequestBody, is_json};
use super::keys::{constant_time_eq, new_secret};
use crate::config::network;
use crate::http::ApiError;
use crate::state::AppState;

const CONFIGURATION: &str =
    "There is a problem with the server configuration. Check the server logs for more information.";

/// Where the browser goes next: the answer to most calls.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lead)]
pub struct Redirect {
    /// An absolute URL.
    pub url: String,
}

impl Redirect {
    fn to(url: &str) -> String {
        serde_json::to_string(&Self { url: url.to_owned() }).unwrap_or_default()
    }
}

/// The refusal of a callback URL, which most calls of the auth client may get.
#[derive(Debug, Serialize, IntoResponses)]
#[response(
    status = 500,
    description = "INVALID_CALLBACK_URL_ERROR in the log: the callback URL of the query or the cookie is neither http nor https"
)]
pub struct CallbackRefused {
    /// For people; the log has the code.
    message: &'static str,
}

/// One call: its fields, its CSRF token, its callback URL, and the cookies that its answer sets.
#[derive(Debug)]
pub struct Exchange {
    pub fields: HashMap<String, String>,
    pub query: HashMap<String, String>,
    /// The token of the CSRF cookie; a new one if the cookie was absent or forged.
    pub csrf_token: String,
    /// Whether the body repeats the token of a valid CSRF cookie.
    pub csrf_fits: bool,
    /// Where the browser goes in the end, always on our own origin.
    pub callback_url: String,
    /// Our origin and base path, such as `http://localhost:8080/api/auth`.
    pub base: String,
    cookies: Vec<HeaderValue>,
}

impl FromRequestParts<AppState> for Exchange {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Response> {
        let https = state.config.https();
        let origin = state.config.public_url.clone();
        let fields = read_fields(parts);
        let query = pairs(parts.uri.query().unwrap_or_default().as_bytes());
        let cookie_value = cookie::read(&parts.headers, Name::CallbackUrl, https);
        for (place, url) in [("query", query.get("callbackUrl")), ("cookie", cookie_value.as_ref())] {
            if url.is_some_and(|url| has_foreign_scheme(url)) {
                tracing::error!(place, "INVALID_CALLBACK_URL_ERROR");
                let refused = CallbackRefused { message: CONFIGURATION };
                let body = serde_json::to_string(&refused).unwrap_or_default();
                return Err(crate::http::json_response(StatusCode::INTERNAL_SERVER_ERROR, body));
            }
        }
        let named = [fields.get("callbackUrl"), query.get("callbackUrl"), cookie_value.as_ref()];
        let requested = named.into_iter().flatten().find(|url| !url.is_empty());
        let callback_url = requested.map_or_else(|| origin.clone(), |url| safe_url(&origin, url));
        let mut cookies = Vec::new();
        if cookie_value.as_deref() != Some(callback_url.as_str()) {
            cookies.push(cookie::write(Name::CallbackUrl, https, &callback_url, None));
        }
        let keys = &state.auth.keys;
        let known = cookie::read(&parts.headers, Name::Csrf, https).and_then(|value| {
            let (token, hash) = value.split_once('|')?;
            constant_time_eq(&keys.csrf_hash(token), hash).then(|| token.to_owned())
        });
        let csrf_fits = match (&known, fields.get("csrfToken")) {
            (Some(token), Some(given)) => constant_time_eq(token, given),
            _ => false,
        };
        let csrf_token = known.unwrap_or_else(|| {
            let token = new_secret();
            let value = format!("{token}|{}", keys.csrf_hash(&token));
            cookies.push(cookie::write(Name::Csrf, https, &value, None));
            token
        });
        let base = format!("{origin}/api/auth");
        Ok(Self { fields, query, csrf_token, csrf_fits, callback_url, base, cookies })
    }
}

impl Exchange {
    pub fn set(&mut self, cookie: HeaderValue) {
        self.cookies.push(cookie);
    }

    /// A redirect: JSON if the body field `json` is exactly `"true"`, else 302.
    pub fn lead(&self, status: StatusCode, url: &str) -> Response {
        let response = if self.fields.get("json").is_some_and(|value| value == "true") {
            crate::http::json_response(status, Redirect::to(url))
        } else {
            redirect(url)
        };
        self.with_cookies(response)
    }

    /// A JSON answer that no cache may store.
    pub fn json(&self, status: StatusCode, body: &impl Serialize) -> Result<Response, ApiError> {
        let body = serde_json::to_string(body).map_err(ApiError::internal)?;
        let mut response = crate::http::json_response(status, body);
        forbid_caching(response.headers_mut());
        Ok(self.with_cookies(response))
    }

    /// 429 with the URL to go to. Always JSON: the client throws on anything else.
    pub fn too_many(&self, url: &str, seconds: u64) -> Response {
        let mut response = crate::http::json_response(StatusCode::TOO_MANY_REQUESTS, Redirect::to(url));
        forbid_caching(response.headers_mut());
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        self.with_cookies(response)
    }

    /// A redirect to one of our pages.
    pub fn page(&self, path_and_query: &str) -> Response {
        let origin = self.base.trim_end_matches("/api/auth");
        self.with_cookies(redirect(&format!("{origin}{path_and_query}")))
    }

    pub fn with_cookies(&self, mut response: Response) -> Response {
        for cookie in &self.cookies {
            response.headers_mut().append(header::SET_COOKIE, cookie.clone());
        }
        response
    }
}

fn redirect(url: &str) -> Response {
    let location = HeaderValue::from_str(url).unwrap_or_else(|_| HeaderValue::from_static("/"));
    (StatusCode::FOUND, [(header::LOCATION, location)]).into_response()
}

fn forbid_caching(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache, no-store"));
    headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    headers.insert(header::EXPIRES, HeaderValue::from_static("0"));
}

/// The answer to an unknown call, in next-auth's words.
pub fn not_supported(method: &Method) -> Response {
    let text = format!("Error: This action with HTTP {method} is not supported by NextAuth.js");
    (StatusCode::BAD_REQUEST, text).into_response()
}

/// Fields that count only as JSON strings: to next-auth `json: true` is not `"true"`, and `callbackUrl: null` names no page.
const STRINGS: [&str; 2] = ["json", "callbackUrl"];

/// The fields of a body that is form-encoded or a JSON object.
fn read_fields(parts: &Parts) -> HashMap<String, String> {
    let Some(RequestBody::Whole(body)) = parts.extensions.get::<RequestBody>() else {
        return HashMap::new();
    };
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if !kind.is_some_and(is_json) {
        return pairs(&body.bytes);
    }
    match body.json() {
        Some(Value::Object(object)) => object
            .iter()
            .filter(|(name, value)| value.is_string() || !STRINGS.contains(&name.as_str()))
            .map(|(name, value)| match value {
                Value::String(text) => (name.clone(), text.clone()),
                other => (name.clone(), other.to_string()),
            })
            .collect(),
        _ => HashMap::new(),
    }
}

fn pairs(bytes: &[u8]) -> HashMap<String, String> {
    form_urlencoded::parse(bytes).into_owned().collect()
}

/// Whether a URL names a scheme other than http and https.
pub fn has_foreign_scheme(url: &str) -> bool {
    let url = url.trim_start();
    let Some((scheme, _)) = url.split_once(':') else { return false };
    let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    named && !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https")
}

/// A callback URL on our own origin: a path is completed, a URL of ours kept, and anything else replaced by the origin.
pub fn safe_url(origin: &str, url: &str) -> String {
    let sound = !url.chars().any(|c| c.is_control() || c == '\\' || c.is_whitespace());
    let rest = if url.starts_with('/') { Some(url) } else { below(origin, url) };
    match rest.filter(|_| sound) {
        Some(rest) => format!("{origin}{}", ascii(rest)),
        None => origin.to_owned(),
    }
}

/// What follows our origin in a URL that begins with it, in any case and with or without the default port.
fn below<'a>(origin: &str, url: &'a str) -> Option<&'a str> {
    let host = url.find("://")? + "://".len();
    let end = url[host..].find(['/', '?', '#']).map_or(url.len(), |at| host + at);
    let (theirs, rest) = url.split_at(end);
    (network::origin(theirs)? == origin).then_some(rest)
}

/// The path and query of a callback URL on our own origin; none for the origin itself and for anything foreign.
pub fn own_path(origin: &str, url: &str) -> Option<String> {
    let path = safe_url(origin, url).strip_prefix(origin)?.to_owned();
    (path.starts_with('/') && !path.starts_with("//")).then_some(path)
}

/// Percent-encodes control and non-ASCII characters.
fn ascii(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::CONTROLS).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_callback_never_leaves_our_origin() {
        let safe = |url| safe_url("http://localhost:8080", url);
        assert_eq!(safe("/en-gb/x?a=1"), "http://localhost:8080/en-gb/x?a=1");
        assert_eq!(safe("http://localhost:8080/en-gb/"), "http://localhost:8080/en-gb/");
        assert_eq!(safe("http://localhost:8080"), "http://localhost:8080");
        assert_eq!(safe("HTTP://LocalHost:8080/X?a#b"), "http://localhost:8080/X?a#b");
        assert_eq!(safe_url("https://a.example", "https://A.example:443/x"), "https://a.example/x");
        for foreign in [
            "http://localhost:8080.evil.example/",
            "http://localhost:8080@evil.example/",
            "https://localhost:8080/",
            "http://localhost/",
            "x?http://localhost:8080/",
            "http://evil.example",
            "evil",
            "/\\evil.example",
            "/a\r\nSet-Cookie: x",
            "",
        ] {
            assert_eq!(safe(foreign), "http://localhost:8080", "{foreign}");
        }
        assert_eq!(safe("//evil.example"), "http://localhost:8080//evil.example");
        assert_eq!(safe("/zoë"), "http://localhost:8080/zo%C3%AB");
    }

    #[test]
    fn other_schemes_are_seen() {
        for foreign in ["javascript:alert(1)", "data:text/html,x", "FTP://x", " mailto:x"] {
            assert!(has_foreign_scheme(foreign), "{foreign}");
        }
        for fine in ["/a:b", "http://x", "HTTPS://x", "x", ""] {
            assert!(!has_foreign_scheme(fine), "{fine}");
        }
    }
}
