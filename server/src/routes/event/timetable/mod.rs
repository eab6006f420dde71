//! Changing the schedule: applying a change, the bookings that it affects, and the decisions about those. It is called by the
//! content proxy (`acoustic`) and `event/admin/settings`, which write, and by `event/admin/schedule`, which previews.

mod change;
mod coaches;
mod decide;
mod impact;
mod lists;
mod save;

pub(in crate::routes) use change::{Change, no_session};
pub(in crate::routes) use decide::Decision;
pub(in crate::routes) use impact::Impact;
pub(in crate::routes) use lists::{Lists, ListsChange};
pub(in crate::routes) use save::{PreviewRequest, Save, preview, save};

use crate::booking::event::find_event;
use crate::db::Conn;
use crate::http::ApiError;

/// The id of the named event, or of the academy's own.
pub(in crate::routes) async fn event(conn: &mut Conn, named: Option<&str>) -> Result<String, ApiError> {
    Ok(find_event(conn, named).await?.event_id)
}
