//! The campaign poster at the top of a page (`Hero.tsx`).

use maud::{Markup, html};

use super::actions::actions;
use super::kicker::kicker;
use super::picture::picture;
use super::rich_text::rich_text;
use super::surroundings::Surroundings;
use crate::site::elements::Item;

/// Longer words are set smaller.
const SHORT: usize = 5;

pub(super) fn hero(item: &Item<'_>, around: Surroundings<'_>) -> Markup {
    let elements = item.elements;
    let headline = elements.text("headline");
    let (first, last) = headline.rsplit_once(' ').unwrap_or(("", headline));
    let long = headline.split(' ').any(|word| word.encode_utf16().count() > SHORT);
    html! {
        section.Hero_hero {
            div.Hero_inner {
                div.Hero_words {
                    @if !elements.text("kicker").is_empty() { (kicker(elements.text("kicker"))) }
                    h1.Hero_headline.Hero_long[long] {
                        (first) " " span.Hero_lit { (last) }
                    }
                    (rich_text(elements, "text", "Hero_text"))
                    (actions(elements))
                }
                div.Hero_art {
                    @if let Some(image) = elements.image("image") {
                        (picture(image, "(width >= 768px) 66vw, 124vw", "Hero_photo", true))
                    } @else {
                        (around.template.drawing("HeroArt", ""))
                    }
                }
            }
        }
    }
}
