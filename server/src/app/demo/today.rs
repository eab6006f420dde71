//! The demo's current day: some have finished, one is being tested, some wait in the hall, others come later, and one
//! has not come. Two people have asked for assistance, and others wait for a full slot.

use sixfold_domain::booking::{BookingStatus, BookingType, booking_type};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_domain::time::{Date, SlotTime, london_date_time};

use super::bookings::{NEWCOMER, a_slot, moment, open_booking};
use super::hours::{FIRST, Hours, LAST};
use super::people::DemoPeople;
use super::results::{Dice, six_tests};
use super::timetable::UpcomingDays;
use crate::db::bookings::booking::{self, Booking, Details, NewBooking, PastTest, Seat};
use crate::db::bookings::desk::{self, Finish};
use crate::db::bookings::{arrival, waitlist};
use crate::db::calendar::schedule;
use crate::db::calendar::slot::SlotKey;
use crate::db::results::result::{self, TabletStamp, TestStatus, Written};
use crate::db::{Conn, DbError};
use crate::state::AppState;

const MINUTE_MS: i64 = 60_000;
/// How long six tests take.
const VISIT_MS: i64 = 75 * MINUTE_MS;

/// Retests finished today: index of the athlete, level, and quarter hours from now. Two of them share a position on the
/// board.
const CLIMBERS: [(usize, i64, i32); 3] = [(4, 79, FIRST), (9, 79, -11), (NEWCOMER, 74, -10)];
/// When the sign-in that was tested today had its test, in quarter hours from now.
const TESTED_TODAY: i32 = -9;
/// The athlete whose final is held for the reveal. It is better than their earlier ones, so that a board will show it.
const HELD: (usize, i64, i32) = (0, 88, -8);
/// The athlete who has not come.
const ABSENT: (usize, i32) = (5, -3);
/// The athlete who is being tested.
const TESTING: (usize, i32) = (1, -2);
const TESTS_DONE: usize = 3;
/// Those who wait in the hall.
const ARRIVED: [(usize, i32); 3] = [(2, 0), (3, 0), (6, 1)];
/// Those who come later.
const LATER: [(usize, i32); 5] = [(7, 2), (8, 2), (14, 4), (15, 6), (17, LAST)];
/// Those who asked for assistance: one without a slot, one with a slot on the third bookable day.
const ASSISTANCE_REQUESTS: [(usize, &str); 2] = [
    (18, "I use a wheelchair: is there a ramp at the back entrance?"),
    (19, "I am deaf. Could somebody sign?"),
];
/// The waiting list of the first full slot of the first bookable day, in order.
const WAITING: [usize; 3] = [23, 24, 25];

/// Adds the day. The academy has to be open around now (`timetable::config`).
pub(super) async fn add(
    conn: &mut Conn,
    state: &AppState,
    people: &DemoPeople,
    config: &BookingSessionConfig,
    now_ms: i64,
) -> Result<(), DbError> {
    let now = london_date_time(now_ms).map_err(|error| DbError::Other(error.to_string()))?;
    let hours = Hours::around(now);
    let day = Day { today: now.date, now_ms, by: people.desk.as_deref().unwrap_or_default() };
    let athlete = |index: usize| people.athletes.get(index).map_or("", String::as_str);
    for (index, level, at) in CLIMBERS {
        let booked = day.book(conn, athlete(index), (now.date, hours.at(at))).await?;
        day.test(conn, &booked, level, false).await?;
    }
    if let Some(uaid) = &people.tested_today {
        let booked = day.book(conn, uaid, (now.date, hours.at(TESTED_TODAY))).await?;
        day.test(conn, &booked, 58, false).await?;
    }
    let (index, level, at) = HELD;
    // Early in the day the held final is from an earlier day.
    let held_at = if hours.has(at) {
        (now.date, hours.at(at))
    } else {
        a_slot(now.date.add_days(-2), &mut Dice::new(7))
    };
    let booked = day.book(conn, athlete(index), held_at).await?;
    day.test(conn, &booked, level, true).await?;

    let (index, at) = ABSENT;
    day.book(conn, athlete(index), (now.date, hours.at(at))).await?;
    let (index, at) = TESTING;
    let booked = day.book(conn, athlete(index), (now.date, hours.at(at))).await?;
    day.begin(conn, &booked, 55, now_ms - 10 * MINUTE_MS).await?;
    for (minutes, (index, at)) in (2..).zip(ARRIVED) {
        let booked = day.book(conn, athlete(index), (now.date, hours.at(at))).await?;
        arrival::arrive(conn, &booked.id, now_ms - minutes * MINUTE_MS).await?;
    }
    for (index, at) in LATER {
        day.book(conn, athlete(index), (now.date, hours.at(at))).await?;
    }
    let ahead = UpcomingDays::of(config, now_ms)?;
    for (slot, (index, words)) in
        [None, ahead.slot(BookingType::Retest, 2, 9)].into_iter().zip(ASSISTANCE_REQUESTS)
    {
        day.ask(conn, state, (athlete(index), words), slot).await?;
    }
    if let Some((date, time)) = ahead.slot(BookingType::Test, 0, 2) {
        let key = SlotKey { event_id: schedule::ACADEMY.to_owned(), date, time };
        for index in WAITING {
            waitlist::insert(conn, athlete(index), &key, now_ms - 90 * MINUTE_MS).await?;
        }
    }
    Ok(())
}

struct Day<'a> {
    today: Date,
    now_ms: i64,
    by: &'a str,
}

impl Day<'_> {
    async fn book(&self, conn: &mut Conn, uaid: &str, slot: (Date, SlotTime)) -> Result<Booking, DbError> {
        let kind = booking_type(&booking::history(conn, uaid).await?);
        let booked_at = self.now_ms - 26 * 3_600_000;
        // Near midnight many fall on one quarter hour: the neighbouring ones take the rest.
        let around = Hours::of(slot.1);
        for step in [0, 1, -1, 2, -2, 3, -3] {
            let slot = (slot.0, around.at(step));
            let booked = open_booking(conn, uaid, kind, slot, super::timetable::CAPACITY, booked_at).await?;
            if let Some(booked) = booked {
                return Ok(booked);
            }
        }
        Err(DbError::Other(format!("the demo's {} is full around {}", slot.0, slot.1)))
    }

    /// A finished visit of six tests; before the academy opens, everybody has come early.
    async fn test(&self, conn: &mut Conn, booked: &Booking, level: i64, held: bool) -> Result<(), DbError> {
        let start = booked.slot.and_then(moment).unwrap_or(self.now_ms);
        let ended_at = (start + VISIT_MS).min(self.now_ms - MINUTE_MS);
        let began_at = start.min(ended_at - MINUTE_MS);
        let (tests, score) = tests_of(level, booked.slot.map_or(self.today, |(date, _)| date));
        self.take_on(conn, &booked.id, began_at).await?;
        self.write(conn, &booked.id, &tests, ended_at).await?;
        let stored = desk::find(conn, &booked.id).await?.ok_or_else(|| DbError::broken("demo booking"))?;
        let end = Finish { status: BookingStatus::Completed, score: Some(score), notes: None, held };
        desk::finish(conn, &stored, &end, ended_at).await.map(drop)
    }

    /// Records the first of the six tests.
    async fn begin(&self, conn: &mut Conn, booked: &Booking, level: i64, at: i64) -> Result<(), DbError> {
        let (tests, _) = tests_of(level, self.today);
        self.take_on(conn, &booked.id, at).await?;
        self.write(conn, &booked.id, tests.get(..TESTS_DONE).unwrap_or_default(), at + 6 * MINUTE_MS).await
    }

    async fn take_on(&self, conn: &mut Conn, id: &str, at: i64) -> Result<(), DbError> {
        arrival::arrive(conn, id, at - 4 * MINUTE_MS).await?;
        let version = i64::from(Protocols::STANDARD.version());
        desk::onboard(conn, id, self.by, &TabletStamp::default(), version, at).await.map(drop)
    }

    async fn write(&self, conn: &mut Conn, id: &str, tests: &[PastTest], at: i64) -> Result<(), DbError> {
        for test in tests {
            let written = Written {
                booking_id: id,
                test: test.test_type,
                status: TestStatus::Closed,
                score: Some(test.score),
                attempts: &test.attempts,
                by: self.by,
                stamp: &TabletStamp::default(),
            };
            result::write(conn, &written, 0, at).await?;
        }
        Ok(())
    }

    /// A request for assistance, with or without a slot.
    async fn ask(
        &self,
        conn: &mut Conn,
        state: &AppState,
        (uaid, words): (&str, &str),
        slot: Option<(Date, SlotTime)>,
    ) -> Result<(), DbError> {
        let requested_at = self.now_ms - 3 * 3_600_000;
        let booking_key = if let Some(slot) = slot {
            super::bookings::hold(conn, uaid, BookingType::Retest, slot, requested_at).await?
        } else {
            let new = NewBooking {
                uaid,
                event_id: schedule::ACADEMY,
                status: BookingStatus::Assistance,
                booking_type: BookingType::Retest,
                slot: None,
                seat: Seat::None,
                team_booking_id: None,
                created_by: uaid,
                bypass: false,
            };
            booking::insert(conn, &new, requested_at).await?
        };
        let Some(booking_key) = booking_key else { return Ok(()) };
        let encrypted =
            state.cipher.encrypt_option("booking", &booking_key.id, "assistance_type_sealed", Some(words));
        let details =
            Details { assistance_required: Some(true), assistance_type: encrypted?, ..Details::default() };
        booking::save_details(conn, &booking_key, &details, requested_at).await
    }
}

/// The six tests at a level, the same for everybody of that level on one day.
fn tests_of(level: i64, on: Date) -> (Vec<PastTest>, sixfold_domain::score::Score) {
    let mut dice = Dice::new(u64::from(on.day_number().unsigned_abs()) ^ u64::try_from(level).unwrap_or(0));
    six_tests(level, &mut dice)
}
