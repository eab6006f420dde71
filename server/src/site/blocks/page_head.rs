//! The headline, introduction and buttons of a page without a hero (`PageHead.tsx`).

use maud::{Markup, html};

use super::actions::actions;
use super::kicker::kicker;
use super::rich_text::rich_text;
use crate::site::elements::Elements;

pub(in crate::site) fn page_head(elements: Elements<'_>) -> Markup {
    let above =
        if elements.text("kicker").is_empty() { elements.text("title") } else { elements.text("kicker") };
    html! {
        header.PageHead_head {
            (kicker(above))
            h1.PageHead_headline { (elements.text("headline")) }
            (rich_text(elements, "intro", "PageHead_intro"))
            (actions(elements))
        }
    }
}
