//! What an item refers to: the items shown inside it, those that its buttons open, the pages that it links to, and its
//! pictures.

use serde_json::{Map, Value};

use super::markup;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    pub id: String,
    /// Whether it is shown inside; a button's item is shown in a dialog, only when the button is pressed.
    pub inline: bool,
}

/// Every reference, in the order of the elements, with repetitions.
pub fn all(elements: &Map<String, Value>) -> Vec<Reference> {
    let mut found = Vec::new();
    visit(elements, &mut |kind, value| match kind {
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
        _ => {}
    });
    found
}

/// Whether an item shows or opens another one.
pub fn refers_to(elements: &Map<String, Value>, id: &str) -> bool {
    all(elements).iter().any(|reference| reference.id == id)
}

/// Whether an item shows a picture.
pub fn shows_image(elements: &Map<String, Value>, image_id: &str) -> bool {
    let mut shows = false;
    visit(elements, &mut |kind, value| {
        shows |= kind == "image" && value.get("id").and_then(Value::as_str) == Some(image_id);
    });
    shows
}

/// Whether a link, a picture's link or a link in a text leads to the page at a path.
pub fn links_to(elements: &Map<String, Value>, path: &str) -> bool {
    let mut links = false;
    visit(elements, &mut |kind, value| {
        links |= match kind {
            "link" | "image" => {
                value.get("linkURL").and_then(Value::as_str).is_some_and(|url| leads_to(url, path))
            }
            "formattedtext" => value
                .as_str()
                .is_some_and(|text| markup::addresses(&markup::html(text)).any(|url| leads_to(url, path))),
            _ => false,
        };
    });
    links
}

/// Whether an address within the site, with or without the locale's prefix, is that of the page at a path.
fn leads_to(url: &str, path: &str) -> bool {
    let page = url.split(['#', '?']).next().unwrap_or_default();
    page == path || page.strip_prefix(markup::PREFIX) == Some(path)
}

/// The items that are shown inside.
pub fn inlined(elements: &Map<String, Value>) -> Vec<String> {
    all(elements).into_iter().filter(|reference| reference.inline).map(|reference| reference.id).collect()
}

/// Whether a link's action opens an item.
pub fn opens_item(action: &str) -> bool {
    matches!(action, "modal" | "full-modal")
}

/// Passes on the type and each value of every element, also of those in groups.
fn visit(elements: &Map<String, Value>, see: &mut dyn FnMut(&str, &Value)) {
    for element in elements.values() {
        let kind = element.get("elementType").and_then(Value::as_str).unwrap_or_default();
        for value in entries(element) {
            match value {
                Value::Object(parts) if kind == "group" => visit(parts, see),
                value => see(kind, value),
            }
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
        assert!(refers_to(&elements, "d") && !refers_to(&elements, "id"));
    }

    #[test]
    fn links_to_a_page_are_found_wherever_they_are() {
        let link = |url: &str| serde_json::json!({"elementType": "link", "linkText": "x", "linkURL": url});
        let picture =
            |id: &str, url: &str| serde_json::json!({"elementType": "image", "id": id, "linkURL": url});
        let prose = |text: &str| serde_json::json!({"elementType": "formattedtext", "value": text});
        for (element, links) in [
            (link("/news"), true),
            (link("/en-gb/news#prize"), true),
            (link("/news?a=1"), true),
            (link("/news/first"), false),
            (link("/old-news"), false),
            (link("https://a.example/news"), false),
            (picture("a", "/news"), true),
            (prose("See [this](/news)."), true),
            (prose("See [this](/en-gb/news?a=1#b)."), true),
            (prose("See <a href='/news'>this</a>."), true),
            (prose("See /news."), false),
            (serde_json::json!({"elementType": "formattedtext", "values": ["a", "[b](/news)"]}), true),
            (serde_json::json!({"elementType": "text", "value": "/news"}), false),
        ] {
            let plain = serde_json::json!({ "one": element });
            let inside = serde_json::json!({ "rows": {"elementType": "group", "values": [plain.clone()]} });
            for elements in [plain, inside] {
                let Value::Object(elements) = elements else { panic!("an object") };
                assert_eq!(links_to(&elements, "/news"), links, "{elements:?}");
            }
        }
    }

    #[test]
    fn pictures_are_found_by_themselves_in_lists_and_in_groups() {
        for element in [
            serde_json::json!({"elementType": "image", "id": "a", "altText": "b"}),
            serde_json::json!({"elementType": "image", "values": [{"id": "c"}, {"id": "a"}]}),
            serde_json::json!({"elementType": "group", "value": {"x": {"elementType": "image", "id": "a"}}}),
        ] {
            let elements = Map::from_iter([("one".to_owned(), element)]);
            assert!(shows_image(&elements, "a") && !shows_image(&elements, "b"), "{elements:?}");
        }
    }
}
