//! Six cards, one for each test (`SixTests.tsx`).

use maud::{Markup, html};

use super::content_link::link_text;
use super::picture::picture;
use super::rich_text::rich_text;
use super::section_head::{Size, section_head};
use super::surroundings::Surroundings;
use crate::site::elements::{Item, localised};
use crate::site::template::Template;

/// The anchor of a test on the About page.
pub(super) fn test_anchor(name: &str) -> String {
    name.to_lowercase()
}

/// Where a test is explained.
pub(super) fn test_path(name: &str) -> String {
    format!("/my-account-about-the-tests#{}", test_anchor(name))
}

pub(super) fn six_tests(item: &Item<'_>, around: Surroundings<'_>) -> Markup {
    html! {
        section.SixTests_section {
            div.SixTests_top {
                (section_head(item.elements, Size::Display))
                (rich_text(item.elements, "text", "SixTests_text"))
            }
            ol.SixTests_grid {
                @for (index, test) in item.elements.items("tests").iter().enumerate() {
                    (test_card(test, index + 1, around))
                }
            }
            @if let Some(link) = item.elements.link("link") {
                (link_text(link, "SixTests_more"))
            }
        }
    }
}

fn test_card(test: &Item<'_>, number: usize, around: Surroundings<'_>) -> Markup {
    let name = test.elements.text("testType");
    html! {
        li.SixTests_card {
            a.SixTests_cardLink href=(localised(&test_path(name))) {
                span.SixTests_number aria-hidden="true" { (number) }
                span.SixTests_drawing {
                    @if let Some(image) = test.elements.image("image") {
                        (picture(image, "(width >= 1024px) 34rem, (width >= 768px) 45vw, 80vw", "SixTests_art", false))
                    } @else if Template::is_test(name) {
                        (around.template.drawing(name, "SixTests_art"))
                    }
                }
                span.SixTests_words {
                    span.SixTests_name { (name) }
                    span.SixTests_line { (test.elements.text("headline")) }
                    span.text_note.text_snug { (test.elements.text("protocol")) }
                }
            }
        }
    }
}
