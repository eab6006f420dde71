//! The time to the end of the running season, or to the start of the next one (`Countdown.tsx`). The clock itself starts in
//! the browser: this page is kept, time is not.

use jiff::Timestamp;
use maud::{Markup, html};
use serde_json::Value;
use sixfold_domain::season;
use sixfold_domain::time::london_date_time;

use super::rich_text::rich_text;
use super::section_head::{Size, section_head_of};
use super::surroundings::Surroundings;
use crate::site::elements::Item;

/// Where now stands among the seasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::site) enum Phase {
    /// Inside one, by its label.
    Running(String),
    /// Before one, by its label.
    Before(String),
    /// After the last.
    After,
}

impl Phase {
    /// Reads the seasons of the settings (`season`, `start`, `end`).
    pub(in crate::site) fn of(seasons: &Value, now_ms: i64) -> Self {
        let instant = |season: &Value, key: &str| {
            season.get(key)?.as_str()?.parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
        };
        let label = |season: &Value| {
            let number =
                season.get("season").and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
            let now = london_date_time(now_ms).ok();
            // A season's name stays on one line.
            let label = number.zip(now).map(|(number, now)| season::label(number, now));
            label.unwrap_or_default().replace(' ', "\u{a0}")
        };
        let seasons = seasons.as_array().map(Vec::as_slice).unwrap_or_default();
        let running = seasons.iter().find(|season| {
            instant(season, "start").is_some_and(|start| start <= now_ms)
                && instant(season, "end").is_some_and(|end| now_ms <= end)
        });
        let next =
            || seasons.iter().find(|season| instant(season, "start").is_some_and(|start| start > now_ms));
        match (running, next) {
            (Some(season), _) => Self::Running(label(season)),
            (None, next) => next().map_or(Self::After, |season| Self::Before(label(season))),
        }
    }
}

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
    use super::Phase;

    #[test]
    fn now_is_in_before_or_after_the_seasons() {
        let seasons = serde_json::json!([
            {"season": 3, "start": "2026-01-01T00:00:00Z", "end": "2026-03-31T22:59:59.999Z"},
            {"season": 4, "start": "2026-05-01T00:00:00Z", "end": "2026-06-30T22:59:59.999Z"},
        ]);
        let at = |iso: &str| Phase::of(&seasons, iso.parse::<jiff::Timestamp>().unwrap().as_millisecond());
        assert_eq!(at("2026-02-01T00:00:00Z"), Phase::Running("Season\u{a0}3\u{a0}2026".into()));
        assert_eq!(at("2026-04-01T00:00:00Z"), Phase::Before("Season\u{a0}4\u{a0}2026".into()));
        assert_eq!(at("2026-08-01T00:00:00Z"), Phase::After);
    }
}
