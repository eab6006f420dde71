//! What a handler extracts may refuse the call, so the OpenAPI document lists the statuses of those refusals.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

/// Extractors as they stand among the arguments of a handler, and with what they refuse.
const EXTRACTORS: [(&str, &[&str]); 10] = [
    ("ApiJson<", &["400", "413", "415"]),
    ("ApiQuery<", &["400"]),
    ("Author", &["401", "403", "404"]),
    ("CurrentUser", &["401"]),
    ("Editor", &["401", "403"]),
    ("Idempotency", &["400", "422"]),
    ("InLine", &["401", "403"]),
    ("MaybeUser", &["401"]),
    ("Own", &["400", "401", "403"]),
    ("Require<", &["401", "403"]),
];

/// The handlers of a file: the id of each operation, and its arguments.
pub fn handlers(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("#[utoipa::path(").skip(1).filter_map(|part| {
        let (attribute, rest) = part.split_once(")]\n")?;
        let (id, _) = attribute.split_once("operation_id = \"")?.1.split_once('"')?;
        let (arguments, _) = rest.split_once("fn ")?.1.split_once(") ->")?;
        Some((id, arguments))
    })
}

/// The statuses that the document lists for each operation.
fn listed(document: &Value) -> BTreeMap<&str, BTreeSet<&str>> {
    let paths = document["paths"].as_object().into_iter().flat_map(|paths| paths.values());
    let calls = paths.filter_map(Value::as_object).flat_map(|calls| calls.values());
    calls
        .filter_map(|call| {
            let statuses: BTreeSet<&str> =
                call["responses"].as_object()?.keys().map(String::as_str).collect();
            Some((call["operationId"].as_str()?, statuses))
        })
        .collect()
}

/// Each status that a handler may answer with and the document does not list.
fn problems(sources: &BTreeMap<String, String>, document: &Value) -> Vec<String> {
    let listed = listed(document);
    let mut problems = Vec::new();
    for (id, arguments) in sources.values().flat_map(|text| handlers(text)) {
        let known = listed.get(id).cloned().unwrap_or_default();
        for (extractor, refusals) in EXTRACTORS {
            let lacks =
                refusals.iter().filter(|status| arguments.contains(extractor) && !known.contains(*status));
            problems.extend(lacks.map(|status| format!("{id} takes {extractor} and does not list {status}")));
        }
    }
    problems
}

#[test]
fn what_an_extractor_refuses_is_in_the_document() {
    let sources = crate::source::sources(&crate::source::root().join("server/src/routes"));
    let document = serde_json::to_value(sixfold_server::routes::document()).expect("the document is JSON");
    let read = sources.values().flat_map(|text| handlers(text)).count();
    assert!(read > 190, "{read} handlers are read");
    let found = problems(&sources, &document);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The control: a status that is missing is found.
#[test]
fn a_refusal_that_is_not_listed_is_found() {
    let text = "#[utoipa::path(\n    post, path = \"/a\", operation_id = \"save\",\n    responses((status = 200))\n)]\n\
         pub(super) async fn post(\n    _: Own,\n    idempotency: Idempotency,\n) -> Result<Answer, ApiError> {}\n";
    let sources = BTreeMap::from([("a.rs".to_owned(), text.to_owned())]);
    let document = |responses: Value| {
        let call = json!({ "operationId": "save", "responses": responses });
        json!({ "paths": { "/a": { "post": call } } })
    };
    assert_eq!(
        problems(&sources, &document(json!({ "200": {}, "400": {}, "401": {} }))),
        ["save takes Idempotency and does not list 422", "save takes Own and does not list 403"]
    );
    let whole = json!({ "400": {}, "401": {}, "403": {}, "422": {} });
    assert_eq!(problems(&sources, &document(whole)), Vec::<String>::new());
}
