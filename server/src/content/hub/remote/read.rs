//! Reading answers of the remote hub: with or without an envelope, checked against the request, with HTML rendered
//! here.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::copy::{Copy, Failure};
use crate::content::hub::answer::Answer;
use crate::content::render::deliver;
use crate::content::search::MAX_ROWS;
use crate::db::content::LIBRARY;
use crate::db::content::item::Item;

/// Reads the answer to a request for the item `id`, or to a search; `None` if the item is not public.
pub(super) fn answer(body: &[u8], id: Option<&str>) -> Result<Option<Copy>, Failure> {
    let value = unwrapped(serde_json::from_slice(body).map_err(|_| Failure::NotJson)?)?;
    let value = match id {
        Some(id) => item(value, id)?,
        None => Some(found(value)?),
    };
    value.map(copy).transpose()
}

/// Restores a copy from a file.
pub(super) fn copy(mut value: Value) -> Result<Copy, Failure> {
    // No HTML but our own is trusted; pictures are served by the host that they were uploaded to, and our pages show
    // none from elsewhere.
    deliver(&mut value, &HashMap::new());
    let answer = Answer::of(&value).map_err(|_| Failure::Shape)?;
    Ok(Copy { value: Arc::new(value), answer })
}

/// A document of a search as an item, if it is complete.
pub(super) fn item_of(document: &Value) -> Option<Item> {
    let id = document.get("id")?.as_str()?;
    let value = item(document.clone(), id).ok()??;
    serde_json::from_value(value).ok()
}

/// The data in an envelope; an answer without one as it is.
pub(super) fn unwrapped(value: Value) -> Result<Value, Failure> {
    match value {
        Value::Object(mut parts) if parts.contains_key("succeeded") => match parts.get("succeeded") {
            Some(Value::Bool(true)) => parts.remove("data").ok_or(Failure::Shape),
            _ => Err(Failure::Shape),
        },
        other => Ok(other),
    }
}

/// An item with every field; those that a hub may omit are filled in.
fn item(value: Value, id: &str) -> Result<Option<Value>, Failure> {
    let Value::Object(mut parts) = value else { return Err(Failure::Shape) };
    if parts.get("id").and_then(Value::as_str) != Some(id)
        || !parts.get("elements").is_some_and(Value::is_object)
    {
        return Err(Failure::Shape);
    }
    // A hub may count its revisions in its own way. Nobody here writes the item, so nobody needs to name one.
    if parts.get("rev").is_some_and(|rev| !rev.is_i64()) {
        parts.remove("rev");
    }
    let type_id = parts.get("typeId").and_then(Value::as_str).ok_or(Failure::Shape)?.to_owned();
    for (key, value) in [
        ("name", json!(id)),
        ("type", json!(type_id)),
        ("status", json!("ready")),
        ("tags", json!([])),
        ("rev", json!(0)),
        ("lastModified", json!("")),
    ] {
        parts.entry(key).or_insert(value);
    }
    parts.insert("libraryId".to_owned(), json!(LIBRARY));
    let item: Item = serde_json::from_value(Value::Object(parts)).map_err(|_| Failure::Shape)?;
    Ok((item.status == "ready").then(|| item.to_json()))
}

/// The documents of a search, without anything that is not public.
fn found(value: Value) -> Result<Value, Failure> {
    let Value::Object(mut parts) = value else { return Err(Failure::Shape) };
    let num_found = parts.get("numFound").and_then(Value::as_u64).ok_or(Failure::Shape)?;
    let Some(Value::Array(documents)) = parts.remove("documents") else { return Err(Failure::Shape) };
    if documents.len() > MAX_ROWS || !documents.iter().all(Value::is_object) {
        return Err(Failure::Shape);
    }
    let public = |document: &Value| document.get("status").is_none_or(|status| status == "ready");
    let documents: Vec<Value> = documents.into_iter().filter(public).collect();
    let mut out = Map::new();
    out.insert("numFound".to_owned(), json!(num_found));
    out.insert("documents".to_owned(), Value::Array(documents));
    Ok(Value::Object(out))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: &Value, id: Option<&str>) -> Result<Option<Value>, Failure> {
        answer(value.to_string().as_bytes(), id).map(|copy| copy.map(|copy| copy.value.as_ref().clone()))
    }

    #[test]
    fn an_item_is_taken_with_and_without_an_envelope_and_given_whole() {
        let bare = json!({ "id": "a", "typeId": "t", "libraryId": "theirs", "elements": {
            "text": { "elementType": "formattedtext", "value": "**x**", "html": "<script>" } } });
        let ours = read(&bare, Some("a")).unwrap().unwrap();
        assert_eq!(ours["elements"]["text"]["html"], "<p><strong>x</strong></p>\n");
        assert_eq!(
            (&ours["libraryId"], &ours["status"], &ours["name"]),
            (&json!(LIBRARY), &json!("ready"), &json!("a"))
        );
        let wrapped = json!({ "succeeded": true, "data": bare, "error": null });
        assert_eq!(read(&wrapped, Some("a")).unwrap().unwrap(), ours);
        for (theirs, rev) in [
            (json!(7), 7),
            (json!("3-917fa2381192822767f010b95b45325b"), 0),
            (json!(null), 0),
            (json!(1.5), 0),
        ] {
            let mut item = bare.clone();
            item["rev"] = theirs;
            assert_eq!(read(&item, Some("a")).unwrap().unwrap()["rev"], rev);
        }
        let copy = answer(wrapped.to_string().as_bytes(), Some("a")).unwrap().unwrap();
        let sent: Value = serde_json::from_slice(&copy.answer.body).unwrap();
        assert_eq!(sent, json!({ "succeeded": true, "data": ours, "error": null }));
    }

    #[test]
    fn what_is_no_item_and_no_answer_is_a_failure() {
        assert_eq!(answer(b"<html>", Some("a")).err(), Some(Failure::NotJson));
        assert_eq!(answer("[".repeat(100_000).as_bytes(), Some("a")).err(), Some(Failure::NotJson));
        for wrong in [
            json!(null),
            json!([]),
            json!({}),
            json!({ "id": "b", "typeId": "t", "elements": {} }),
            json!({ "id": "a", "typeId": "t", "elements": [] }),
            json!({ "id": "a", "elements": {} }),
            json!({ "id": "a", "typeId": "t", "elements": {}, "tags": "x" }),
            json!({ "succeeded": false, "data": null, "error": {} }),
            json!({ "succeeded": true }),
        ] {
            assert_eq!(read(&wrong, Some("a")), Err(Failure::Shape), "{wrong}");
        }
        for wrong in [
            json!({ "numFound": 1 }),
            json!({ "numFound": -1, "documents": [] }),
            json!({ "numFound": 1, "documents": ["x"] }),
            json!({ "numFound": 101, "documents": vec![json!({}); 101] }),
            json!({ "response": { "docs": [] } }),
        ] {
            assert_eq!(read(&wrong, None), Err(Failure::Shape), "{wrong}");
        }
    }

    #[test]
    fn a_draft_is_nobodys_to_read() {
        let draft = json!({ "id": "a", "typeId": "t", "status": "draft", "elements": {} });
        assert_eq!(read(&draft, Some("a")), Ok(None));
        let found = json!({ "numFound": 2, "documents": [draft, { "id": "b" }] });
        assert_eq!(read(&found, None).unwrap().unwrap()["documents"], json!([{ "id": "b" }]));
    }
}
