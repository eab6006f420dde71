//! An author's rich text (`RichText.tsx`).

use maud::{Markup, PreEscaped, html};

use crate::site::elements::Elements;

/// The safe HTML of a rich text in its box; nothing when there is no text.
pub(super) fn rich_text(elements: Elements<'_>, key: &str, class: &str) -> Markup {
    let text = elements.html(key);
    html! {
        @if !text.is_empty() {
            div class=(format!("RichText_rich {class}").trim_end()) { (PreEscaped(text)) }
        }
    }
}
