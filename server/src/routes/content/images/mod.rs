//! Pictures of the content hub: served to everybody, listed and taken in for those who write content.

mod list;
mod serve;
mod upload;

use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::content::image::Facts;
use crate::state::AppState;

/// A picture, as editors see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ImageAnswer {
    /// Its id, for an image element.
    id: String,
    /// What editors call it.
    name: String,
    /// What it shows, for those who do not see it.
    alt_text: String,
    /// Where it is and in which sizes.
    #[serde(flatten)]
    facts: Facts,
}

/// The routes of this folder.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(serve::get)).routes(routes!(list::get, upload::post))
}
