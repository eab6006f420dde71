//! `POST /api/content/{libraryId}/authoring/v1/content`: a new item, as a draft.

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::author::{Author, name, note, stamp, tags, type_of, write};
use super::refusals;
use crate::auth::CurrentUser;
use crate::content::library::Library;
use crate::content::types::{ElementType, TypeDef};
use crate::content::validate::{self, Problem};
use crate::db::Conn;
use crate::db::content::item::Item;
use crate::db::content::{LIBRARY, author};
use crate::db::people::fold::fold;
use crate::http::{Answer, ApiError, ApiJson, Envelope, ErrorEnvelope, Idempotency};
use crate::routes::refusals::{DeliveryOnly, KeyReused, NoSuchLibrary};
use crate::state::AppState;

/// The longest id, in characters.
const ID_LIMIT: usize = 80;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreateBody {
    /// A permanent id of lower-case letters, digits and hyphens. Made from the name when absent.
    #[serde(default)]
    id: Option<String>,
    /// Its name for editors.
    name: String,
    type_id: String,
    /// Words to find it by.
    #[serde(default)]
    tags: Vec<String>,
    /// The content; may be incomplete, but not malformed.
    #[serde(default)]
    #[schema(value_type = Object)]
    elements: Map<String, Value>,
}

/// Makes a new item. It is a draft: visitors see it once it has been saved as ready.
#[utoipa::path(
    post, path = "/api/content/{libraryId}/authoring/v1/content", tag = "content", operation_id = "createContent",
    params(("libraryId" = String, Path, description = "The library")),
    request_body = CreateBody,
    responses(
        (status = 200, description = "The item, revision 1", body = Envelope<Item>),
        (status = 400, description = "Malformed; CONTENT_MALFORMED with `error.problems`", body = ErrorEnvelope),
        (status = 409, description = "CONTENT_EXISTS (`error.deleted`: it was removed) or CONTENT_REMOTE", body = ErrorEnvelope),
        DeliveryOnly, NoSuchLibrary, KeyReused,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    Author { user }: Author,
    idempotency: Idempotency,
    ApiJson(body): ApiJson<CreateBody>,
) -> Result<Answer, ApiError> {
    let id = body.id.filter(|id| !id.is_empty()).map(read_id).transpose()?;
    let Some(def) = type_of(&body.type_id)? else {
        return Err(refusals::malformed(&[Problem::unknown_type(&body.type_id)]));
    };
    let mut elements = body.elements;
    validate::normalise(&mut elements);
    fill(&mut elements, def);
    let problems = validate::malformed(&elements, def);
    if !problems.is_empty() {
        return Err(refusals::malformed(&problems));
    }
    let now_ms = state.clock.now_ms();
    let item = Item {
        id: id.clone().unwrap_or_default(),
        name: name(&body.name)?,
        type_id: def.type_id.clone(),
        kind: def.name.clone(),
        status: "draft".to_owned(),
        library_id: LIBRARY.to_owned(),
        tags: tags(&body.tags)?,
        elements,
        rev: 1,
        last_modified: stamp(now_ms)?,
    };
    write(&state, &idempotency, async move |conn| create(conn, user, item, now_ms).await).await
}

async fn create(conn: &mut Conn, user: CurrentUser, mut item: Item, now_ms: i64) -> Result<Item, ApiError> {
    author::lock(conn).await?;
    let library = Library::load(conn, LIBRARY).await?;
    if item.id.is_empty() {
        item.id = free_id(&item.name, &library);
    } else if let Some(head) = library.any(&item.id) {
        return Err(refusals::exists(head));
    }
    let (uaid, _) = user.actor();
    let new =
        author::State { item: &item, ready_rev: None, by: Some(uaid), restored_from: None, took_down: false };
    author::store(conn, &new, now_ms).await?;
    note(conn, &user, "content.created", &item.id, json!({ "rev": 1 }), now_ms).await?;
    Ok(item)
}

/// Fills in required elements that have a single option, such as a page's template.
fn fill(elements: &mut Map<String, Value>, def: &TypeDef) {
    for element in def.elements.iter().filter(|element| element.element_type == ElementType::Category) {
        if let ([only], true) = (element.options.as_slice(), element.required) {
            elements
                .entry(&element.key)
                .or_insert_with(|| json!({ "elementType": "category", "categories": [only] }));
        }
    }
}

fn read_id(id: String) -> Result<String, ApiError> {
    let plain = id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !plain || id.len() > ID_LIMIT || id.starts_with('-') || id.ends_with('-') {
        let message = format!("An id has at most {ID_LIMIT} small letters, digits and hyphens.");
        return Err(ApiError::invalid("id", message));
    }
    Ok(id)
}

/// An id made from the name that no item has or had.
fn free_id(name: &str, library: &Library) -> String {
    let mut id = String::new();
    for c in fold(name).chars().take(60) {
        if c.is_ascii_alphanumeric() {
            id.push(c);
        } else if !matches!(c, '\'' | '’') && !id.is_empty() && !id.ends_with('-') {
            id.push('-');
        }
    }
    let id = id.trim_end_matches('-');
    let id = if id.is_empty() { "item" } else { id };
    let numbered = (2_u32..).map(|number| format!("{id}-{number}"));
    let mut candidates = std::iter::once(id.to_owned()).chain(numbered);
    candidates.find(|id| library.any(id).is_none()).unwrap_or_default()
}
