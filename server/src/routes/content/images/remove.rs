//! `DELETE /api/content/{libraryId}/authoring/v1/images/{id}`: delete a picture that no item shows.

use axum::extract::{Path, State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::CurrentUser;
use crate::content::library::Library;
use crate::db::Conn;
use crate::db::content::{LIBRARY, author, picture};
use crate::db::people::audit;
use crate::http::{Answer, ApiError, Envelope, ErrorEnvelope, Idempotency};
use crate::routes::content::authoring::author::{Editor, write};
use crate::routes::content::authoring::refusals;
use crate::routes::refusals::{DeliveryOnly, Malformed, NotFound};
use crate::state::AppState;

/// The deleted picture.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RemovedImage)]
pub(super) struct Removed {
    id: String,
}

/// Deletes a picture and its files, for good. An item in whose newest or public state it is keeps it; earlier revisions
/// do not.
#[utoipa::path(
    delete, path = "/api/content/{libraryId}/authoring/v1/images/{id}", tag = "content", operation_id = "removeImage",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The picture")),
    responses(
        (status = 200, description = "Deleted", body = Envelope<Removed>),
        (status = 422, description = "CONTENT_IN_USE: `error.usedBy` show it", body = ErrorEnvelope),
        Malformed, DeliveryOnly, NotFound,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Editor { user }: Editor,
    Path((_library_id, id)): Path<(String, String)>,
    idempotency: Idempotency,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    write(&state, &idempotency, async move |conn| remove(conn, user, id, now_ms).await).await
}

async fn remove(conn: &mut Conn, user: CurrentUser, id: String, now_ms: i64) -> Result<Removed, ApiError> {
    author::lock(conn).await?;
    let library = Library::load(conn, LIBRARY).await?;
    if !library.has_image(&id) {
        return Err(ApiError::not_found());
    }
    let used_by = library.users_of_image(&id);
    if !used_by.is_empty() {
        return Err(refusals::image_in_use(&used_by));
    }
    picture::delete(conn, LIBRARY, &id).await?;
    audit::by(conn, user.actor(), "content.image.removed", None, Some(&id), now_ms).await?;
    Ok(Removed { id })
}
