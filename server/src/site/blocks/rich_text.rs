//! An author's rich text (`RichText.tsx`).

use maud::{Markup, PreEscaped, html};

use crate::site::elements::Elements;

/// The safe HTML of a rich text in its box; nothing if there is no text.
pub(super) fn rich_text(elements: Elements<'_>, key: &str, class: &str) -> Markup {
    let text = elements.html(key);
    html! {
        @if !text.is_empty() {
            div class=(format!("RichText_rich {class}").trim_end()) { (PreEscaped(text)) }
        }
    }
}

/// Safe HTML without its tags, still escaped.
pub(super) fn words(html: &str) -> PreEscaped<String> {
    let parts = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    PreEscaped(parts.collect::<String>().trim().to_owned())
}
