//! Tells athletes of times that have opened (RULES 5.5, 5.6). Everything follows from the store, so a round is safe after a crash
//! and on several nodes: an alert is claimed in the job that writes its letter.
//!
//! A node remembers what could be booked when it last looked at every alert. While nothing is new since then, a round reads how
//! full the slots are and no alert; otherwise it goes through the alerts about those weekdays in pages, and writes a limited
//! number of letters. Those whose athletes could not use a time that had opened are read again in every round, in case they can.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use sixfold_domain::alert::{LATELY_MS, has_already, has_opened, may_notify_another, may_notify_at, opened};
use sixfold_domain::booking::{BookingType, may_book_retest};
use sixfold_domain::eligibility::{EligibilityRules, may_book};
use sixfold_domain::slot::{FreeTimes, SlotQuery, Weekdays};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, london_date_time};
use sixfold_domain::waiting::OfferRules;

use crate::booking::event_snapshot::EventSnapshot;
use crate::booking::missed::is_missed;
use crate::booking::offers::may_move;
use crate::booking::seats::FreeSeats;
use crate::db::bookings::alert::{self, Alert, Cursor};
use crate::db::bookings::booking::{self, Athlete};
use crate::db::calendar::schedule;
use crate::db::calendar::slot::{self, SlotKey};
use crate::db::{Conn, DbError};
use crate::mail::{self, letters};
use crate::state::AppState;

/// The alerts read at once.
const PAGE: i64 = 500;
/// The most athletes looked at in one round, each in a job of their own, so that bookings wait for milliseconds only.
const ATHLETES: usize = 200;
/// The most alerts read again in each round; the others wait for the pass of the next day.
const PASSED_OVER: usize = ATHLETES;

type DateAndTime = (Date, SlotTime);
/// A time for a test and one for a retest.
type Choices = [Option<DateAndTime>; 2];

/// What a node remembers from round to round.
#[derive(Debug, Default)]
pub struct AlertRounds {
    /// What could be booked when every alert was last looked at.
    seen: Option<Bookable>,
    /// A pass through the alerts that has not reached its end.
    pass: Option<Pass>,
    /// The ids of alerts for which a time is open that their athletes could not use. That changes without anything new to book: a
    /// booking is cancelled, a clearance is given.
    passed_over: BTreeSet<String>,
}

/// What could be booked at a moment, by tests and by retests.
#[derive(Debug, Clone)]
struct Bookable {
    at_ms: i64,
    today: Date,
    times: [FreeTimes; 2],
}

#[derive(Debug)]
struct Pass {
    /// What could be booked when it began.
    began: Bookable,
    /// The weekdays on which something may have opened.
    weekdays: Weekdays,
    after: Cursor,
    /// Whether somebody has to be looked at again, because enough people have been notified of their times.
    held_back: bool,
}

/// Tells athletes of times that have opened; returns how many.
pub async fn tell_of_opened(state: &AppState, rounds: &mut AlertRounds) -> Result<usize, DbError> {
    let now_ms = state.clock.now_ms();
    let Ok(now) = london_date_time(now_ms) else { return Ok(0) };
    let rules = OfferRules::holding(state.config.offer_minutes);
    if state.clock_guard.is_in_doubt(now_ms) || !may_notify_at(now, &rules) {
        return Ok(0);
    }
    let read = state.db.read(async |conn| {
        let Some(event) = state.events.read(conn, None).await? else { return Ok(None) };
        let Some(newest) = alert::newest(conn, &event.event.event_id).await? else { return Ok(None) };
        let last = event.schedule.last_date(&everybody(BookingType::Test, now));
        let seats = FreeSeats::read(conn, &event, now.date, last).await?;
        Ok::<_, DbError>(Some((event, seats, newest)))
    });
    let Some((event, seats, newest)) = read.await? else {
        *rounds = AlertRounds::default();
        return Ok(0);
    };
    let bookable = Bookable::of(&event, &seats, now, now_ms);
    let pass = rounds.pass.take().or_else(|| rounds.begin(&bookable, newest));
    if pass.is_none() && rounds.passed_over.is_empty() {
        rounds.seen = Some(bookable);
        return Ok(0);
    }
    let mut round = Round::new(state, event, seats, bookable, now).await?;
    round.look_again(state, &mut rounds.passed_over).await?;
    let Some(pass) = pass else {
        rounds.seen = Some(round.bookable);
        return Ok(round.told);
    };
    match round.go_on(state, pass, &mut rounds.passed_over).await? {
        Progress::Under(pass) => rounds.pass = Some(pass),
        Progress::Ended(began) => rounds.seen = Some(began),
        Progress::Again => {}
    }
    Ok(round.told)
}

impl AlertRounds {
    /// A pass through the alerts to which something may be new; none if there is nothing new to any.
    fn begin(&self, bookable: &Bookable, newest: i64) -> Option<Pass> {
        let (weekdays, since_ms) = match &self.seen {
            // A new day ends the wait for a retest, and what was not known may have changed.
            None => (Weekdays::ALL, i64::MIN),
            Some(seen) if seen.today != bookable.today => (Weekdays::ALL, i64::MIN),
            Some(seen) => match bookable.new_since(seen) {
                Some(weekdays) => (weekdays, i64::MIN),
                // What came and went before an alert was made, and came back, is new to that alert alone.
                None if newest >= seen.at_ms => (Weekdays::ALL, seen.at_ms),
                None => return None,
            },
        };
        let after = (since_ms, String::new());
        Some(Pass { began: bookable.clone(), weekdays, after, held_back: false })
    }
}

/// The query of anybody who has no test behind them.
const fn everybody(booking_type: BookingType, now: LocalDateTime) -> SlotQuery {
    SlotQuery { now, booking_type, last_completed: None, bypass: false }
}

impl Bookable {
    fn of(event: &EventSnapshot, seats: &FreeSeats, now: LocalDateTime, at_ms: i64) -> Self {
        let free = |kind| event.schedule.free(&everybody(kind, now), |date, time| seats.at(date, time));
        let times = [BookingType::Test, BookingType::Retest].map(free);
        Self { at_ms, today: now.date, times }
    }

    /// The weekdays of what can be booked now and could not be then.
    fn new_since(&self, seen: &Self) -> Option<Weekdays> {
        let new = |(now, then): (&FreeTimes, &FreeTimes)| now.without(then).weekdays();
        self.times.iter().zip(&seen.times).filter_map(new).reduce(Weekdays::or)
    }
}

/// What one round goes by, and what it has done so far.
struct Round {
    event: Arc<EventSnapshot>,
    seats: FreeSeats,
    bookable: Bookable,
    now: LocalDateTime,
    /// How many people have been notified of each time lately.
    lately: HashMap<DateAndTime, usize>,
    /// The athletes locked so far.
    looked_at: usize,
    told: usize,
}

enum Progress {
    /// The next round goes on from there.
    Under(Pass),
    /// Every alert has been looked at; what could be booked when the pass began is no longer new.
    Ended(Bookable),
    /// The same, but some are to be looked at again.
    Again,
}

/// What came of an alert.
enum Look {
    /// Nothing has opened for it, or its athlete has been notified.
    Done,
    /// Enough people have been notified of its times, or they are no longer offered.
    HeldBack,
    /// Its athlete cannot use what has opened.
    PassedOver,
}

impl Round {
    async fn new(
        state: &AppState,
        event: Arc<EventSnapshot>,
        seats: FreeSeats,
        bookable: Bookable,
        now: LocalDateTime,
    ) -> Result<Self, DbError> {
        let (id, since_ms) = (&event.event.event_id, bookable.at_ms - LATELY_MS);
        let lately = state.db.read(async |conn| alert::notified_since(conn, id, since_ms).await).await?;
        Ok(Self { event, seats, bookable, now, lately, looked_at: 0, told: 0 })
    }

    /// Notifies those who were passed over and can use a time that is open now. Nobody is locked to find that out. An alert that
    /// has ended, or for which no time is open any more, is forgotten: if one opens, a pass finds it.
    async fn look_again(
        &mut self,
        state: &AppState,
        passed_over: &mut BTreeSet<String>,
    ) -> Result<(), DbError> {
        if passed_over.is_empty() {
            return Ok(());
        }
        let (today, consent) = (self.now.date, state.hub.consent_version());
        let read = state.db.read(async |conn| {
            let ids: Vec<&str> = passed_over.iter().map(String::as_str).collect();
            let alerts = alert::unsent(conn, &ids, today).await?;
            let uaids: BTreeSet<String> = alerts.iter().map(|alert| alert.uaid.clone()).collect();
            let uaids: Vec<&str> = uaids.iter().map(String::as_str).collect();
            let athletes = booking::find_athletes(conn, &uaids, &consent).await?;
            Ok::<_, DbError>((alerts, athletes))
        });
        let (alerts, athletes) = read.await?;
        let open = |alert: &&Alert| {
            self.bookable.times.iter().any(|free| !opened(free, &alert.wanted, &alert.before).is_empty())
        };
        *passed_over = alerts.iter().filter(open).map(|alert| alert.id.clone()).collect();
        for alert in alerts {
            let (choices, _) = self.choices(&alert);
            let is_for_them = athletes.get(&alert.uaid).is_some_and(|athlete| {
                choice(&query_of(athlete, self.now), choices).is_some()
                    && suits(&self.event, &alert, athlete, self.now, self.bookable.at_ms)
            });
            if is_for_them {
                self.look_at(state, alert).await?;
            }
        }
        Ok(())
    }

    async fn go_on(
        &mut self,
        state: &AppState,
        mut pass: Pass,
        passed_over: &mut BTreeSet<String>,
    ) -> Result<Progress, DbError> {
        let today = self.now.date;
        loop {
            let event_id = &self.event.event.event_id;
            let page = state.db.read(async |conn| {
                alert::page(conn, event_id, &pass.after, today, pass.weekdays, PAGE).await
            });
            let page = page.await?;
            let is_last = i64::try_from(page.len()).is_ok_and(|length| length < PAGE);
            for alert in page {
                if self.looked_at >= ATHLETES {
                    return Ok(Progress::Under(pass));
                }
                let cursor = (alert.created_at, alert.id.clone());
                match self.look_at(state, alert).await? {
                    Look::Done => {}
                    Look::HeldBack => pass.held_back = true,
                    Look::PassedOver => {
                        if passed_over.len() < PASSED_OVER {
                            passed_over.insert(cursor.1.clone());
                        }
                    }
                }
                pass.after = cursor;
            }
            if is_last {
                return Ok(if pass.held_back { Progress::Again } else { Progress::Ended(pass.began) });
            }
        }
    }

    /// The first time for a test and for a retest that has opened for an alert and of which one more person may be notified; and
    /// whether others have opened instead.
    fn choices(&self, alert: &Alert) -> (Choices, bool) {
        let mut held_back = false;
        let choices = self.bookable.times.each_ref().map(|free| {
            let times = opened(free, &alert.wanted, &alert.before);
            let may = |(date, time): &DateAndTime| {
                let count = self.lately.get(&(*date, *time)).copied().unwrap_or_default();
                may_notify_another(count, self.seats.at(*date, *time))
            };
            let first = times.iter().find(may);
            held_back |= first.is_none() && !times.is_empty();
            first
        });
        (choices, held_back)
    }

    /// Notifies the athlete of an alert if there is reason to.
    async fn look_at(&mut self, state: &AppState, alert: Alert) -> Result<Look, DbError> {
        let (choices, held_back) = self.choices(&alert);
        if choices == [None, None] {
            return Ok(if held_back { Look::HeldBack } else { Look::Done });
        }
        self.looked_at += 1;
        Ok(match self.notify(state, alert, choices).await? {
            Outcome::Notified(slot) => {
                *self.lately.entry(slot).or_default() += 1;
                self.told += 1;
                Look::Done
            }
            Outcome::Enough(slot, count) => {
                self.lately.insert(slot, count);
                Look::HeldBack
            }
            Outcome::NotOffered => Look::HeldBack,
            Outcome::NotForThem => {
                if held_back {
                    Look::HeldBack
                } else {
                    Look::PassedOver
                }
            }
        })
    }

    /// Notifies the athlete of an alert of the time of their kind of test, if they may book it.
    async fn notify(&self, state: &AppState, alert: Alert, choices: Choices) -> Result<Outcome, DbError> {
        let (now, now_ms) = (self.now, self.bookable.at_ms);
        let (events, consent) = (state.events.clone(), state.hub.consent_version());
        let job = state.db.write(async move |conn| {
            schedule::lock_shared(conn).await?;
            // Locked, so that no other node ends an alert of theirs meanwhile.
            let found = booking::lock_and_find(conn, &alert.uaid, &consent, now_ms).await?;
            let Some(athlete) = found else { return Ok(Outcome::NotForThem) };
            // The event may have changed since the round began.
            let event = events.at(conn, None, athlete.versions).await?;
            let Some(event) = event else { return Ok(Outcome::NotForThem) };
            tell_athlete(conn, &event, (&alert, athlete), choices, now, now_ms).await
        });
        job.await
    }
}

enum Outcome {
    Notified(DateAndTime),
    /// Together with other nodes, as many people as its seats allow have been notified of that time; their number.
    Enough(DateAndTime, usize),
    /// The schedule has changed since the round began, and no longer offers that time.
    NotOffered,
    /// The athlete may not book it, needs no other, or has been notified by another node.
    NotForThem,
}

/// Whether an athlete may book, and has no place that they would take or have to keep.
fn suits(event: &EventSnapshot, alert: &Alert, athlete: &Athlete, now: LocalDateTime, now_ms: i64) -> bool {
    let facts = &athlete.eligibility;
    let eligible = may_book(&facts.record, facts.born, &EligibilityRules::default(), now.date).is_ok()
        && may_book_retest(query_of(athlete, now).last_completed, event.config.retest_delay, now.date)
            .is_ok();
    // Booking closes a missed booking first.
    let open = athlete.open().filter(|open| !is_missed(open, now.date));
    let settled = has_already(&alert.wanted, open.and_then(|open| open.slot));
    let movable = open.is_none_or(|open| may_move(open, event.config.cancel_cutoff_minutes, now_ms));
    eligible && movable && !settled
}

/// What an athlete would ask the calendar for.
fn query_of(athlete: &Athlete, now: LocalDateTime) -> SlotQuery {
    SlotQuery::after(&athlete.history(), now, false)
}

/// The choice for their kind of test.
const fn choice(query: &SlotQuery, [test, retest]: Choices) -> Option<DateAndTime> {
    match query.booking_type {
        BookingType::Test => test,
        BookingType::Retest => retest,
    }
}

/// The caller has locked the athlete.
async fn tell_athlete(
    conn: &mut Conn,
    event: &EventSnapshot,
    (alert, athlete): (&Alert, Athlete),
    choices: Choices,
    now: LocalDateTime,
    now_ms: i64,
) -> Result<Outcome, DbError> {
    let query = query_of(&athlete, now);
    let chosen = choice(&query, choices).filter(|_| suits(event, alert, &athlete, now, now_ms));
    let Some(slot) = chosen else { return Ok(Outcome::NotForThem) };
    if event.schedule.check(&query, slot.0, slot.1, 1).is_err() {
        return Ok(Outcome::NotOffered);
    }
    let event_id = &event.event.event_id;
    // Their athlete may have removed the alert since it was read, or given up that very place (RULES 5.5).
    let mut ends = alert::of_athlete(conn, &alert.uaid, event_id, now.date).await?;
    ends.retain(|own| own.sent.is_none() && has_opened(slot, &own.wanted, &own.before));
    if !ends.iter().any(|own| own.id == alert.id) {
        return Ok(Outcome::NotForThem);
    }
    let key = SlotKey { event_id: event_id.clone(), date: slot.0, time: slot.1 };
    // Seats may have been taken since the round began.
    let fill = slot::lock(conn, &key, event.schedule.slot_capacity()).await?;
    let notified = alert::notified_of(conn, event_id, slot, now_ms - LATELY_MS).await?;
    if !may_notify_another(notified, fill.remaining()) {
        return Ok(Outcome::Enough(slot, notified));
    }
    if !alert::claim(conn, &alert.id, slot, now_ms).await? {
        return Ok(Outcome::NotForThem);
    }
    // The same letter ends their other alerts for this time (RULES 5.6).
    for other in ends.iter().filter(|other| other.id != alert.id) {
        alert::claim(conn, &other.id, slot, now_ms).await?;
    }
    let to = letters::Recipient {
        email: athlete.email,
        first_name: athlete.first_name,
        last_name: athlete.last_name,
    };
    mail::tell_opened(conn, &event.outbox, (&alert.uaid, &to), slot, now_ms).await?;
    Ok(Outcome::Notified(slot))
}
