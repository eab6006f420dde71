//! The schedule for staff, read only; it is changed through the content proxy (`acoustic`).

mod impact;
mod read;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(read::get)).routes(routes!(impact::post))
}
