//! Writing content: the life of an item, taking it down, two editors at once, refusals, the preview, and seeds beside
//! edits.

mod life;
mod pages;
mod preview;
mod refusals;
mod seeds;
mod take_down;
mod together;
mod validate;

use serde_json::{Value, json};
use sixfold_tests::{Client, TestApp};

const HUB: &str = "/api/content/sixfold-en-gb/delivery/v1";
const AUTHORING: &str = "/api/content/sixfold-en-gb/authoring/v1";

/// The authoring path of an item.
fn at(id: &str) -> String {
    format!("{AUTHORING}/content/{id}")
}

fn text(value: &str) -> Value {
    json!({ "elementType": "text", "value": value })
}

fn rich(value: &str) -> Value {
    json!({ "elementType": "formattedtext", "value": value })
}

fn references(ids: &[&str]) -> Value {
    let values: Vec<_> = ids.iter().map(|id| json!({ "id": id })).collect();
    json!({ "elementType": "reference", "values": values })
}

/// The elements of a page that can be published.
fn page(path: &str, headline: &str) -> Value {
    json!({
        "path": text(path),
        "template": { "elementType": "category", "categories": ["Flexi"] },
        "title": text("News"),
        "description": text("What is new at the academy."),
        "headline": text(headline),
    })
}

async fn editor(app: &TestApp) -> Client {
    app.person(3).await.client()
}

/// Adds an item; returns its newest state.
async fn create(client: &Client, id: &str, type_id: &str, elements: Value) -> Value {
    let body = json!({ "id": id, "name": format!("Item {id}"), "typeId": type_id, "elements": elements });
    client.post(&format!("{AUTHORING}/content"), body).await.data()
}

fn with_status(item: &Value, status: &str) -> Value {
    let mut item = item.clone();
    item["status"] = json!(status);
    item
}

/// Publishes an item; returns its newest state.
async fn publish(client: &Client, item: &Value) -> Value {
    let target = at(item["id"].as_str().unwrap());
    client.put(&target, with_status(item, "ready")).await.data()
}

/// What visitors get of an item.
async fn seen(app: &TestApp, id: &str) -> Option<Value> {
    let reply = app.client().get(&format!("{HUB}/content/{id}")).await;
    if reply.status == 404 {
        return None;
    }
    Some(reply.data())
}

/// The codes of an item's problems, each with its element.
fn words(problems: &Value) -> Vec<(String, String)> {
    let word = |problem: &Value, key: &str| problem[key].as_str().unwrap().to_owned();
    let list = problems.as_array().unwrap();
    list.iter().map(|problem| (word(problem, "element"), word(problem, "problem"))).collect()
}
