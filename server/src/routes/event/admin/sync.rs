//! `POST /api/event/admin/sync`: what a tablet could not send meanwhile, in the order it was typed (RULES 11.3).

use axum::extract::State;
use axum::http::{Method, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::super::book;
use super::{correction_request, finish, onboard, test};
use crate::auth::CurrentUser;
use crate::auth::require::{Require, RunTests};
use crate::db::result::Mark;
use crate::http::error::{ApiError, json_response};
use crate::http::extract::{ApiJson, from_value};
use crate::http::idempotency::{Answer, Idempotency};
use crate::routes::refusals::DeskOnly;
use crate::state::AppState;

/// Items of one call at most.
const ITEMS: usize = 100;
/// Characters of a tablet's name that are kept.
const DEVICE_MAX: usize = 100;

/// What waited on a tablet.
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
    /// Its body.
    #[schema(value_type = Object)]
    body: Value,
    /// When it was typed, milliseconds by the tablet's clock; kept, and never trusted.
    #[serde(default)]
    recorded_at: Option<i64>,
    /// Which tablet.
    #[serde(default)]
    device: Option<String>,
}

/// The answer of one call.
#[derive(Debug, Serialize, ToSchema)]
struct SyncAnswer {
    /// Its HTTP status.
    #[schema(value_type = u16)]
    status: u16,
    /// Its envelope.
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

/// Runs the calls one after the other, each exactly as if it had come alone with its key: sent alone or here, it is the same
/// write. A refused one does not stop the rest. When the server itself fails, the rest is not tried and answered 503, so that
/// nothing is judged before what came first.
#[utoipa::path(
    post, path = "/api/event/admin/sync", tag = "desk", operation_id = "syncDesk",
    request_body = SyncBody,
    responses(
        (status = 200, description = "An answer for each item, in order", body = SyncEnvelope), DeskOnly,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Require { user, .. }: Require<RunTests>,
    ApiJson(body): ApiJson<SyncBody>,
) -> Result<Response, ApiError> {
    if body.items.is_empty() || body.items.len() > ITEMS {
        return Err(ApiError::bad_request("FIELD_INVALID", "Send 1 to 100 items.").field("items"));
    }
    let mut answers = Vec::with_capacity(body.items.len());
    let mut failed = false;
    for item in body.items {
        let answer = if failed { Err(ApiError::unavailable(1)) } else { run(&state, &user, item).await };
        let (status, body) = match answer {
            Ok(answer) => (answer.status, answer.body),
            Err(error) => (error.status(), told(&error)),
        };
        failed |= status.is_server_error();
        // The kept text itself: read and written anew, a number might not be the same.
        answers.push(format!(r#"{{"status":{},"body":{body}}}"#, status.as_u16()));
    }
    let text = format!(r#"{{"succeeded":true,"data":[{}],"error":null}}"#, answers.join(","));
    Ok(json_response(StatusCode::OK, text))
}

/// One item, as the call that it is.
async fn run(state: &AppState, user: &CurrentUser, item: Value) -> Result<Answer, ApiError> {
    let SyncItem { method, path, key, body, recorded_at, device } = from_value(&item)?;
    if method != Method::POST.as_str() {
        return Err(no_call());
    }
    let idempotency = Idempotency::of_item(user, &key, &Method::POST, &path, &body)?;
    let mark = Mark { recorded_at, device: device.as_deref().and_then(name) };
    let user = user.clone();
    match path.as_str() {
        "/api/event/admin/onboard" => {
            onboard::answer(state, user, &idempotency, from_value(&body)?, mark).await
        }
        "/api/event/admin/test" => test::answer(state, user, idempotency, from_value(&body)?, mark).await,
        "/api/event/admin/final" => finish::answer(state, user, idempotency, from_value(&body)?, mark).await,
        "/api/event/admin/results/request" => {
            correction_request::answer(state, user, idempotency, from_value(&body)?, mark).await
        }
        "/api/user/event/booking" => book::answer(state, user, &idempotency, from_value(&body)?).await,
        _ => Err(no_call()),
    }
}

/// A tablet's name, as far as it can be kept.
fn name(device: &str) -> Option<String> {
    let name: String = device.chars().filter(|c| !c.is_control()).take(DEVICE_MAX).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

fn no_call() -> ApiError {
    ApiError::not_found().message("No such call can wait on a tablet.").field("path")
}

/// An error's envelope; its cause goes to the log as with every other call.
fn told(error: &ApiError) -> String {
    error.log();
    error.to_json()
}
