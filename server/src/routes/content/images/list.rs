//! `GET /api/content/{libraryId}/authoring/v1/images`: the library's pictures.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::answer::ImageAnswer;
use crate::auth::require::{Require, WriteContent};
use crate::db::content::picture::{self, LIMIT};
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::page;
use crate::routes::refusals::{DeliveryOnly, Malformed};
use crate::state::AppState;

/// Where to go on.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    cursor: Option<String>,
}

/// A page of pictures.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Images {
    /// At most a hundred, by name.
    images: Vec<ImageAnswer>,
    /// Pass it to get the next page; none on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

/// The library's pictures, by name.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/authoring/v1/images", tag = "content", operation_id = "listImages",
    params(
        ("libraryId" = String, Path, description = "The library"),
        ("cursor" = Option<String>, Query, description = "Where the previous page ended"),
    ),
    responses(
        (status = 200, description = "The pictures", body = Envelope<Images>), Malformed, DeliveryOnly,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Require<WriteContent>,
    Path(library_id): Path<String>,
    ApiQuery(from): ApiQuery<Params>,
) -> Result<Envelope<Images>, ApiError> {
    let [name, id] = page::read_cursor::<2>(from.cursor.as_deref())?.unwrap_or_default();
    let mut rows = state.db.read(async |conn| picture::list(conn, &library_id, (&name, &id)).await).await?;
    let limit = usize::try_from(LIMIT).unwrap_or(usize::MAX);
    let cursor = page::cut_at_cursor(&mut rows, limit, |row| page::write_cursor([&row.name, &row.image_id]));
    let images = rows.into_iter().map(|row| ImageAnswer::of(&library_id, row)).collect();
    Ok(Envelope(Images { images, cursor }))
}
