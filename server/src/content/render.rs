//! Rendering: an item with its references replaced by the items.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::image::{self, Images};
use super::markup;
use crate::db::content::item::Item;

/// How deep references are followed.
const MAX_DEPTH: usize = 8;
/// How many items one rendering may include; further references are not replaced.
const MAX_ITEMS: usize = 500;

/// The item `id` with its references inlined, or `None` if there is no such item. A reference to an item that is
/// already being rendered, or that does not exist, stays `{id}`.
pub fn render(id: &str, items: &BTreeMap<String, Item>) -> Option<Value> {
    let mut left = MAX_ITEMS;
    inline(id, items, &mut Vec::new(), &mut left)
}

/// Adds what only delivered items have: the HTML of rich texts, the addresses and sizes of pictures.
pub fn deliver(value: &mut Value, pictures: &Images) {
    markup::add_html(value);
    image::enrich(value, pictures);
}

fn inline<'a>(
    id: &'a str,
    items: &'a BTreeMap<String, Item>,
    above: &mut Vec<&'a str>,
    left: &mut usize,
) -> Option<Value> {
    if above.len() >= MAX_DEPTH || *left == 0 || above.contains(&id) {
        return None;
    }
    let item = items.get(id)?;
    *left -= 1;
    above.push(&item.id);
    let elements =
        item.elements.iter().map(|(key, element)| (key.clone(), fill(element, items, above, left))).collect();
    above.pop();
    let mut out = item.to_json();
    out["elements"] = Value::Object(elements);
    Some(out)
}

/// An element with its references filled in, groups included.
fn fill<'a>(
    element: &'a Value,
    items: &'a BTreeMap<String, Item>,
    above: &mut Vec<&'a str>,
    left: &mut usize,
) -> Value {
    let Value::Object(parts) = element else { return element.clone() };
    let reference = parts.get("elementType").and_then(Value::as_str) == Some("reference");
    let mut out = Map::new();
    for (key, part) in parts {
        let value = match part {
            Value::Array(values) if key == "values" => {
                values.iter().map(|value| place(value, reference, items, above, left)).collect()
            }
            Value::Object(_) if key == "value" => place(part, reference, items, above, left),
            other => other.clone(),
        };
        out.insert(key.clone(), value);
    }
    Value::Object(out)
}

fn place<'a>(
    value: &'a Value,
    reference: bool,
    items: &'a BTreeMap<String, Item>,
    above: &mut Vec<&'a str>,
    left: &mut usize,
) -> Value {
    let Value::Object(parts) = value else { return value.clone() };
    if reference {
        let whole = parts.get("id").and_then(Value::as_str).and_then(|id| inline(id, items, above, left));
        return whole.unwrap_or_else(|| value.clone());
    }
    // A group: each part is an element.
    Value::Object(parts.iter().map(|(key, part)| (key.clone(), fill(part, items, above, left))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(id: &str, elements: Value) -> (String, Item) {
        let Value::Object(elements) = elements else { panic!("elements are an object") };
        let item = Item {
            id: id.into(),
            name: id.to_uppercase(),
            type_id: "t".into(),
            kind: "T".into(),
            status: "ready".into(),
            library_id: "l".into(),
            tags: Vec::new(),
            elements,
            rev: 1,
            last_modified: String::new(),
        };
        (id.into(), item)
    }

    #[test]
    fn inlines_references_in_lists_values_and_groups() {
        let items = BTreeMap::from([
            item(
                "page",
                serde_json::json!({
                    "components": {"elementType": "reference", "values": [{"id": "hero"}, {"id": "gone"}]},
                    "box": {"elementType": "group", "value": {"link": {"elementType": "reference", "value": {"id": "hero"}}}},
                }),
            ),
            item("hero", serde_json::json!({"title": {"elementType": "text", "value": "Go"}})),
        ]);
        let page = render("page", &items).unwrap();
        assert_eq!(page["elements"]["components"]["values"][0]["elements"]["title"]["value"], "Go");
        assert_eq!(page["elements"]["components"]["values"][1], serde_json::json!({"id": "gone"}));
        assert_eq!(page["elements"]["box"]["value"]["link"]["value"]["name"], "HERO");
        assert!(render("gone", &items).is_none());
    }

    #[test]
    fn a_circle_ends_and_a_blow_up_is_bounded() {
        let two = serde_json::json!({"x": {"elementType": "reference", "values": vec![serde_json::json!({"id": "b"}); 30]}});
        let back = serde_json::json!({"x": {"elementType": "reference", "values": vec![serde_json::json!({"id": "c"}); 30]}});
        let round = serde_json::json!({"x": {"elementType": "reference", "values": vec![serde_json::json!({"id": "a"}); 30]}});
        let items = BTreeMap::from([item("a", two), item("b", back), item("c", round)]);
        let page = render("a", &items).unwrap();
        let inner =
            &page["elements"]["x"]["values"][0]["elements"]["x"]["values"][0]["elements"]["x"]["values"][0];
        assert_eq!(inner, &serde_json::json!({"id": "a"}));
        assert!(page.to_string().len() < 400_000);
    }
}
