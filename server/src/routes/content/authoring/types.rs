//! `GET /api/content/{libraryId}/authoring/v1/types`: the content types.

use serde::Serialize;
use utoipa::ToSchema;

use super::author::Author;
use crate::content::types::{self, TypeDef};
use crate::http::{ApiError, Envelope};
use crate::routes::refusals::{ContentElsewhere, DeliveryOnly, NoSuchLibrary};

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TypeList {
    /// In the order of their ids.
    types: Vec<TypeDef>,
}

/// Every content type, with what an editor's form needs.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/authoring/v1/types", tag = "content", operation_id = "contentTypes",
    params(("libraryId" = String, Path, description = "The library")),
    responses(
        (status = 200, description = "The types", body = Envelope<TypeList>),
        DeliveryOnly, NoSuchLibrary, ContentElsewhere,
    )
)]
pub(super) async fn get(_: Author) -> Result<Envelope<TypeList>, ApiError> {
    let types = types::offered().map_err(ApiError::internal)?;
    Ok(Envelope(TypeList { types }))
}
