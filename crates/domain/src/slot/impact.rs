//! How a change of the schedule affects existing bookings (RULES 3.11).

use super::query::SlotQuery;
use super::refusal::Refusal;
use super::schedule::Schedule;
use crate::booking::BookingType;
use crate::time::{Date, LocalDateTime, SlotTime, TimeOfDay};

/// How many days after a booking's own alternatives are searched for.
const SEARCH_DAYS: i32 = 14;
/// The most alternatives on one day: somebody who cannot come at that hour on one day may be able to on the next.
const PER_DAY: usize = 2;

impl Schedule {
    /// Why the schedule does not offer a slot, regardless of who asks, when, and of the seats left.
    pub fn not_offered(&self, booking_type: BookingType, date: Date, time: SlotTime) -> Option<Refusal> {
        let now = LocalDateTime { date, time: TimeOfDay::MIDNIGHT };
        let query = SlotQuery { now, booking_type, last_completed: None, bypass: true };
        self.check(&query, date, time, 1).err()
    }

    /// Whether the weekly lists of `after` lack any time of these; only then can they affect bookings.
    pub fn takes_out(&self, after: &Self) -> bool {
        let lists = self.week.iter().flatten().zip(after.week.iter().flatten());
        lists.into_iter().any(|(before, after)| !before.without(*after).is_empty())
    }

    /// Why `after` does not offer a booking's slot. If it was not offered before, somebody has decided to keep the booking, unless
    /// the reason is one for which none may be kept: then a remote hub has closed the date without a decision.
    pub fn lost(
        &self,
        after: &Self,
        booking_type: BookingType,
        date: Date,
        time: SlotTime,
    ) -> Option<Refusal> {
        let reason = after.not_offered(booking_type, date, time)?;
        let kept = reason.may_keep() && self.not_offered(booking_type, date, time).is_some();
        (!kept).then_some(reason)
    }

    /// The same for a change of the weekly lists only: whether the booking's time was removed from them. Other reasons against
    /// the slot do not count, even if adding a time changes which reason is given.
    pub fn unlisted(
        &self,
        after: &Self,
        booking_type: BookingType,
        date: Date,
        time: SlotTime,
    ) -> Option<Refusal> {
        self.lost(after, booking_type, date, time).filter(|reason| *reason == Refusal::NotOffered)
    }

    /// The nearest slots with free seats, nearest first: on the booking's day and the two weeks after it, at most two a day,
    /// never before `now`. Calendar rules do not apply, since staff move the booking.
    pub fn nearest(
        &self,
        booking_type: BookingType,
        (date, time): (Date, SlotTime),
        now: LocalDateTime,
        remaining: impl Fn(Date, SlotTime) -> u16,
        most: usize,
    ) -> Vec<(Date, SlotTime, u16)> {
        let query = SlotQuery { now, booking_type, last_completed: None, bypass: true };
        let mut found: Vec<(i32, Date, SlotTime, u16)> = Vec::new();
        for step in 0..=SEARCH_DAYS {
            if found.len() >= most && step > 1 {
                break;
            }
            let on = date.add_days(step);
            let day = self.day(&query, on, |time| remaining(on, time));
            let mut of_day: Vec<_> = day
                .slots
                .into_iter()
                .filter(|slot| slot.available)
                .map(|slot| {
                    let minutes = i32::from(slot.time.minutes()) - i32::from(time.minutes());
                    (minutes.abs(), (step * 24 * 60 + minutes).abs(), on, slot.time, slot.remaining)
                })
                .collect();
            of_day.sort_by_key(|(apart, _, _, at, _)| (*apart, *at));
            found.extend(
                of_day.into_iter().take(PER_DAY).map(|(_, distance, on, at, left)| (distance, on, at, left)),
            );
        }
        found.sort_by_key(|(distance, on, at, _)| (*distance, *on, *at));
        found.into_iter().take(most).map(|(_, on, at, left)| (on, at, left)).collect()
    }
}

impl Refusal {
    /// Whether a booking may stay at a time that is no longer offered: staff have to be there to test, which they are not on a
    /// closed date.
    pub const fn may_keep(self) -> bool {
        !matches!(self, Self::DateClosed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BookingSessionConfig, SessionWindow, WeeklySlots};
    use super::*;

    fn config() -> BookingSessionConfig {
        let times = ["10:00", "10:15", "11:00"].map(|time| time.parse().unwrap());
        BookingSessionConfig { test_slots: WeeklySlots::every_day(&times), ..BookingSessionConfig::default() }
    }

    fn at(date: &str, time: &str) -> (Date, SlotTime) {
        (date.parse().unwrap(), time.parse().unwrap())
    }

    // RULES 3.11
    #[test]
    fn a_place_is_lost_once_and_again_only_by_a_closed_date() {
        let window = SessionWindow {
            session_date: "2026-03-05".parse().unwrap(),
            session_start: "10:00".parse().unwrap(),
            session_end: "10:15".parse().unwrap(),
        };
        let plain = Schedule::new(&config()).unwrap();
        let session = BookingSessionConfig { closed_sessions: vec![window], ..config() };
        let with_session = Schedule::new(&session).unwrap();
        let closed = BookingSessionConfig { closed_dates: vec![window.session_date], ..session.clone() };
        let closed = Schedule::new(&closed).unwrap();
        let holiday = BookingSessionConfig { bank_holidays: vec![window.session_date], ..session.clone() };
        let holiday = Schedule::new(&holiday).unwrap();
        let unlisted = BookingSessionConfig { test_slots: WeeklySlots::default(), ..session };
        let unlisted = Schedule::new(&unlisted).unwrap();
        let lost = |before: &Schedule, after: &Schedule, time| {
            let (date, time) = at("2026-03-05", time);
            before.lost(after, BookingType::Test, date, time)
        };
        assert_eq!(lost(&plain, &with_session, "10:00"), Some(Refusal::ClosedSession));
        assert_eq!(lost(&plain, &with_session, "10:15"), None);
        assert_eq!(lost(&with_session, &with_session, "10:00"), None);
        assert_eq!(lost(&with_session, &closed, "10:00"), Some(Refusal::DateClosed));
        assert_eq!(lost(&closed, &plain, "10:00"), None);
        // Bookings cannot be kept on a closed date, so one that is still there needs a decision.
        assert_eq!(lost(&closed, &closed, "10:00"), Some(Refusal::DateClosed));
        // What the session had closed was kept; what it had not is lost now.
        for (after, reason) in [(&holiday, Refusal::BankHoliday), (&unlisted, Refusal::NotOffered)] {
            assert_eq!(lost(&with_session, after, "10:00"), None);
            assert_eq!(lost(&with_session, after, "10:15"), Some(reason));
            assert_eq!(lost(after, &closed, "10:00"), Some(Refusal::DateClosed));
        }
        assert!(Refusal::ClosedSession.may_keep() && !Refusal::DateClosed.may_keep());
    }

    #[test]
    fn a_time_that_leaves_the_lists_is_lost_on_every_day_of_its_own() {
        let without = |taken: &str| {
            let times = ["10:00", "10:15", "11:00"].into_iter().filter(|time| *time != taken);
            let mut lists = config();
            lists.test_slots.thursday = times.map(|time| time.parse().unwrap()).collect();
            Schedule::new(&lists).unwrap()
        };
        let (plain, thinned) = (Schedule::new(&config()).unwrap(), without("10:15"));
        let lost = |date, time| {
            let (date, time) = at(date, time);
            plain.unlisted(&thinned, BookingType::Test, date, time)
        };
        assert!(plain.takes_out(&thinned) && !thinned.takes_out(&plain));
        for thursday in ["2026-03-05", "2026-03-12", "2027-03-04"] {
            assert_eq!(lost(thursday, "10:15"), Some(Refusal::NotOffered), "{thursday}");
            assert_eq!(lost(thursday, "10:00"), None);
        }
        assert_eq!(lost("2026-03-06", "10:15"), None, "a Friday");
        // A booking kept at a time that the lists had lost is not affected again.
        let (date, time) = at("2026-03-05", "10:15");
        assert_eq!(thinned.unlisted(&without("10:15"), BookingType::Test, date, time), None);
    }

    #[test]
    fn the_nearest_places_with_room_come_first() {
        let schedule = Schedule::new(&config()).unwrap();
        let now = LocalDateTime { date: "2026-03-05".parse().unwrap(), time: "09:00".parse().unwrap() };
        let own = at("2026-03-05", "10:00");
        let full = at("2026-03-05", "10:15");
        let remaining = |date, time| if (date, time) == own || (date, time) == full { 0 } else { 2 };
        let found = schedule.nearest(BookingType::Test, own, now, remaining, 3);
        let told: Vec<String> = found.iter().map(|(date, time, _)| format!("{date} {time}")).collect();
        assert_eq!(told, ["2026-03-05 11:00", "2026-03-06 10:00", "2026-03-06 10:15"]);
    }

    // RULES 3.11
    #[test]
    fn after_a_late_test_the_next_morning_is_nearer_than_the_same_one() {
        let schedule = Schedule::new(&config()).unwrap();
        let now = LocalDateTime { date: "2026-03-05".parse().unwrap(), time: "09:00".parse().unwrap() };
        let mornings = [at("2026-03-05", "10:00"), at("2026-03-06", "10:00")];
        let remaining = |date, time| u16::from(mornings.contains(&(date, time)));
        let nearest =
            |most| schedule.nearest(BookingType::Test, at("2026-03-05", "23:45"), now, remaining, most);
        let told = |(date, time)| (date, time, 1);
        assert_eq!(nearest(1), [told(mornings[1])]);
        assert_eq!(nearest(2), [told(mornings[1]), told(mornings[0])]);
    }

    #[test]
    fn the_nearest_places_lie_on_several_days() {
        let schedule = Schedule::new(&config()).unwrap();
        let now = LocalDateTime { date: "2026-03-04".parse().unwrap(), time: "09:00".parse().unwrap() };
        let closed: Date = "2026-03-05".parse().unwrap();
        let remaining = |date, _| if date == closed { 0 } else { 2 };
        let found = schedule.nearest(BookingType::Test, at("2026-03-05", "11:00"), now, remaining, 5);
        let told: Vec<String> = found.iter().map(|(date, time, _)| format!("{date} {time}")).collect();
        assert_eq!(
            told,
            [
                "2026-03-06 10:15",
                "2026-03-06 11:00",
                "2026-03-07 10:15",
                "2026-03-07 11:00",
                "2026-03-08 10:15"
            ]
        );
    }
}
