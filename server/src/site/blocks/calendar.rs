//! The calendar before the browser runs it: the page's headline, in its final position (`BookTest.tsx`, `Page.tsx`).

use maud::{Markup, html};

use super::rich_text::words;
use crate::site::elements::{Elements, Item};

/// The headline if the content has none (`content/parts/Calendar.tsx`).
const HEADLINE: &str = "Pick your moment.";

pub(super) fn calendar(item: &Item<'_>, page: Elements<'_>) -> Markup {
    let own = item.elements;
    let headline = [own.text("headline"), page.text("headline"), HEADLINE];
    let headline = headline.into_iter().find(|text| !text.is_empty()).unwrap_or(HEADLINE);
    let (lead, key) = if own.text("text").is_empty() { (page, "intro") } else { (own, "text") };
    html! {
        div.Page_frame.Page_wide {
            header.Page_head {
                h1 { (headline) }
                @if !lead.text(key).is_empty() { p.Page_lead { (words(&lead.html(key))) } }
            }
        }
    }
}
