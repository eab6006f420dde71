//! Scheduled openings in selected cases (RULES 3.12).

use super::*;
use crate::time::parse_timestamp;

fn opening(from: &str, to: &str, opens: &str) -> Opening {
    Opening { from: date(from), to: date(to), opens_at: parse_timestamp(opens).unwrap() }
}

fn with(openings: &[Opening]) -> BookingSessionConfig {
    BookingSessionConfig { openings: openings.to_vec(), ..config() }
}

fn at(on: &str, clock: &str) -> SlotQuery {
    SlotQuery { now: LocalDateTime { date: date(on), time: time(clock) }, ..query() }
}

fn refused(schedule: &Schedule, query: &SlotQuery, on: &str) -> Option<Refusal> {
    schedule.check_time(query, date(on), time("10:00"), 6).err()
}

// RULES 3.12
#[test]
fn dates_open_at_the_minute_whether_the_window_has_them_or_not() {
    let schedule = schedule(&with(&[opening("2026-12-14", "2027-01-10", "2026-11-29T20:00:00Z")]));
    let (before, on_time) = (at("2026-11-29", "19:59"), at("2026-11-29", "20:00"));
    for within in ["2026-12-14", "2026-12-29", "2026-12-30", "2027-01-10"] {
        assert_eq!(refused(&schedule, &before, within), Some(Refusal::DateNotOpen), "{within}");
        assert_eq!(refused(&schedule, &on_time, within), None, "{within}");
    }
    for query in [before, on_time] {
        assert_eq!(refused(&schedule, &query, "2026-12-13"), None);
        assert_eq!(refused(&schedule, &query, "2027-01-11"), Some(Refusal::DateTooLate));
    }
    assert_eq!(
        (schedule.last_date(&before), schedule.last_date(&on_time)),
        (date("2026-12-29"), date("2027-01-10"))
    );
    let bypassing = SlotQuery { bypass: true, ..before };
    assert_eq!(refused(&schedule, &bypassing, "2026-12-14"), None);
}

#[test]
fn days_between_the_window_and_an_open_run_of_dates_stay_too_far_ahead() {
    let schedule = schedule(&with(&[opening("2027-06-01", "2027-06-30", "2026-11-01T20:00:00Z")]));
    assert_eq!(refused(&schedule, &query(), "2026-12-22"), Some(Refusal::DateTooLate));
    assert_eq!(refused(&schedule, &query(), "2027-06-30"), None);
    assert_eq!(schedule.last_date(&query()), date("2027-06-30"));
}

#[test]
fn the_first_date_steps_over_a_coming_opening() {
    let whole = schedule(&with(&[opening("2026-11-01", "2026-12-31", "2026-11-29T20:00:00Z")]));
    assert_eq!(whole.first_date(&query()), None);
    assert_eq!(whole.first_date(&at("2026-11-29", "20:00")), Some(date("2026-11-30")));
    let part = schedule(&with(&[opening("2026-11-01", "2026-11-30", "2026-11-29T20:00:00Z")]));
    assert_eq!(part.first_date(&query()), Some(date("2026-12-01")));
}

#[test]
fn an_opening_lifts_neither_the_start_nor_the_notice_nor_a_closed_date() {
    let config = BookingSessionConfig {
        start_date: Some(date("2026-12-05")),
        closed_dates: vec![date("2026-12-10")],
        days_ahead: 20,
        ..with(&[opening("2026-12-01", "2026-12-31", "2026-11-20T20:00:00Z")])
    };
    let schedule = schedule(&config);
    assert_eq!(refused(&schedule, &query(), "2026-12-04"), Some(Refusal::DateBeforeStart));
    assert_eq!(refused(&schedule, &query(), "2026-12-05"), Some(Refusal::DateTooEarly));
    assert_eq!(refused(&schedule, &at("2026-11-20", "19:00"), "2026-12-05"), Some(Refusal::DateNotOpen));
    assert_eq!(refused(&schedule, &at("2026-11-20", "21:00"), "2026-12-10"), Some(Refusal::DateClosed));
}

// RULES 5.2
#[test]
fn neither_the_booking_window_nor_openings_limit_seats_of_waiting_lists() {
    let config = BookingSessionConfig {
        start_date: Some(date("2026-12-16")),
        closed_dates: vec![date("2027-01-09")],
        ..with(&[
            opening("2026-12-14", "2026-12-20", "2026-11-01T20:00:00Z"),
            opening("2027-01-01", "2027-01-10", "2026-11-29T20:00:00Z"),
        ])
    };
    let schedule = schedule(&config).for_waiting_lists();
    // The last one is beyond the window, which ends on 15 January.
    for allowed in ["2026-12-14", "2027-01-01", "2027-01-10", "2027-01-16"] {
        assert_eq!(refused(&schedule, &query(), allowed), None, "{allowed}");
    }
    assert_eq!(schedule.check_time(&query(), date("2026-11-21"), time("18:00"), 1).err(), None, "today");
    assert_eq!(refused(&schedule, &query(), "2027-01-09"), Some(Refusal::DateClosed));
}

#[test]
fn a_date_is_of_the_opening_that_includes_it() {
    let december = opening("2026-12-01", "2026-12-31", "2026-11-25T20:00:00Z");
    let january = opening("2027-01-01", "2027-01-31", "2026-11-24T20:00:00Z");
    let schedule = schedule(&with(&[december, january]));
    assert_eq!(schedule.opening(date("2026-12-31")), Some(december));
    assert_eq!(schedule.opening(date("2026-11-30")), None);
    assert_eq!(schedule.opening(date("2027-02-01")), None);
}

#[test]
fn an_opening_is_written_in_utc_and_only_if_there_is_one() {
    let json =
        serde_json::to_value(with(&[opening("2027-06-01", "2027-06-30", "2027-05-01T20:00:00+01:00")]))
            .unwrap();
    let expected = serde_json::json!([{ "from": "2027-06-01", "to": "2027-06-30", "opensAt": "2027-05-01T19:00:00.000Z" }]);
    assert_eq!(json["openings"], expected);
    assert_eq!(serde_json::to_value(config()).unwrap().get("openings"), None);
}

// RULES 3.12
#[test]
fn a_list_that_breaks_a_rule_is_refused() {
    let december = opening("2026-12-01", "2026-12-31", "2026-11-01T20:00:00Z");
    let code = |openings: &[Opening]| Schedule::new(&with(openings)).err().map(ScheduleError::code);
    let day = |step: i32, opens_at| {
        let on = date("2026-12-01").add_days(step);
        Opening { from: on, to: on, opens_at }
    };
    let many: Vec<_> = (0..25).map(|step| day(step, december.opens_at)).collect();
    assert_eq!(code(&many[..24]), None);
    for (openings, expected) in [
        (many, "OPENINGS_TOO_MANY"),
        (vec![opening("2026-12-02", "2026-12-01", "2026-11-01T20:00:00Z")], "OPENING_REVERSED"),
        (vec![opening("2026-12-01", "2026-12-01", "2026-12-02T00:00:00Z")], "OPENING_TOO_LATE"),
        (vec![opening("2026-12-01", "2028-11-02", "2026-11-01T20:00:00Z")], "OPENING_TOO_FAR"),
        (vec![opening("2026-12-01", "2026-12-31", "2026-11-01T20:00:01Z")], "OPENING_NOT_WHOLE_MINUTE"),
        (vec![opening("2026-12-01", "2026-12-31", "2026-10-25T00:30:00Z")], "OPENING_TIME_TWICE"),
        (vec![opening("2026-12-01", "2026-12-31", "2026-10-25T01:30:00Z")], "OPENING_TIME_TWICE"),
        (vec![december, opening("2026-11-01", "2026-12-01", "2026-10-01T20:00:00Z")], "OPENING_OVERLAP"),
        (vec![Opening { opens_at: -80_000_000_000 * 60_000, ..december }], "DATE_OUT_OF_RANGE"),
    ] {
        assert_eq!(code(&openings), Some(expected));
    }
    for at in ["2026-10-24T23:59:00Z", "2026-10-25T02:00:00Z"] {
        assert_eq!(code(&[opening("2026-12-01", "2026-12-31", at)]), None, "{at}");
    }
    assert_eq!(code(&[december, opening("2027-01-01", "2027-01-01", "2026-11-01T20:00:00Z")]), None);
    assert_eq!(ScheduleError::from(OpeningError::TooMany).field(), "openings");
}
