//! The shape of an item's elements: what a writer may send.

use serde_json::{Map, Value};

use super::problem::Problem;
use crate::content::types::{ElementDef, ElementType, TypeDef};

/// What the server adds to a delivered image element.
const DELIVERED: [&str; 4] = ["url", "width", "height", "widths"];

/// Removes what a reader receives and a writer need not send back: `html`, the addresses of pictures, the items in
/// place of references, and nulls.
pub fn normalise(elements: &mut Map<String, Value>) {
    elements.retain(|_, element| !element.is_null());
    elements.values_mut().for_each(normalise_element);
}

fn normalise_element(element: &mut Value) {
    let Value::Object(parts) = element else { return };
    parts.retain(|key, part| !part.is_null() && key != "html");
    match parts.get("elementType").and_then(Value::as_str) {
        Some("image") => each_entry(parts, |entry| DELIVERED.iter().for_each(|key| drop(entry.remove(*key)))),
        Some("reference") => each_entry(parts, |entry| {
            if entry.get("id").is_some_and(Value::is_string) {
                entry.retain(|key, _| key == "id");
            }
        }),
        Some("group") => each_entry(parts, normalise),
        _ => each_entry(parts, |entry| entry.retain(|key, part| !part.is_null() && key != "html")),
    }
}

/// Visits an element's objects: those of its list, its single value, or the element itself if its facts are beside the
/// type.
fn each_entry(parts: &mut Map<String, Value>, change: impl Fn(&mut Map<String, Value>)) {
    match (parts.contains_key("values"), parts.contains_key("value")) {
        (true, _) => {
            let values = parts.get_mut("values").and_then(Value::as_array_mut);
            values.into_iter().flatten().filter_map(Value::as_object_mut).for_each(change);
        }
        (false, true) => parts.get_mut("value").and_then(Value::as_object_mut).into_iter().for_each(change),
        (false, false) if parts.get("elementType").and_then(Value::as_str) == Some("image") => change(parts),
        (false, false) => {}
    }
}

/// Why elements cannot be stored: keys that the type does not have, or elements of another type or shape.
pub fn malformed(elements: &Map<String, Value>, def: &TypeDef) -> Vec<Problem> {
    let mut found = Vec::new();
    check_all(elements, &def.elements, "", &mut found);
    found
}

/// Keeps only the elements that a reader would accept: one of the wrong type counts as absent.
pub fn drop_malformed(elements: &mut Map<String, Value>, def: &TypeDef) {
    elements.retain(|key, element| {
        let mut found = Vec::new();
        if let Some(element_def) = def.elements.iter().find(|element_def| element_def.key == *key) {
            check(element, element_def, key, &mut found);
            return found.is_empty();
        }
        false
    });
}

fn check_all(elements: &Map<String, Value>, defs: &[ElementDef], above: &str, found: &mut Vec<Problem>) {
    for (key, element) in elements {
        let at = if above.is_empty() { key.clone() } else { format!("{above}.{key}") };
        match defs.iter().find(|def| def.key == *key) {
            Some(def) => check(element, def, &at, found),
            None => found.push(Problem::new(&at, "UNKNOWN_ELEMENT", format!("This type has no “{key}”."))),
        }
    }
}

/// The keys of an element besides `elementType`, and of each of its entries.
fn keys(def: &ElementDef) -> (&'static [&'static str], &'static [&'static str]) {
    match (def.element_type, def.list) {
        (ElementType::Category, _) => (&["categories"], &[]),
        (ElementType::Link, false) => (&["linkURL", "linkText", "action", "target"], &[]),
        (ElementType::Link, true) => (&["values"], &["linkURL", "linkText", "action", "target"]),
        (ElementType::Image, false) => (&["id", "altText", "linkURL"], &[]),
        (ElementType::Image, true) => (&["values"], &["id", "altText", "linkURL"]),
        (ElementType::Reference, true) => (&["values"], &["id"]),
        (ElementType::Reference, false) => (&["value"], &["id"]),
        (
            ElementType::Text
            | ElementType::FormattedText
            | ElementType::Number
            | ElementType::Toggle
            | ElementType::DateTime
            | ElementType::Group,
            list,
        ) => (if list { &["values"] } else { &["value"] }, &[]),
    }
}

fn check(element: &Value, def: &ElementDef, at: &str, found: &mut Vec<Problem>) {
    let expected = def.element_type.word();
    let Value::Object(parts) = element else {
        found.push(Problem::new(at, "WRONG_SHAPE", format!("{} is no element.", def.label)));
        return;
    };
    if parts.get("elementType").and_then(Value::as_str) != Some(expected) {
        let message = format!("{} holds another type than {expected}.", def.label);
        found.push(Problem::new(at, "WRONG_TYPE", message));
        return;
    }
    let (own, of_entries) = keys(def);
    if let Some(key) = parts.keys().find(|key| *key != "elementType" && !own.contains(&key.as_str())) {
        found.push(Problem::new(at, "UNKNOWN_KEY", format!("{} has no “{key}”.", def.label)));
        return;
    }
    for key in own {
        let Some(value) = parts.get(*key) else { continue };
        match (*key, value) {
            ("values", Value::Array(values)) => {
                for (index, value) in values.iter().enumerate() {
                    check_entry(value, def, of_entries, &format!("{at}[{index}]"), found);
                }
            }
            ("value", value) => check_entry(value, def, of_entries, at, found),
            ("categories", Value::Array(values)) => {
                for (index, value) in values.iter().enumerate() {
                    check_text(value, def, &format!("{at}[{index}]"), found);
                }
            }
            ("values" | "categories", _) => {
                found.push(Problem::new(at, "WRONG_SHAPE", format!("{} is no list.", def.label)));
            }
            (_, value) => check_text(value, def, at, found),
        }
    }
}

fn check_entry(value: &Value, def: &ElementDef, keys: &[&str], at: &str, found: &mut Vec<Problem>) {
    match (def.element_type, value) {
        (ElementType::Text | ElementType::FormattedText | ElementType::DateTime, value) => {
            check_text(value, def, at, found);
        }
        (ElementType::Number, Value::Number(_)) | (ElementType::Toggle, Value::Bool(_)) => {}
        (ElementType::Group, Value::Object(elements)) => check_all(elements, &def.elements, at, found),
        (ElementType::Link | ElementType::Image | ElementType::Reference, Value::Object(parts)) => {
            if let Some(key) = parts.keys().find(|key| !keys.contains(&key.as_str())) {
                found.push(Problem::new(at, "UNKNOWN_KEY", format!("{} has no “{key}”.", def.label)));
            }
            parts.values().for_each(|part| check_text(part, def, at, found));
        }
        (
            ElementType::Number
            | ElementType::Toggle
            | ElementType::Category
            | ElementType::Link
            | ElementType::Image
            | ElementType::Reference
            | ElementType::Group,
            _,
        ) => found.push(Problem::new(
            at,
            "WRONG_SHAPE",
            format!("{} does not hold a {}.", def.label, def.element_type.word()),
        )),
    }
}

fn check_text(value: &Value, def: &ElementDef, at: &str, found: &mut Vec<Problem>) {
    let lines = def.element_type == ElementType::FormattedText;
    match value {
        Value::String(text) => {
            if text.chars().any(|c| c.is_control() && !(lines && matches!(c, '\n' | '\r' | '\t'))) {
                let message = if lines {
                    format!("{} holds a character that cannot be kept.", def.label)
                } else {
                    format!("{} has to stand on one line.", def.label)
                };
                found.push(Problem::new(at, "CHARACTER", message));
            }
        }
        _ => found.push(Problem::new(at, "WRONG_SHAPE", format!("{} does not hold text.", def.label))),
    }
}
