//! One thought, very large (`Statement.tsx`).

use maud::{Markup, html};

use super::rich_text::rich_text;
use super::section_head::{Size, section_head};
use crate::site::elements::Item;

pub(super) fn statement(item: &Item<'_>) -> Markup {
    let accent = item.elements.text("variant") == "accent";
    html! {
        section.Statement_statement.Statement_accent[accent] {
            div.Statement_inner {
                (section_head(item.elements, Size::Display))
                (rich_text(item.elements, "text", "Statement_text"))
            }
        }
    }
}
