//! The options of forms and tables with their labels: one list for all screens.
//!
//! `cargo xtask gen` writes them to `web/src/academy/choices.ts`.

use crate::booking::BookingStatus;
use crate::profile::{Gender, TShirtSize};

/// An option of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The word on the wire.
    pub value: &'static str,
    /// The label on screen.
    pub label: &'static str,
}

const fn same(word: &'static str) -> Choice {
    Choice { value: word, label: word }
}

/// `tShirtSize`, smallest first.
pub fn t_shirt_sizes() -> Vec<Choice> {
    TShirtSize::ALL.into_iter().map(|size| same(size.as_str())).collect()
}

/// `gender`; the last two have no leaderboard of their own (RULES 8.4).
pub fn genders() -> Vec<Choice> {
    Gender::ALL.into_iter().map(|gender| Choice { value: gender.as_str(), label: gender.label() }).collect()
}

/// `eventTestStatus`.
pub fn statuses() -> Vec<Choice> {
    BookingStatus::ALL
        .into_iter()
        .map(|status| Choice { value: status.as_str(), label: status.label() })
        .collect()
}

/// `sportLevel`: the options of forms. The API accepts any line of text.
pub const SPORT_LEVELS: [&str; 6] = ["Just for fun", "School", "Club", "County", "National", "International"];

/// `sportLevel`.
pub fn sport_levels() -> Vec<Choice> {
    SPORT_LEVELS.into_iter().map(same).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_offers_each_option_once_under_a_label_of_its_own() {
        for (choices, count) in [(t_shirt_sizes(), 8), (genders(), 4), (statuses(), 6), (sport_levels(), 6)] {
            let distinct = |part: fn(&Choice) -> &'static str| {
                let mut parts: Vec<_> = choices.iter().map(part).filter(|part| !part.is_empty()).collect();
                parts.sort_unstable();
                parts.dedup();
                parts.len()
            };
            assert_eq!(distinct(|choice| choice.value), count, "{choices:?}");
            assert_eq!(distinct(|choice| choice.label), count, "{choices:?}");
        }
    }

    #[test]
    fn what_a_form_offers_is_understood() {
        assert!(t_shirt_sizes().iter().all(|choice| choice.value.parse::<TShirtSize>().is_ok()));
        assert!(genders().iter().all(|choice| choice.value.parse::<Gender>().is_ok()));
        assert!(statuses().iter().all(|choice| choice.value.parse::<BookingStatus>().is_ok()));
    }
}
