//! `GET /api/content/{libraryId}/authoring/v1/content/{id}`: one item for its editors.

use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;

use super::author::{Author, library, problems_of};
use crate::content::library::ItemRef;
use crate::content::validate::{Problem, is_needed};
use crate::db::content::item::Item;
use crate::http::{ApiError, Envelope};
use crate::routes::refusals::{ContentElsewhere, DeliveryOnly, NoSuchItem};
use crate::state::AppState;

/// An item, with what an editor needs around it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Editing {
    /// The newest state.
    item: Item,
    /// What visitors see; absent if it has never been ready, or was taken down.
    #[serde(skip_serializing_if = "Option::is_none")]
    ready: Option<Item>,
    /// Whether visitors saw it until it was taken down.
    taken_down: bool,
    /// Whether the site needs it, so that it can be neither taken down nor removed.
    needed: bool,
    /// Who saved the newest state; absent for the items that came with the product and for deleted accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_by: Option<String>,
    /// The problems that keep the newest state from being ready.
    problems: Vec<Problem>,
    /// The items that show this one.
    used_by: Vec<ItemRef>,
    /// The items that link to this page, as visitors see them.
    linked_from: Vec<ItemRef>,
}

/// One item: its newest state, what visitors see, its problems and the items that show it.
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
        linked_from: library.links_to(&id),
        taken_down: head.taken_down,
        needed: is_needed(&head.item, &library),
        ready: library.ready(&id).cloned(),
        item: head.item.clone(),
        saved_by: head.saved_by.clone(),
    }))
}
