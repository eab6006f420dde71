//! `GET /api/content/{libraryId}/delivery/v1/content/{id}`: one item as it is stored.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::cached;
use crate::db::content::item::Item;
use crate::http::ApiError;
use crate::routes::event::Succeeded;
use crate::routes::refusals::{ContentAway, NoSuchItem};
use crate::state::AppState;

/// One item, with its references as ids.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/delivery/v1/content/{id}", tag = "content", operation_id = "getContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    responses(
        (status = 200, description = "The item", body = Succeeded<Item>),
        (status = 304, description = "Unchanged"),
        NoSuchItem, ContentAway,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Path((library_id, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let answer = state.hub.item_answer(&library_id, &id).await?;
    Ok(cached::answer(&headers, answer.ok_or_else(ApiError::not_found)?))
}
