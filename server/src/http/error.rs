//! The envelope, and the one place where errors become HTTP statuses.
//!
//! Every answer of the event API is `{"succeeded", "data", "error"}`, with a status to match. What callers may read
//! (code, sentence, field) and the cause are kept apart: the cause only goes to the log.

mod body;

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

pub use self::body::{ErrorBody, ErrorEnvelope};
use crate::db::encryption::field_encryption::CipherError;
use crate::db::{DbError, JobError};

tokio::task_local! {
    /// The id of the current request, for the body of a 5xx.
    pub static REQUEST_ID: String;
}

/// A successful answer: `{"succeeded": true, "data": …, "error": null}`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Envelope<T> {
    /// Always `true`.
    pub succeeded: bool,
    /// What was asked for.
    pub data: T,
    /// Always `null`.
    #[schema(value_type = Option<ErrorBody>)]
    pub error: (),
}

#[expect(non_snake_case, reason = "reads like the type that it makes")]
pub fn Envelope<T>(data: T) -> Envelope<T> {
    Envelope { succeeded: true, data, error: () }
}

impl<T: Serialize> Envelope<T> {
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}

impl<T: Serialize> IntoResponse for Envelope<T> {
    fn into_response(self) -> Response {
        match self.to_json() {
            Ok(body) => json_response(StatusCode::OK, body),
            Err(error) => ApiError::internal(error).into_response(),
        }
    }
}

/// A JSON response with `no-store`, as every answer of the event API.
pub fn json_response(status: StatusCode, body: impl Into<Body>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, body.into()).into_response()
}

/// The code of a refusal as a word of the program: an extension of its response, to be counted.
#[derive(Debug, Clone, Copy)]
pub struct RefusalCode(pub &'static str);

/// An error to be returned to the caller. [`ApiError::field`] and the like add to it.
#[derive(Debug)]
pub struct ApiError(Box<Refused>);

#[derive(Debug)]
struct Refused {
    status: StatusCode,
    code: Cow<'static, str>,
    message: Cow<'static, str>,
    field: Option<Cow<'static, str>>,
    extra: Map<String, Value>,
    retry_after_s: Option<u64>,
    inside: Option<String>,
    undone: bool,
}

impl ApiError {
    /// Any status with a code and a sentence; prefer the named constructors.
    pub fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(Refused {
            status,
            code: code.into(),
            message: message.into(),
            field: None,
            extra: Map::new(),
            retry_after_s: None,
            inside: None,
            undone: false,
        }))
    }

    /// 400: the request is malformed.
    pub fn bad_request(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 400 `FIELD_INVALID`: a field of the request is malformed, or none of its choices.
    pub fn invalid(field: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::bad_request("FIELD_INVALID", message).field(field)
    }

    /// 400 `FIELD_REQUIRED`: the request lacks a field.
    pub fn required(field: &'static str, message: &'static str) -> Self {
        Self::bad_request("FIELD_REQUIRED", message).field(field)
    }

    /// 400 `FIELD_MISSING`: the body lacks a field, given as a path if it is nested.
    pub fn missing(field: impl Into<Cow<'static, str>>) -> Self {
        let field = field.into();
        Self::bad_request("FIELD_MISSING", format!("{field} is needed.")).field(field)
    }

    /// 401: no session, or an ended one.
    pub fn unauthorised() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "UNAUTHORISED", "Please sign in to do that.")
    }

    /// 403: signed in, but not allowed.
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "FORBIDDEN", "Your account may not do that.")
    }

    /// 403 `CSRF`: the form came without the token of its page.
    pub fn no_csrf_token() -> Self {
        let message = "This page has been open too long. Reload it and try again.";
        Self::new(StatusCode::FORBIDDEN, "CSRF", message)
    }

    /// 404: it does not exist, or the caller may not know that it does.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "NOT_FOUND", "There is nothing here by that name.")
    }

    /// 404: there is no account with this uaid.
    pub fn no_person() -> Self {
        Self::not_found().message("There is nobody with that number.").field("uaid")
    }

    /// 409: conflicts with the current state.
    pub fn conflict(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 422: a rule forbids it.
    pub fn rule(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// 429: too many attempts; `Retry-After` is `retry_after_s` seconds.
    pub fn too_many(retry_after_s: u64) -> Self {
        let mut error = Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "TOO_MANY_REQUESTS",
            "That was one try too many. Catch your breath and try again shortly.",
        );
        error.0.retry_after_s = Some(retry_after_s);
        error
    }

    /// 503: the server is overloaded or under maintenance; `Retry-After` is `retry_after_s` seconds.
    pub fn unavailable(retry_after_s: u64) -> Self {
        let mut error = Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "UNAVAILABLE",
            "We are a little out of breath. Please try again in a moment.",
        );
        error.0.retry_after_s = Some(retry_after_s);
        error
    }

    /// 500. The cause goes to the log, never into the answer.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        let mut error = Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "INTERNAL",
            "Something went wrong on our side. Please try again.",
        );
        error.0.inside = Some(cause.to_string());
        error
    }

    pub fn cause(mut self, cause: impl Into<String>) -> Self {
        self.0.inside = Some(cause.into());
        self
    }

    /// Names the field of the request at fault.
    pub fn field(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.0.field = Some(field.into());
        self
    }

    pub fn renamed(mut self, code: impl Into<Cow<'static, str>>) -> Self {
        self.0.code = code.into();
        self
    }

    pub fn message(mut self, message: impl Into<Cow<'static, str>>) -> Self {
        self.0.message = message.into();
        self
    }

    /// Adds a value beside the code, such as `error.date` or `error.opensOn`.
    pub fn with(mut self, key: &str, value: impl Serialize) -> Self {
        self.0.extra.insert(key.to_owned(), serde_json::to_value(value).unwrap_or(Value::Null));
        self
    }

    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// The stable code, such as `SLOT_FULL`.
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// The sentence for people.
    pub fn sentence(&self) -> &str {
        &self.0.message
    }

    /// The code, if the program wrote it; a remote hub's is not counted by its name.
    pub fn counted_code(&self) -> RefusalCode {
        match self.0.code {
            Cow::Borrowed(code) => RefusalCode(code),
            Cow::Owned(_) => RefusalCode("OTHER"),
        }
    }

    /// The seconds until a retry makes sense, if the refusal is about time.
    pub fn retry_after_s(&self) -> Option<u64> {
        self.0.retry_after_s
    }

    pub fn log(&self) {
        if let Some(inside) = &self.0.inside {
            tracing::error!(cause = %inside, code = %self.0.code, "a request failed");
        }
    }

    pub fn to_json(&self) -> String {
        let refused = &self.0;
        let mut error = Map::new();
        error.insert("errorCode".into(), json!(refused.code));
        error.insert("errorMessage".into(), json!(refused.message));
        if let Some(field) = &refused.field {
            error.insert("field".into(), json!(field));
        }
        if refused.status.is_server_error()
            && let Ok(id) = REQUEST_ID.try_with(Clone::clone)
        {
            error.insert("requestId".into(), json!(id));
        }
        error.extend(refused.extra.clone());
        json!({ "succeeded": false, "data": null, "error": error }).to_string()
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        self.log();
        let mut response = json_response(self.0.status, self.to_json());
        response.extensions_mut().insert(self.counted_code());
        if let Some(seconds) = self.0.retry_after_s {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::NotFound => Self::not_found(),
            DbError::Conflict(constraint) => {
                let mut error = Self::conflict("CONFLICT", "Somebody else was quicker. Please look again.");
                error.0.inside = Some(format!("constraint {constraint}"));
                error
            }
            DbError::Busy(cause) => {
                let mut error = Self::unavailable(1);
                error.0.inside = Some(cause);
                error
            }
            DbError::Undone(cause) => {
                let mut error = Self::from(DbError::Busy(cause));
                error.0.undone = true;
                error
            }
            DbError::Unstorable => Self::bad_request(
                "FIELD_INVALID",
                "There is a character in there we cannot store. Take it out.",
            ),
            DbError::Other(cause) => Self::internal(cause),
        }
    }
}

impl JobError for ApiError {
    fn was_undone(&self) -> bool {
        self.0.undone
    }
}

impl From<CipherError> for ApiError {
    fn from(error: CipherError) -> Self {
        Self::internal(error)
    }
}
