//! The components of public pages as markup: one file for each React file of `web/src/features/content`, with the same
//! elements and classes, so that what the browser paints first is the page and does not move when React takes over.
//! What only a browser can draw (forms, the calendar, boards) is left to it.

mod actions;
mod calendar;
mod call_to_action;
mod carousel;
mod content_link;
mod countdown;
mod documents;
mod faqs;
mod form;
mod getting_there;
mod hero;
mod kicker;
mod page_head;
mod picture;
mod progress_steps;
mod rich_text;
mod score_scale;
mod section_head;
mod six_tests;
mod statement;
mod steps;
mod surroundings;
mod template;
mod test_facts;
mod test_guide;
mod text_block;

use maud::{Markup, html};

pub(super) use content_link::link_button;
pub(super) use surroundings::{Phase, Surroundings};
pub(super) use template::template;

use super::elements::Item;

/// The components of a page in order, each in its section (`ContentBody.tsx`, `PageSection.tsx`). The questions and
/// documents of a page are drawn together, at the place of the first of them.
pub(super) fn components(page: &Item<'_>, items: &[Item<'_>], around: Surroundings<'_>) -> Markup {
    html! {
        @for (index, item) in items.iter().enumerate() {
            @if !(gathers(item.type_id) && items[..index].iter().any(|other| other.type_id == item.type_id)) {
                @if let Some(block) = component(item, page, items, around) {
                    div { (slot(item, &block, index > 0)) }
                }
            }
        }
    }
}

/// Whether one drawing shows all components of this type.
fn gathers(type_id: &str) -> bool {
    matches!(type_id, "faq-group" | "document")
}

/// The element around a component, with the anchor that links lead to.
fn slot(item: &Item<'_>, block: &Markup, is_ahead: bool) -> Markup {
    let anchor = item.elements.text("anchor");
    let anchor = (!anchor.is_empty() && !gathers(item.type_id)).then_some(anchor);
    html! {
        div data-ahead=[is_ahead.then_some("")] id=[anchor] data-item=(item.id) data-part=(item.type_id) tabindex="-1" { (block) }
    }
}

/// A component; none if the browser draws it.
fn component(
    item: &Item<'_>,
    page: &Item<'_>,
    items: &[Item<'_>],
    around: Surroundings<'_>,
) -> Option<Markup> {
    let alike = || items.iter().filter(|other| other.type_id == item.type_id).copied().collect::<Vec<_>>();
    Some(match item.type_id {
        "calendar" => calendar::calendar(item, page.elements),
        "call-to-action" => call_to_action::call_to_action(item, around),
        "carousel" => carousel::carousel(item, around),
        "countdown" => countdown::countdown(item, around),
        "document" => documents::documents(&alike()),
        "faq-group" => faqs::faqs(&alike()),
        "form" => form::form(item, page.elements),
        "getting-there" => getting_there::getting_there(item, around),
        "hero" => hero::hero(item, around),
        "six-tests" => six_tests::six_tests(item, around),
        "statement" => statement::statement(item),
        "steps" => steps::steps(item),
        "test-guide" => test_guide::test_guide(item, around),
        "text-block" => text_block::text_block(item),
        _ => return None,
    })
}

/// Whether the server draws everything visible in a component.
pub(super) fn is_drawn(item: &Item<'_>) -> bool {
    matches!(
        item.type_id,
        "call-to-action"
            | "carousel"
            | "countdown"
            | "document"
            | "faq-group"
            | "getting-there"
            | "hero"
            | "six-tests"
            | "statement"
            | "steps"
            | "test-guide"
            | "text-block"
    )
}

/// The source files that draw a component, below `web/src` (`content/registry.tsx`).
pub(super) fn modules(item: &Item<'_>) -> &'static [&'static str] {
    match item.type_id {
        "arrivals" => &["content/parts/Arrivals.tsx"],
        "booking-details" => &["content/parts/BookingDetails.tsx"],
        "calendar" => &["content/parts/Calendar.tsx"],
        "call-to-action" => &["features/content/blocks/CallToAction.tsx"],
        "carousel" => &["features/content/blocks/Carousel.tsx"],
        "coach-admin" => &["content/parts/staff/CoachAdmin.tsx"],
        "countdown" => &["features/content/blocks/Countdown.tsx"],
        "crews" => &["content/parts/crews/Crews.tsx"],
        "delivery-admin" => &["content/parts/staff/DeliveryAdmin.tsx"],
        "document" => &["content/parts/DocumentList.tsx"],
        "faq-group" => &["content/parts/FaqList.tsx"],
        "form" => form::modules(item.elements.text("form")),
        "getting-there" => &["features/content/blocks/GettingThere.tsx"],
        "hall-of-fame" => &["content/parts/HallOfFame.tsx"],
        "hero" => &["features/content/blocks/Hero.tsx"],
        "instore-admin" => &["content/parts/staff/InstoreAdmin.tsx"],
        "leaderboard" => &["content/parts/Board.tsx"],
        "letter" => &["content/parts/Letter.tsx"],
        "media-center" => &["content/parts/MediaCenter.tsx"],
        "my-profile" => &["content/parts/Profile.tsx"],
        "progress" => &["content/parts/results/Progress.tsx"],
        "reveal-desk" => &["content/parts/staff/RevealDesk.tsx"],
        "scorecard" => &["content/parts/results/Scorecard.tsx"],
        "six-tests" => &["features/content/blocks/SixTests.tsx"],
        "statement" => &["features/content/blocks/Statement.tsx"],
        "steps" => &["features/content/blocks/Steps.tsx"],
        "test-confirm" | "test-details" => &["content/parts/Companion.tsx"],
        "test-guide" => &["features/content/blocks/TestGuide.tsx"],
        "test-results" => &["content/parts/results/TestResults.tsx"],
        "test-score" => &["content/parts/results/TestScore.tsx"],
        "text-block" => &["features/content/blocks/TextBlock.tsx"],
        "what-if" => &["content/parts/results/WhatIf.tsx"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_type_has_the_file_that_draws_it_in_the_browser() {
        let registry = include_str!("../../../../web/src/content/registry.tsx");
        let mut types = 0;
        for line in registry.lines() {
            // `form`, which takes several lines, is left out: its files depend on the form.
            let Some((name, rest)) = line.trim().split_once(": part(") else { continue };
            let Some(path) = rest.split('\'').nth(1) else { continue };
            let file = match path.strip_prefix("./") {
                Some(below) => format!("content/{below}.tsx"),
                None => format!("{}.tsx", path.trim_start_matches("../")),
            };
            let item = json!({"id": "x", "typeId": name.trim_matches('\''), "elements": {}});
            assert_eq!(modules(&Item::read(&item).unwrap()), [file], "{name}");
            types += 1;
        }
        assert!(types > 25, "the registry is read");
    }
}
