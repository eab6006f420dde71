//! A form before the browser runs it: the words over it, where it will have them (`FlowLayout.tsx`).

use maud::{Markup, html};

use super::rich_text::rich_text;
use crate::site::elements::{Elements, Item};

pub(super) fn form(item: &Item<'_>, page: Elements<'_>) -> Markup {
    let own = item.elements;
    let headline = if own.text("headline").is_empty() { page.text("headline") } else { own.text("headline") };
    let (lead, key) = if own.text("text").is_empty() { (page, "intro") } else { (own, "text") };
    html! {
        div.FlowLayout_layout {
            div.FlowLayout_panel {}
            div.FlowLayout_content {
                header.FlowLayout_head {
                    h1.FlowLayout_title tabindex="-1" { (headline) }
                    (rich_text(lead, key, "FlowLayout_lead"))
                }
            }
        }
    }
}
