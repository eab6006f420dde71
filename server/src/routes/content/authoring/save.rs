//! `PUT /api/content/{libraryId}/authoring/v1/content/{id}`: save an item, as a draft or ready for visitors.

use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::author::{Author, head_at, name, note, stamp, tags, type_of, write};
use super::refusals;
use crate::auth::CurrentUser;
use crate::content::library::Library;
use crate::content::validate::{self, Problem};
use crate::db::Conn;
use crate::db::content::item::Item;
use crate::db::content::{LIBRARY, author};
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency};
use crate::routes::refusals::{DeliveryOnly, NoSuchItem};
use crate::state::AppState;

/// The new state of an item; fields that the server sets itself are ignored.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SaveBody {
    /// Its name for editors.
    name: String,
    /// The id of its type, which cannot change.
    #[serde(default)]
    type_id: Option<String>,
    /// Words to find it by.
    #[serde(default)]
    tags: Vec<String>,
    #[schema(value_type = Object)]
    elements: Map<String, Value>,
    /// The revision that the writer has seen.
    rev: i64,
    /// `draft`, or `ready` to show it to visitors.
    status: Status,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SavedStatus)]
enum Status {
    /// For editors only.
    Draft,
    /// For visitors too.
    Ready,
}

/// Saves a new revision of an item. A draft changes nothing for visitors; a ready one replaces what they see, at once.
#[utoipa::path(
    put, path = "/api/content/{libraryId}/authoring/v1/content/{id}", tag = "content", operation_id = "saveContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    request_body = SaveBody,
    responses(
        (status = 200, description = "The item as it is now, its revision raised", body = Envelope<Item>),
        (status = 400, description = "Malformed; CONTENT_MALFORMED with `error.problems`", body = ErrorEnvelope),
        (status = 409, description = "CONTENT_CHANGED: `error.current` is what somebody else (`error.savedBy`) has saved; or CONTENT_REMOTE", body = ErrorEnvelope),
        (status = 422, description = "CONTENT_INVALID: `error.problems` keep it from being ready", body = ErrorEnvelope),
        DeliveryOnly, NoSuchItem,
    )
)]
pub(super) async fn put(
    State(state): State<AppState>,
    Author { user }: Author,
    Path((_library_id, id)): Path<(String, String)>,
    idempotency: Idempotency,
    ApiJson(mut body): ApiJson<SaveBody>,
) -> Result<Answer, ApiError> {
    body.name = name(&body.name)?;
    body.tags = tags(&body.tags)?;
    validate::normalise(&mut body.elements);
    let now_ms = state.clock.now_ms();
    write(&state, &idempotency, async move |conn| save(conn, user, id, body, now_ms).await).await
}

async fn save(
    conn: &mut Conn,
    user: CurrentUser,
    id: String,
    body: SaveBody,
    now_ms: i64,
) -> Result<Item, ApiError> {
    author::lock(conn).await?;
    let library = Library::load(conn, LIBRARY).await?;
    let type_id = library.head(&id).ok_or_else(ApiError::not_found)?.item.type_id.clone();
    let Some(def) = type_of(&type_id)? else {
        return Err(refusals::malformed(&[Problem::unknown_type(&type_id)]));
    };
    if body.type_id.is_some_and(|wanted| wanted != type_id) {
        return Err(refusals::malformed(&[Problem::fixed_type(&def.name)]));
    }
    let malformed = validate::malformed(&body.elements, def);
    if !malformed.is_empty() {
        return Err(refusals::malformed(&malformed));
    }
    let head = head_at(&library, &id, body.rev)?;
    let ready = body.status == Status::Ready;
    let item = Item {
        id,
        name: body.name,
        type_id,
        kind: def.name.clone(),
        status: if ready { "ready" } else { "draft" }.to_owned(),
        library_id: LIBRARY.to_owned(),
        tags: body.tags,
        elements: body.elements,
        rev: head.item.rev + 1,
        last_modified: stamp(now_ms)?,
    };
    if ready {
        let problems = validate::not_ready(&item, def, &library);
        if !problems.is_empty() {
            return Err(refusals::invalid(&problems));
        }
    }
    let ready_rev = if ready { Some(item.rev) } else { head.ready_rev };
    let (uaid, _) = user.actor();
    let new = author::State { item: &item, ready_rev, by: Some(uaid), restored_from: None, took_down: false };
    author::store(conn, &new, now_ms).await?;
    let action = if ready { "content.published" } else { "content.saved" };
    note(conn, &user, action, &item.id, json!({ "rev": item.rev }), now_ms).await?;
    Ok(item)
}
