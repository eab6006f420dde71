//! Extractors for JSON bodies, queries and the idempotency key. Refusals are in the envelope and name the field.

use axum::extract::{FromRequestParts, OptionalFromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{Method, header};
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::auth::CurrentUser;
use crate::auth::credentials::{RequestBody, WholeBody, is_json};
use crate::db::upkeep::idempotency::Claim;
use crate::http::error::ApiError;
use crate::http::idempotency::Idempotency;
use crate::state::AppState;

const KEY_LIMIT: usize = 200;
/// Fields that may differ between two attempts at the same write.
const NOT_OF_THE_BODY: [&str; 4] = ["token", "iv", "signature", "signatureKeyId"];

/// A JSON body: 415 for another content type, 413 if too large, 400 with `field` if malformed.
#[derive(Debug, Clone)]
pub struct ApiJson<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        let body = RequestBody::from_parts(parts)?;
        let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if body.bytes.is_empty() {
            return Err(ApiError::bad_request("BODY_MISSING", "This call needs a JSON body."));
        }
        if !kind.is_some_and(is_json) {
            return Err(ApiError::new(
                axum::http::StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "NOT_JSON",
                "This call reads JSON: send Content-Type: application/json.",
            ));
        }
        from_body(body).map(Self)
    }
}

/// `Option<ApiJson<T>>`: `None` for an empty body.
impl<T: DeserializeOwned> OptionalFromRequestParts<AppState> for ApiJson<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Option<Self>, ApiError> {
        if matches!(parts.extensions.get::<RequestBody>(), Some(RequestBody::Whole(body)) if body.bytes.is_empty())
        {
            return Ok(None);
        }
        <Self as FromRequestParts<AppState>>::from_request_parts(parts, state).await.map(Some)
    }
}

fn from_body<T: DeserializeOwned>(body: &WholeBody) -> Result<T, ApiError> {
    // Parsed as a whole first, so that malformed JSON is reported before any field.
    let value = body
        .json()
        .ok_or_else(|| ApiError::bad_request("MALFORMED_JSON", "The body is not well-formed JSON."))?;
    from_value(value)
}

/// Reads a parsed body, such as one item of a batch.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, ApiError> {
    // serde would accept an array for a struct.
    if !value.is_object() {
        return Err(wrong_shape());
    }
    serde_path_to_error::deserialize(value)
        .map_err(|error| field_error(&error.path().to_string(), &error.inner().to_string()))
}

fn wrong_shape() -> ApiError {
    ApiError::bad_request("FIELD_INVALID", "We could not read this request. Reload the page and try again.")
}

/// Turns serde's error into a refusal that names the field.
fn field_error(path: &str, reason: &str) -> ApiError {
    let parent = if path == "." { "" } else { path };
    if let Some(name) = reason.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        let field = if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") };
        return ApiError::missing(field);
    }
    // The sentence of one of our rules, which serde's own reasons never are.
    let rule = reason.starts_with(char::is_uppercase);
    if parent.is_empty() {
        return if rule { wrong_shape().message(reason.to_owned()) } else { wrong_shape() };
    }
    // serde quotes the value, and a password or a diagnosis must not appear in an answer.
    let message = if rule {
        reason.to_owned()
    } else if reason.starts_with("invalid type") || reason.starts_with("invalid value") {
        let expected = reason.rsplit_once("expected ").map_or("something else", |(_, expected)| expected);
        format!("This has to be {}.", in_words(expected))
    } else if reason.starts_with("unknown variant") {
        "That is not one of the choices. Choose another one.".to_owned()
    } else {
        // For programmers: the site shows no message without a full stop.
        format!("{parent} does not read: {reason}")
    };
    ApiError::invalid(parent.to_owned(), message)
}

/// What serde expected, without the names of Rust's types.
fn in_words(expected: &str) -> &str {
    let kind = expected.split(' ').next().unwrap_or(expected);
    match kind {
        "struct" | "map" => "an object",
        "tuple" | "sequence" => "a list",
        "enum" | "variant" => "another word",
        "bool" | "boolean" => "true or false",
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number",
        "f32" | "f64" => "a number",
        _ => expected,
    }
}

/// A query string: 400 with `field` if malformed.
#[derive(Debug, Clone)]
pub struct ApiQuery<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for ApiQuery<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        match Query::<T>::try_from_uri(&parts.uri) {
            Ok(Query(value)) => Ok(Self(value)),
            Err(rejection) => {
                let reason = rejection.body_text();
                let reason = reason.strip_prefix("Failed to deserialize query string: ").unwrap_or(&reason);
                let (path, reason) = match reason.split_once(": ") {
                    Some((path, rest)) if !path.contains(' ') => (path, rest),
                    _ => ("", reason),
                };
                Err(field_error(path, reason))
            }
        }
    }
}

/// The caller, for an account's calls about itself: 403 if a `uaid` in query or body is not theirs. It is a public id,
/// compared with the session and never trusted.
#[derive(Debug, Clone)]
pub struct Own(pub CurrentUser);

impl FromRequestParts<AppState> for Own {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = CurrentUser::from_request_parts(parts, state).await?;
        let query = parts.uri.query().unwrap_or_default();
        let in_query = form_urlencoded::parse(query.as_bytes())
            .find(|(name, _)| name == "uaid")
            .map(|(_, value)| Value::String(value.into_owned()));
        let in_body = match parts.extensions.get::<RequestBody>() {
            Some(RequestBody::Whole(body)) => body.json().and_then(|body| body.get("uaid").cloned()),
            Some(RequestBody::TooLarge | RequestBody::Broken) | None => None,
        };
        for uaid in [in_query, in_body].into_iter().flatten() {
            let read = sixfold_domain::identity::optional(uaid);
            let read = read.map_err(|error| field_error("uaid", &error.to_string()))?;
            if read.is_some_and(|uaid| !user.is(&uaid)) {
                return Err(ApiError::forbidden());
            }
        }
        Ok(Self(user))
    }
}

impl FromRequestParts<AppState> for Idempotency {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let user = CurrentUser::from_request_parts(parts, state).await?;
        let key = match parts.headers.get("idempotency-key") {
            None => None,
            Some(value) => Some(read_key(value.to_str().unwrap_or_default())?),
        };
        let body_hash = match parts.extensions.get::<RequestBody>() {
            Some(RequestBody::Whole(body)) if key.is_some() => body_hash(body),
            Some(RequestBody::Whole(_) | RequestBody::TooLarge | RequestBody::Broken) | None => String::new(),
        };
        let claim = Claim {
            owner: owner(&user),
            method: parts.method.to_string(),
            path: parts.uri.path().to_owned(),
            body_hash,
            subject: None,
        };
        Ok(Self { key, claim })
    }
}

impl Idempotency {
    /// The same as the extractor's, for an item of a batch: sent alone or in a batch, it is the same write.
    pub fn of_item(
        user: &CurrentUser,
        key: &str,
        method: &Method,
        path: &str,
        body: &Value,
    ) -> Result<Self, ApiError> {
        let claim = Claim {
            owner: owner(user),
            method: method.to_string(),
            path: path.to_owned(),
            body_hash: value_hash(body.clone()),
            subject: None,
        };
        Ok(Self { key: Some(read_key(key)?), claim })
    }
}

/// The owner of the key. Roles 2 and 3 share one, because they share the tablets' queues.
fn owner(user: &CurrentUser) -> String {
    if matches!(user.role_number(), 2 | 3) { "staff".to_owned() } else { user.uaid.to_string() }
}

fn read_key(key: &str) -> Result<String, ApiError> {
    if key.is_empty() || key.len() > KEY_LIMIT || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(ApiError::bad_request(
            "IDEMPOTENCY_KEY",
            "An Idempotency-Key has 1 to 200 visible ASCII characters.",
        )
        .field("Idempotency-Key"));
    }
    Ok(key.to_owned())
}

/// SHA-256 of the canonical body: keys sorted, without [`NOT_OF_THE_BODY`].
fn body_hash(body: &WholeBody) -> String {
    match body.json() {
        Some(value) => value_hash(value.clone()),
        None => hex::encode(Sha256::digest(&body.bytes)),
    }
}

fn value_hash(mut value: Value) -> String {
    if let Value::Object(object) = &mut value {
        for name in NOT_OF_THE_BODY {
            object.remove(name);
        }
    }
    hex::encode(Sha256::digest(value.to_string()))
}

#[cfg(test)]
mod tests {
    use sixfold_domain::time::Date;

    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only its reading is tested")]
    struct Body {
        email_address: String,
        inner: Option<Inner>,
        day: Option<Date>,
        kind: Option<Kind>,
    }

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "only its reading is tested")]
    struct Inner {
        count: u8,
    }

    #[derive(Debug, serde::Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        Test,
    }

    fn body(json: &str) -> WholeBody {
        axum::body::Bytes::copy_from_slice(json.as_bytes()).into()
    }

    fn refused(json: &str) -> Value {
        let error = from_body::<Body>(&body(json)).unwrap_err();
        serde_json::from_str::<Value>(&error.to_json()).unwrap()["error"].clone()
    }

    #[test]
    fn a_refusal_names_its_field_and_repeats_no_value() {
        assert_eq!(refused("{}")["errorCode"], "FIELD_MISSING");
        assert_eq!(refused("{}")["field"], "emailAddress");
        let wrong = refused(r#"{"emailAddress":"a","inner":{"count":"secret"}}"#);
        assert_eq!(wrong["field"], "inner.count");
        assert!(!wrong["errorMessage"].as_str().unwrap().contains("secret"), "{wrong}");
        assert_eq!(refused("{")["errorCode"], "MALFORMED_JSON");
        assert_eq!(refused(r#"{"emailAddress":"a"} x"#)["errorCode"], "MALFORMED_JSON");
        for list in ["[]", "[\"a\"]", "null", "7"] {
            assert_eq!(refused(list)["errorCode"], "FIELD_INVALID", "{list}");
        }
    }

    #[test]
    fn a_refusal_says_what_to_do_and_leaves_the_name_to_its_field() {
        for (json, field, message) in [
            (r#""day":"12026-01-01""#, "day", "Use a real date, written like 2026-11-21."),
            (r#""day":7"#, "day", "This has to be a string."),
            (r#""inner":{"count":"seven"}"#, "inner.count", "This has to be a whole number."),
            (r#""kind":"exam""#, "kind", "That is not one of the choices. Choose another one."),
        ] {
            let error = refused(&format!(r#"{{"emailAddress":"a",{json}}}"#));
            assert_eq!(error["field"], field);
            assert_eq!(error["errorMessage"], message);
        }
    }

    #[test]
    fn a_body_alone_and_inside_a_list_have_the_same_hash() {
        let text = r#"{"b":[{"score":2.705},{"score":64.0}],"a":1e2,"token":"x"}"#;
        let list: Value = serde_json::from_str(&format!(r#"{{"items":[{{"body":{text}}}]}}"#)).unwrap();
        assert_eq!(body_hash(&body(text)), value_hash(list["items"][0]["body"].clone()));
    }

    #[test]
    fn the_same_body_in_another_order_has_the_same_hash() {
        let one = body_hash(&body(r#"{"a":1,"b":2,"token":"x","iv":5}"#));
        let two = body_hash(&body(r#"{ "b":2, "a":1, "token":"y" }"#));
        assert_eq!(one, two);
        assert_ne!(one, body_hash(&body(r#"{"a":1,"b":3}"#)));
    }
}
