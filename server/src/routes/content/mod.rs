//! The content hub's public reads, cacheable by ETag: search, one item, an item with what it refers to.

mod authoring;
mod cached;
mod context;
mod hub;
mod images;
mod item;
mod search;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this folder.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(search::get))
        .routes(routes!(context::get))
        .routes(routes!(item::get))
        .routes(routes!(hub::get))
        .merge(images::router())
        .merge(authoring::router())
}
