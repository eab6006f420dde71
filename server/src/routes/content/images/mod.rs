//! Pictures of the content hub: served to everybody, listed and uploaded by content editors.

mod answer;
mod list;
mod serve;
mod upload;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(serve::get)).routes(routes!(list::get, upload::post))
}
