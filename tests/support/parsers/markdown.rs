//! Authors' rich text.

use std::collections::HashSet;

use sixfold_server::content::markup::{MAX_BYTES, html, slug};

const TAGS: [&str; 24] = [
    "p",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "strong",
    "em",
    "del",
    "a",
    "blockquote",
    "code",
    "pre",
    "br",
    "hr",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "b",
    "i",
];

/// The HTML has our elements with our attributes and nothing else; a link leads to the site, the web, mail or telephone; an
/// anchor stands once; elements are closed.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let made = html(text);
    assert!(made.len() <= 64 * MAX_BYTES.min(text.len()) + 64, "{} bytes of {}", made.len(), text.len());
    let (mut anchors, mut open) = (HashSet::new(), Vec::new());
    let mut parts = made.split('<');
    parts.next();
    for part in parts {
        let (tag, words) = part.split_once('>').expect("a tag ends");
        assert!(!words.contains('>'), "{words:?} in {made:?}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{made:?}");
            continue;
        }
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(TAGS.contains(&name), "{name:?} in {made:?}");
        if !matches!(name, "br" | "hr") {
            open.push(name);
        }
        while !attributes.is_empty() {
            let (key, rest) = attributes.split_once("=\"").expect("an attribute has a value");
            let (value, rest) = rest.split_once('"').expect("a value ends");
            attributes = rest.trim_start();
            match (name, key) {
                ("a", "href") => leads_well(&decoded(value)),
                ("ol", "start") => {}
                ("h2" | "h3" | "h4", "tabindex") => assert_eq!(value, "-1"),
                ("h2" | "h3" | "h4", "id") => assert!(anchors.insert(value), "{value:?} twice in {made:?}"),
                _ => panic!("{name} has {key}: {made:?}"),
            }
        }
    }
    assert_eq!(open, [""; 0], "{made:?}");
    let anchor = slug(text);
    assert!(
        anchor == slug(&anchor) && !anchor.contains(|c: char| !c.is_alphanumeric() && c != '-'),
        "{anchor:?}"
    );
}

/// As a browser reads an address: without the white space around it, and without tabs and line ends.
fn leads_well(href: &str) {
    let read: String =
        href.trim_matches(|c: char| c <= ' ').chars().filter(|c| !matches!(c, '\t' | '\r' | '\n')).collect();
    let scheme = read.split_once([':', '/', '?', '#']).map(|(scheme, _)| scheme);
    let named = scheme.is_some_and(|scheme| read[scheme.len()..].starts_with(':'));
    if named {
        let scheme = scheme.unwrap_or_default().to_ascii_lowercase();
        assert!(["http", "https", "mailto", "tel"].contains(&scheme.as_str()), "{href:?}");
    } else {
        let local = read.starts_with("/en-gb") || read.starts_with("/api/");
        assert!(read.starts_with('#') || local, "{href:?}");
        assert!(!read.contains('\\'), "{href:?}");
    }
}

fn decoded(value: &str) -> String {
    value
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}
