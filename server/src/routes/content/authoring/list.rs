//! `GET /api/content/{libraryId}/authoring/v1/content`: every item in its newest state, with its problems.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::author::{Author, library, problems_of, type_of};
use crate::content::library::Library;
use crate::content::types::Kind;
use crate::db::content::author::Head;
use crate::http::{ApiError, ApiQuery, Envelope};
use crate::routes::page;
use crate::routes::refusals::{ContentElsewhere, DeliveryOnly, Malformed, NoSuchLibrary};
use crate::state::AppState;

/// The most items of one answer.
const LIMIT: usize = 100;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Params {
    search: Option<String>,
    type_id: Option<String>,
    status: Option<Status>,
    kind: Option<Kind>,
    cursor: Option<String>,
}

/// The state of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemStatus)]
pub(super) enum Status {
    /// The newest state is for editors only.
    Draft,
    /// Visitors see the newest state.
    Ready,
    /// Visitors saw it until it was taken down.
    TakenDown,
    /// Removed.
    Deleted,
}

/// An item in the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Listed)]
pub(super) struct ListedItem {
    id: String,
    /// Its name for editors.
    name: String,
    type_id: String,
    #[serde(rename = "type")]
    type_name: String,
    /// What its type is for; absent if the type is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
    /// Its path on the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    status: Status,
    /// Its newest revision.
    rev: i64,
    /// The revision that visitors see; null if it has never been ready, or was taken down.
    ready_rev: Option<i64>,
    /// When it was last saved, ISO with `Z`.
    last_modified: String,
    /// Who saved it; absent for the items that came with the product and for deleted accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_by: Option<String>,
    /// The number of problems that keep the newest state from being ready.
    problems: usize,
}

/// A page of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Items {
    /// At most a hundred, by name.
    items: Vec<ListedItem>,
    /// Pass it to get the next page; none on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
}

/// Every item of the library in its newest state, by name. Removed items are listed only when asked for.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/authoring/v1/content", tag = "content", operation_id = "listContent",
    params(
        ("libraryId" = String, Path, description = "The library"),
        ("search" = Option<String>, Query, description = "Text in its name, id, tags or elements"),
        ("typeId" = Option<String>, Query, description = "Only items of this type"),
        ("status" = Option<Status>, Query, description = "`draft`, `ready`, `takenDown` or `deleted`"),
        ("kind" = Option<Kind>, Query, description = "`page`, `component`, `fragment` or `settings`"),
        ("cursor" = Option<String>, Query, description = "Where the previous page ended"),
    ),
    responses(
        (status = 200, description = "The items", body = Envelope<Items>),
        Malformed, DeliveryOnly, NoSuchLibrary, ContentElsewhere,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Author,
    ApiQuery(params): ApiQuery<Params>,
) -> Result<Envelope<Items>, ApiError> {
    let after = page::read_cursor::<2>(params.cursor.as_deref())?.map(|[name, id]| (name, id));
    let library = library(&state).await?;
    let mut heads = Vec::new();
    for head in library.all() {
        if is_wanted(head, &params)? {
            heads.push(head);
        }
    }
    heads.sort_by_cached_key(|head| sort_key(head));
    let rest = heads.into_iter().filter(|head| after.as_ref().is_none_or(|after| sort_key(head) > *after));
    let mut heads: Vec<&Head> = rest.take(LIMIT + 1).collect();
    let cursor = page::cut_at_cursor(&mut heads, LIMIT, |last| write_cursor(last));
    let items = heads.into_iter().map(|head| view(head, &library)).collect::<Result<_, _>>()?;
    Ok(Envelope(Items { items, cursor }))
}

fn status(head: &Head) -> Status {
    match (head.deleted_at, head.item.status.as_str()) {
        (Some(_), _) => Status::Deleted,
        (None, "ready") => Status::Ready,
        (None, _) if head.taken_down => Status::TakenDown,
        (None, _) => Status::Draft,
    }
}

fn is_wanted(head: &Head, params: &Params) -> Result<bool, ApiError> {
    let item = &head.item;
    let stated = |filter: &Option<String>| filter.clone().filter(|text| !text.trim().is_empty());
    let of_status = params.status.map_or(head.deleted_at.is_none(), |params| status(head) == params);
    let of_type = stated(&params.type_id).is_none_or(|type_id| item.type_id == type_id);
    let of_kind = match params.kind {
        Some(kind) => type_of(&item.type_id)?.is_some_and(|def| def.kind == kind),
        None => true,
    };
    Ok(of_status
        && of_type
        && of_kind
        && stated(&params.search).is_none_or(|search| {
            let search = search.trim().to_lowercase();
            let matches = |text: &String| text.to_lowercase().contains(&search);
            matches(&item.name)
                || matches(&item.id)
                || item.tags.iter().any(matches)
                || item.elements.values().any(|element| contains(element, &search))
        }))
}

/// Whether a text of an element contains the words.
fn contains(value: &Value, search: &str) -> bool {
    match value {
        Value::String(text) => text.to_lowercase().contains(search),
        Value::Array(values) => values.iter().any(|value| contains(value, search)),
        Value::Object(parts) => {
            parts.iter().any(|(key, part)| key != "elementType" && contains(part, search))
        }
        _ => false,
    }
}

fn view(head: &Head, library: &Library) -> Result<ListedItem, ApiError> {
    let item = &head.item;
    Ok(ListedItem {
        id: item.id.clone(),
        name: item.name.clone(),
        type_id: item.type_id.clone(),
        type_name: item.kind.clone(),
        kind: type_of(&item.type_id)?.map(|def| def.kind),
        path: item.path().map(str::to_owned),
        status: status(head),
        rev: item.rev,
        ready_rev: head.ready_rev,
        last_modified: item.last_modified.clone(),
        saved_by: head.saved_by.clone(),
        problems: problems_of(item, library)?.len(),
    })
}

/// The name and id by which the list is sorted.
fn sort_key(head: &Head) -> (String, String) {
    (head.item.name.to_lowercase(), head.item.id.clone())
}

fn write_cursor(head: &Head) -> String {
    let (name, id) = sort_key(head);
    page::write_cursor([&name, &id])
}
