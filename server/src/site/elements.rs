//! Safe reading of a content item's typed elements, as in `web/src/features/content/content-item.ts`: an element of
//! another type than expected counts as absent, whatever an author wrote.

use std::borrow::Cow;

use serde_json::Value;

use crate::content::markup;

/// The elements of an item, or the parts of a group's row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Elements<'a>(&'a Value);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Link<'a> {
    /// As authored; may be empty if the link has an action.
    pub(super) url: &'a str,
    pub(super) text: &'a str,
    /// What a press does.
    pub(super) act: LinkAction<'a>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkAction<'a> {
    Go,
    Scroll(&'a str),
    /// Runs something in the browser.
    Script,
}

/// An item that was inlined.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item<'a> {
    pub(super) id: &'a str,
    /// Empty if it has none.
    pub(super) type_id: &'a str,
    pub(super) elements: Elements<'a>,
}

impl<'a> Item<'a> {
    /// The item of a value; none if it is not one (a reference that was not inlined, for instance).
    pub(super) fn read(value: &'a Value) -> Option<Self> {
        let elements = value.get("elements").filter(|elements| elements.is_object())?;
        Some(Self {
            id: value.get("id")?.as_str()?,
            type_id: value.get("typeId").and_then(Value::as_str).unwrap_or_default(),
            elements: Elements(elements),
        })
    }
}

impl<'a> Elements<'a> {
    fn of_type(self, key: &str, types: &[&str]) -> Option<&'a Value> {
        let element = self.0.get(key)?;
        let kind = element.get("elementType")?.as_str()?;
        types.contains(&kind).then_some(element)
    }

    /// The text of a plain or a Markdown element; empty when absent.
    pub(super) fn text(self, key: &str) -> &'a str {
        let value = self.of_type(key, &["text", "formattedtext"]).and_then(|element| element.get("value"));
        value.and_then(Value::as_str).unwrap_or_default()
    }

    /// A rich text as safe HTML; empty when absent.
    pub(super) fn html(self, key: &str) -> Cow<'a, str> {
        match self.of_type(key, &["formattedtext"]).and_then(|element| element.get("html")?.as_str()) {
            Some(html) => Cow::Borrowed(html),
            None => Cow::Owned(markup::html(self.text(key))),
        }
    }

    pub(super) fn number(self, key: &str) -> Option<f64> {
        self.of_type(key, &["number"])?.get("value")?.as_f64()
    }

    pub(super) fn toggle(self, key: &str) -> Option<bool> {
        self.of_type(key, &["toggle"])?.get("value")?.as_bool()
    }

    /// A date, ISO.
    pub(super) fn date(self, key: &str) -> Option<&'a str> {
        self.of_type(key, &["datetime"])?.get("value")?.as_str().filter(|date| !date.is_empty())
    }

    /// A link that has a text and something to do.
    pub(super) fn link(self, key: &str) -> Option<Link<'a>> {
        let element = self.of_type(key, &["link"])?;
        let part = |name: &str| element.get(name)?.as_str().filter(|part| !part.is_empty());
        let (url, text) = (part("linkURL"), part("linkText")?);
        let act = match (part("action"), part("target")) {
            (Some("scroll"), Some(target)) => LinkAction::Scroll(target),
            (Some("modal" | "full-modal"), Some(_)) | (Some("logout" | "cancel-booking"), _) => {
                LinkAction::Script
            }
            _ => LinkAction::Go,
        };
        (act != LinkAction::Go || url.is_some()).then(|| Link { url: url.unwrap_or_default(), text, act })
    }

    /// An image that has an address.
    pub(super) fn image(self, key: &str) -> Option<&'a Value> {
        self.of_type(key, &["image"]).filter(|image| image.get("url").is_some_and(Value::is_string))
    }

    /// The first category of a category element; empty when absent.
    pub(super) fn category(self, key: &str) -> &'a str {
        let categories = self.of_type(key, &["category"]).and_then(|element| element.get("categories"));
        categories.and_then(|list| list.get(0)?.as_str()).unwrap_or_default()
    }

    /// The items of a reference, without those that could not be inlined.
    pub(super) fn items(self, key: &str) -> Vec<Item<'a>> {
        self.values(key, "reference").into_iter().filter_map(Item::read).collect()
    }

    pub(super) fn groups(self, key: &str) -> Vec<Elements<'a>> {
        self.values(key, "group").into_iter().filter(|row| row.is_object()).map(Elements).collect()
    }

    fn values(self, key: &str, kind: &str) -> Vec<&'a Value> {
        let Some(element) = self.of_type(key, &[kind]) else { return Vec::new() };
        match element.get("values").and_then(Value::as_array) {
            Some(values) => values.iter().collect(),
            None => element.get("value").into_iter().collect(),
        }
    }
}

/// Replaces `{name}` placeholders; one without a value is removed, with the comma and the space before it.
pub(super) fn fill(text: &str, words: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, from) = rest.split_at(open);
        let name = from[1..].split('}').next().unwrap_or_default();
        let is_mark = from.len() > name.len() + 1
            && !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_mark {
            out.push_str(before);
            out.push('{');
            rest = &from[1..];
            continue;
        }
        if let Some((_, word)) = words.iter().find(|(known, word)| *known == name && !word.is_empty()) {
            out.push_str(before);
            out.push_str(word);
        } else {
            let kept = before.trim_end();
            out.push_str(kept.strip_suffix(',').unwrap_or(kept));
        }
        rest = &from[name.len() + 2..];
    }
    out.push_str(rest);
    out
}

/// An authored address for this site: `/x` becomes `/en-gb/x`; other origins, schemes, hashes and the API stay. An
/// address that a browser would run is emptied.
pub(super) fn localised(href: &str) -> Cow<'_, str> {
    if href.starts_with('/') && !href.starts_with("//") {
        let ours = href == "/en-gb" || href.starts_with("/en-gb/") || href.starts_with("/api/");
        return if ours { Cow::Borrowed(href) } else { Cow::Owned(format!("/en-gb{href}")) };
    }
    let safe = ["https:", "http:", "mailto:", "tel:", "#"]
        .iter()
        .any(|start| href.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start)));
    Cow::Borrowed(if safe { href } else { "#" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_of_another_type_is_absent() {
        let value = serde_json::json!({"id": "a", "typeId": "t", "elements": {
            "text": {"elementType": "number", "value": "x"},
            "number": {"elementType": "number", "value": "x"},
            "link": {"elementType": "link", "linkURL": "/a"},
            "rich": {"elementType": "formattedtext", "value": "**Go** <script>x</script>"},
            "items": {"elementType": "reference", "values": [{"id": "gone"}, 7, {"id": "b", "elements": {}}]},
            "rows": {"elementType": "group", "values": [3, {"a": {"elementType": "text", "value": "A"}}]},
        }});
        let item = Item::read(&value).unwrap();
        let elements = item.elements;
        assert_eq!((item.id, item.type_id, elements.text("text"), elements.text("none")), ("a", "t", "", ""));
        assert!(elements.number("number").is_none() && elements.link("link").is_none());
        assert!(
            elements.html("rich").contains("<strong>Go</strong>")
                && !elements.html("rich").contains("script")
        );
        assert_eq!(elements.items("items").len(), 1);
        assert_eq!(elements.groups("rows").iter().map(|row| row.text("a")).collect::<Vec<_>>(), ["A"]);
        assert!(Item::read(&serde_json::json!({"id": "x"})).is_none());
    }

    #[test]
    fn marks_are_filled_as_in_the_browser() {
        assert_eq!(fill("{season} closes in", &[("season", "Season 9")]), "Season 9 closes in");
        assert_eq!(fill("Hello, {name}.", &[]), "Hello.");
        assert_eq!(fill("a { b {", &[]), "a { b {");
    }

    #[test]
    fn addresses_are_ours_or_safe() {
        for (href, to) in [
            ("/x#y", "/en-gb/x#y"),
            ("/en-gb/x", "/en-gb/x"),
            ("/api/x", "/api/x"),
            ("//evil.example", "#"),
            ("javascript:alert(1)", "#"),
            ("HTTPS://a.example", "HTTPS://a.example"),
            ("#part", "#part"),
        ] {
            assert_eq!(localised(href), to, "{href}");
        }
    }
}
