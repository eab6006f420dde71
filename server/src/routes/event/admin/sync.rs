//! `POST /api/event/admin/sync`: the calls that a tablet could not send before, in the order in which they were made
//! (RULES 11.3).

use std::convert::Infallible;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::super::book;
use super::{correction_request, finish, onboard, test};
use crate::auth::require::{Require, RunTests};
use crate::db::results::result::TabletStamp;
use crate::http::extract::from_value;
use crate::http::{Answer, ApiError, ApiJson, Idempotency, json_response};
use crate::routes::refusals::DeskOnly;
use crate::state::AppState;

/// The most items of one call.
const ITEMS: usize = 100;
/// The most characters of a tablet's name that are stored.
const DEVICE_MAX: usize = 100;

/// The calls in a tablet's outbox.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
pub(super) struct SyncBody {
    /// 1 to 100 calls, in order.
    #[schema(value_type = Vec<SyncItem>, min_items = 1, max_items = 100)]
    items: Vec<Value>,
}

/// One call of the desk.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SyncItem {
    /// `POST`.
    #[schema(example = "POST")]
    method: String,
    /// `/api/event/admin/onboard`, `test`, `final` or `results/request`, or `/api/user/event/booking`.
    #[schema(example = "/api/event/admin/test")]
    path: String,
    /// Its `Idempotency-Key`.
    key: String,
    #[schema(value_type = Object)]
    body: Value,
    /// When it was made by the tablet's clock, as milliseconds or an ISO timestamp; stored, and never trusted
    /// for order.
    #[serde(default, deserialize_with = "instant")]
    #[schema(value_type = Option<i64>)]
    recorded_at: Option<i64>,
    /// The tablet's name.
    #[serde(default)]
    device: Option<String>,
}

/// An instant, in milliseconds.
fn instant<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let unread = || D::Error::custom("send milliseconds or an ISO timestamp");
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        Value::Number(at) => at.as_i64().map(Some).ok_or_else(unread),
        Value::String(at) => {
            at.parse().map(|at: jiff::Timestamp| Some(at.as_millisecond())).map_err(|_| unread())
        }
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => Err(unread()),
    }
}

/// The answer of one call.
#[derive(Debug, Serialize, ToSchema)]
struct SyncAnswer {
    #[schema(value_type = u16)]
    status: u16,
    #[schema(value_type = Object)]
    body: Value,
}

/// The envelope of the answers, for the OpenAPI document.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SyncEnvelope {
    /// Always `true`.
    succeeded: bool,
    /// One answer for each item, in order.
    data: Vec<SyncAnswer>,
    /// Always `null`.
    #[schema(value_type = Option<Value>)]
    error: (),
}

/// A call that comes alone says nothing about its tablet.
impl FromRequestParts<AppState> for TabletStamp {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, _: &AppState) -> Result<Self, Infallible> {
        Ok(Self::default())
    }
}

/// Runs the calls one after the other, each exactly as if it had been sent alone with its key: sent alone or here, it is the
/// same write. A refused call does not stop the rest. After a server error the rest is not tried and answered 503, so that no
/// call runs before an earlier one.
#[utoipa::path(
    post, path = "/api/event/admin/sync", tag = "desk", operation_id = "syncDesk",
    request_body = SyncBody,
    responses(
        (status = 200, description = "An answer for each item, in order", body = SyncEnvelope), DeskOnly,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    caller: Require<RunTests>,
    ApiJson(body): ApiJson<SyncBody>,
) -> Result<Response, ApiError> {
    if body.items.is_empty() || body.items.len() > ITEMS {
        return Err(ApiError::invalid("items", format!("Send 1 to {ITEMS} items.")));
    }
    let mut answers = Vec::with_capacity(body.items.len());
    let mut failed = false;
    for item in body.items {
        let answer = if failed { Err(ApiError::unavailable(1)) } else { run(&state, &caller, item).await };
        let (status, body) = match answer {
            Ok(answer) => (answer.status, answer.body),
            Err(error) => (error.status(), logged_json(&error)),
        };
        failed |= status.is_server_error();
        // The stored text itself: parsed and written again, a number might change.
        answers.push(format!(r#"{{"status":{},"body":{body}}}"#, status.as_u16()));
    }
    let text = format!(r#"{{"succeeded":true,"data":[{}],"error":null}}"#, answers.join(","));
    Ok(json_response(StatusCode::OK, text))
}

/// One item, as the call that it is.
async fn run(state: &AppState, caller: &Require<RunTests>, item: Value) -> Result<Answer, ApiError> {
    let SyncItem { method, path, key, body, recorded_at, device } = from_value(&item)?;
    if method != Method::POST.as_str() {
        return Err(no_call());
    }
    let idempotency = Idempotency::of_item(&caller.user, &key, &Method::POST, &path, &body)?;
    let stamp = TabletStamp { recorded_at, device: device.as_deref().and_then(name) };
    let caller = caller.clone();
    if path == "/api/user/event/booking" {
        return book::answer(state, caller.user, &idempotency, from_value(&body)?).await;
    }
    let state = State(state.clone());
    match path.as_str() {
        "/api/event/admin/onboard" => {
            onboard::post(state, caller, idempotency, stamp, ApiJson(from_value(&body)?)).await
        }
        "/api/event/admin/test" => {
            test::post(state, caller, idempotency, stamp, ApiJson(from_value(&body)?)).await
        }
        "/api/event/admin/final" => {
            finish::post(state, caller, idempotency, stamp, ApiJson(from_value(&body)?)).await
        }
        "/api/event/admin/results/request" => {
            correction_request::post(state, caller, idempotency, stamp, ApiJson(from_value(&body)?)).await
        }
        _ => Err(no_call()),
    }
}

/// A tablet's name, without control characters and cut to length.
fn name(device: &str) -> Option<String> {
    let name: String = device.chars().filter(|c| !c.is_control()).take(DEVICE_MAX).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

fn no_call() -> ApiError {
    ApiError::not_found().message("No such call can wait on a tablet.").field("path")
}

/// An error's envelope; logs the cause, as for every other call.
fn logged_json(error: &ApiError) -> String {
    error.log();
    error.to_json()
}
