//! The OpenAPI document and its page.

use axum::http::{HeaderMap, Method};
use serde_json::{Map, Value};
use sixfold_tests::both;

/// Every call of this release.
const CALLS: [&str; 34] = [
    "GET /api/auth/csrf",
    "GET /api/auth/error",
    "GET /api/auth/providers",
    "GET /api/auth/session",
    "GET /api/auth/signin",
    "GET /api/auth/signout",
    "GET /api/event/availability",
    "GET /api/event/config",
    "GET /api/content/{library_id}/delivery/v1/content/{id}",
    "GET /api/content/{library_id}/delivery/v1/rendering/context/{id}",
    "GET /api/content/{library_id}/delivery/v1/search",
    "GET /api/user/authorization",
    "GET /api/user/profile",
    "GET /healthz",
    "GET /readyz",
    "POST /api/auth/_log",
    "POST /api/auth/callback/{provider}",
    "POST /api/auth/session",
    "POST /api/auth/signin/{provider}",
    "POST /api/auth/signout",
    "POST /api/event/booking/waitlist",
    "POST /api/event/booking/waitlist/accept",
    "POST /api/user/delete",
    "POST /api/user/event/booking",
    "POST /api/user/forgot",
    "POST /api/user/guardian",
    "POST /api/user/login",
    "POST /api/user/login/admin",
    "POST /api/user/password",
    "POST /api/user/register",
    "POST /api/user/signup",
    "PUT /api/user/accountmanagement",
    "PUT /api/user/marketing",
    "PUT /api/user/profile",
];
const DELETES: [&str; 2] = ["DELETE /api/event/booking/waitlist", "DELETE /api/user/event/cancel"];

fn operations(document: &Value) -> Vec<(String, String, Map<String, Value>)> {
    let mut found = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, call) in methods.as_object().unwrap() {
            found.push((method.to_uppercase(), path.clone(), call.as_object().unwrap().clone()));
        }
    }
    found
}

/// Every `$ref` below a value.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            if let Some(name) = object.get("$ref").and_then(Value::as_str) {
                found.push(name.to_owned());
            }
            object.values().for_each(|inner| references(inner, found));
        }
        Value::Array(list) => list.iter().for_each(|inner| references(inner, found)),
        _ => {}
    }
}

/// Every schema below a value that has a type and an example.
fn examples<'a>(value: &'a Value, found: &mut Vec<(&'a str, &'a Value)>) {
    match value {
        Value::Object(object) => {
            if let (Some(kind), Some(example)) =
                (object.get("type").and_then(Value::as_str), object.get("example"))
            {
                found.push((kind, example));
            }
            object.values().for_each(|inner| examples(inner, found));
        }
        Value::Array(list) => list.iter().for_each(|inner| examples(inner, found)),
        _ => {}
    }
}

both! {
    async fn the_document_lists_every_call(app) {
        let reply = app.client().get("/api/openapi.json").await;
        assert_eq!(reply.header("content-type"), "application/json");
        let document = reply.value();
        assert!(document["openapi"].as_str().unwrap().starts_with("3.1"), "{}", document["openapi"]);
        let listed: Vec<String> =
            operations(&document).into_iter().map(|(method, path, _)| format!("{method} {path}")).collect();
        for call in CALLS.into_iter().chain(DELETES) {
            let plain = |text: &str| text.replace("{libraryId}", "{library_id}");
            assert!(listed.iter().any(|found| plain(found) == call), "{call} is missing in {listed:#?}");
        }
    }

    async fn every_listed_call_is_answered_and_said_in_words(app) {
        let document = app.client().get("/api/openapi.json").await.value();
        for (method, path, call) in operations(&document) {
            let real = path.replace("{provider}", "credentials").replace("{libraryId}", "sixfold-en-gb")
                .replace("{library_id}", "sixfold-en-gb").replace("{id}", "home").replace("{revision}", "1")
                .replace("{width}", "320").replace("{shareId}", "0").replace("{feed}", "nobody.ics")
                .replace("{crewId}", "0").replace("{memberId}", "0").replace("{alertId}", "0")
                .replace("{passkeyId}", "0").replace("{device}", "0").replace("{passType}", "0").replace("{serial}", "0");
            assert!(!real.contains('{'), "{path}");
            // A stream never ends: its head is enough.
            let verb = if path.ends_with("/stream") { Method::HEAD } else { method.parse().unwrap() };
            let reply = app.client().send(verb, &real, HeaderMap::new(), "".into()).await;
            // There is no such picture, no such link, and no wallet.
            let may_miss = path.ends_with("/{width}") || path.ends_with("/{feed}") || path.starts_with("/api/wallet/");
            assert!(reply.status != 405 && (may_miss || reply.status != 404) && reply.status.as_u16() < 500,
                "{method} {path}: {} {}", reply.status, reply.text());
            assert!(call.contains_key("summary") || call.contains_key("description"), "{method} {path}");
            let answers = call["responses"].as_object().unwrap();
            assert!(answers.keys().any(|status| status.starts_with(['2', '3'])), "{method} {path}");
            for (status, answer) in answers {
                let says = answer["description"].as_str().unwrap_or_default();
                assert!(!says.is_empty() || !path.starts_with("/api"), "{method} {path} {status}");
                let is_event_api = path.starts_with("/api/user") || path.starts_with("/api/event");
                if is_event_api && status.starts_with('4') {
                    assert!(answer["content"]["application/json"].is_object(), "{method} {path} {status}");
                }
            }
        }
    }

    async fn what_a_wrong_callback_or_number_is_answered_is_listed(app) {
        let document = app.client().get("/api/openapi.json").await.value();
        let person = app.athlete().await;
        let (mut refused, mut misread) = (0, 0);
        for (method, path, call) in operations(&document) {
            let real = path.replace("{provider}", "credentials");
            let reply = if real.starts_with("/api/auth/") {
                let target = format!("{real}?callbackUrl=javascript:alert(1)");
                app.client().send(method.parse().unwrap(), &target, HeaderMap::new(), "".into()).await
            } else if real.starts_with("/api/user/") && method == "GET" && !real.contains('{') {
                person.client().get(&format!("{real}?uaid=nobody")).await
            } else {
                continue;
            };
            let status = reply.status.as_str();
            assert!(call["responses"].get(status).is_some(), "{method} {path}: {status} is not listed");
            refused += usize::from(status == "500");
            misread += usize::from(status == "400" && path.starts_with("/api/user/"));
        }
        assert!(refused > 10 && misread > 10, "{refused} {misread}");
    }

    async fn refusals_that_come_from_beyond_the_handler_are_listed(app) {
        let document = app.client().get("/api/openapi.json").await.value();
        for (call, statuses) in [
            ("post /api/event/booking/waitlist", &["404", "409", "503"][..]),
            ("delete /api/event/booking/waitlist", &["404", "422"]),
            ("put /api/user/profile/admin", &["409", "429"]),
            ("post /api/event/admin/user/update", &["409", "429"]),
            ("get /api/acoustic/content/manageContentItem", &["4XX", "502", "503"]),
            ("put /api/acoustic/content/manageContentItem", &["4XX", "502", "503"]),
            ("post /api/acoustic/content/manageContentItem", &["4XX", "502", "503"]),
            ("delete /api/acoustic/content/manageContentItem", &["4XX", "502", "503"]),
        ] {
            let (method, path) = call.split_once(' ').unwrap();
            for status in statuses {
                assert!(document["paths"][path][method]["responses"].get(status).is_some(), "{call}: {status} is not listed");
            }
        }
    }

    async fn its_references_and_examples_read(app) {
        let document = app.client().get("/api/openapi.json").await.value();
        let mut names = Vec::new();
        references(&document, &mut names);
        assert!(names.len() > 20);
        for name in names {
            let place = name.strip_prefix('#').unwrap();
            let found = document.pointer(place);
            assert!(found.is_some_and(Value::is_object), "{name}");
        }
        let mut found = Vec::new();
        examples(&document, &mut found);
        assert!(!found.is_empty());
        for (kind, example) in found {
            let fits = match kind {
                "string" => example.is_string(),
                "integer" => example.is_i64(),
                "number" => example.is_number(),
                "boolean" => example.is_boolean(),
                "array" => example.is_array(),
                _ => example.is_object(),
            };
            assert!(fits, "{example} is no {kind}");
        }
    }

    async fn the_page_names_every_call_and_runs_no_script(app) {
        let page = app.client().get("/api/docs").await;
        assert!(page.header("content-type").starts_with("text/html"));
        let text = page.text();
        for call in CALLS.into_iter().chain(DELETES) {
            let (method, path) = call.split_once(' ').unwrap();
            let path = path.replace("{library_id}", "{libraryId}");
            assert!(text.contains(&format!("{method} {path}")) || text.contains(call), "{call}");
        }
        assert!(!text.contains("<script") && !text.contains("http://") && !text.contains("https://"));
    }

    async fn both_are_compressed_once_and_not_sent_again_to_whoever_has_them(app) {
        for path in ["/api/openapi.json", "/api/docs"] {
            let plain = app.client().get(path).await;
            let tag = plain.header("etag");
            assert!(tag.starts_with('"'), "{path}: {tag}");
            let again = app.client().header("if-none-match", &tag).get(path).await;
            assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
            for encoding in ["br", "gzip"] {
                let small = app.client().header("accept-encoding", encoding).get(path).await;
                assert_eq!(small.header("content-encoding"), encoding, "{path}");
                assert!(small.body.len() * 5 < plain.body.len(), "{path} {encoding}: {}", small.body.len());
                assert_eq!(small.header("content-type"), plain.header("content-type"));
                // Compressed again, it would be sent in pieces without a length.
                assert_eq!(small.header("content-length"), small.body.len().to_string(), "{path}");
            }
        }
    }
}
