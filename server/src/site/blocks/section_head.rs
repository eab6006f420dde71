//! The kicker and headline that open a section (`SectionHead.tsx`).

use maud::{Markup, html};

use super::kicker::kicker;
use crate::site::elements::{Elements, fill};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    H2,
    Display,
}

pub(super) fn section_head(elements: Elements<'_>, size: Size) -> Markup {
    section_head_of(elements, size, "headline", &[], false)
}

/// The head with the headline in another element, values for its placeholders, and its last word `lit` or not.
pub(super) fn section_head_of(
    elements: Elements<'_>,
    size: Size,
    key: &str,
    words: &[(&str, &str)],
    lit: bool,
) -> Markup {
    let headline = fill(elements.text(key), words);
    let (before, last) =
        headline.split_at(if lit { headline.rfind(' ').map_or(0, |at| at + 1) } else { headline.len() });
    let class = if size == Size::Display { "SectionHead_display" } else { "SectionHead_headline" };
    html! {
        div.SectionHead_head {
            @if !elements.text("kicker").is_empty() { (kicker(elements.text("kicker"))) }
            h2 class=(class) {
                (before)
                @if lit { span.SectionHead_lit { (last) } }
            }
        }
    }
}
