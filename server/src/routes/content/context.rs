//! `GET /api/content/{libraryId}/delivery/v1/rendering/context/{id}`: an item with the items it refers to, inlined.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::cached;
use crate::db::content::item::Item;
use crate::http::ApiError;
use crate::routes::event::Succeeded;
use crate::routes::refusals::{ContentAway, NoSuchItem};
use crate::state::AppState;

/// An item with the items that it refers to inlined.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/delivery/v1/rendering/context/{id}", tag = "content",
    operation_id = "renderContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    responses(
        (status = 200, description = "The item, with its references inlined", body = Succeeded<Item>),
        (status = 304, description = "Unchanged"),
        NoSuchItem, ContentAway,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Path((library_id, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let answer = state.hub.rendered_answer(&library_id, &id).await?;
    Ok(cached::answer(&headers, answer.ok_or_else(ApiError::not_found)?))
}
