//! The calls of staff: people and roles, and the desk on a test day.

mod correct;
mod day;
mod desk;
mod final_;
mod import;
mod letter;
mod lite;
mod onboard;
mod profile;
mod protocols;
mod results;
mod reveal;
mod role;
mod sync;
mod test;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(lite::post))
        .routes(routes!(role::post))
        .routes(routes!(import::post))
        .routes(routes!(correct::post))
        .routes(routes!(protocols::get, protocols::put))
        .routes(routes!(profile::get))
        .routes(routes!(reveal::get))
        .routes(routes!(onboard::post))
        .routes(routes!(test::post))
        .routes(routes!(final_::post))
        .routes(routes!(day::get))
        .routes(routes!(sync::post))
}
