//! The content-management proxy through which the schedule is edited (RULES 13.9): in this server's own tables, or in a remote
//! hub.

mod named;
mod read;
mod write;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read::get, write::put, write::post, write::delete))
}
