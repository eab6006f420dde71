//! The event that a call names.

use std::sync::Arc;

use super::event_snapshot::EventSnapshot;
use crate::db::Conn;
use crate::db::calendar::schedule::{self, Event};
use crate::http::ApiError;

/// The event of an id, or the academy's own.
pub(crate) async fn find_event(conn: &mut Conn, event_id: Option<&str>) -> Result<Event, ApiError> {
    schedule::find_event(conn, event_id).await?.ok_or_else(no_event)
}

/// A snapshot that was looked for; an error if there is no such event.
pub(crate) fn found(snapshot: Option<Arc<EventSnapshot>>) -> Result<Arc<EventSnapshot>, ApiError> {
    snapshot.ok_or_else(no_event)
}

fn no_event() -> ApiError {
    ApiError::not_found().message("There is no event with that id.").field("eventId")
}
