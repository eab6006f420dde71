//! Pictures of the content hub: served to everybody, listed, uploaded, renamed and deleted by content editors.

mod answer;
mod change;
mod list;
mod remove;
mod serve;
mod texts;
mod upload;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(serve::get))
        .routes(routes!(list::get, upload::post))
        .routes(routes!(change::put, remove::delete))
}
