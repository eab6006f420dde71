//! How statistics are summarised: steps of time, ranges of points, shares and means. Does not know what is counted.

use serde::Serialize;

use crate::score::{Score, share};
use crate::time::Date;

/// Ranges of a distribution, five points each; a full 100.00 falls into the last.
pub const PARTS: usize = 20;
/// The longest range, in days: ten years.
pub const DAYS_MAX: i32 = 3_660;

/// The longest range shown by day, in days.
const BY_DAY: i32 = 62;
/// The longest range shown by week, in days.
const BY_WEEK: i32 = 400;

/// A step of time, chosen so that a range has at most about sixty of them, and ten years 120.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// One day.
    Day,
    /// Monday to Sunday.
    Week,
    /// A calendar month.
    Month,
}

impl Step {
    /// The step for a range, both dates included.
    pub const fn of(from: Date, to: Date) -> Self {
        let dates = from.days_until(to) + 1;
        if dates <= BY_DAY {
            Self::Day
        } else if dates <= BY_WEEK {
            Self::Week
        } else {
            Self::Month
        }
    }

    /// The first and last dates of the steps in a range, in order. The range may cut the first and the last short.
    pub fn spans(self, from: Date, to: Date) -> impl Iterator<Item = (Date, Date)> {
        let mut next = Some(from).filter(|from| *from <= to);
        core::iter::from_fn(move || {
            let first = next?;
            let last = self.last_date(first).min(to);
            next = Some(last.add_days(1)).filter(|date| *date <= to && *date > first);
            Some((first, last))
        })
    }

    /// The last date of the step that contains a date.
    fn last_date(self, date: Date) -> Date {
        match self {
            Self::Day => date,
            Self::Week => date.add_days(6 - date.weekday() as i32),
            Self::Month => date.add_days(i32::from(date.days_in_month() - date.day())),
        }
    }
}

/// `part` of `whole` in per cent, to two decimals; `None` if `whole` is zero.
pub fn rate(part: i64, whole: i64) -> Option<Score> {
    (whole > 0).then(|| share(part, whole))
}

/// The mean of a number of scores, given their sum in hundredths; `None` without scores. Rounded half away from zero, as every
/// score.
pub fn mean(sum: i64, scores: i64) -> Option<Score> {
    let rounded = (scores > 0).then(|| (2 * sum + scores) / (2 * scores))?;
    i32::try_from(rounded).ok().map(Score::from_hundredths)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn spans(from: &str, to: &str) -> (Step, Vec<String>) {
        let (from, to) = (date(from), date(to));
        let step = Step::of(from, to);
        (step, step.spans(from, to).map(|(first, last)| format!("{first}/{last}")).collect())
    }

    #[test]
    fn a_range_is_told_by_the_step_of_its_width() {
        let (step, days) = spans("2026-03-05", "2026-03-06");
        assert_eq!(
            (step, days),
            (Step::Day, vec!["2026-03-05/2026-03-05".into(), "2026-03-06/2026-03-06".into()])
        );

        // A Thursday to a Friday: the weeks in between are whole, Monday to Sunday.
        let (step, weeks) = spans("2026-01-01", "2026-03-06");
        assert_eq!((step, weeks.len()), (Step::Week, 10));
        assert_eq!(weeks[..2], ["2026-01-01/2026-01-04", "2026-01-05/2026-01-11"]);
        assert_eq!(weeks[9], "2026-03-02/2026-03-06");

        let (step, months) = spans("2024-01-31", "2025-12-31");
        assert_eq!((step, months.len()), (Step::Month, 24));
        assert_eq!(months[..2], ["2024-01-31/2024-01-31", "2024-02-01/2024-02-29"]);

        let (from, to) = (date("2026-03-05"), date("2026-03-04"));
        assert_eq!(Step::of(from, to).spans(from, to).count(), 0);
        assert_eq!(Step::Month.spans(Date::MAX, Date::MAX).count(), 1, "the calendar's end is an end");
    }

    #[test]
    fn sixty_two_days_are_told_by_day_and_four_hundred_by_week() {
        let from = date("2026-03-05");
        for (days, step) in
            [(1, Step::Day), (62, Step::Day), (63, Step::Week), (400, Step::Week), (401, Step::Month)]
        {
            assert_eq!(Step::of(from, from.add_days(days - 1)), step, "{days} days");
        }
    }

    #[test]
    fn every_day_of_a_range_lies_in_one_step() {
        let from = date("2021-02-17");
        for days in [0, 61, 62, 399, 400, DAYS_MAX - 1] {
            let to = from.add_days(days);
            let spans: Vec<_> = Step::of(from, to).spans(from, to).collect();
            assert!(spans.len() <= 122, "{days}");
            let told: i32 = spans.iter().map(|(first, last)| first.days_until(*last) + 1).sum();
            assert_eq!(told, days + 1);
            assert!(spans.windows(2).all(|pair| pair[0].1.add_days(1) == pair[1].0));
        }
    }

    #[test]
    fn shares_and_means_are_rounded_like_scores() {
        assert_eq!(rate(1, 3), Some(Score::from_hundredths(3_333)));
        assert_eq!(rate(0, 0), None);
        assert_eq!(mean(10_001, 2), Some(Score::from_hundredths(5_001)));
        assert_eq!(mean(10_000, 3), Some(Score::from_hundredths(3_333)));
        assert_eq!(mean(0, 0), None);
    }
}
