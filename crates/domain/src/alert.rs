//! Alerts: an athlete is notified once, when a time that suits them opens (RULES 5.4 to 5.7). An alert joins no waiting list and
//! holds no place.

use crate::slot::{FreeTimes, Wanted};
use crate::time::{Date, LocalDateTime, MINUTE_MS, SlotTime};
use crate::waiting::OfferRules;

/// The most alerts that an athlete has at a time (RULES 5.4).
pub const ALERTS_MAX: usize = 5;
/// How many days ahead an alert may end (RULES 5.4).
pub const UNTIL_DAYS_MAX: i32 = 180;
/// How many people are notified of each free place at a time (RULES 5.6) …
const PEOPLE_PER_PLACE: usize = 5;
/// … within this time, in milliseconds.
pub const LATELY_MS: i64 = 10 * MINUTE_MS;
/// How many days a sent alert is shown (RULES 5.7).
pub const SHOWN_DAYS: i64 = 14;

/// Why an alert cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AlertRefusal {
    /// It would end today or earlier, or too far ahead.
    #[error("Choose a last day after today and at most {UNTIL_DAYS_MAX} days ahead.")]
    Until,
    /// There are as many as one athlete can have.
    #[error("You can have {ALERTS_MAX} alerts at once. Remove one of them first.")]
    TooMany,
}

impl AlertRefusal {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Until => "ALERT_UNTIL",
            Self::TooMany => "ALERT_LIMIT",
        }
    }
}

/// Whether an alert may end on a date.
///
/// # Errors
/// [`AlertRefusal::Until`] for today and earlier, and for more than [`UNTIL_DAYS_MAX`] days ahead.
pub const fn check_until(today: Date, until: Date) -> Result<(), AlertRefusal> {
    match today.days_until(until) {
        1..=UNTIL_DAYS_MAX => Ok(()),
        _ => Err(AlertRefusal::Until),
    }
}

/// Whether somebody with that many alerts may make another one.
///
/// # Errors
/// [`AlertRefusal::TooMany`]
pub const fn may_add(count: usize) -> Result<(), AlertRefusal> {
    if count < ALERTS_MAX { Ok(()) } else { Err(AlertRefusal::TooMany) }
}

/// The times that have opened for an alert, the earliest first: those that can be booked and are wanted, and are not in `before`,
/// which has those that could be booked when the alert was made and those that its athlete has given up since (RULES 5.5).
pub fn opened(free: &FreeTimes, wanted: &Wanted, before: &FreeTimes) -> FreeTimes {
    free.wanted(wanted).without(before)
}

/// Whether a time that can be booked is one of those that have [`opened`].
pub fn has_opened((date, time): (Date, SlotTime), wanted: &Wanted, before: &FreeTimes) -> bool {
    wanted.has(date, time) && !before.has(date, time)
}

/// Whether anybody is notified at this time of day: not at night (RULES 5.6).
pub fn may_notify_at(now: LocalDateTime, rules: &OfferRules) -> bool {
    rules.morning <= now.time && now.time < rules.night_from
}

/// Whether one more person may be notified of a time, given how many have been lately (RULES 5.6).
pub fn may_notify_another(notified_lately: usize, remaining: u16) -> bool {
    notified_lately < PEOPLE_PER_PLACE * usize::from(remaining)
}

/// Whether somebody who has a place needs no other: it is one that they would take (RULES 5.5).
pub fn has_already(wanted: &Wanted, slot: Option<(Date, SlotTime)>) -> bool {
    slot.is_some_and(|(date, time)| wanted.has(date, time))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::slot::{PartOfDay, Weekdays};
    use crate::time::TimeOfDay;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn saturdays(part: PartOfDay) -> Wanted {
        Wanted { days: Weekdays::from_words(["SATURDAY"]).unwrap(), part, until: date("2026-12-31") }
    }

    // RULES 5.4
    #[test]
    fn an_alert_ends_after_today_and_within_half_a_year() {
        let today = date("2026-11-26");
        for (until, allowed) in [
            ("2026-11-25", false),
            ("2026-11-26", false),
            ("2026-11-27", true),
            ("2027-05-25", true),
            ("2027-05-26", false),
        ] {
            assert_eq!(check_until(today, date(until)).is_ok(), allowed, "{until}");
        }
        assert_eq!((may_add(4), may_add(5)), (Ok(()), Err(AlertRefusal::TooMany)));
    }

    // RULES 5.5
    #[test]
    fn what_was_free_before_has_not_opened() {
        // 5 and 12 December 2026 are Saturdays, the 6th is a Sunday: 09:00 and 09:15, and 17:00 on the first.
        let free: FreeTimes = "2026-12-05=100000003 2026-12-06=1 2026-12-12=3".parse().unwrap();
        let before: FreeTimes = "2026-12-05=1 2026-12-12=2".parse().unwrap();
        let told = |part| opened(&free, &saturdays(part), &before).to_string();
        assert_eq!(told(PartOfDay::Any), "2026-12-05=100000002 2026-12-12=1");
        assert_eq!(told(PartOfDay::Evening), "2026-12-05=100000000");
        assert_eq!(told(PartOfDay::Afternoon), "");
        let until = Wanted { until: date("2026-12-11"), ..saturdays(PartOfDay::Morning) };
        assert_eq!(opened(&free, &until, &before).to_string(), "2026-12-05=2");
        assert!(opened(&free, &until, &free).is_empty());
        // A time that its athlete has given up since counts as one of those.
        let (day, time) = opened(&free, &until, &before).iter().next().unwrap();
        assert!(opened(&free, &until, &before.with(day, time)).is_empty());
        assert_eq!(before.with(day, time).to_string(), "2026-12-05=3 2026-12-12=2");
        let sunday = before.with(date("2026-12-06"), time);
        assert_eq!(sunday.to_string(), "2026-12-05=1 2026-12-06=2 2026-12-12=2");
    }

    // RULES 5.5
    #[test]
    fn a_place_at_a_wanted_time_is_enough() {
        let at = |day: &str, minutes| {
            Some((date(day), SlotTime::try_from(TimeOfDay::from_minutes(minutes).unwrap()).unwrap()))
        };
        let wanted = saturdays(PartOfDay::Morning);
        assert!(has_already(&wanted, at("2026-12-05", 9 * 60)));
        assert!(!has_already(&wanted, at("2026-12-05", 12 * 60)));
        assert!(!has_already(&wanted, at("2026-12-06", 9 * 60)));
        assert!(!has_already(&wanted, None));
    }

    // RULES 5.6
    #[test]
    fn nobody_is_told_in_the_night_and_few_of_each_place() {
        let at = |minutes| LocalDateTime {
            date: date("2026-11-26"),
            time: TimeOfDay::from_minutes(minutes).unwrap(),
        };
        let rules = OfferRules::holding(30);
        for (minutes, told) in [(0, false), (479, false), (480, true), (1259, true), (1260, false)] {
            assert_eq!(may_notify_at(at(minutes), &rules), told, "{minutes}");
        }
        assert!(may_notify_another(4, 1) && !may_notify_another(5, 1));
        assert!(may_notify_another(9, 2) && !may_notify_another(0, 0));
    }

    proptest! {
        /// An alert is about what is free now, wanted, and was not free before: neither more nor less.
        #[test]
        fn what_has_opened_is_free_wanted_and_new(
            now in prop::collection::btree_map(20_780_i32..20_800, 1_u64..(1 << 60), 0..12),
            then in prop::collection::btree_map(20_780_i32..20_800, 1_u64..(1 << 60), 0..12),
            days in 1_u8..128, part in 0_usize..4, until in 20_780_i32..20_800,
        ) {
            let read = |days: &std::collections::BTreeMap<i32, u64>| {
                let text: Vec<String> =
                    days.iter().map(|(day, times)| format!("{}={times:x}", Date::from_day_number(*day))).collect();
                text.join(" ").parse::<FreeTimes>().unwrap()
            };
            let (free, before) = (read(&now), read(&then));
            prop_assert_eq!(free.to_string().parse::<FreeTimes>().unwrap(), free.clone());
            let wanted = Wanted {
                days: Weekdays::from_bits(days).unwrap(),
                part: PartOfDay::ALL[part],
                until: Date::from_day_number(until),
            };
            let found: Vec<_> = opened(&free, &wanted, &before).iter().collect();
            for slot in free.iter() {
                prop_assert_eq!(has_opened(slot, &wanted, &before), found.contains(&slot));
            }
            let mut expected = Vec::new();
            for day in 20_780..=until {
                let date = Date::from_day_number(day);
                for time in SlotTime::all() {
                    let had = |days: &std::collections::BTreeMap<i32, u64>| {
                        days.get(&day).is_some_and(|times| times >> time.index() & 1 == 1)
                    };
                    let hour = time.minutes() / 60;
                    let in_part = match wanted.part {
                        PartOfDay::Any => true,
                        PartOfDay::Morning => hour < 12,
                        PartOfDay::Afternoon => (12..17).contains(&hour),
                        PartOfDay::Evening => hour >= 17,
                    };
                    let on_day = days >> date.weekday() as u8 & 1 == 1;
                    if had(&now) && !had(&then) && in_part && on_day {
                        expected.push((date, time));
                    }
                }
            }
            prop_assert_eq!(found, expected);
        }
    }
}
