//! `GET …/content/{id}/revisions` and `GET …/content/{id}/revisions/{revision}`: the history of an item.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::author::Author;
use crate::content::library::Revision;
use crate::db::content::LIBRARY;
use crate::db::content::author::{self, LIMIT};
use crate::db::content::item::Item;
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::page;
use crate::routes::refusals::{ContentElsewhere, DeliveryOnly, Malformed, NoSuchItem, NotFound};
use crate::state::AppState;

/// Where to go on.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    cursor: Option<String>,
}

/// A page of the history.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Revisions {
    /// At most a hundred, newest first.
    revisions: Vec<Revision>,
    /// Pass it to get older ones; none on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

/// The history of an item, newest first; also of a removed one.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/authoring/v1/content/{id}/revisions", tag = "content",
    operation_id = "contentRevisions",
    params(
        ("libraryId" = String, Path, description = "The library"),
        ("id" = String, Path, description = "The item"),
        ("cursor" = Option<String>, Query, description = "Where the previous page ended"),
    ),
    responses(
        (status = 200, description = "The revisions", body = Envelope<Revisions>),
        Malformed, DeliveryOnly, NoSuchItem, ContentElsewhere,
    )
)]
pub(super) async fn list(
    State(state): State<AppState>,
    _: Author,
    Path((_library_id, id)): Path<(String, String)>,
    ApiQuery(from): ApiQuery<Params>,
) -> Result<Envelope<Revisions>, ApiError> {
    let before = match from.cursor.filter(|cursor| !cursor.is_empty()) {
        None => i64::MAX,
        Some(cursor) => cursor.parse().map_err(|_| page::cursor_invalid())?,
    };
    let mut revisions: Vec<Revision> = state
        .db
        .read(async |conn| author::revisions(conn, LIBRARY, &id, before).await)
        .await?
        .into_iter()
        .map(Revision::try_from)
        .collect::<Result<_, _>>()?;
    if revisions.is_empty() && before == i64::MAX {
        return Err(ApiError::not_found());
    }
    let limit = usize::try_from(LIMIT).unwrap_or(usize::MAX);
    let cursor = page::cut_at_cursor(&mut revisions, limit, |last| last.rev.to_string());
    Ok(Envelope(Revisions { revisions, cursor }))
}

/// One revision of an item.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/authoring/v1/content/{id}/revisions/{revision}", tag = "content",
    operation_id = "contentRevision",
    params(
        ("libraryId" = String, Path, description = "The library"),
        ("id" = String, Path, description = "The item"),
        ("revision" = i64, Path, description = "The revision's number"),
    ),
    responses(
        (status = 200, description = "The item as it was", body = Envelope<Item>),
        DeliveryOnly, NotFound, ContentElsewhere,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Author,
    Path((_library_id, id, revision)): Path<(String, String, String)>,
) -> Result<Envelope<Item>, ApiError> {
    let revision: i64 = revision.parse().map_err(|_| ApiError::not_found())?;
    let item = state.db.read(async |conn| author::revision(conn, LIBRARY, &id, revision).await).await?;
    item.map(Envelope).ok_or_else(ApiError::not_found)
}
