//! Where a health screening stands, in one word.

use super::{Eligibility, EligibilityRules};
use crate::time::Date;

/// Where somebody's health screening stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screening {
    /// Nothing in the answers stands against a test, or a clearance covers it.
    Cleared,
    /// A question was answered yes, and no clearance stands.
    NotCleared,
    /// The questions are due: they were never answered, their answers are erased or too old.
    Expired,
}

impl Screening {
    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cleared => "cleared",
            Self::NotCleared => "not-cleared",
            Self::Expired => "expired",
        }
    }

    /// Where a record stands on `today`: what [`may_book`](super::may_book) asks of the screening, and nothing else.
    pub fn of(record: &Eligibility, rules: &EligibilityRules, today: Date) -> Self {
        let due = record.screened_on.is_none_or(|screened| rules.screening_expired(screened, today));
        let cleared =
            !record.any_yes || record.clearance.as_ref().is_some_and(|clearance| today <= clearance.expires);
        match (due, cleared) {
            (true, _) => Self::Expired,
            (false, true) => Self::Cleared,
            (false, false) => Self::NotCleared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Clearance, Eligibility, EligibilityRules};
    use super::*;

    #[test]
    fn answers_age_and_a_clearance_covers_a_yes_while_it_holds() {
        let date = |text: &str| text.parse::<Date>().unwrap();
        let rules = EligibilityRules::default();
        let screened = |any_yes, clearance: Option<&str>| Eligibility {
            screened_on: Some(date("2026-01-10")),
            any_yes,
            clearance: clearance
                .map(|expires| Clearance { basis: "A letter".to_owned(), expires: date(expires) }),
            ..Eligibility::default()
        };
        for (record, today, word) in [
            (Eligibility::default(), "2026-03-02", "expired"),
            (screened(false, None), "2026-03-02", "cleared"),
            (screened(false, None), "2027-01-10", "expired"),
            (screened(true, None), "2026-03-02", "not-cleared"),
            (screened(true, Some("2026-03-02")), "2026-03-02", "cleared"),
            (screened(true, Some("2026-03-02")), "2026-03-03", "not-cleared"),
            (screened(true, Some("2028-01-01")), "2027-02-01", "expired"),
        ] {
            assert_eq!(Screening::of(&record, &rules, date(today)).as_str(), word, "{today}");
        }
    }
}
