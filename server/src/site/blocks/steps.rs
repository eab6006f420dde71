//! Numbered steps (`Steps.tsx`).

use maud::{Markup, html};

use super::actions::actions;
use super::rich_text::rich_text;
use super::section_head::{Size, section_head};
use crate::site::elements::Item;

pub(super) fn steps(item: &Item<'_>) -> Markup {
    html! {
        section.Steps_section {
            div.Steps_inner {
                (section_head(item.elements, Size::H2))
                ol.Steps_steps {
                    @for (index, step) in item.elements.groups("steps").into_iter().enumerate() {
                        li.Steps_step {
                            span.Steps_number aria-hidden="true" { (index + 1) }
                            h3 { (step.text("title")) }
                            (rich_text(step, "text", "Steps_text"))
                        }
                    }
                }
                (actions(item.elements))
            }
        }
    }
}
