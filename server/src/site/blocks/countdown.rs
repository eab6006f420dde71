//! The time to the end of the running season, or to the start of the next one (`Countdown.tsx`). The clock starts in
//! the browser, since this page is cached.

use maud::{Markup, html};

use super::actions::actions;
use super::rich_text::rich_text;
use super::section_head::{Size, section_head_of};
use super::surroundings::{Phase, Surroundings};
use crate::site::elements::Item;

pub(super) fn countdown(item: &Item<'_>, around: Surroundings<'_>) -> Markup {
    let (label, headline, text) = match around.phase {
        Phase::Running(label) => (label, "headline", "text"),
        Phase::Before(label) => (label, "headlineBefore", "textBefore"),
        Phase::After => return Markup::default(),
    };
    html! {
        section.Countdown_section {
            div.Countdown_inner {
                div.Countdown_head {
                    (section_head_of(item.elements, Size::H2, headline, &[("season", label)], false))
                    (rich_text(item.elements, text, "Countdown_text"))
                    (actions(item.elements))
                }
                (clock())
            }
        }
    }
}

/// The clock before it runs (`Clock.tsx`).
fn clock() -> Markup {
    html! {
        div.Clock_clock role="timer" aria-label="Loading" {
            @for label in ["Days", "Hours", "Min", "Sec"] {
                div.Clock_unit aria-hidden="true" {
                    span.Clock_digits { "--" }
                    span.Clock_label { (label) }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sixfold_domain::season::Season;

    use super::Phase;

    #[test]
    fn now_is_in_before_or_after_the_seasons() {
        let season = |season, start: &str, end: &str| Season {
            season,
            start: start.parse().unwrap(),
            end: end.parse().unwrap(),
        };
        let seasons = [season(3, "2026-01-01", "2026-03-31"), season(4, "2026-05-01", "2026-06-30")];
        let at = |iso: &str| Phase::of(&seasons, iso.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        assert_eq!(at("2025-11-30T00:00:00Z"), Phase::Before("Season\u{a0}3\u{a0}2026".into()));
        assert_eq!(at("2026-02-01T00:00:00Z"), Phase::Running("Season\u{a0}3\u{a0}2026".into()));
        assert_eq!(at("2026-03-31T22:59:59.999Z"), Phase::Running("Season\u{a0}3\u{a0}2026".into()));
        assert_eq!(at("2026-03-31T23:00:00Z"), Phase::Before("Season\u{a0}4\u{a0}2026".into()));
        assert_eq!(at("2026-04-01T00:00:00Z"), Phase::Before("Season\u{a0}4\u{a0}2026".into()));
        assert_eq!(at("2026-08-01T00:00:00Z"), Phase::After);
    }
}
