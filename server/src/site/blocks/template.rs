//! The templates of pages (`web/src/content/templates`): the page's own headline, unless a component draws it, and the
//! components.

use maud::{Markup, html};

use super::actions::actions;
use super::kicker::kicker;
use super::page_head::page_head;
use super::rich_text::rich_text;
use crate::site::elements::{Elements, Item, fill};

/// Components that draw the page's `h1` themselves (`first-html/traits.ts`).
const HEADED: [&str; 10] = [
    "arrivals",
    "calendar",
    "coach-admin",
    "crews",
    "delivery-admin",
    "form",
    "hero",
    "instore-admin",
    "my-profile",
    "reveal-desk",
];

pub(in crate::site) fn template(page: &Item<'_>, components: &[Item<'_>], parts: &Markup) -> Markup {
    let elements = page.elements;
    let headed = components.iter().any(|item| {
        HEADED.contains(&item.type_id)
            || (item.type_id == "booking-details" && item.elements.text("variant") != "card")
    });
    match elements.category("template") {
        "Dashboard" => html! {
            div.Dashboard_page {
                @if !headed { (head(elements, "Dashboard_head", "Dashboard_headline", "text_quiet text_lead")) }
                (parts)
            }
        },
        "Leaderboard" => html! {
            div.Leaderboard_page {
                @if !headed { (page_head(elements)) }
                (parts)
            }
        },
        "Image-Left-Content-Right" if headed => parts.clone(),
        "Image-Left-Content-Right" => html! {
            div.ImageLeftContentRight_layout {
                div.ImageLeftContentRight_picture {}
                div.ImageLeftContentRight_content {
                    (head(elements, "ImageLeftContentRight_head", "text_h1", "text_intro text_lead"))
                    (parts)
                }
            }
        },
        _ => html! {
            @if !headed { (page_head(elements)) }
            (parts)
        },
    }
}

fn head(elements: Elements<'_>, head: &str, headline: &str, intro: &str) -> Markup {
    let above =
        if elements.text("kicker").is_empty() { elements.text("title") } else { elements.text("kicker") };
    html! {
        header class=(head) {
            (kicker(above))
            h1 class=(headline) { (fill(elements.text("headline"), &[])) }
            (rich_text(elements, "intro", intro))
            (actions(elements))
        }
    }
}
