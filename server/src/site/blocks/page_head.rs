//! The headline and introduction of a page without a hero (`PageHead.tsx`).

use maud::{Markup, html};

use super::kicker::kicker;
use super::rich_text::rich_text;
use crate::site::elements::Elements;

pub(in crate::site) fn page_head(elements: Elements<'_>) -> Markup {
    html! {
        header.PageHead_head {
            (kicker(elements.text("title")))
            h1.PageHead_headline { (elements.text("headline")) }
            (rich_text(elements, "intro", "PageHead_intro"))
        }
    }
}
