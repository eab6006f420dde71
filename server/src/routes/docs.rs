//! The API's own description: the OpenAPI document and a page that people can read, without a script.

use std::collections::BTreeSet;
use std::future::ready;
use std::sync::OnceLock;

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;
use utoipa::openapi::OpenApi;

use super::error_codes::error_codes;
use crate::site::document::Document;
use crate::state::AppState;

/// `GET /api/openapi.json` and `GET /api/docs`: each made of the document on first request, and kept with its compressed forms.
pub fn router(document: fn() -> OpenApi) -> Router<AppState> {
    static JSON: OnceLock<Document> = OnceLock::new();
    static PAGE: OnceLock<Document> = OnceLock::new();
    let json = move || Document::new("application/json", document().to_json().unwrap_or_default());
    let html = move || {
        let document = serde_json::to_value(document()).unwrap_or_default();
        Document::new("text/html; charset=utf-8", page(&document))
    };
    let openapi = move |headers: HeaderMap| ready(JSON.get_or_init(json).answer(&headers, StatusCode::OK));
    let docs = move |headers: HeaderMap| ready(PAGE.get_or_init(html).answer(&headers, StatusCode::OK));
    Router::new().route("/api/openapi.json", get(openapi)).route("/api/docs", get(docs))
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:2rem;color:#0d1510}\
     h2{margin-top:3rem;text-transform:capitalize}h3{margin-top:2rem}code,pre{background:#eef3ef;border-radius:4px}\
     code{padding:.1em .3em}pre{padding:1rem;overflow:auto}table{border-collapse:collapse}\
     td,th{text-align:left;padding:.3rem 1rem .3rem 0;vertical-align:top;border-bottom:1px solid #dde5df}";

fn page(document: &Value) -> String {
    let tags = document["tags"].as_array().into_iter().flatten();
    let schemas = document["components"]["schemas"].as_object();
    let page = html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { "Sixfold API" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Sixfold API" }
                p { (text(&document["info"]["description"])) }
                p { a href="/api/openapi.json" { "The OpenAPI document" } }
                @for tag in tags.map(|tag| text(&tag["name"])) {
                    h2 { (tag) }
                    @for (path, methods) in document["paths"].as_object().into_iter().flatten() {
                        @for (method, call) in methods.as_object().into_iter().flatten() {
                            @if call["tags"][0] == tag { (operation(path, method, call)) }
                        }
                    }
                }
                h2 { "Error codes" }
                table {
                    @for (code, meaning) in error_codes() {
                        tr { td { code { (code) } } td { (meaning) } }
                    }
                }
                h2 { "Schemas" }
                @for (name, schema) in schemas.into_iter().flatten() {
                    h3 id=(name) { code { (name) } }
                    pre { (serde_json::to_string_pretty(schema).unwrap_or_default()) }
                }
            }
        }
    };
    page.into_string()
}

fn operation(path: &str, method: &str, call: &Value) -> Markup {
    let mut names = BTreeSet::new();
    references(call, &mut names);
    html! {
        h3 { code { (method.to_uppercase()) " " (path) } }
        p { (text(&call["summary"])) }
        p { (text(&call["description"])) }
        @if !names.is_empty() {
            p { "Schemas:" @for name in &names { " " a href={"#" (name)} { (name) } } }
        }
        table {
            @for parameter in call["parameters"].as_array().into_iter().flatten() {
                tr { td { code { (text(&parameter["name"])) } } td { (text(&parameter["description"])) } }
            }
            @for (status, answer) in call["responses"].as_object().into_iter().flatten() {
                tr { td { (status) } td { (text(&answer["description"])) } }
            }
        }
    }
}

fn references(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            if let Some(name) =
                object.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next())
            {
                names.insert(name.to_owned());
            }
            object.values().for_each(|inner| references(inner, names));
        }
        Value::Array(list) => list.iter().for_each(|inner| references(inner, names)),
        _ => {}
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
