//! The calls of staff about people: roles.

mod lite;
mod role;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(lite::post)).routes(routes!(role::post))
}
