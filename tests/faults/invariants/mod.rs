//! The invariants, which hold whatever the fault. Each function is one of them and returns its violations.

mod bookings;
mod derived;
mod letters;
mod people;

use std::collections::BTreeMap;

use crate::history::Record;
use crate::world::World;

pub use people::{health_data_goes_when_due, no_session_lasts_longer_than_58_minutes};

/// An invariant's name and its violations.
pub type Broken = (&'static str, Vec<String>);

macro_rules! held {
    ($(($check:path)($($argument:expr),*)),* $(,)?) => {
        vec![$((name(stringify!($check)), $check($($argument),*).await)),*]
    };
}

/// The invariants checked once everything is running again.
pub async fn once_healed(world: &World<'_>, records: &[Record]) -> Vec<Broken> {
    held![
        (bookings::no_place_is_oversold)(world),
        (bookings::no_athlete_has_two_open_bookings)(world),
        (bookings::every_answered_write_is_there_once)(world, records),
        (bookings::no_other_write_is_there_even_in_part)(world, records),
        (bookings::nothing_is_answered_with_an_error_of_ours)(records),
        (derived::the_audit_log_is_complete)(world, records),
        (derived::boards_equal_the_store)(world),
        (derived::tallies_equal_the_store)(world),
        (letters::every_write_has_its_letter)(world, records),
        (people::no_session_is_stored_for_longer_than_58_minutes)(world),
        (people::no_health_data_goes_before_it_is_due)(world),
        (people::signing_in_ends_in_time)(world),
        (people::content_is_there_without_its_hub)(world),
    ]
}

/// The invariants checked an hour later, when every letter has been sent.
pub async fn once_sent(world: &World<'_>) -> Vec<Broken> {
    held![(letters::every_letter_arrives)(world), (letters::no_letter_arrives_again_without_a_reason)(world),]
}

fn name(path: &'static str) -> &'static str {
    path.rsplit("::").next().unwrap_or(path).trim()
}

/// The lines missing from the second list, and those missing from the first, counting repetitions.
fn differences(expected: Vec<String>, found: Vec<String>) -> (Vec<String>, Vec<String>) {
    let mut counts: BTreeMap<String, i64> = BTreeMap::new();
    for line in expected {
        *counts.entry(line).or_default() += 1;
    }
    for line in found {
        *counts.entry(line).or_default() -= 1;
    }
    let times = |wanted: i64| {
        counts
            .iter()
            .filter(move |(_, count)| count.signum() == wanted)
            .flat_map(|(line, count)| {
                std::iter::repeat_n(line.clone(), usize::try_from(count.unsigned_abs()).expect("a few"))
            })
            .collect()
    };
    (times(1), times(-1))
}

/// Both kinds of difference, as lines of a report.
fn mismatches(expected: Vec<String>, found: Vec<String>) -> Vec<String> {
    let (missing, extra) = differences(expected, found);
    let missing = missing.into_iter().map(|line| format!("missing: {line}"));
    missing.chain(extra.into_iter().map(|line| format!("not expected: {line}"))).collect()
}
