//! Every write by somebody with a session takes an `Idempotency-Key` (RULES 11.4).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::responses::handlers;

/// Extractors of a caller with a session.
const CALLERS: [&str; 5] = ["Author", "CurrentUser", "Editor", "Own", "Require<"];
const READS: &str = "reads, and has a body";
const SECRET: &str = "answers with a secret";
const CODE: &str = "takes a one-time code, and a wrong one counts";
/// The calls without a key, and why.
const WITHOUT: [(&str, &str); 15] = [
    ("addKiosk", SECRET),
    ("beginSecondFactor", SECRET),
    ("confirmEmailAddress", CODE),
    ("confirmSecondFactor", SECRET),
    ("findBookings", READS),
    ("findPeople", READS),
    ("listBookings", READS),
    ("lookAtCrewLink", READS),
    ("makeCalendarFeed", SECRET),
    ("newPasskeyOptions", SECRET),
    ("previewUnsavedContent", READS),
    ("removeSecondFactor", CODE),
    ("scheduleImpact", READS),
    ("sendCardPhoto", "the same photograph is stored once"),
    ("syncDesk", "each entry has a key of its own"),
];

/// The ids of the operations that are no GET.
fn writes(document: &Value) -> BTreeSet<&str> {
    let paths = document["paths"].as_object().into_iter().flat_map(|paths| paths.values());
    let calls = paths.filter_map(Value::as_object).flatten();
    calls
        .filter(|(method, _)| *method != "get")
        .filter_map(|(_, call)| call["operationId"].as_str())
        .collect()
}

/// What lacks a key without a reason, and reasons for what has one.
fn problems(sources: &BTreeMap<String, String>, document: &Value, without: &[(&str, &str)]) -> Vec<String> {
    let writes = writes(document);
    let keyless: BTreeSet<&str> = sources
        .values()
        .flat_map(|text| handlers(text))
        .filter(|(id, arguments)| {
            writes.contains(id)
                && CALLERS.iter().any(|caller| arguments.contains(caller))
                && !arguments.contains("Idempotency")
        })
        .map(|(id, _)| id)
        .collect();
    let listed: BTreeSet<&str> = without.iter().map(|(id, _)| *id).collect();
    let lacks = keyless.difference(&listed).map(|id| format!("{id} takes no Idempotency-Key"));
    let extra = listed.difference(&keyless).map(|id| format!("{id} is listed, and needs no reason"));
    lacks.chain(extra).collect()
}

#[test]
fn every_write_takes_a_key_or_has_a_reason() {
    let sources = crate::source::sources(&crate::source::root().join("server/src/routes"));
    let document = serde_json::to_value(sixfold_server::routes::document()).expect("the document is JSON");
    let found = problems(&sources, &document, &WITHOUT);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The control: a write without a key and a needless reason are found.
#[test]
fn a_write_without_a_key_is_found() {
    let call = |method: &str, id: &str, more: &str| {
        format!(
            "#[utoipa::path(\n    {method}, path = \"/{id}\", operation_id = \"{id}\",\n    responses((status = 200))\n)]\n\
             pub(super) async fn {id}(\n    Own(user): Own,\n{more}) -> Result<Answer, ApiError> {{}}\n"
        )
    };
    let text = call("get", "read", "")
        + &call("post", "save", "")
        + &call("put", "keep", "    idempotency: Idempotency,\n");
    let sources = BTreeMap::from([("a.rs".to_owned(), text)]);
    let document = serde_json::json!({ "paths": {
        "/read": { "get": { "operationId": "read" } },
        "/save": { "post": { "operationId": "save" } },
        "/keep": { "put": { "operationId": "keep" } },
    } });
    assert_eq!(
        problems(&sources, &document, &[("keep", SECRET)]),
        ["save takes no Idempotency-Key", "keep is listed, and needs no reason"]
    );
    assert_eq!(problems(&sources, &document, &[("save", SECRET)]), Vec::<String>::new());
}
