//! Invalid input as tables: one changed field and the expected refusal.

use axum::http::Method;
use serde_json::Value;
use sixfold_tests::Client;

/// One field of a good body made invalid: its path, its new value (`None`: removed), and the status, error code and field of
/// the refusal.
pub(crate) type Case = (&'static str, Option<Value>, u16, &'static str, &'static str);

/// The body with one field replaced or removed. Dots in the path lead into objects.
pub(crate) fn changed(body: &Value, path: &str, value: Option<&Value>) -> Value {
    let mut body = body.clone();
    let (parents, name) = path.rsplit_once('.').map_or(("", path), |(parents, name)| (parents, name));
    let mut place = &mut body;
    for parent in parents.split('.').filter(|parent| !parent.is_empty()) {
        place = &mut place[parent];
    }
    match value {
        Some(value) => place[name] = value.clone(),
        None => {
            place.as_object_mut().unwrap().remove(name);
        }
    }
    body
}

/// Sends the body with each case's change and asserts each refusal.
pub(crate) async fn refuses(client: &Client, method: &Method, path: &str, good: &Value, cases: &[Case]) {
    for (field, value, status, code, meant) in cases {
        let body = changed(good, field, value.as_ref());
        let reply = client.json(method.clone(), path, &body, &[]).await;
        let told = &reply.value()["error"];
        let found = (reply.status.as_u16(), told["errorCode"].as_str(), told["field"].as_str());
        assert_eq!(
            found,
            (*status, Some(*code), Some(*meant)),
            "{method} {path} with {field} = {value:?}: {told}"
        );
        reply.refused_field(*status, code, meant);
    }
}

/// Sends bodies that are not JSON objects, of every kind, and asserts a 4xx for each.
pub(crate) async fn refuses_other_bodies(client: &Client, method: &Method, path: &str) {
    use axum::body::Body;
    use axum::http::HeaderMap;
    let json =
        HeaderMap::from_iter([(axum::http::header::CONTENT_TYPE, "application/json".parse().unwrap())]);
    let text = HeaderMap::from_iter([(axum::http::header::CONTENT_TYPE, "text/plain".parse().unwrap())]);
    let large = format!("{{\"a\":\"{}\"}}", "x".repeat(1024 * 1024));
    for (headers, body, status, code) in [
        (&json, "", 400, "BODY_MISSING"),
        (&json, "{", 400, "MALFORMED_JSON"),
        (&json, "{\"a\":1} x", 400, "MALFORMED_JSON"),
        (&json, "{\"a\":\"\\ud800\"}", 400, "MALFORMED_JSON"),
        (&json, "not json", 400, "MALFORMED_JSON"),
        (&json, "[]", 400, "FIELD_INVALID"),
        (&json, "[[],{}]", 400, "FIELD_INVALID"),
        (&json, "null", 400, "FIELD_INVALID"),
        (&json, "\"text\"", 400, "FIELD_INVALID"),
        (&json, "7", 400, "FIELD_INVALID"),
        (&text, "{}", 415, "NOT_JSON"),
        (&HeaderMap::new(), "{}", 415, "NOT_JSON"),
        (&json, large.as_str(), 413, "BODY_TOO_LARGE"),
    ] {
        let reply = client.send(method.clone(), path, headers.clone(), Body::from(body.to_owned())).await;
        let begin: String = body.chars().take(30).collect();
        assert_eq!(
            (reply.status.as_u16(), reply.value()["error"]["errorCode"].as_str()),
            (status, Some(code)),
            "{method} {path} with the body {begin:?}: {}",
            reply.text()
        );
        reply.refused(status, code);
    }
    let bytes = client.send(method.clone(), path, json, Body::from(vec![b'"', 0xff, b'"'])).await;
    assert_eq!(bytes.status.as_u16(), 400, "{method} {path}: {}", bytes.text());
}
