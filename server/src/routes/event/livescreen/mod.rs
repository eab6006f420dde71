//! The live screen: what of a reveal is shown, the acts that show it, and the stream that tells of both.

mod body;
mod command;
mod reveal;
mod stream;

pub(super) use reveal::OfEvent;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(reveal::get, command::post)).routes(routes!(stream::get))
}
