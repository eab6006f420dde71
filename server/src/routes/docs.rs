//! The API's own description: the OpenAPI document and a page that people can read, without a script.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::future::ready;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::get;
use serde_json::Value;
use utoipa::openapi::OpenApi;

use super::words::WORDS;
use crate::mail::letter::escape;
use crate::site::document::Document;
use crate::state::AppState;

/// `GET /api/openapi.json` and `GET /api/docs`: each made when it is first asked for, and kept with its compressed forms.
pub fn router(document: OpenApi) -> Router<AppState> {
    static JSON: OnceLock<Document> = OnceLock::new();
    static PAGE: OnceLock<Document> = OnceLock::new();
    let document = Arc::new(document);
    let json = move |document: &OpenApi| document.to_json().unwrap_or_default();
    let kept = document.clone();
    let openapi = move |headers: HeaderMap| {
        let made = JSON.get_or_init(|| Document::new("application/json", json(&kept)));
        ready(made.answer(&headers, StatusCode::OK))
    };
    let docs = move |headers: HeaderMap| {
        let made = PAGE.get_or_init(|| {
            let page = page(&serde_json::from_str(&json(&document)).unwrap_or(Value::Null));
            Document::new("text/html; charset=utf-8", page)
        });
        ready(made.answer(&headers, StatusCode::OK))
    };
    Router::new().route("/api/openapi.json", get(openapi)).route("/api/docs", get(docs))
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:2rem;color:#0d1510}\
     h2{margin-top:3rem;text-transform:capitalize}h3{margin-top:2rem}code,pre{background:#eef3ef;border-radius:4px}\
     code{padding:.1em .3em}pre{padding:1rem;overflow:auto}table{border-collapse:collapse}\
     td,th{text-align:left;padding:.3rem 1rem .3rem 0;vertical-align:top;border-bottom:1px solid #dde5df}";

fn page(document: &Value) -> String {
    let mut out = format!(
        "<!doctype html><html lang=\"en-GB\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>Sixfold API</title><style>{STYLE}</style></head>\
         <body><h1>Sixfold API</h1><p>{}</p><p><a href=\"/api/openapi.json\">The OpenAPI document</a></p>",
        text(&document["info"]["description"])
    );
    let paths = document["paths"].as_object();
    let tags: Vec<&str> =
        document["tags"].as_array().into_iter().flatten().filter_map(|tag| tag["name"].as_str()).collect();
    for tag in tags {
        let _ = write!(out, "<h2>{}</h2>", escape(tag));
        for (path, methods) in paths.into_iter().flatten() {
            for (method, call) in methods.as_object().into_iter().flatten() {
                if call["tags"][0].as_str() == Some(tag) {
                    operation(&mut out, path, method, call);
                }
            }
        }
    }
    out.push_str("<h2>Error words</h2><table>");
    for (word, meaning) in WORDS {
        let _ = write!(out, "<tr><td><code>{word}</code></td><td>{}</td></tr>", escape(meaning));
    }
    out.push_str("</table><h2>Schemas</h2>");
    for (name, schema) in document["components"]["schemas"].as_object().into_iter().flatten() {
        let json = serde_json::to_string_pretty(schema).unwrap_or_default();
        let name = escape(name);
        let _ = write!(out, "<h3 id=\"{name}\"><code>{name}</code></h3><pre>{}</pre>", escape(&json));
    }
    out.push_str("</body></html>");
    out
}

fn operation(out: &mut String, path: &str, method: &str, call: &Value) {
    let _ = write!(
        out,
        "<h3><code>{} {}</code></h3><p>{}</p><p>{}</p>",
        escape(&method.to_uppercase()),
        escape(path),
        text(&call["summary"]),
        text(&call["description"])
    );
    let mut names = BTreeSet::new();
    references(call, &mut names);
    if !names.is_empty() {
        out.push_str("<p>Schemas:");
        for name in names {
            let name = escape(&name);
            let _ = write!(out, " <a href=\"#{name}\">{name}</a>");
        }
        out.push_str("</p>");
    }
    out.push_str("<table>");
    for parameter in call["parameters"].as_array().into_iter().flatten() {
        let _ = write!(
            out,
            "<tr><td><code>{}</code></td><td>{}</td></tr>",
            text(&parameter["name"]),
            text(&parameter["description"])
        );
    }
    for (status, answer) in call["responses"].as_object().into_iter().flatten() {
        let _ = write!(out, "<tr><td>{}</td><td>{}</td></tr>", escape(status), text(&answer["description"]));
    }
    out.push_str("</table>");
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

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}
