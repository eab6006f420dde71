//! A headline and running text (`TextBlock.tsx`).

use maud::{Markup, html};

use super::rich_text::rich_text;
use super::section_head::{Size, section_head};
use crate::site::elements::Item;

pub(super) fn text_block(item: &Item<'_>) -> Markup {
    html! {
        section.TextBlock_section {
            (section_head(item.elements, Size::H2))
            (rich_text(item.elements, "text", "TextBlock_text"))
        }
    }
}
