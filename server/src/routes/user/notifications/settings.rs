//! `GET` and `PUT /api/user/notifications`: the caller's switches, quiet hours and devices.

use axum::extract::State;
use serde::{Deserialize, Deserializer, Serialize};
use sixfold_domain::notification::{QuietHours, Topics};
use sixfold_domain::time::TimeOfDay;
use utoipa::ToSchema;

use super::devices::DeviceView;
use crate::db::Conn;
use crate::db::bookings::booking;
use crate::db::messages::notification::choice::{self, Choice};
use crate::db::messages::notification::{device, message, text};
use crate::db::people::audit;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency, Own, once};
use crate::routes::refusals::{NotFound, OwnOnly};
use crate::state::AppState;

/// How the caller is notified.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes::user) struct Notifications {
    push: Push,
    /// Whether this server sends text messages at all.
    texts: bool,
    topics: TopicSwitches,
    /// Null without quiet hours; 22:00 to 07:00 until chosen.
    quiet_hours: Option<QuietTimes>,
    /// Whether reminders also come by text message; only where `texts` is true.
    text_reminders: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Push {
    /// The key with which a browser subscribes, base64url; null where no notifications are sent.
    public_key: Option<String>,
    /// Oldest first, at most ten.
    devices: Vec<DeviceView>,
}

/// What the caller's devices are notified of; everything until chosen.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = NotificationTopics)]
struct TopicSwitches {
    /// Places offered from a waiting list.
    offers: bool,
    /// Bookings that somebody else made, moved or called off.
    bookings: bool,
    /// Results that are in, or revealed.
    results: bool,
    /// The day before a test.
    reminders: bool,
    /// Times that were asked for and have opened.
    alerts: bool,
}

/// Times in London, `HH:MM`; they may go past midnight.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = QuietHours)]
struct QuietTimes {
    #[schema(value_type = String, example = "22:00")]
    from: TimeOfDay,
    #[schema(value_type = String, example = "07:00")]
    until: TimeOfDay,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes::user) struct NotificationsBody {
    topics: TopicSwitches,
    /// Null for none; may not be left out.
    #[serde(deserialize_with = "given")]
    #[schema(required = true)]
    quiet_hours: Option<QuietTimes>,
    /// Whether reminders also come by text message; left out, it stays as it is.
    text_reminders: Option<bool>,
}

/// A field that may be null, but not absent.
fn given<'de, D: Deserializer<'de>>(value: D) -> Result<Option<QuietTimes>, D::Error> {
    Option::deserialize(value)
}

/// What the caller is notified of, when, and on which devices.
#[utoipa::path(
    get, path = "/api/user/notifications", tag = "user", operation_id = "notifications",
    responses(
        (status = 200, description = "Switches, quiet hours and devices", body = Envelope<Notifications>),
        OwnOnly,
    )
)]
pub(in crate::routes::user) async fn get(
    State(state): State<AppState>,
    Own(user): Own,
) -> Result<Envelope<Notifications>, ApiError> {
    let loaded = state.db.read(async |conn| load(conn, &state, user.uaid.as_str()).await);
    loaded.await.map(Envelope)
}

/// Stores the switches and the quiet hours.
#[utoipa::path(
    put, path = "/api/user/notifications", tag = "user", operation_id = "saveNotifications",
    request_body = NotificationsBody,
    responses(
        (status = 200, description = "As they are now", body = Envelope<Notifications>),
        (status = 422, description = "QUIET_HOURS_INVALID: they end when they begin", body = ErrorEnvelope),
        OwnOnly, NotFound,
    )
)]
pub(in crate::routes::user) async fn put(
    State(state): State<AppState>,
    Own(user): Own,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<NotificationsBody>,
) -> Result<Answer, ApiError> {
    let quiet = body.quiet_hours.map(|times| QuietHours::new(times.from, times.until)).transpose();
    let quiet = quiet.map_err(|error| ApiError::rule(error.code(), error.to_string()).field("quietHours"))?;
    let TopicSwitches { offers, bookings, results, reminders, alerts } = body.topics;
    let topics = Topics { offers, bookings, results, reminders, alerts };
    let now_ms = state.clock.now_ms();
    let job_state = state.clone();
    once(&state, &idempotency.personal(user.uaid.as_str()), async move |conn| {
        let uaid = user.uaid.as_str();
        booking::lock_existing(conn, uaid, now_ms).await?;
        let text_reminders = match body.text_reminders {
            Some(wanted) => wanted,
            None => choice::find(conn, uaid).await?.text_reminders,
        };
        choice::save(conn, uaid, &Choice { topics, quiet, text_reminders }, now_ms).await?;
        message::reconsider(conn, uaid, now_ms).await?;
        text::reconsider(conn, uaid, now_ms).await?;
        audit::by(conn, user.actor(), "notifications.settings", Some(uaid), None, now_ms).await?;
        load(conn, &job_state, uaid).await
    })
    .await
}

async fn load(conn: &mut Conn, state: &AppState, uaid: &str) -> Result<Notifications, ApiError> {
    let Choice { topics, quiet, text_reminders } = choice::find(conn, uaid).await?;
    let Topics { offers, bookings, results, reminders, alerts } = topics;
    let devices = device::list(conn, uaid).await?;
    let settings = &state.config.notifications;
    Ok(Notifications {
        push: Push {
            public_key: settings.push.as_ref().map(|push| push.key.public.clone()),
            devices: devices.into_iter().map(DeviceView::of).collect::<Result<_, _>>()?,
        },
        texts: settings.texts.is_some(),
        topics: TopicSwitches { offers, bookings, results, reminders, alerts },
        quiet_hours: quiet.map(|quiet| QuietTimes { from: quiet.from(), until: quiet.until() }),
        text_reminders,
    })
}
