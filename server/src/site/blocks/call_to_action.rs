//! The closing line of a page and its single button (`CallToAction.tsx`).

use maud::{Markup, html};

use super::actions::actions;
use super::picture::picture;
use super::rich_text::rich_text;
use super::surroundings::Surroundings;
use crate::site::elements::Item;

pub(super) fn call_to_action(item: &Item<'_>, around: Surroundings<'_>) -> Markup {
    html! {
        section.CallToAction_section {
            div.CallToAction_inner {
                h2.CallToAction_headline { (item.elements.text("headline")) }
                (rich_text(item.elements, "text", "text_intro text_lead"))
                (actions(item.elements))
            }
            div.CallToAction_art {
                @if let Some(image) = item.elements.image("image") {
                    (picture(image, "(width >= 768px) 48vw, 92vw", "CallToAction_photo", false))
                } @else {
                    (around.template.drawing("RunnerArt", ""))
                }
            }
        }
    }
}
