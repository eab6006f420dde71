//! The schedule as staff and a content hub write it: weekly lists, dates, sessions.

use std::collections::BTreeSet;

use serde_json::{Map, Value};
use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::{BookingSessionConfig, DateList, Schedule, SessionKind, SlotQuery, WeeklySlots};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, TimeOfDay};
use sixfold_server::content::schedule::{
    FixedItem, ScheduleItem, named_sessions, read_dates, read_session_ids, read_window,
};
use sixfold_server::db::calendar::timetable::{SessionItem, Timetable};

pub fn check(bytes: &[u8]) {
    if let Ok(config) = serde_json::from_slice::<BookingSessionConfig>(bytes) {
        let text = serde_json::to_string(&config).unwrap();
        assert_eq!(serde_json::from_str::<BookingSessionConfig>(&text).unwrap(), config);
        compiles(&config);
    }
    if let Ok(week) = serde_json::from_slice::<WeeklySlots>(bytes) {
        compiles(&BookingSessionConfig { retest_slots: week, ..BookingSessionConfig::default() });
    }
    if let Ok(elements) = serde_json::from_slice::<Map<String, Value>>(bytes) {
        items(&elements);
    }
}

/// A config is refused where one of its times is off the grid, stands twice, or ends before it begins; otherwise each day of a
/// week lists the times of its list.
fn compiles(config: &BookingSessionConfig) {
    let weeks = [&config.test_slots, &config.retest_slots];
    let sound = |times: &[TimeOfDay]| {
        let known: BTreeSet<SlotTime> =
            times.iter().filter_map(|time| SlotTime::try_from(*time).ok()).collect();
        known.len() == times.len()
    };
    let lists = weeks.iter().flat_map(|week| week.days()).all(sound);
    let windows = SessionKind::ALL.into_iter().flat_map(|kind| config.sessions(kind));
    let forwards = windows.clone().all(|window| window.session_start <= window.session_end);
    if let Err(error) = Schedule::new(config) {
        assert!(!lists || !forwards, "{error}");
        assert!(!error.code().is_empty() && !error.field().is_empty());
        return;
    }
    assert!(lists && forwards);
    let plain = BookingSessionConfig {
        test_slots: config.test_slots.clone(),
        retest_slots: config.retest_slots.clone(),
        ..BookingSessionConfig::default()
    };
    let schedule = Schedule::new(&plain).expect("lists that compile with sessions compile without");
    let monday: Date = "2026-11-23".parse().unwrap();
    let now = LocalDateTime { date: monday.add_days(-1), time: TimeOfDay::MIDNIGHT };
    for (booking_type, week) in [BookingType::Test, BookingType::Retest].into_iter().zip(weeks) {
        let query = SlotQuery { now, booking_type, last_completed: None, bypass: true };
        for (step, times) in (0..).zip(week.days()) {
            let day = schedule.day(&query, monday.add_days(step), |_| 1);
            let listed: BTreeSet<TimeOfDay> = day.slots.iter().map(|slot| slot.time.time_of_day()).collect();
            assert_eq!(listed, times.iter().copied().collect(), "day {step} of {week:?}");
        }
    }
}

/// What reads from an item's elements is written into elements that read alike.
fn items(elements: &Map<String, Value>) {
    named_sessions(elements);
    if let Ok(ids) = read_session_ids(elements) {
        assert!(ids.len() <= 2_000);
    }
    if let Ok(dates) = read_dates(elements) {
        for list in DateList::ALL {
            let mut timetable = Timetable::default();
            match list {
                DateList::Closed => timetable.closed_dates.clone_from(&dates),
                DateList::BankHolidays => timetable.bank_holidays.clone_from(&dates),
            }
            let item = ScheduleItem::of_fixed(FixedItem::Dates(list), &timetable);
            assert_eq!(read_dates(&item.elements).as_ref(), Ok(&dates));
        }
    }
    if let Ok(window) = read_window(elements) {
        for kind in SessionKind::ALL {
            let item = ScheduleItem::of_session(&SessionItem {
                id: "s".into(),
                kind,
                window,
                rev: 1,
                updated_at: 0,
            });
            assert_eq!(read_window(&item.elements), Ok(window));
        }
    }
}
