//! `POST /api/content/{libraryId}/authoring/v1/content/{id}/take-down`: take a published item down.

use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::author::{Author, head_at, note, stamp, write};
use super::refusals;
use crate::auth::CurrentUser;
use crate::content::library::Library;
use crate::content::validate;
use crate::db::Conn;
use crate::db::content::item::Item;
use crate::db::content::{LIBRARY, author};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency};
use crate::routes::refusals::{DeliveryOnly, NoSuchItem};
use crate::state::AppState;

/// The revision to take down.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct TakeDownBody {
    /// The newest revision, as the writer has seen it.
    rev: i64,
}

/// Takes a published item down: visitors do not see it any more, at once. Its newest state becomes a draft with a new
/// revision, and saving that as ready publishes it again. Links to a page that is taken down lead to nothing: see
/// `linkedFrom` of the item.
#[utoipa::path(
    post, path = "/api/content/{libraryId}/authoring/v1/content/{id}/take-down", tag = "content",
    operation_id = "takeDownContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    request_body = TakeDownBody,
    responses(
        (status = 200, description = "The item as it is now, a draft", body = Envelope<Item>),
        (status = 409, description = "CONTENT_CHANGED: `error.current` is what somebody else (`error.savedBy`) has saved; or CONTENT_REMOTE", body = ErrorEnvelope),
        (status = 422, description = "CONTENT_NOT_PUBLISHED, CONTENT_NEEDED by the site, or CONTENT_IN_USE: `error.usedBy` show it to visitors", body = ErrorEnvelope),
        DeliveryOnly, NoSuchItem,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Author { user }: Author,
    Path((_library_id, id)): Path<(String, String)>,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<TakeDownBody>,
) -> Result<Answer, ApiError> {
    let now_ms = state.clock.now_ms();
    write(&state, &idempotency, async move |conn| take_down(conn, user, id, body.rev, now_ms).await).await
}

async fn take_down(
    conn: &mut Conn,
    user: CurrentUser,
    id: String,
    rev: i64,
    now_ms: i64,
) -> Result<Item, ApiError> {
    author::lock(conn).await?;
    let library = Library::load(conn, LIBRARY).await?;
    let head = head_at(&library, &id, rev)?;
    if head.ready_rev.is_none() {
        return Err(refusals::not_published());
    }
    // RULES 13.1
    if validate::is_needed(&head.item, &library) {
        return Err(refusals::needed());
    }
    let used_by = library.public_users_of(&id);
    if !used_by.is_empty() {
        return Err(refusals::in_use(&used_by));
    }
    let item = Item { status: "draft".to_owned(), rev: rev + 1, last_modified: stamp(now_ms)?, ..head.item };
    let (uaid, _) = user.actor();
    let taken_down =
        author::State { item: &item, ready_rev: None, by: Some(uaid), restored_from: None, took_down: true };
    author::store(conn, &taken_down, now_ms).await?;
    note(conn, &user, "content.taken-down", &item.id, json!({ "rev": item.rev }), now_ms).await?;
    Ok(item)
}
