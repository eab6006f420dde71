//! `PUT /api/event/admin/event`: the academy's name, location and contact.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sixfold_domain::profile::text::line;
use sixfold_domain::profile::{ProfileError, contact};
use utoipa::ToSchema;

use super::super::payload::id;
use crate::auth::CurrentUser;
use crate::auth::require::{ManageSchedule, Require};
use crate::booking::event::find_event;
use crate::db::Conn;
use crate::db::calendar::schedule::{self, Event};
use crate::db::people::audit;
use crate::http::{Answer, ApiError, ApiJson, ErrorEnvelope, Idempotency, once};
use crate::routes::event::Succeeded;
use crate::routes::refusals::{DeliveryOnly, FieldInvalid, NoSuchEvent};
use crate::state::AppState;

/// The longest name or address, in characters.
const LINE_MAX: usize = 120;
/// The longest link to a map, in characters.
const LINK_MAX: usize = 500;

/// The academy's details, as shown on tickets, in letters and on pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EventBody {
    /// The event; the academy's own when absent.
    #[serde(default, alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[schema(value_type = Option<String>)]
    event_id: Option<String>,
    event_name: String,
    event_location_name: String,
    event_location_address: String,
    event_location_post_code: String,
    /// Empty if there is no telephone.
    #[serde(default)]
    event_location_contact_number: String,
    event_location_contact_email: String,
    /// A link to a map, https; empty without one.
    #[serde(default)]
    map_url: String,
}

/// Other details for the academy, for the OpenAPI document.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the wire")]
pub(super) struct SaveEventBody {
    #[serde(flatten)]
    details: EventBody,
    /// The details as they were when the change was begun; 409 unless they are still the same. Not checked when absent.
    opened: Option<EventBody>,
}

/// What the caller has seen, beside the details.
#[derive(Debug, Deserialize)]
pub(super) struct Seen {
    #[serde(default)]
    opened: Option<EventBody>,
}

/// Changes the academy's details. Tickets and letters written from now on show them.
#[utoipa::path(
    put, path = "/api/event/admin/event", tag = "schedule", operation_id = "saveEvent",
    request_body = SaveEventBody,
    responses(
        (status = 200, description = "The details as they are now", body = Succeeded<EventBody>),
        (status = 409, description = "EVENT_CHANGED: `error.current` is what somebody else has saved", body = ErrorEnvelope),
        DeliveryOnly, NoSuchEvent, FieldInvalid,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Require { user, .. }: Require<ManageSchedule>,
    idempotency: Idempotency,
    ApiJson(seen): ApiJson<Seen>,
    ApiJson(body): ApiJson<EventBody>,
) -> Result<Answer, ApiError> {
    let body = body.checked()?;
    let now_ms = state.clock.now_ms();
    once(&state, &idempotency, async move |conn| save(conn, &user, (seen.opened, body), now_ms).await).await
}

async fn save(
    conn: &mut Conn,
    user: &CurrentUser,
    (opened, body): (Option<EventBody>, EventBody),
    now_ms: i64,
) -> Result<EventBody, ApiError> {
    // Read behind the lock, so that one of two saves at once sees the other.
    schedule::lock_exclusive(conn).await?;
    let before = find_event(conn, body.event_id.as_deref()).await?;
    let after = body.merged_into(&before);
    if after != before {
        if opened.is_some_and(|opened| opened.merged_into(&before) != before) {
            let message = "Somebody else has changed the academy's details meanwhile. Look at theirs first.";
            let current = EventBody::from(&before);
            return Err(ApiError::conflict("EVENT_CHANGED", message).with("current", current));
        }
        schedule::change_event(conn, &after).await?;
        let entry = audit::Entry::by(user.actor(), "event.changed")
            .object(&after.event_id)
            .detail(json!({ "from": EventBody::from(&before), "to": EventBody::from(&after) }));
        audit::insert(conn, &entry, now_ms).await?;
    }
    Ok(EventBody::from(&after))
}

impl EventBody {
    /// The trimmed fields; refuses the first invalid one.
    fn checked(self) -> Result<Self, ApiError> {
        let needed = |field: &'static str, text: &str| match line(text, LINE_MAX) {
            Ok(text) if text.is_empty() => {
                Err(ApiError::rule("FIELD_REQUIRED", "Fill this in: it goes on tickets and e-mails.")
                    .field(field))
            }
            Ok(text) => Ok(text),
            Err(error) => Err(refused(field, &error)),
        };
        let number = self.event_location_contact_number.trim();
        let number = if number.is_empty() { Ok(String::new()) } else { line(number, LINE_MAX) };
        let email = contact::email(&self.event_location_contact_email);
        let map_url = self.map_url.trim().to_owned();
        let is_link =
            map_url.is_empty() || map_url.starts_with("https://") && map_url.chars().count() <= LINK_MAX;
        if !is_link || map_url.chars().any(char::is_whitespace) {
            let message = "Start the link with https:// and leave out spaces.";
            return Err(ApiError::rule("FIELD_INVALID", message).field("mapUrl"));
        }
        Ok(Self {
            event_name: needed("eventName", &self.event_name)?,
            event_location_name: needed("eventLocationName", &self.event_location_name)?,
            event_location_address: needed("eventLocationAddress", &self.event_location_address)?,
            event_location_post_code: needed("eventLocationPostCode", &self.event_location_post_code)?,
            event_location_contact_number: number
                .map_err(|error| refused("eventLocationContactNumber", &error))?,
            event_location_contact_email: email
                .map_err(|error| refused("eventLocationContactEmail", &error))?,
            map_url,
            event_id: self.event_id,
        })
    }

    fn merged_into(self, before: &Event) -> Event {
        Event {
            event_id: before.event_id.clone(),
            name: self.event_name,
            location_name: self.event_location_name,
            location_address: self.event_location_address,
            location_post_code: self.event_location_post_code,
            location_contact_number: self.event_location_contact_number,
            location_contact_email: self.event_location_contact_email,
            map_url: self.map_url,
        }
    }
}

impl From<&Event> for EventBody {
    fn from(event: &Event) -> Self {
        Self {
            event_id: Some(event.event_id.clone()),
            event_name: event.name.clone(),
            event_location_name: event.location_name.clone(),
            event_location_address: event.location_address.clone(),
            event_location_post_code: event.location_post_code.clone(),
            event_location_contact_number: event.location_contact_number.clone(),
            event_location_contact_email: event.location_contact_email.clone(),
            map_url: event.map_url.clone(),
        }
    }
}

fn refused(field: &'static str, error: &ProfileError) -> ApiError {
    ApiError::rule(error.code(), error.to_string()).field(field)
}
