//! An HTTP client for the server under test, and its replies.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{LazyLock, Mutex};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use serde_json::{Map, Value};
use tower::ServiceExt as _;

/// The fields that an error may have by the OpenAPI document.
static ERROR_FIELDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let document = serde_json::to_value(sixfold_server::routes::document()).unwrap();
    let names = |schema: &str| {
        let parts = &document["components"]["schemas"][schema];
        let own = parts["allOf"].as_array().into_iter().flatten().chain([parts]);
        own.filter_map(|part| part["properties"].as_object()).flat_map(Map::keys).cloned().collect::<Vec<_>>()
    };
    names("ErrorBody").into_iter().chain(names("ErrorDetails")).collect()
});

/// A client with a cookie jar and optionally a token.
pub struct Client {
    router: Router,
    token: Option<String>,
    cookies: Mutex<BTreeMap<String, String>>,
    headers: HeaderMap,
    peer: Option<SocketAddr>,
}

#[derive(Debug, Clone)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Client {
    pub fn new(router: Router) -> Self {
        Self { router, token: None, cookies: Mutex::default(), headers: HeaderMap::new(), peer: None }
    }

    /// The same client for another server.
    pub fn through(&self, router: Router) -> Self {
        let cookies = Mutex::new(self.cookies.lock().unwrap().clone());
        Self { router, token: self.token.clone(), cookies, headers: self.headers.clone(), peer: self.peer }
    }

    /// The same client with a bearer token.
    pub fn bearer(mut self, token: &str) -> Self {
        self.token = Some(token.to_owned());
        self
    }

    /// The same client with a header on every call.
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        self
    }

    /// The same client, calling from an IP address.
    pub fn at(mut self, address: &str) -> Self {
        self.peer = Some(SocketAddr::new(address.parse().unwrap(), 40_000));
        self
    }

    /// A cookie of the jar, as sent.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.lock().unwrap().get(name).cloned()
    }

    pub fn set_cookie(&self, name: &str, value: &str) {
        self.cookies.lock().unwrap().insert(name.to_owned(), value.to_owned());
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, HeaderMap::new(), Body::empty()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.json(Method::POST, path, &body, &[]).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Reply {
        self.json(Method::PUT, path, &body, &[]).await
    }

    pub async fn delete(&self, path: &str, body: Value) -> Reply {
        self.json(Method::DELETE, path, &body, &[]).await
    }

    pub async fn keyed(&self, method: Method, path: &str, key: &str, body: Value) -> Reply {
        self.json(method, path, &body, &[("idempotency-key", key)]).await
    }

    pub async fn json(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        more: &[(&'static str, &str)],
    ) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in more {
            headers.insert(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        self.send(method, path, headers, Body::from(body.to_string())).await
    }

    pub async fn form(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let encoded = fields
            .iter()
            .map(|(name, value)| format!("{}={}", percent(name), percent(value)))
            .collect::<Vec<_>>()
            .join("&");
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        self.send(Method::POST, path, headers, Body::from(encoded)).await
    }

    pub async fn send(&self, method: Method, path: &str, headers: HeaderMap, body: Body) -> Reply {
        let mut request = Request::builder().method(method).uri(path).body(body).unwrap();
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        request.headers_mut().extend(self.headers.clone());
        request.headers_mut().extend(headers);
        if let Some(token) = &self.token {
            let value = HeaderValue::from_str(&format!("Bearer {token}")).unwrap();
            request.headers_mut().insert(header::AUTHORIZATION, value);
        }
        let jar = {
            let cookies = self.cookies.lock().unwrap();
            cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
        };
        if !jar.is_empty() {
            request.headers_mut().insert(header::COOKIE, HeaderValue::from_str(&jar).unwrap());
        }
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        self.keep_cookies(&parts.headers);
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        Reply { status: parts.status, headers: parts.headers, body }
    }

    fn keep_cookies(&self, headers: &HeaderMap) {
        let mut cookies = self.cookies.lock().unwrap();
        for value in headers.get_all(header::SET_COOKIE) {
            let text = value.to_str().unwrap();
            let (name, rest) = text.split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            if rest.contains("Max-Age=0") {
                cookies.remove(name);
            } else {
                cookies.insert(name.to_owned(), value.to_owned());
            }
        }
    }
}

/// Percent-encodes everything except letters and digits.
pub fn percent(text: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

impl Reply {
    #[track_caller]
    pub fn value(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|_| panic!("{} is not JSON: {}", self.status, self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The value of a header, or an empty string.
    pub fn header(&self, name: &str) -> String {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }

    /// Asserts success; returns `data` of the envelope.
    #[track_caller]
    pub fn data(&self) -> Value {
        let value = self.value();
        assert_eq!(self.status, StatusCode::OK, "{value}");
        assert_eq!(value["succeeded"], true, "{value}");
        assert_eq!(value["error"], Value::Null, "{value}");
        value["data"].clone()
    }

    /// Asserts the status and error code of a refusal; returns `error`.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let value = self.value();
        assert_eq!(
            (self.status.as_u16(), value["error"]["errorCode"].as_str()),
            (status, Some(code)),
            "{value}"
        );
        assert_eq!(value["succeeded"], false, "{value}");
        assert_eq!(value["data"], Value::Null, "{value}");
        let sentence = value["error"]["errorMessage"].as_str().unwrap_or_default();
        assert!(!sentence.is_empty(), "a refusal needs a sentence: {value}");
        for field in value["error"].as_object().unwrap().keys() {
            assert!(ERROR_FIELDS.contains(field), "the OpenAPI document has no error.{field}: {value}");
        }
        value["error"].clone()
    }

    /// [`Reply::refused`] that also asserts the field.
    #[track_caller]
    pub fn refused_field(&self, status: u16, code: &str, field: &str) {
        let error = self.refused(status, code);
        assert_eq!(error["field"], field, "{error}");
    }
}
