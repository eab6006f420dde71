//! `GET /api/content/{libraryId}/delivery/v1/rendering/context/{id}`: an item with the items it refers to, inlined.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::cached;
use crate::content::item::Item;
use crate::content::render::render;
use crate::db::content;
use crate::error::{ApiError, ErrorEnvelope};
use crate::routes::event::Succeeded;
use crate::state::AppState;

/// An item with the items it refers to in the place of the references.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/delivery/v1/rendering/context/{id}", tag = "content",
    operation_id = "renderContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    responses(
        (status = 200, description = "The item, whole", body = Succeeded<Item>),
        (status = 304, description = "Unchanged"),
        (status = 404, description = "No such item", body = ErrorEnvelope),
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Path((library_id, id)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let items = state
        .db
        .read(move |conn| {
            Box::pin(async move { content::list_ready(conn, &library_id).await.map_err(ApiError::from) })
        })
        .await?;
    let items: BTreeMap<String, Item> = items.into_iter().map(|item| (item.id.clone(), item)).collect();
    cached::answer(&headers, render(&id, &items).ok_or_else(ApiError::not_found)?)
}
