//! For search engines: what they may read (`robots.txt`), and the pages (`sitemap.xml`).

use std::fmt::Write as _;

use serde_json::Value;

use super::elements::Item;
use super::page::is_indexable;
use super::pages::PREFIX;
use super::settings::Settings;
use crate::content::hub::HubError;
use crate::state::AppState;

/// Addresses that need a sign-in.
const PRIVATE: [&str; 11] = [
    "/api/",
    "/en-gb/my-account$",
    "/en-gb/my-account-book-test",
    "/en-gb/my-account-crews",
    "/en-gb/my-account-media-center",
    "/en-gb/my-account-my-booking",
    "/en-gb/my-account-my-profile",
    "/en-gb/my-account-my-progress",
    "/en-gb/my-account-what-it-takes",
    "/en-gb/account-information",
    "/en-gb/staff-account-",
];

/// Pictures, which previews of pages on other sites show; the longer rule wins (RFC 9309, 2.2.2).
const PICTURES: &str = "/api/content/*/delivery/v1/images/";

pub(super) async fn robots(state: &AppState) -> Result<String, HubError> {
    if !Settings::load(&state.hub, &state.config.public_url).await?.indexable {
        return Ok("User-agent: *\nDisallow: /\n".to_owned());
    }
    let mut text = "User-agent: *\n".to_owned();
    for path in PRIVATE {
        let _ = writeln!(text, "Disallow: {path}");
    }
    let _ = writeln!(text, "Allow: {PICTURES}");
    let _ = write!(text, "\nSitemap: {}/sitemap.xml\n", state.config.public_url);
    Ok(text)
}

/// Every public page that may be indexed, with the day of its last change.
pub(super) async fn sitemap(state: &AppState) -> Result<String, HubError> {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        .to_owned();
    if Settings::load(&state.hub, &state.config.public_url).await?.indexable {
        for page in state.hub.pages().await? {
            let Some(path) = page.path() else { continue };
            let Some(item) = state.hub.page(path).await? else { continue };
            if !Item::read(&item).is_some_and(|item| is_indexable(item.elements)) {
                continue;
            }
            let address = escape(&format!("{}{PREFIX}{path}", state.config.public_url));
            let _ = write!(text, "  <url>\n    <loc>{address}</loc>\n");
            if let Some(changed) = last_change(&item) {
                let _ = writeln!(text, "    <lastmod>{}</lastmod>", escape(changed));
            }
            text.push_str("  </url>\n");
        }
    }
    text.push_str("</urlset>\n");
    Ok(text)
}

/// When the page or something on it last changed.
fn last_change(value: &Value) -> Option<&str> {
    match value {
        Value::Array(parts) => parts.iter().filter_map(last_change).max(),
        Value::Object(parts) => {
            let own = parts.get("lastModified").and_then(Value::as_str).filter(|date| !date.is_empty());
            own.into_iter().chain(parts.values().filter_map(last_change)).max()
        }
        _ => None,
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&apos;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_changed_when_its_newest_part_did() {
        let page = serde_json::json!({"lastModified": "2026-01-02T00:00:00Z", "elements": {"components": {"values": [
            {"lastModified": "2026-02-01T00:00:00Z"}, {"lastModified": ""},
        ]}}});
        assert_eq!(last_change(&page), Some("2026-02-01T00:00:00Z"));
        assert_eq!(escape("a&b<c>'\""), "a&amp;b&lt;c&gt;&apos;&quot;");
    }
}
