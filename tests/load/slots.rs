//! Sixty days of slots, natively. Also prints the input, so that the WebAssembly module and the other libraries
//! (`slots.ts`) get the same.

use std::hint::black_box;
use std::time::Instant;

use serde_json::{Value, json};
use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::{BookingSessionConfig, Day, Schedule, SlotQuery, WeeklySlots};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay, london_date_time};

const DAYS: usize = 60;
/// Sunday 1 March 2026, 08:00 in London: the sixty days include the change to summer time.
const NOW_MS: i64 = 1_772_352_000_000;
/// On each day one time is full and one half full.
const TAKEN: [(&str, u16); 2] = [("10:00", 6), ("12:00", 3)];
const SAMPLES: usize = 101;
const RUNS: u32 = 200;

pub(crate) fn measure() -> Value {
    let config = config();
    let schedule = Schedule::new(&config).expect("the bench's schedule is valid");
    let query = SlotQuery {
        now: london_date_time(NOW_MS).expect("a moment in range"),
        booking_type: BookingType::Test,
        last_completed: None,
        bypass: false,
    };
    let from = schedule.first_date(&query).expect("the bench's schedule offers something");
    let places = places(schedule.slot_capacity());

    let days = grid(&schedule, &query, from, &places);
    let available = days.iter().flat_map(|day| &day.slots).filter(|slot| slot.available).count();
    let milliseconds = median(|| grid(&schedule, &query, from, &places).len());
    let compile = median(|| usize::from(Schedule::new(&config).is_ok()));

    let times: serde_json::Map<String, Value> =
        TAKEN.iter().map(|(time, taken)| ((*time).to_owned(), json!(taken))).collect();
    let taken: serde_json::Map<String, Value> =
        days.iter().map(|day| (day.date.to_string(), Value::Object(times.clone()))).collect();
    json!({
        "input": { "config": config, "nowMs": NOW_MS, "from": from, "days": DAYS, "taken": taken },
        "available": available,
        "native": milliseconds,
        "compile": compile,
    })
}

/// Every quarter hour on every day of the week, five closed dates.
fn config() -> BookingSessionConfig {
    let times: Vec<TimeOfDay> = SlotTime::all().map(SlotTime::time_of_day).collect();
    let closed = ["2026-03-06", "2026-03-17", "2026-03-29", "2026-04-10", "2026-04-20"];
    BookingSessionConfig {
        test_slots: WeeklySlots::every_day(&times),
        retest_slots: WeeklySlots::every_day(&times),
        closed_dates: closed.iter().map(|date| date.parse().expect("a date")).collect(),
        window_days: 90,
        ..BookingSessionConfig::default()
    }
}

fn places(capacity: u16) -> [u16; SlotTime::COUNT] {
    let mut places = [capacity; SlotTime::COUNT];
    for (time, taken) in TAKEN {
        let time: SlotTime = time.parse().expect("a quarter hour");
        places[time.index()] -= taken;
    }
    places
}

fn grid(schedule: &Schedule, query: &SlotQuery, from: Date, places: &[u16; SlotTime::COUNT]) -> Vec<Day> {
    let mut date = from;
    let mut days = Vec::with_capacity(DAYS);
    for _ in 0..DAYS {
        days.push(schedule.day(black_box(query), date, |time| places[time.index()]));
        date = date.add_days(1);
    }
    days
}

/// Milliseconds of one run: the median of many samples of many runs.
fn median(mut run: impl FnMut() -> usize) -> f64 {
    let mut samples: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let begun = Instant::now();
            for _ in 0..RUNS {
                black_box(run());
            }
            begun.elapsed().as_secs_f64() * 1_000.0 / f64::from(RUNS)
        })
        .collect();
    samples.sort_by(f64::total_cmp);
    samples[SAMPLES / 2]
}
