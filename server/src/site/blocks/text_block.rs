//! A headline and running text (`TextBlock.tsx`).

use maud::{Markup, html};

use super::actions::actions;
use super::picture::picture;
use super::rich_text::rich_text;
use super::section_head::{Size, section_head};
use crate::site::elements::Item;

pub(super) fn text_block(item: &Item<'_>) -> Markup {
    html! {
        section.TextBlock_section {
            (section_head(item.elements, Size::H2))
            (rich_text(item.elements, "text", "TextBlock_text"))
            @if let Some(image) = item.elements.image("image") {
                (picture(image, "(width >= 1024px) 42rem, 92vw", "TextBlock_picture", false))
            }
            (actions(item.elements))
        }
    }
}
