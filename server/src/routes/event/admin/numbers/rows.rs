//! Adds the counts of the tallies up to the rows of an answer.

use serde::Serialize;
use sixfold_domain::numbers::{PARTS, Step, mean, rate};
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::db::boards::statistics::{self, Counts, Hour, Range};

/// A row; its variant follows from the statistic. `date` and `until` are the first and last date of a step.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(super) enum Row {
    /// An hour of the week that has ever had a booking.
    Use {
        /// Monday is 1.
        weekday: i64,
        /// In London time.
        hour: i64,
        /// Places taken.
        booked: i64,
        /// Of these, how many athletes arrived.
        arrived: i64,
        /// Of the places taken, those whose time is over or has begun: the base of `arrived`.
        due: i64,
    },
    /// Bookings for tests within a step.
    Bookings {
        #[schema(value_type = String)]
        date: Date,
        #[schema(value_type = String)]
        until: Date,
        /// Bookings that were not cancelled.
        booked: i64,
        /// Of these, how many athletes arrived.
        arrived: i64,
        /// Of these, how many did not.
        missed: i64,
        /// Cancelled bookings.
        cancelled: i64,
    },
    /// Final scores of tests within a step.
    Finals {
        #[schema(value_type = String)]
        date: Date,
        #[schema(value_type = String)]
        until: Date,
        finals: i64,
        /// Null without finals.
        #[schema(value_type = Option<f64>)]
        mean: Option<Score>,
    },
    /// The share of retests among a step's bookings.
    Retests {
        #[schema(value_type = String)]
        date: Date,
        #[schema(value_type = String)]
        until: Date,
        /// Tests and retests.
        booked: i64,
        retests: i64,
        /// Per cent; null without bookings.
        #[schema(value_type = Option<f64>)]
        rate: Option<Score>,
    },
    /// The waiting lists for slots within a step.
    Waiting {
        #[schema(value_type = String)]
        date: Date,
        #[schema(value_type = String)]
        until: Date,
        /// How many athletes were ever on one.
        waited: i64,
        /// Of these, how many still are.
        waiting: i64,
        /// Of these, how many got an offer.
        offered: i64,
        /// Of these, how many accepted it.
        accepted: i64,
    },
    /// The distribution of a test's points.
    Distribution {
        /// A test's name, or `final`.
        #[serde(rename = "testType")]
        test_type: &'static str,
        scores: i64,
        /// Null without scores.
        #[schema(value_type = Option<f64>)]
        mean: Option<Score>,
        /// Twenty counts: points below 5, from 5 on, and so on; the last from 95 to 100.
        parts: Vec<i64>,
    },
}

pub(super) fn hours(hours: Vec<Hour>) -> Vec<Row> {
    let row = |Hour { weekday, hour, booked, arrived, due }| Row::Use { weekday, hour, booked, arrived, due };
    hours.into_iter().map(row).collect()
}

pub(super) fn bookings(step: Step, range: &Range, days: &[Counts<4>]) -> Vec<Row> {
    gather(step, range, days, |(date, until), [booked, arrived, missed, cancelled]| Row::Bookings {
        date,
        until,
        booked,
        arrived,
        missed,
        cancelled,
    })
}

pub(super) fn finals(step: Step, range: &Range, days: &[Counts<2>]) -> Vec<Row> {
    gather(step, range, days, |(date, until), [finals, points]| Row::Finals {
        date,
        until,
        finals,
        mean: mean(points, finals),
    })
}

pub(super) fn retests(step: Step, range: &Range, days: &[Counts<2>]) -> Vec<Row> {
    gather(step, range, days, |(date, until), [booked, retests]| Row::Retests {
        date,
        until,
        booked,
        retests,
        rate: rate(retests, booked),
    })
}

pub(super) fn waiting(step: Step, range: &Range, days: &[Counts<4>]) -> Vec<Row> {
    gather(step, range, days, |(date, until), [waited, waiting, offered, accepted]| Row::Waiting {
        date,
        until,
        waited,
        waiting,
        offered,
        accepted,
    })
}

/// A row for the named test, or for each in their usual order with the final first; zeros where nothing was scored.
pub(super) fn distribution(test_type: Option<&str>, mut stored: Vec<statistics::Distribution>) -> Vec<Row> {
    let all = [statistics::FINAL].into_iter().chain(TestType::ALL.map(TestType::as_str));
    all.filter(|name| test_type.is_none_or(|test_type| test_type == *name))
        .map(|test_type| {
            let at = stored.iter().position(|row| row.test_type == test_type);
            let (scores, points, parts) = at.map_or((0, 0, [0; PARTS]), |at| {
                let row = stored.swap_remove(at);
                (row.scores, row.points, row.parts)
            });
            Row::Distribution { test_type, scores, mean: mean(points, scores), parts: parts.to_vec() }
        })
        .collect()
}

/// Sums the counts of days, which are in order, into a row for each step; zeros where there are none.
fn gather<const N: usize>(
    step: Step,
    range: &Range,
    days: &[Counts<N>],
    row: impl Fn((Date, Date), [i64; N]) -> Row,
) -> Vec<Row> {
    let mut days = days.iter().peekable();
    step.spans(range.from, range.to)
        .map(|(first, last)| {
            let mut sums = [0; N];
            while let Some(day) = days.next_if(|day| day.date <= last) {
                for (sum, count) in sums.iter_mut().zip(day.counts) {
                    *sum += count;
                }
            }
            row((first, last), sums)
        })
        .collect()
}
