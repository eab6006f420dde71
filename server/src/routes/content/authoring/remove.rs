//! `DELETE /api/content/{libraryId}/authoring/v1/content/{id}`: remove an item.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::author::{Author, head_at, note, write};
use super::refusals;
use crate::auth::CurrentUser;
use crate::content::library::Library;
use crate::content::validate;
use crate::db::Conn;
use crate::db::content::{LIBRARY, author};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency};
use crate::routes::refusals::{DeliveryOnly, NoSuchItem};
use crate::state::AppState;

/// The revision to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = RemoveItemBody)]
pub(super) struct RemoveBody {
    /// The newest revision, as the writer has seen it.
    rev: i64,
}

/// The removed item.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RemovedItem)]
pub(super) struct Removed {
    id: String,
    /// Its last revision, which restoring it has to name.
    rev: i64,
}

/// Removes an item. Its history stays, and it can be restored from there.
#[utoipa::path(
    delete, path = "/api/content/{libraryId}/authoring/v1/content/{id}", tag = "content", operation_id = "removeContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    request_body = RemoveBody,
    responses(
        (status = 200, description = "Removed", body = Envelope<Removed>),
        (status = 409, description = "CONTENT_CHANGED: `error.current` is what somebody else has saved; or CONTENT_REMOTE", body = ErrorEnvelope),
        (status = 422, description = "CONTENT_NEEDED by the site, or CONTENT_IN_USE: `error.usedBy` show it", body = ErrorEnvelope),
        DeliveryOnly, NoSuchItem,
    )
)]
pub(super) async fn delete(
    State(state): State<AppState>,
    Author { user }: Author,
    Path((_library_id, id)): Path<(String, String)>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<RemoveBody>,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    write(&state, &idempotency, async move |conn| remove(conn, user, id, body.rev, now_ms).await).await
}

async fn remove(
    conn: &mut Conn,
    user: CurrentUser,
    id: String,
    rev: i64,
    now_ms: i64,
) -> Result<Removed, ApiError> {
    author::lock(conn).await?;
    let library = Library::load(conn, LIBRARY).await?;
    let head = head_at(&library, &id, rev)?;
    if validate::is_needed(&head.item, &library) {
        return Err(refusals::needed());
    }
    let used_by = library.users_of(&id);
    if !used_by.is_empty() {
        return Err(refusals::in_use(&used_by));
    }
    author::delete(conn, LIBRARY, &id, now_ms).await?;
    note(conn, &user, "content.removed", &id, json!({ "rev": rev }), now_ms).await?;
    Ok(Removed { id, rev })
}
