//! The live screen: what it shows of a reveal, the commands of its operators, and the stream that announces both.

mod body;
mod command;
mod reveal;
#[cfg(test)]
mod simulation;
mod stream;

pub(super) use reveal::OfEvent;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(reveal::get, command::post)).routes(routes!(stream::get))
}
