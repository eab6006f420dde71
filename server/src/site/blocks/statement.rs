//! A single statement in very large type (`Statement.tsx`).

use maud::{Markup, html};

use super::actions::actions;
use super::picture::picture;
use super::rich_text::rich_text;
use super::section_head::{Size, section_head_of};
use crate::site::elements::Item;

pub(super) fn statement(item: &Item<'_>) -> Markup {
    let accent = item.elements.text("variant") == "accent";
    html! {
        section.Statement_statement.Statement_accent[accent] {
            div.Statement_inner {
                (section_head_of(item.elements, Size::Display, "headline", &[], !accent))
                (rich_text(item.elements, "text", "Statement_text"))
                @if let Some(image) = item.elements.image("image") {
                    (picture(image, "(width >= 1440px) 90rem, 92vw", "Statement_picture", false))
                }
                (actions(item.elements))
            }
        }
    }
}
