//! A picture in the width that the screen needs (`Picture.tsx`).

use maud::{Markup, html};
use serde_json::Value;

/// The picture with its widths; nothing if there are none. `priority` is for pictures that are visible at once.
pub(super) fn picture(image: &Value, sizes: &str, class: &str, priority: bool) -> Markup {
    let url = image["url"].as_str().unwrap_or_default();
    let base = url.trim_end_matches(|digit: char| digit.is_ascii_digit());
    let widths: Vec<u64> =
        image["widths"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
    let Some(widest) = widths.last() else { return Markup::default() };
    let set: Vec<String> = widths.iter().map(|width| format!("{base}{width} {width}w")).collect();
    html! {
        img src={ (base) (widest) } srcset=(set.join(", ")) sizes=(sizes)
            width=(image["width"].as_u64().unwrap_or_default()) height=(image["height"].as_u64().unwrap_or_default())
            alt=(image["altText"].as_str().unwrap_or_default()) class=(class)
            loading=(if priority { "eager" } else { "lazy" })
            fetchpriority=(if priority { "high" } else { "auto" }) decoding="async";
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_picture_offers_its_widths() {
        let image = serde_json::json!({"url": "/i/a/960", "width": 960, "height": 640, "widths": [320, 960], "altText": "<A>"});
        let html = super::picture(&image, "92vw", "x", true).0;
        assert!(
            html.contains("srcset=\"/i/a/320 320w, /i/a/960 960w\"") && html.contains("alt=\"&lt;A&gt;\"")
        );
        assert!(
            super::picture(&serde_json::json!({"url": "/i/a/960", "widths": []}), "", "", false).0.is_empty()
        );
    }
}
