//! The state of a health screening.

use super::{Eligibility, EligibilityRules};
use crate::time::Date;

/// The state of a person's health screening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screening {
    /// The answers permit a test, or a clearance does.
    Cleared,
    /// A question was answered yes, and there is no clearance.
    NotCleared,
    /// The questions were never answered, or the answers are erased or too old.
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

    /// The state of a record on `today`: what [`may_book`](super::may_book) demands of the screening.
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
