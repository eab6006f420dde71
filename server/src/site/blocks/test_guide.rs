//! The six tests one by one (`TestGuide.tsx`).

use maud::{Markup, html};

use super::kicker::kicker;
use super::picture::picture;
use super::rich_text::rich_text;
use super::score_scale::score_scale;
use super::section_head::{Size, section_head};
use super::six_tests::test_anchor;
use super::surroundings::Surroundings;
use super::test_facts::TestFacts;
use crate::site::elements::{Elements, Item};
use crate::site::template::Template;

pub(super) fn test_guide(item: &Item<'_>, around: Surroundings<'_>) -> Markup {
    let tests = item.elements.items("tests");
    let headed = !item.elements.text("headline").is_empty();
    html! {
        @if headed || !item.elements.text("text").is_empty() {
            div.TestGuide_top {
                @if headed { (section_head(item.elements, Size::H2)) }
                (rich_text(item.elements, "text", "text_intro text_lead"))
            }
        }
        nav.TestGuide_nav aria-label="The six tests" {
            ol.TestGuide_chips {
                @for (index, test) in tests.iter().enumerate() {
                    @let name = test.elements.text("testType");
                    li {
                        a.TestGuide_chip href={ "#" (test_anchor(name)) } {
                            span.TestGuide_chipNumber aria-hidden="true" { (index + 1) }
                            (name)
                        }
                    }
                }
            }
        }
        @for (index, test) in tests.iter().enumerate() {
            (test_section(test.elements, index + 1, around))
        }
    }
}

fn test_section(elements: Elements<'_>, number: usize, around: Surroundings<'_>) -> Markup {
    let name = elements.text("testType");
    let anchor = test_anchor(name);
    let facts = TestFacts::of(elements, around.protocols);
    let attempts = facts.attempts.map(|attempts| attempts.to_string()).unwrap_or_default();
    html! {
        section.TestGuide_section id=(anchor) aria-labelledby={ (anchor) "-title" } tabindex="-1" {
            div.TestGuide_inner {
                div.TestGuide_poster {
                    span.TestGuide_count aria-hidden="true" { (number) }
                    div.TestGuide_art {
                        @if let Some(image) = elements.image("image") {
                            (picture(image, "(width >= 1024px) 45vw, 88vw", "TestGuide_photo", false))
                        } @else if Template::is_test(name) {
                            (around.template.drawing(name, ""))
                        }
                    }
                }
                div.TestGuide_body {
                    header.TestGuide_head {
                        (kicker(name))
                        h2 id={ (anchor) "-title" } { (elements.text("headline")) }
                        (rich_text(elements, "summary", "text_intro text_lead"))
                    }
                    dl.TestGuide_facts {
                        (fact("Test", elements.text("protocol")))
                        (fact("Measured in", facts.unit_name))
                        (fact("Attempts", &attempts))
                    }
                    (part("How it works", elements, "how", "TestGuide_how", Markup::default()))
                    (part("What counts", elements, "counts", "", Markup::default()))
                    (part("What good looks like", elements, "good", "", score_scale(name, &facts)))
                    (part("Coach’s tips", elements, "tips", "TestGuide_tips", Markup::default()))
                }
            }
        }
    }
}

fn fact(label: &str, value: &str) -> Markup {
    html! {
        @if !value.is_empty() {
            div.TestGuide_fact { dt { (label) } dd { (value) } }
        }
    }
}

fn part(title: &str, elements: Elements<'_>, key: &str, class: &str, after: Markup) -> Markup {
    html! {
        @if !elements.text(key).is_empty() {
            div class=(format!("TestGuide_part {class}").trim_end()) {
                h3 { (title) }
                (rich_text(elements, key, "TestGuide_text"))
                (after)
            }
        }
    }
}
