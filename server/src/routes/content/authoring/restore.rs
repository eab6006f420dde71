//! `POST /api/content/{libraryId}/authoring/v1/content/{id}/restore`: restore an earlier revision, as a draft.

use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::author::{Author, note, stamp, write};
use super::refusals;
use crate::auth::CurrentUser;
use crate::content::library::Library;
use crate::db::Conn;
use crate::db::content::item::Item;
use crate::db::content::{LIBRARY, author};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency};
use crate::routes::refusals::{DeliveryOnly, KeyReused, NotFound};
use crate::state::AppState;

/// Which revision.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(super) struct RestoreBody {
    /// The revision to restore.
    revision: i64,
    /// The newest revision, as the writer has seen it.
    rev: i64,
}

/// Restores an earlier revision as a new draft; what visitors see does not change. A removed item becomes a draft again.
#[utoipa::path(
    post, path = "/api/content/{libraryId}/authoring/v1/content/{id}/restore", tag = "content",
    operation_id = "restoreContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    request_body = RestoreBody,
    responses(
        (status = 200, description = "The item as it is now, a draft", body = Envelope<Item>),
        (status = 409, description = "CONTENT_CHANGED: `error.current` is what somebody else has saved; or CONTENT_REMOTE", body = ErrorEnvelope),
        DeliveryOnly, NotFound, KeyReused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Author { user }: Author,
    Path((_library_id, id)): Path<(String, String)>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<RestoreBody>,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    write(&state, &idempotency, async move |conn| restore(conn, user, id, body, now_ms).await).await
}

async fn restore(
    conn: &mut Conn,
    user: CurrentUser,
    id: String,
    body: RestoreBody,
    now_ms: i64,
) -> Result<Item, ApiError> {
    author::lock(conn).await?;
    let library = Library::load(conn, LIBRARY).await?;
    let head = library.any(&id).ok_or_else(ApiError::not_found)?;
    let old = author::revision(conn, LIBRARY, &id, body.revision).await?;
    let old = old.ok_or_else(|| ApiError::not_found().field("revision"))?;
    if head.item.rev != body.rev {
        return Err(refusals::changed(head));
    }
    let item =
        Item { status: "draft".to_owned(), rev: head.item.rev + 1, last_modified: stamp(now_ms)?, ..old };
    let (uaid, _) = user.actor();
    let restored = author::State {
        item: &item,
        ready_rev: head.ready_rev,
        by: Some(uaid),
        restored_from: Some(body.revision),
        took_down: false,
    };
    author::store(conn, &restored, now_ms).await?;
    let detail = json!({ "rev": item.rev, "from": body.revision });
    note(conn, &user, "content.restored", &item.id, detail, now_ms).await?;
    Ok(item)
}
