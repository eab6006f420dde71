//! The items that an item refers to: those shown inside it, and those that its buttons open.

use serde_json::{Map, Value};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub id: String,
    /// Whether it is shown inside; a button's item is shown in a dialog, only when the button is pressed.
    pub inline: bool,
}

/// Every reference, in the order of the elements, with repetitions.
pub fn all(elements: &Map<String, Value>) -> Vec<Reference> {
    let mut found = Vec::new();
    elements.values().for_each(|element| collect(element, &mut found));
    found
}

/// The items that are shown inside.
pub fn inlined(elements: &Map<String, Value>) -> Vec<String> {
    all(elements).into_iter().filter(|reference| reference.inline).map(|reference| reference.id).collect()
}

/// Whether a link's action opens an item.
pub fn opens_item(action: &str) -> bool {
    matches!(action, "modal" | "full-modal")
}

fn collect(element: &Value, found: &mut Vec<Reference>) {
    let kind = element.get("elementType").and_then(Value::as_str).unwrap_or_default();
    for value in entries(element) {
        match kind {
            "reference" => {
                if let Some(id) = value.get("id").and_then(Value::as_str) {
                    found.push(Reference { id: id.to_owned(), inline: true });
                }
            }
            "link" => {
                let text = |key: &str| value.get(key).and_then(Value::as_str);
                if let (Some(action), Some(target)) = (text("action"), text("target"))
                    && opens_item(action)
                    && !target.is_empty()
                {
                    found.push(Reference { id: target.to_owned(), inline: false });
                }
            }
            "group" => {
                value.as_object().into_iter().flat_map(Map::values).for_each(|part| collect(part, found));
            }
            _ => {}
        }
    }
}

/// The values of an element: those of its list, its single one, or itself where its facts stand beside the type.
pub fn entries(element: &Value) -> Vec<&Value> {
    match (element.get("values"), element.get("value")) {
        (Some(Value::Array(values)), _) => values.iter().collect(),
        (_, Some(value)) => vec![value],
        _ => vec![element],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_lists_groups_and_buttons_are_found() {
        let elements = serde_json::json!({
            "one": {"elementType": "reference", "value": {"id": "a"}},
            "many": {"elementType": "reference", "values": [{"id": "b"}, {"id": "c"}]},
            "rows": {"elementType": "group", "values": [{"link": {"elementType": "link", "linkText": "x", "action": "modal", "target": "d"}}]},
            "link": {"elementType": "link", "linkURL": "/x", "action": "scroll", "target": "prize"},
            "text": {"elementType": "text", "value": "id"},
        });
        let Value::Object(elements) = elements else { panic!("an object") };
        let ids: Vec<_> =
            all(&elements).into_iter().map(|reference| (reference.id, reference.inline)).collect();
        let expected = [("b", true), ("c", true), ("a", true), ("d", false)];
        assert_eq!(ids.len(), expected.len());
        for (id, inline) in expected {
            assert!(ids.contains(&(id.to_owned(), inline)), "{id}: {ids:?}");
        }
        assert!(!inlined(&elements).contains(&"d".to_owned()));
    }
}
