//! Checking the rows against each other and against the store: who they belong to, what is there already, and whether each
//! day has all six tests.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sixfold_domain::booking::{BookingStatus, HistoryEntry, booking_type};
use sixfold_domain::identity::Uaid;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::{Score, final_score};
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;

use super::file::{File, Row};
use super::problem::Problem;
use crate::db::results::history_import::Day;
use crate::db::results::history_import::{self, PersonsBookings};
use crate::db::{Conn, DbError};

/// What the rows come to, and what is wrong with them.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub athletes: usize,
    pub days: Vec<Day>,
    pub problems: Vec<Problem>,
}

/// A day that ended as `dnt` cannot be corrected.
const NOT_COMPLETED: &str = "This athlete's test of that day ended as “did not test”. Unless its score was removed, you have \
    a week to record what is missing in its booking and finish it. Take the day out of the file.";

/// The rows of a person's day.
type Days<'a> = BTreeMap<(&'a Uaid, Date), Vec<&'a Row>>;

/// Checks the rows; the days are of use only where there is no problem.
pub(super) async fn check(
    conn: &mut Conn,
    file: &File,
    protocols: &Protocols,
    today: Date,
) -> Result<Checked, DbError> {
    let mut problems = Vec::new();
    let days = by_day(&file.lines, &mut problems);
    let people: BTreeSet<&Uaid> = file.lines.iter().map(|line| &line.uaid).collect();
    let mut known: HashMap<&Uaid, Option<PersonsBookings>> = HashMap::new();
    for uaid in &people {
        known.insert(uaid, history_import::known(conn, uaid.as_str()).await?);
    }
    let mut histories: HashMap<&Uaid, Vec<HistoryEntry>> = HashMap::new();
    let mut found = Vec::new();
    for ((uaid, date), rows) in &days {
        let mut tell = |code, column: &'static str, message: &str| {
            problems.extend(rows.iter().map(|row| Problem::of_line(row.line, code, message).column(column)));
        };
        if *date > today {
            tell("DATE_OUT_OF_RANGE", "date", "That day is still to come.");
        }
        let Some(Some(person)) = known.get(uaid) else {
            tell("UAID_UNKNOWN", "uaid", "There is no athlete with that number.");
            continue;
        };
        if person.is_completed_on(*date) {
            let message = "This athlete has results of that day already. Correct them instead.";
            tell("RESULT_EXISTS", "date", message);
        } else if person.is_booked_on(*date) {
            let message = "This athlete's booking of that day is still open. Finish it at the desk.";
            tell("BOOKING_OPEN_EXISTS", "date", message);
        } else if person.has_tests_on(*date) {
            tell("RESULT_EXISTS", "date", NOT_COMPLETED);
        }
        let history = histories.entry(uaid).or_insert_with(|| person.completed());
        let (day, missing) = day(rows, protocols, history);
        if !missing.is_empty() && !file.broken.contains(&((*uaid).clone(), *date)) {
            let message = format!(
                "A day has a row for each of the six tests. Missing: {}. Write dnt in attempt1 of a test that was not taken.",
                missing.join(", ")
            );
            problems.push(Problem::of_line(rows[0].line, "TESTS_OPEN", message));
        }
        if day.score.is_some() {
            let event_test_status = BookingStatus::Completed;
            history.push(HistoryEntry { event_test_status, event_test_date: Some(*date) });
        }
        found.push(day);
    }
    problems.sort();
    Ok(Checked { athletes: people.len(), days: found, problems })
}

/// The rows by person and day; a test that stands twice is a problem of its second line.
fn by_day<'a>(lines: &'a [Row], problems: &mut Vec<Problem>) -> Days<'a> {
    let mut days: Days<'a> = BTreeMap::new();
    for line in lines {
        let rows = days.entry((&line.uaid, line.date)).or_default();
        if let Some(first) = rows.iter().find(|row| row.test_type == line.test_type) {
            let message = format!("Line {} already has this test on the same day.", first.line);
            problems.push(Problem::of_line(line.line, "LINE_REPEATED", message).column("test"));
        } else {
            rows.push(line);
        }
    }
    days
}

/// Scores a day and names the tests that have no row (RULES 7.6).
fn day(rows: &[&Row], protocols: &Protocols, history: &[HistoryEntry]) -> (Day, Vec<&'static str>) {
    let (first, mut tests, mut missing) = (rows[0], Vec::with_capacity(6), Vec::new());
    for test in TestType::ALL {
        let Some(row) = rows.iter().find(|row| row.test_type == test) else {
            missing.push(test.as_str());
            continue;
        };
        // Each attempt was read by this protocol; none at all means that the test was not taken.
        tests.push((test, protocols.of(test).score(&row.attempts).ok(), row.attempts.clone()));
    }
    let scores: Vec<Score> = tests.iter().filter_map(|(_, score, _)| *score).collect();
    let before: Vec<HistoryEntry> = history
        .iter()
        .filter(|entry| entry.event_test_date.is_some_and(|date| date < first.date))
        .copied()
        .collect();
    let day = Day {
        uaid: first.uaid.to_string(),
        date: first.date,
        booking_type: booking_type(&before),
        score: <[Score; 6]>::try_from(scores).ok().map(|six| final_score(&six)),
        tests,
    };
    (day, missing)
}
