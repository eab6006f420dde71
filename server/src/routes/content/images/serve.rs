//! `GET /api/content/{libraryId}/delivery/v1/images/{id}/{width}`: a picture's file.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use crate::content::image::{LOGO_QUALITY, QUALITY};
use crate::db::content::picture;
use crate::http::{ApiError, ApiQuery};
use crate::routes::refusals::{Malformed, NotFound};
use crate::state::AppState;

/// The quality.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Params {
    quality: Option<u8>,
}

/// A picture in one of its widths, as WebP. A picture never changes under its address.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/delivery/v1/images/{id}/{width}", tag = "content",
    operation_id = "getImage",
    params(
        ("libraryId" = String, Path, description = "The library"),
        ("id" = String, Path, description = "The picture"),
        ("width" = u32, Path, description = "One of its widths, in pixels"),
        ("quality" = Option<u8>, Query, description = "75, or 100 for logos (up to 480 pixels)"),
    ),
    responses(
        (status = 200, description = "The picture", content_type = "image/webp", body = Vec<u8>),
        Malformed, NotFound,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    Path((library_id, id, width)): Path<(String, String, String)>,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Response, ApiError> {
    let width: u32 =
        width.parse().map_err(|_| ApiError::bad_request("WIDTH_INVALID", "The width is a whole number."))?;
    let quality = params.quality.unwrap_or(QUALITY);
    if quality != QUALITY && quality != LOGO_QUALITY {
        return Err(ApiError::not_found());
    }
    let body = state
        .db
        .read_lagging(async |conn| {
            let body = picture::rendition(conn, &library_id, &id, width, quality).await?;
            // An error in the job: a replica may not have a new picture yet.
            body.ok_or_else(ApiError::not_found)
        })
        .await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/webp")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
    ];
    Ok((headers, body).into_response())
}
