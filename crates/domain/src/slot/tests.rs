//! The slot rules in selected cases.

mod openings;
mod properties;

use super::*;
use crate::booking::BookingType;
use crate::time::{Date, LocalDateTime, SlotTime, TimeOfDay};

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn time(text: &str) -> TimeOfDay {
    text.parse().unwrap()
}

fn window(on: &str, start: &str, end: &str) -> SessionWindow {
    SessionWindow { session_date: date(on), session_start: time(start), session_end: time(end) }
}

fn all_day() -> Vec<TimeOfDay> {
    SlotTime::all().map(SlotTime::time_of_day).collect()
}

fn config() -> BookingSessionConfig {
    BookingSessionConfig {
        test_slots: WeeklySlots::every_day(&all_day()),
        retest_slots: WeeklySlots::every_day(&[time("18:00"), time("18:15")]),
        ..BookingSessionConfig::default()
    }
}

/// Saturday 21 November 2026, 10:00.
fn query() -> SlotQuery {
    SlotQuery {
        now: LocalDateTime { date: date("2026-11-21"), time: time("10:00") },
        booking_type: BookingType::Test,
        last_completed: None,
        bypass: false,
    }
}

fn schedule(config: &BookingSessionConfig) -> Schedule {
    Schedule::new(config).unwrap()
}

fn day(config: &BookingSessionConfig, query: &SlotQuery, on: &str) -> Day {
    schedule(config).day(query, date(on), |_| 6)
}

fn available(day: &Day) -> Vec<String> {
    day.slots.iter().filter(|slot| slot.available).map(|slot| slot.time.to_string()).collect()
}

#[test]
fn an_open_day_has_each_quarter_hour_once() {
    let found = day(&config(), &query(), "2026-11-22");
    assert!(found.open && found.reason.is_none());
    let expected: Vec<_> = SlotTime::all().map(|time| time.to_string()).collect();
    assert_eq!(available(&found), expected);
}

#[test]
fn every_open_day_from_2024_to_2040_has_each_quarter_hour_once() {
    let config = config();
    let schedule = schedule(&config);
    let expected: Vec<_> = SlotTime::all().collect();
    let mut there = date("2024-01-01");
    let mut clock_changes = 0;
    while there <= date("2040-12-31") {
        let query =
            SlotQuery { now: LocalDateTime { date: there.add_days(-1), time: time("12:00") }, ..query() };
        let found = schedule.day(&query, there, |_| 1);
        assert!(found.open, "{there}");
        assert!(found.slots.iter().map(|slot| slot.time).eq(expected.iter().copied()), "{there}");
        assert!(found.slots.iter().all(|slot| slot.available), "{there}");
        // Each is a distinct instant, fifteen minutes after the previous one, also when the clocks change.
        let instants: Vec<_> = found
            .slots
            .iter()
            .map(|slot| crate::time::london_to_millis(there, slot.time.time_of_day()).unwrap())
            .collect();
        assert!(instants.windows(2).all(|pair| pair[1] - pair[0] == 15 * 60_000), "{there}");
        let day_ms = crate::time::london_day_end(there).unwrap() + 1
            - crate::time::london_to_millis(there, TimeOfDay::MIDNIGHT).unwrap();
        clock_changes += i32::from(day_ms != crate::time::DAY_MS);
        there = there.add_days(1);
    }
    assert_eq!(clock_changes, 2 * 17, "the walk met both Sundays of each year");
}

#[test]
fn a_closed_date_offers_nothing_not_even_a_mop_up() {
    let config = BookingSessionConfig {
        closed_dates: vec![date("2026-11-24")],
        mopup_sessions_ref: vec![window("2026-11-24", "10:00", "11:00")],
        ..config()
    };
    let found = day(&config, &query(), "2026-11-24");
    assert_eq!((found.open, found.reason, found.slots.len()), (false, Some(Refusal::DateClosed), 0));
}

// RULES 3.3
#[test]
fn a_bank_holiday_starts_from_nothing_and_takes_mop_ups() {
    let bank = BookingSessionConfig { bank_holidays: vec![date("2026-11-24")], ..config() };
    let found = day(&bank, &query(), "2026-11-24");
    assert_eq!((found.open, found.reason, found.slots.len()), (false, Some(Refusal::BankHoliday), 0));
    let mopup =
        BookingSessionConfig { mopup_sessions_ref: vec![window("2026-11-24", "09:50", "10:31")], ..bank };
    assert_eq!(available(&day(&mopup, &query(), "2026-11-24")), ["10:00", "10:15", "10:30"]);
    let asked = schedule(&mopup).check_time(&query(), date("2026-11-24"), time("12:00"), 6);
    assert_eq!(asked, Err(Refusal::BankHoliday));
}

#[test]
fn a_mop_up_joins_both_lists_and_is_clipped_to_the_grid() {
    let config = BookingSessionConfig {
        test_slots: WeeklySlots::default(),
        mopup_sessions_ref: vec![
            window("2026-11-24", "07:10", "09:20"),
            window("2026-11-24", "23:31", "23:59"),
        ],
        ..config()
    };
    assert_eq!(available(&day(&config, &query(), "2026-11-24")), ["09:00", "09:15", "23:45"]);
    let retest = SlotQuery { booking_type: BookingType::Retest, ..query() };
    assert_eq!(
        available(&day(&config, &retest, "2026-11-24")),
        ["09:00", "09:15", "18:00", "18:15", "23:45"]
    );
}

#[test]
fn sessions_drop_what_starts_inside_them() {
    let config = BookingSessionConfig {
        retest_slots: WeeklySlots::every_day(&["10:00", "10:15", "10:30", "10:45", "11:00"].map(time)),
        closed_sessions: vec![window("2026-11-24", "10:10", "10:30")],
        training_sessions: vec![window("2026-11-24", "10:45", "11:00")],
        ..config()
    };
    let retest = SlotQuery { booking_type: BookingType::Retest, ..query() };
    let found = day(&config, &retest, "2026-11-24");
    let reasons: Vec<_> = found.slots.iter().map(|slot| slot.reason).collect();
    assert_eq!(reasons, [None, Some(Refusal::ClosedSession), None, Some(Refusal::TrainingSession), None]);
    let all_closed =
        BookingSessionConfig { closed_sessions: vec![window("2026-11-24", "00:00", "23:59")], ..config };
    assert_eq!(day(&all_closed, &retest, "2026-11-24").reason, Some(Refusal::ClosedSession));
}

#[test]
fn the_first_date_steps_over_what_offers_nothing() {
    let config = BookingSessionConfig {
        closed_dates: vec![date("2026-11-22")],
        bank_holidays: vec![date("2026-11-23")],
        closed_sessions: vec![window("2026-11-24", "00:00", "23:59")],
        ..config()
    };
    let schedule = schedule(&config);
    assert_eq!(schedule.first_date(&query()), Some(date("2026-11-25")));
    assert_eq!(schedule.last_date(&query()), date("2026-12-21"));
}

// RULES 3.5
#[test]
fn the_first_date_waits_for_the_start_date_and_so_does_the_window() {
    let config = BookingSessionConfig { start_date: Some(date("2027-01-04")), ..config() };
    let schedule = schedule(&config);
    assert_eq!(schedule.first_date(&query()), Some(date("2027-01-04")));
    assert_eq!(schedule.last_date(&query()), date("2027-02-03"));
    let refused = |on: &str| schedule.check_time(&query(), date(on), time("10:00"), 6).err();
    assert_eq!(refused("2027-01-03"), Some(Refusal::DateBeforeStart));
    assert_eq!(refused("2027-01-04"), None);
    assert_eq!(refused("2027-02-03"), None);
    assert_eq!(refused("2027-02-04"), Some(Refusal::DateTooLate));
}

// RULES 1.2
#[test]
fn each_edge_of_the_calendar_has_its_reason() {
    let schedule = schedule(&config());
    let refused = |on: &str| schedule.check_time(&query(), date(on), time("10:15"), 6).err();
    assert_eq!(refused("2026-11-20"), Some(Refusal::DatePast));
    assert_eq!(refused("2026-11-21"), Some(Refusal::DateTooEarly));
    assert_eq!(refused("2026-11-22"), None);
    assert_eq!(refused("2026-12-21"), None);
    assert_eq!(refused("2026-12-22"), Some(Refusal::DateTooLate));
    let off = schedule.check_time(&query(), date("2026-11-22"), time("10:10"), 6);
    assert_eq!(off, Err(Refusal::TimeOffGrid));
    let full = schedule.check_time(&query(), date("2026-11-22"), time("10:15"), 0);
    assert_eq!(full, Err(Refusal::SlotFull));
}

// RULES 3.6
#[test]
fn today_offers_only_what_is_ahead() {
    let config = BookingSessionConfig { days_ahead: 0, ..config() };
    let found = day(&config, &query(), "2026-11-21");
    assert_eq!(available(&found)[0], "10:15");
    assert_eq!(found.slots[4].reason, Some(Refusal::TimePast));
    let late = SlotQuery { now: LocalDateTime { time: time("23:45"), ..query().now }, ..query() };
    assert_eq!(day(&config, &late, "2026-11-21").reason, Some(Refusal::TimePast));
    assert_eq!(schedule(&config).first_date(&late), Some(date("2026-11-22")));
}

#[test]
fn a_retest_waits_for_its_delay_and_says_so_on_every_slot() {
    for delay in [1, 7, 30] {
        let config = BookingSessionConfig { retest_delay: delay, ..config() };
        let completed = date("2026-11-21").add_days(1 - i32::from(delay));
        let retest =
            SlotQuery { booking_type: BookingType::Retest, last_completed: Some(completed), ..query() };
        let found = day(&config, &retest, "2026-11-25");
        assert_eq!(found.reason, Some(Refusal::RetestTooSoon));
        assert!(found.slots.iter().all(|slot| slot.reason == Some(Refusal::RetestTooSoon)));
        let earlier = SlotQuery { last_completed: Some(completed.add_days(-1)), ..retest };
        assert!(day(&config, &earlier, "2026-11-25").open);
        let bypassing = SlotQuery { bypass: true, ..retest };
        assert!(day(&config, &bypassing, "2026-11-25").open);
    }
}

#[test]
fn a_bypass_lifts_the_calendar_but_not_the_closed_or_the_past() {
    let config = BookingSessionConfig { closed_dates: vec![date("2027-06-02")], ..config() };
    let schedule = schedule(&config);
    let bypassing = SlotQuery { bypass: true, ..query() };
    let refused = |on: &str, left| schedule.check_time(&bypassing, date(on), time("12:00"), left).err();
    assert_eq!(refused("2026-11-21", 1), None);
    assert_eq!(refused("2027-06-01", 1), None);
    assert_eq!(refused("2027-06-01", 0), Some(Refusal::SlotFull));
    assert_eq!(refused("2027-06-02", 1), Some(Refusal::DateClosed));
    assert_eq!(refused("2026-11-20", 1), Some(Refusal::DatePast));
}

#[test]
fn a_full_day_stays_open_and_says_so_on_its_slots() {
    let found = schedule(&config()).day(&query(), date("2026-11-25"), |_| 0);
    assert!(found.open);
    assert!(found.slots.iter().all(|slot| slot.reason == Some(Refusal::SlotFull) && !slot.available));
}

/// The page asks for many dates at once and finds what it would for each, whatever seats are left.
#[test]
fn a_range_of_dates_tells_what_each_date_tells() {
    let config = BookingSessionConfig {
        closed_dates: vec![date("2026-11-23")],
        training_sessions: vec![window("2026-11-24", "12:00", "14:00")],
        slot_capacity: 5,
        ..config()
    };
    let schedule = schedule(&config);
    assert_eq!(schedule.slot_capacity(), 5);
    // Every third quarter hour is full, each day other ones.
    let left = |day: usize, time: SlotTime| u16::from(!(day + time.index()).is_multiple_of(3));
    let remaining: Vec<u16> =
        (0..4).flat_map(|day| SlotTime::all().map(move |time| left(day, time))).collect();
    for (booking_type, remaining) in [
        (BookingType::Test, remaining.as_slice()),
        (BookingType::Retest, &remaining),
        (BookingType::Test, &[]),
    ] {
        let query = SlotQuery { booking_type, ..query() };
        let cells = schedule.grid(&query, query.now.date, 4, remaining);
        for (index, row) in cells.chunks(61).enumerate() {
            let date = query.now.date.add_days(i32::try_from(index).unwrap());
            let alone =
                schedule.day(&query, date, |time| if remaining.is_empty() { 5 } else { left(index, time) });
            let number = |reason: Option<Refusal>| reason.map_or(0, Refusal::number);
            assert_eq!(row[0], number(alone.reason), "{date}");
            for (time, cell) in SlotTime::all().zip(&row[1..]) {
                let found = alone.slots.iter().find(|slot| slot.time == time);
                assert_eq!(*cell, found.map_or(u8::MAX, |slot| number(slot.reason)), "{date} {time}");
            }
        }
        assert_eq!(cells.len(), 4 * 61);
    }
}

#[test]
fn a_date_keeps_its_list_in_the_store() {
    for list in DateList::ALL {
        assert_eq!(DateList::from_stored(list.stored()), Some(list));
    }
    assert_eq!(DateList::from_stored("closed-date"), None);
}

#[test]
fn a_config_that_breaks_a_rule_is_refused_by_name() {
    let mut off = config();
    off.test_slots.tuesday.push(time("08:45"));
    let refused = Schedule::new(&off).unwrap_err();
    assert_eq!((refused.code(), refused.field()), ("TIME_OFF_GRID", "testSlots.tuesday"));
    let mut twice = config();
    twice.retest_slots.sunday.push(time("18:00"));
    let refused = Schedule::new(&twice).unwrap_err();
    assert_eq!((refused.code(), refused.field()), ("TIME_DUPLICATE", "retestSlots.sunday"));
    let reversed =
        BookingSessionConfig { training_sessions: vec![window("2026-11-24", "11:00", "11:00")], ..config() };
    let refused = Schedule::new(&reversed).unwrap_err();
    assert_eq!((refused.code(), refused.field()), ("SESSION_REVERSED", "trainingSessions"));
}

// RULES 3.7
#[test]
fn a_reasons_number_is_its_place_in_the_order() {
    for (index, refusal) in Refusal::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(refusal.number()), index + 1);
        assert_eq!(serde_json::to_value(refusal).unwrap(), refusal.code());
    }
}
