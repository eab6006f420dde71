//! `GET` and `POST …/authoring/v1/rendering/context/{id}`: a preview of an item with the newest drafts; of a letter, as it
//! would be sent.

use std::collections::{BTreeMap, HashMap};

use axum::extract::{Path, State};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::author::{Author, type_of};
use crate::content::image::{self, ImageInfo};
use crate::content::library::Library;
use crate::content::mail_wording::{self, Placeholder, Wordings};
use crate::content::render::render;
use crate::content::{markup, validate};
use crate::db::content::LIBRARY;
use crate::db::content::item::Item;
use crate::db::content::picture;
use crate::http::{ApiError, ApiJson, Envelope};
use crate::mail::{images, letters};
use crate::routes::refusals::{ContentElsewhere, DeliveryOnly, NoSuchItem, NoSuchLibrary};
use crate::state::AppState;

/// An unsaved item.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PreviewBody {
    /// Takes the place of the stored item.
    item: Unsaved,
}

/// An item in an editor's form.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Unsaved {
    type_id: String,
    /// Its name for editors.
    #[serde(default)]
    name: String,
    /// The content; malformed elements count as absent.
    #[serde(default)]
    #[schema(value_type = Object)]
    elements: Map<String, Value>,
}

/// An item in its newest state, with the newest states of the items that it refers to inlined.
#[utoipa::path(
    get, path = "/api/content/{libraryId}/authoring/v1/rendering/context/{id}", tag = "content",
    operation_id = "previewContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    responses(
        (status = 200, description = "The item, with its references inlined", body = Envelope<Item>),
        DeliveryOnly, NoSuchItem, ContentElsewhere,
    )
)]
pub(super) async fn get(
    State(state): State<AppState>,
    _: Author,
    Path((_library_id, id)): Path<(String, String)>,
) -> Result<Envelope<Value>, ApiError> {
    whole(&state, &id, None).await
}

/// The same with an unsaved item instead of the stored one; nothing is stored.
#[utoipa::path(
    post, path = "/api/content/{libraryId}/authoring/v1/rendering/context/{id}", tag = "content",
    operation_id = "previewUnsavedContent",
    params(("libraryId" = String, Path, description = "The library"), ("id" = String, Path, description = "The item")),
    request_body = PreviewBody,
    responses(
        (status = 200, description = "The item, with its references inlined", body = Envelope<Item>),
        DeliveryOnly, NoSuchLibrary, ContentElsewhere,
    )
)]
pub(super) async fn post(
    State(state): State<AppState>,
    _: Author,
    Path((_library_id, id)): Path<(String, String)>,
    ApiJson(PreviewBody { item: unsaved }): ApiJson<PreviewBody>,
) -> Result<Envelope<Value>, ApiError> {
    let def = type_of(&unsaved.type_id)?;
    let mut elements = unsaved.elements;
    validate::normalise(&mut elements);
    if let Some(def) = def {
        validate::drop_malformed(&mut elements, def);
    }
    let item = Item {
        id: id.clone(),
        name: unsaved.name,
        kind: def.map(|def| def.name.clone()).unwrap_or_default(),
        type_id: unsaved.type_id,
        status: "draft".to_owned(),
        library_id: LIBRARY.to_owned(),
        tags: Vec::new(),
        elements,
        rev: 0,
        last_modified: String::new(),
    };
    whole(&state, &id, Some(item)).await
}

async fn whole(state: &AppState, id: &str, unsaved: Option<Item>) -> Result<Envelope<Value>, ApiError> {
    let (library, sizes): (Library, Vec<(String, i64, i64)>) = state
        .db
        .read(async |conn| {
            let library = Library::load(conn, LIBRARY).await?;
            let sizes = picture::sizes(conn, LIBRARY).await?;
            Ok::<_, ApiError>((library, sizes))
        })
        .await?;
    let heads = library.all().filter(|head| head.deleted_at.is_none());
    let mut items: BTreeMap<String, Item> =
        heads.map(|head| (head.item.id.clone(), head.item.clone())).collect();
    items.extend(unsaved.map(|item| (item.id.clone(), item)));
    let mut rendered = render(id, &items).ok_or_else(ApiError::not_found)?;
    let pixels = |side: i64| u32::try_from(side).unwrap_or(1);
    let images: HashMap<String, ImageInfo> = sizes
        .into_iter()
        .map(|(id, width, height)| {
            let facts = ImageInfo::new(LIBRARY, &id, pixels(width), pixels(height));
            (id, facts)
        })
        .collect();
    image::enrich(&mut rendered, &images);
    markup::add_html(&mut rendered);
    if let Some(item) = items.get(id).filter(|item| item.type_id == mail_wording::TYPE) {
        add_letter(state, item.clone(), &mut rendered).await?;
    }
    Ok(Envelope(rendered))
}

/// Adds a letter's mail, with its placeholders filled in, to its elements: `mail: {subject, html, placeholders}`.
async fn add_letter(state: &AppState, item: Item, rendered: &mut Value) -> Result<(), ApiError> {
    let today = state.today()?;
    let placeholders: Vec<Placeholder> = mail_wording::placeholders(&item.id).collect();
    let mail = state
        .db
        .read(async |conn| {
            let Some(event) = state.events.read(conn, None).await? else { return Ok(None) };
            let mut site_info = event.outbox.site_info.clone();
            let id = item.id.clone();
            site_info.wordings = Wordings::from_items([(item.id, item.elements)]);
            Ok::<_, ApiError>(letters::sample(&site_info, &id, today))
        })
        .await?;
    let letter = mail.map(|mail| mail.letter);
    let html = letter.as_ref().map(|letter| images::inlined(&letter.html(), letter.ticket_code()));
    let subject = letter.map(|letter| letter.subject);
    rendered["elements"]["mail"] =
        json!({ "elementType": "mail", "subject": subject, "html": html, "placeholders": placeholders });
    Ok(())
}
