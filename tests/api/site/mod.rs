//! The site: first HTML, addresses, files for search engines, maintenance. The folder mirrors `server/src/site`.

mod addresses;
mod campaign;
mod first_html;
mod maintenance;
mod robots;
mod share;
mod waiting_room;
mod waiting_room_address;
mod waiting_room_nodes;

use std::path::Path;

use serde_json::{Map, Value, json};
use sixfold_server::db::content;
use sixfold_server::db::content::author::{self, State};
use sixfold_server::db::content::item::Item;
use sixfold_tests::{Engine, TestApp};

const LIBRARY: &str = "sixfold-en-gb";

/// Whether the site has been built beside this server; without it, pages cannot be tested.
pub(crate) fn built() -> bool {
    let built = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../web/dist/.vite/first-html.json"));
    built.is_file()
}

async fn with_pages(engine: Engine) -> Option<TestApp> {
    if built() { Some(TestApp::spawn(engine).await) } else { None }
}

fn text(value: &str) -> Value {
    json!({"elementType": "text", "value": value})
}

/// Saves an item as an editor does, and publishes it or keeps it a draft.
async fn save(app: &TestApp, id: &str, type_id: &str, ready: bool, elements: Value) {
    let Value::Object(elements) = elements else { panic!("elements are an object") };
    let before = app.state.hub.item(LIBRARY, id).await.unwrap();
    let rev = before.map_or(1, |item| item.rev + 1);
    let item = Item {
        id: id.into(),
        name: format!("Item {id}"),
        type_id: type_id.into(),
        kind: type_id.into(),
        status: if ready { "ready" } else { "draft" }.into(),
        library_id: LIBRARY.into(),
        tags: Vec::new(),
        elements,
        rev,
        last_modified: String::new(),
    };
    let now_ms = app.state.clock.now_ms();
    app.write(async move |conn| {
        let state = State {
            item: &item,
            ready_rev: ready.then_some(rev),
            by: None,
            restored_from: None,
            took_down: false,
        };
        author::lock(conn).await?;
        author::store(conn, &state, now_ms).await
    })
    .await;
    app.state.hub.refresh().await.unwrap();
}

pub(crate) async fn change(app: &TestApp, id: &'static str, elements: Value) {
    let now: Option<Item> = app.read(async |conn| content::find_ready(conn, LIBRARY, id).await).await;
    let now = now.unwrap();
    let mut all: Map<String, Value> = now.elements;
    let Value::Object(changed) = elements else { panic!("elements are an object") };
    all.extend(changed);
    save(app, id, &now.type_id, true, Value::Object(all)).await;
}

fn page(path: &str, components: &[&str]) -> Value {
    let references: Vec<Value> = components.iter().map(|id| json!({"id": id})).collect();
    json!({
        "path": text(path),
        "template": {"elementType": "category", "categories": ["Flexi"]},
        "title": text("News"),
        "description": text("What happened at the academy."),
        "headline": text("What happened."),
        "intro": {"elementType": "formattedtext", "value": "All of **it**."},
        "indexable": {"elementType": "toggle", "value": true},
        "components": {"elementType": "reference", "values": references},
    })
}
