//! `GET /api/content/{libraryId}/authoring/v1/content/{id}`: one item as its editors see it.

use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;

use super::author::{Author, library, problems_of};
use crate::content::library::Named;
use crate::content::validate::Problem;
use crate::db::content::item::Item;
use crate::http::error::{ApiError, Envelope};
use crate::routes::refusals::{ContentElsewhere, DeliveryOnly, NoSuchItem};
use crate::state::AppState;

/// An item with everything around it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Editing {
    /// The newest state.
    item: Item,
    /// What visitors see; absent while it has never been ready.
    #[serde(skip_serializing_if = "Option::is_none")]
    ready: Option<Item>,
    /// Who saved the newest state; absent for the product's own seed and for people who have left.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_by: Option<String>,
    /// What keeps the newest state from being ready.
    problems: Vec<Problem>,
    /// The items that show this one.
    used_by: Vec<Named>,
}

/// One item: its newest state, what visitors see, what is wrong and who shows it.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/authoring/v1/content/{id}", tag = "content", operation_id = "editContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    responses(
        (status = 200, description = "The item", body = Envelope<Editing>),
        DeliveryOnly, NoSuchItem, ContentElsewhere,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Author,
    Path((_library_id, id)): Path<(String, String)>,
) -> Result<Envelope<Editing>, ApiError> {
    let library = library(&state).await?;
    let head = library.head(&id).ok_or_else(ApiError::not_found)?;
    Ok(Envelope(Editing {
        problems: problems_of(&head.item, &library)?,
        used_by: library.users_of(&id),
        ready: library.ready(&id).cloned(),
        item: head.item.clone(),
        saved_by: head.saved_by.clone(),
    }))
}
