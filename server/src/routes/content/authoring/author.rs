//! The access check of content editors, the fields that their requests name, and how their writes run.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use serde::Serialize;

use super::refusals;
use crate::auth::CurrentUser;
use crate::auth::require::{Require, WriteContent};
use crate::content::library::Library;
use crate::content::types::{self as content_types, TypeDef};
use crate::content::validate::{self, Problem};
use crate::db::content::LIBRARY;
use crate::db::content::author::Head;
use crate::db::content::item::Item;
use crate::db::people::audit;
use crate::db::{Conn, Job};
use crate::http::{Answer, ApiError, Idempotency, once};
use crate::state::AppState;

/// The longest name of an item, in characters.
const NAME_LIMIT: usize = 120;
/// The most tags, and the longest, in characters.
const TAG_LIMITS: (usize, usize) = (20, 40);

/// Somebody who may edit the library that the path names: 404 if it is not the site's.
pub(in crate::routes::content) struct Editor {
    pub(in crate::routes::content) user: CurrentUser,
}

impl FromRequestParts<AppState> for Editor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let Require { user, .. } = Require::<WriteContent>::from_request_parts(parts, state).await?;
        let named = RawPathParams::from_request_parts(parts, state).await.map_err(ApiError::internal)?;
        if named.iter().any(|(name, value)| name == "libraryId" && value != LIBRARY) {
            return Err(ApiError::not_found());
        }
        Ok(Self { user })
    }
}

/// An editor of items: 409 where they are stored in a remote hub and not here.
pub(super) struct Author {
    pub(super) user: CurrentUser,
}

impl FromRequestParts<AppState> for Author {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let Editor { user } = Editor::from_request_parts(parts, state).await?;
        if state.config.content.is_some() {
            return Err(ApiError::conflict(
                "CONTENT_REMOTE",
                "This site's content lives in a hub elsewhere. Write it there.",
            ));
        }
        Ok(Self { user })
    }
}

/// Runs a write job once per idempotency key, then refreshes the hub so that the write can be read.
pub(in crate::routes::content) async fn write<T>(
    state: &AppState,
    idempotency: &Idempotency,
    job: impl Job<T, ApiError>,
) -> Result<Answer, ApiError>
where
    T: Serialize + Send + 'static,
{
    let answer = once(state, idempotency, job).await?;
    if answer.is_new() {
        // The write has succeeded; until the next refresh, readers get the previous state.
        if let Err(error) = state.hub.refresh().await {
            tracing::warn!(%error, "the content hub was not refreshed");
        }
    }
    Ok(answer)
}

pub(super) async fn library(state: &AppState) -> Result<Library, ApiError> {
    state.db.read(async |conn| Library::load(conn, LIBRARY).await.map_err(ApiError::from)).await
}

pub(super) fn type_of(type_id: &str) -> Result<Option<&'static TypeDef>, ApiError> {
    Ok(content_types::all().map_err(ApiError::internal)?.get(type_id))
}

/// Every problem of an item; if its type is unknown, only that.
pub(super) fn problems_of(item: &Item, library: &Library) -> Result<Vec<Problem>, ApiError> {
    Ok(match type_of(&item.type_id)? {
        Some(def) => validate::problems(item, def, library),
        None => vec![Problem::unknown_type(&item.type_id)],
    })
}

/// The item to change; 409 unless `rev` is still its revision.
pub(super) fn head_at(library: &Library, id: &str, rev: i64) -> Result<Head, ApiError> {
    let head = library.head(id).ok_or_else(ApiError::not_found)?;
    if head.item.rev == rev { Ok(head.clone()) } else { Err(refusals::changed(head)) }
}

/// Writes a line of the audit log: which item and revision, but none of its text.
pub(super) async fn note(
    conn: &mut Conn,
    user: &CurrentUser,
    action: &str,
    id: &str,
    detail: serde_json::Value,
    now_ms: i64,
) -> Result<(), ApiError> {
    let entry = audit::Entry::by(user.actor(), action).object(id).detail(detail);
    Ok(audit::insert(conn, &entry, now_ms).await?)
}

/// An item's name, trimmed and checked.
pub(super) fn name(given: &str) -> Result<String, ApiError> {
    let name = given.trim();
    if name.is_empty() {
        return Err(ApiError::bad_request("FIELD_MISSING", "Give the item a name.").field("name"));
    }
    if name.chars().count() > NAME_LIMIT || name.chars().any(char::is_control) {
        let message = format!("Keep the name to {NAME_LIMIT} characters, on one line.");
        return Err(ApiError::invalid("name", message));
    }
    Ok(name.to_owned())
}

/// An item's tags, trimmed and checked.
pub(super) fn tags(given: &[String]) -> Result<Vec<String>, ApiError> {
    let (most, longest) = TAG_LIMITS;
    let tags: Vec<String> =
        given.iter().map(|tag| tag.trim().to_owned()).filter(|tag| !tag.is_empty()).collect();
    let good = |tag: &String| tag.chars().count() <= longest && !tag.chars().any(char::is_control);
    if tags.len() > most || !tags.iter().all(good) {
        let message = format!("Use at most {most} tags of {longest} characters each.");
        return Err(ApiError::invalid("tags", message));
    }
    Ok(tags)
}

/// An instant in the format of items.
pub(super) fn stamp(now_ms: i64) -> Result<String, ApiError> {
    Ok(jiff::Timestamp::from_millisecond(now_ms).map_err(ApiError::internal)?.to_string())
}
