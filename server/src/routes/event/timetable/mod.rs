//! Changing the schedule: what a change makes of it, which bookings it hits, and what becomes of those. The calls that ask for
//! it are the content proxy (`acoustic`) and `event/admin/settings`, which store, and `event/admin/schedule`, which looks.

mod change;
mod coaches;
mod decide;
mod hits;
mod lists;
mod save;

pub(in crate::routes) use change::{Change, no_session};
pub(in crate::routes) use decide::Decision;
pub(in crate::routes) use hits::HitList;
pub(in crate::routes) use lists::{Lists, Relisting};
pub(in crate::routes) use save::{Look, Save, preview, save};

use crate::booking::event::find_event;
use crate::db::Conn;
use crate::http::error::ApiError;

/// The id of the event that is named, or of the academy's own.
pub(in crate::routes) async fn event(conn: &mut Conn<'_>, named: Option<&str>) -> Result<String, ApiError> {
    Ok(find_event(conn, named).await?.event_id)
}
