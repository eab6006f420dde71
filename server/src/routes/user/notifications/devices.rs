//! `POST /api/user/notifications/devices`, `DELETE /api/user/notifications/devices/{id}`: the browsers that the caller is notified
//! in.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::sign_in;
use crate::config::clock::iso;
use crate::db::bookings::booking;
use crate::db::messages::notification::device::{self, Device, Subscription};
use crate::db::people::audit;
use crate::db::upkeep::throttle::Limit;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::notification::{Recipient, RecipientError};
use crate::routes::refusals::{KeyReused, NotFound, OwnOnly, TooManyRequests};
use crate::state::AppState;

const DEVICES: Limit = Limit { scope: "push-device-account", attempts: 60, window_ms: 60 * 60_000 };
const NAME_MAX: usize = 60;

/// A browser that is notified.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NotifiedDevice)]
pub(in crate::routes::user) struct DeviceView {
    /// Names it when removing it.
    id: String,
    name: String,
    /// ISO.
    added_at: String,
    /// When something was last sent to it, ISO; null until then.
    last_sent_at: Option<String>,
}

/// A subscription as a browser's `PushSubscription.toJSON()` has it, and what its owner calls the device.
#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::routes::user) struct DeviceBody {
    /// Its address at its push service: https, at a service that this server knows.
    endpoint: String,
    keys: DeviceKeys,
    /// 1 to 60 characters.
    name: String,
}

#[derive(Debug, Deserialize, ToSchema)]
struct DeviceKeys {
    /// The public key, base64url.
    p256dh: String,
    /// The shared secret, base64url.
    auth: String,
}

/// A device that was removed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RemovedDevice)]
pub(in crate::routes::user) struct RemovedView {
    id: String,
}

impl DeviceView {
    pub(super) fn of(device: Device) -> Result<Self, ApiError> {
        let Device { id, name, created_at, last_sent_at } = device;
        Ok(Self {
            id,
            name,
            added_at: iso(created_at).map_err(ApiError::internal)?,
            last_sent_at: last_sent_at.map(iso).transpose().map_err(ApiError::internal)?,
        })
    }
}

/// Adds the browser, or renews keys and name of one that the caller has. One that another account has belongs to the caller from now
/// on. An account has ten; the next takes the place of the oldest.
#[utoipa::path(
    post, path = "/api/user/notifications/devices", tag = "user", operation_id = "addNotifiedDevice",
    request_body = DeviceBody,
    responses(
        (status = 200, description = "The device", body = Envelope<DeviceView>),
        (status = 422, description = "PUSH_OFF: this server sends none; PUSH_ENDPOINT, PUSH_KEYS, DEVICE_NAME_INVALID",
            body = ErrorEnvelope),
        OwnOnly, NotFound, TooManyRequests,
    )
)]
pub(in crate::routes::user) async fn post(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<DeviceBody>,
) -> Result<Answer, ApiError> {
    let Some(settings) = &state.config.notifications.push else {
        return Err(ApiError::rule("PUSH_OFF", "This site sends no notifications."));
    };
    let DeviceBody { endpoint, keys: DeviceKeys { p256dh, auth }, name } = body;
    let name = read_name(&name)?;
    if settings.endpoint(&endpoint).is_none() {
        let message = "We do not know your browser’s notification service. Try another browser.";
        return Err(ApiError::rule("PUSH_ENDPOINT", message).field("endpoint"));
    }
    let subscription = Subscription { endpoint, p256dh, auth };
    Recipient::of(&subscription).map_err(|error| {
        let field = match error {
            RecipientError::Key => "keys.p256dh",
            RecipientError::Secret => "keys.auth",
        };
        ApiError::rule("PUSH_KEYS", "Your browser’s keys for notifications do not read.").field(field)
    })?;
    sign_in::throttle(&state, DEVICES, user.uaid.as_str()).await?;
    let now_ms = state.clock.now_ms();
    let cipher = state.cipher.clone();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        booking::lock_existing(conn, uaid, now_ms).await?;
        let added = device::add(conn, &cipher, uaid, (&subscription, &name), now_ms).await?;
        audit::by(conn, user.actor(), "notifications.device", Some(uaid), Some(&added.id), now_ms).await?;
        DeviceView::of(added)
    })
    .await
}

fn read_name(text: &str) -> Result<String, ApiError> {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        let message = format!("Call the device something in 1 to {NAME_MAX} characters.");
        return Err(ApiError::rule("DEVICE_NAME_INVALID", message).field("name"));
    }
    Ok(name.to_owned())
}

/// Removes a device: nothing is sent to it from now on.
#[utoipa::path(
    delete, path = "/api/user/notifications/devices/{id}", tag = "user", operation_id = "removeNotifiedDevice",
    params(("id" = String, Path, description = "The device's id")),
    responses(
        (status = 200, description = "Removed", body = Envelope<RemovedView>),
        OwnOnly, NotFound, KeyReused,
    )
)]
pub(in crate::routes::user) async fn delete(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    Path(id): Path<String>,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        if !device::remove(conn, uaid, &id).await? {
            return Err(ApiError::not_found().message("You have no such device."));
        }
        audit::by(conn, user.actor(), "notifications.device-removed", Some(uaid), Some(&id), now_ms).await?;
        Ok(RemovedView { id })
    })
    .await
}
