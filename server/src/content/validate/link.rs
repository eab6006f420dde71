//! Links and buttons.

use serde_json::Value;

use super::problem::Problem;
use crate::content::library::Library;
use crate::content::references::opens_item;
use crate::content::types::ElementDef;

/// The longest address, in characters.
const URL_LIMIT: usize = 500;
/// The longest text of a link, in characters.
const TEXT_LIMIT: usize = 80;

/// The problems of a link that is not empty.
pub(super) fn check(at: &str, link: &Value, def: &ElementDef, library: &Library, found: &mut Vec<Problem>) {
    let label = &def.label;
    let text = |key: &str| link.get(key).and_then(Value::as_str).unwrap_or_default().trim();
    let (words, url, action, target) = (text("linkText"), text("linkURL"), text("action"), text("target"));
    let mut problem = |word, message: String| found.push(Problem::new(at, word, message));
    if words.is_empty() {
        problem("LINK_TEXT", format!("{label} needs words to press."));
    } else if words.chars().count() > TEXT_LIMIT {
        problem("TOO_LONG", format!("{label} has room for {TEXT_LIMIT} characters."));
    }
    if !url.is_empty() && !is_safe_url(url) {
        problem(
            "LINK_URL",
            format!("{label} leads to no address: use /page, #part, https://, mailto: or tel:."),
        );
    }
    match action {
        "" if url.is_empty() => problem("LINK_URL", format!("{label} leads nowhere.")),
        "" | "logout" | "cancel-booking" => {}
        "scroll" if is_anchor(target) => {}
        "scroll" => problem("LINK_TARGET", format!("{label} needs the anchor to scroll to.")),
        action if opens_item(action) => match library.head(target) {
            _ if target.is_empty() => {
                problem("LINK_TARGET", format!("{label} needs the item that it opens."));
            }
            None => problem("REFERENCE_MISSING", format!("{label} opens “{target}”, which is not there.")),
            Some(head) if head.ready_rev.is_none() => {
                problem(
                    "REFERENCE_NOT_READY",
                    format!("{label} opens “{}”, which is not ready.", head.item.name),
                );
            }
            Some(_) => {}
        },
        _ => problem("LINK_ACTION", format!("{label} does something that the site cannot do.")),
    }
}

/// Whether an address leads to a page, a part of one, or a known scheme.
pub(super) fn is_safe_url(url: &str) -> bool {
    if url.chars().count() > URL_LIMIT
        || url.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\')
    {
        return false;
    }
    if let Some(rest) = url.strip_prefix('/') {
        return !rest.starts_with('/');
    }
    if let Some(anchor) = url.strip_prefix('#') {
        return !anchor.is_empty();
    }
    let Some((scheme, rest)) = url.split_once(':') else { return false };
    match scheme.to_ascii_lowercase().as_str() {
        "https" | "http" => {
            let host = rest.strip_prefix("//").and_then(|rest| rest.split(['/', '?', '#']).next());
            host.is_some_and(|host| !host.is_empty() && !host.contains('@'))
        }
        "mailto" => rest.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty()),
        "tel" => rest.chars().any(|c| c.is_ascii_digit()),
        _ => false,
    }
}

/// An anchor for `#`: letters, digits and hyphens, beginning with a letter.
pub(super) fn is_anchor(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_schemes_lead_somewhere() {
        for good in [
            "/",
            "/news#prize",
            "#prize",
            "https://a.example/x?y",
            "HTTP://a.example",
            "mailto:a@b.example",
            "tel:+442079460000",
        ] {
            assert!(is_safe_url(good), "{good}");
        }
        for bad in [
            "",
            "news",
            "//evil.example",
            "/\\evil.example",
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "https:",
            "https://",
            "https://user@evil.example",
            "https:/one",
            "java\nscript:x",
            " /x",
            "mailto:",
            "tel:",
            "#",
            "file:///etc/passwd",
        ] {
            assert!(!is_safe_url(bad), "{bad}");
        }
    }
}
