//! Writing content (role 3): the items, drafts and what is published or taken down, history, and previews.

pub(super) mod author;
mod create;
mod list;
mod preview;
mod read;
pub(super) mod refusals;
mod remove;
mod restore;
mod revisions;
mod save;
mod take_down;
mod types;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(types::get))
        .routes(routes!(list::get, create::post))
        .routes(routes!(read::get, save::put, remove::delete))
        .routes(routes!(revisions::list))
        .routes(routes!(revisions::get))
        .routes(routes!(restore::post))
        .routes(routes!(take_down::post))
        .routes(routes!(preview::get, preview::post))
}
