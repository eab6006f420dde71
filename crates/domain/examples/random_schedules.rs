//! Prints random schedules with the answers of the rules, one JSON line each, to compare another build of the rules with this
//! one: `cargo run -p sixfold-domain --example random_schedules -- COUNT VALUES SEED`.
//!
//! Every line has the inputs and a digest of the answers; the first VALUES lines also have the answers.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};

use serde_json::{Value, json};
use sixfold_domain::booking::{
    BookingStatus, BookingType, HistoryEntry, booking_type, last_completed, may_book_retest,
};
use sixfold_domain::slot::{
    BookingSessionConfig, Day, Opening, Schedule, SessionWindow, SlotQuery, WeeklySlots,
};
use sixfold_domain::time::{Date, SlotTime, TimeOfDay, london_date_time};

/// SplitMix64: small, seeded, the same on every platform.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(self.next() % u64::from(bound)).unwrap_or_default()
    }

    fn small(&mut self, bound: u16) -> u16 {
        u16::try_from(self.below(u32::from(bound))).unwrap_or_default()
    }

    fn one_in(&mut self, bound: u32) -> bool {
        self.below(bound) == 0
    }

    fn list<T>(&mut self, at_most: u32, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(at_most + 1)).map(|_| item(self)).collect()
    }

    fn date(&mut self, around: Date) -> Date {
        let days = i32::try_from(self.below(50)).unwrap_or_default();
        around.add_days(days - 5)
    }

    fn time(&mut self) -> TimeOfDay {
        TimeOfDay::from_minutes(self.small(1440)).unwrap_or(TimeOfDay::MIDNIGHT)
    }

    fn times(&mut self) -> Vec<TimeOfDay> {
        let mask = self.next() & self.next() & self.next();
        SlotTime::all().filter(|slot| mask >> slot.index() & 1 == 1).map(SlotTime::time_of_day).collect()
    }

    fn week(&mut self) -> WeeklySlots {
        WeeklySlots {
            monday: self.times(),
            tuesday: self.times(),
            wednesday: self.times(),
            thursday: self.times(),
            friday: self.times(),
            saturday: self.times(),
            sunday: self.times(),
        }
    }

    /// Often one opening, that begins within an hour of now on either side or within a day.
    fn opening(&mut self, now_ms: i64, today: Date) -> Vec<Opening> {
        if self.one_in(2) {
            return Vec::new();
        }
        let minutes = if self.one_in(2) { self.below(121) } else { self.below(2881) };
        let opens_at = now_ms / 60_000 * 60_000 + (i64::from(minutes) - i64::from(self.small(121))) * 60_000;
        let from = self.date(today);
        let openings = vec![Opening { from, to: from.add_days(i32::from(self.small(20))), opens_at }];
        let config = BookingSessionConfig { openings, ..BookingSessionConfig::default() };
        if Schedule::new(&config).is_ok() { config.openings } else { Vec::new() }
    }

    fn windows(&mut self, around: Date) -> Vec<SessionWindow> {
        self.list(4, |random| {
            let (one, other) = (random.time(), random.time());
            let (session_start, latest) = (one.min(other), one.max(other));
            // A session must not be empty, so it lasts at least a minute.
            let session_end =
                TimeOfDay::from_minutes(latest.minutes().max(session_start.minutes() + 1)).unwrap_or(latest);
            SessionWindow { session_date: random.date(around), session_start, session_end }
        })
        .into_iter()
        .filter(|window| window.session_start < window.session_end)
        .collect()
    }
}

/// Two 32-bit FNV-1a hashes with different offsets: cheap in any language.
fn digest(text: &str) -> String {
    let mut halves = [0x811C_9DC5_u32, 0x1234_5677];
    for byte in text.bytes() {
        for half in &mut halves {
            *half = (*half ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    format!("{:08x}{:08x}", halves[0], halves[1])
}

/// The answers as one line of text, which the other side has to reproduce.
fn canonical(days: &[Day], facts: &[String]) -> String {
    let mut text = String::new();
    for day in days {
        let reason = day.reason.map_or("-", sixfold_domain::slot::Refusal::code);
        let _ = write!(text, "{} {} {reason};", day.date, day.open);
        for slot in &day.slots {
            let reason = slot.reason.map_or("-", sixfold_domain::slot::Refusal::code);
            let _ = write!(text, "{} {} {} {reason};", slot.time, slot.remaining, slot.available);
        }
    }
    text + &facts.join(" ")
}

fn line(random: &mut Random, with_values: bool) -> Result<Value, Box<dyn std::error::Error>> {
    // Any time from 2024 to 2040, clock changes included.
    let now_ms = 1_704_067_200_000 + i64::from(random.below(17 * 365 * 24 * 60)) * 60_000;
    let now = london_date_time(now_ms)?;
    let config = BookingSessionConfig {
        test_slots: random.week(),
        retest_slots: random.week(),
        bank_holidays: random.list(4, |random| random.date(now.date)),
        closed_dates: random.list(4, |random| random.date(now.date)),
        closed_sessions: random.windows(now.date),
        training_sessions: random.windows(now.date),
        mopup_sessions_ref: random.windows(now.date),
        days_ahead: random.small(4),
        start_date: random.one_in(4).then(|| random.date(now.date)),
        retest_delay: [0, 1, 7, 30][usize::from(random.small(4))],
        window_days: random.small(45),
        slot_capacity: random.small(7),
        cancel_cutoff_minutes: 0,
        openings: random.opening(now_ms, now.date),
    };
    let history = random.list(3, |random| HistoryEntry {
        event_test_status: BookingStatus::ALL[usize::from(random.small(6))],
        event_test_date: (!random.one_in(5)).then(|| random.date(now.date.add_days(-30))),
    });
    let booking = if random.one_in(4) { BookingType::Test } else { booking_type(&history) };
    let query = SlotQuery {
        now,
        booking_type: booking,
        last_completed: last_completed(&history),
        bypass: random.one_in(6),
    };
    let schedule = Schedule::new(&config)?;
    let from = random.date(now.date).add_days(-2);
    let counts: Vec<Vec<u16>> = (0..3).map(|_| (0..60).map(|_| random.small(3)).collect()).collect();
    let days: Vec<Day> = (0_i32..)
        .zip(&counts)
        .map(|(step, row)| schedule.day(&query, from.add_days(step), |time| row[time.index()]))
        .collect();
    let (typed_date, typed_time) = (random.date(now.date), random.time());
    let facts = vec![
        schedule.first_date(&query).map_or("-".to_owned(), |date| date.to_string()),
        schedule.last_date(&query).to_string(),
        booking_type(&history).as_str().to_owned(),
        may_book_retest(last_completed(&history), config.retest_delay, now.date)
            .err()
            .map_or("-".to_owned(), |refused| refused.opens_on.to_string()),
        schedule
            .check_time(&query, typed_date, typed_time, 1)
            .err()
            .map_or("-", sixfold_domain::slot::Refusal::code)
            .to_owned(),
    ];
    let mut value = json!({
        "config": config,
        "nowMs": now_ms,
        "bookingType": booking,
        "history": history,
        "bypass": query.bypass,
        "from": from,
        "remaining": counts,
        "typedDate": typed_date,
        "typedTime": typed_time,
        "digest": digest(&canonical(&days, &facts)),
    });
    if with_values {
        value["days"] = serde_json::to_value(&days)?;
        value["facts"] = serde_json::to_value(&facts)?;
    }
    Ok(value)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>());
    let mut next = || arguments.next().ok_or("give COUNT VALUES SEED as numbers");
    let (count, values, seed) = (next()??, next()??, next()??);
    let mut random = Random(seed);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for index in 0..count {
        serde_json::to_writer(&mut out, &line(&mut random, index < values)?)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}
