//! The calls of teams: read by their coach and by programme delivery, and written as a whole: every athlete gets a place, or
//! nothing changes.

mod command;
mod decline;
mod edit;
mod lookup;
mod places;
mod read;
mod remove;
mod view;
mod write;

pub(super) use command::invalid_team;
pub(in crate::routes) use decline::{call_off, lock_to_call_off};
pub(super) use lookup::{lock_own, takes_one_more};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::get, write::post, remove::delete))
        .routes(routes!(read::get_users))
}
