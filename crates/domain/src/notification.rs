//! Notifications: what they are about, and the hours in which they wait (RULES 16.1 and 16.3).

use std::str::FromStr;

use crate::time::{LocalDateTime, TimeError, TimeOfDay, london_date_time, london_to_millis};

/// What a notification is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum Topic {
    /// A place is offered from a waiting list.
    Offers,
    /// Somebody else has made, moved or called off a booking.
    Bookings,
    /// A result is in, or revealed.
    Results,
    /// A test is coming up.
    Reminders,
    /// A time that somebody asked for has opened.
    Alerts,
}

impl Topic {
    /// Every topic, in the order of pages.
    pub const ALL: [Self; 5] = [Self::Offers, Self::Bookings, Self::Results, Self::Reminders, Self::Alerts];

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Offers => "offers",
            Self::Bookings => "bookings",
            Self::Results => "results",
            Self::Reminders => "reminders",
            Self::Alerts => "alerts",
        }
    }
}

impl FromStr for Topic {
    type Err = UnknownTopic;

    fn from_str(word: &str) -> Result<Self, UnknownTopic> {
        Self::ALL.into_iter().find(|topic| topic.as_str() == word).ok_or(UnknownTopic)
    }
}

/// A word that is not a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A topic is one of offers, bookings, results, reminders, alerts.")]
pub struct UnknownTopic;

/// Which topics somebody is notified of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Topics {
    /// [`Topic::Offers`].
    pub offers: bool,
    /// [`Topic::Bookings`].
    pub bookings: bool,
    /// [`Topic::Results`].
    pub results: bool,
    /// [`Topic::Reminders`].
    pub reminders: bool,
    /// [`Topic::Alerts`].
    pub alerts: bool,
}

impl Topics {
    /// What counts until somebody chooses.
    pub const EVERY: Self =
        Self { offers: true, bookings: true, results: true, reminders: true, alerts: true };

    /// Whether a topic is one of them.
    pub const fn include(self, topic: Topic) -> bool {
        match topic {
            Topic::Offers => self.offers,
            Topic::Bookings => self.bookings,
            Topic::Results => self.results,
            Topic::Reminders => self.reminders,
            Topic::Alerts => self.alerts,
        }
    }
}

/// Quiet hours that begin when they end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Quiet hours have to end at another time than they begin.")]
pub struct QuietHoursError;

impl QuietHoursError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "QUIET_HOURS_INVALID"
    }
}

/// The hours, in London, in which notifications wait. They may go past midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuietHours {
    from: TimeOfDay,
    until: TimeOfDay,
}

impl QuietHours {
    /// From one time to another.
    ///
    /// # Errors
    /// [`QuietHoursError`] if both are the same.
    pub fn new(from: TimeOfDay, until: TimeOfDay) -> Result<Self, QuietHoursError> {
        if from == until { Err(QuietHoursError) } else { Ok(Self { from, until }) }
    }

    /// Those that count until somebody chooses: 22:00 to 07:00.
    pub fn standard() -> Self {
        let at = |hour: u16| TimeOfDay::from_minutes(hour * 60).unwrap_or(TimeOfDay::MIDNIGHT);
        Self { from: at(22), until: at(7) }
    }

    /// When they begin.
    pub const fn from(self) -> TimeOfDay {
        self.from
    }

    /// When they end.
    pub const fn until(self) -> TimeOfDay {
        self.until
    }

    /// If an instant is within the quiet hours, when they end, ms.
    fn end_ms(self, now_ms: i64) -> Result<Option<i64>, TimeError> {
        let LocalDateTime { date, time } = london_date_time(now_ms)?;
        let within = if self.from < self.until {
            self.from <= time && time < self.until
        } else {
            self.from <= time || time < self.until
        };
        if !within {
            return Ok(None);
        }
        let date = if time < self.until { date } else { date.add_days(1) };
        let end_ms = london_to_millis(date, self.until)?;
        // In the hour that autumn repeats, their end has been.
        Ok((end_ms > now_ms).then_some(end_ms))
    }
}

/// When a notification is due, ms: at once, or when the quiet hours end; none if it will be of no use by then.
///
/// # Errors
/// [`TimeError::OutOfRange`] for an instant outside the years 1 to 9999.
pub fn due_ms(
    now_ms: i64,
    quiet: Option<QuietHours>,
    useful_until_ms: i64,
) -> Result<Option<i64>, TimeError> {
    let end_ms = match quiet {
        Some(quiet) => quiet.end_ms(now_ms)?,
        None => None,
    };
    Ok(Some(end_ms.unwrap_or(now_ms)).filter(|due_ms| *due_ms < useful_until_ms))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use strum::EnumCount as _;

    use super::*;
    use crate::time::MINUTE_MS;

    fn at(text: &str) -> i64 {
        let (date, time) = text.split_once(' ').unwrap();
        london_to_millis(date.parse().unwrap(), time.parse().unwrap()).unwrap()
    }

    fn quiet(from: &str, until: &str) -> QuietHours {
        QuietHours::new(from.parse().unwrap(), until.parse().unwrap()).unwrap()
    }

    fn due(now: &str, quiet: QuietHours) -> i64 {
        due_ms(at(now), Some(quiet), i64::MAX).unwrap().unwrap()
    }

    // RULES 16.1
    #[test]
    fn every_topic_has_a_switch_of_its_own() {
        assert_eq!(Topic::ALL.len(), Topic::COUNT);
        let none = Topics { offers: false, bookings: false, results: false, reminders: false, alerts: false };
        for topic in Topic::ALL {
            assert!(Topics::EVERY.include(topic) && !none.include(topic), "{topic:?}");
        }
        let some = Topics { results: true, ..none };
        let on: Vec<&str> =
            Topic::ALL.into_iter().filter(|topic| some.include(*topic)).map(Topic::as_str).collect();
        assert_eq!(on, ["results"]);
    }

    // RULES 16.3
    #[test]
    fn by_night_it_waits_for_the_morning() {
        let standard = QuietHours::standard();
        assert_eq!(due("2026-11-22 21:59", standard), at("2026-11-22 21:59"));
        assert_eq!(due("2026-11-22 22:00", standard), at("2026-11-23 07:00"));
        assert_eq!(due("2026-11-23 00:00", standard), at("2026-11-23 07:00"));
        assert_eq!(due("2026-11-23 06:59", standard), at("2026-11-23 07:00"));
        assert_eq!(due("2026-11-23 07:00", standard), at("2026-11-23 07:00"));
        let siesta = quiet("13:00", "15:30");
        assert_eq!(due("2026-11-22 12:59", siesta), at("2026-11-22 12:59"));
        assert_eq!(due("2026-11-22 13:00", siesta), at("2026-11-22 15:30"));
        assert_eq!(due("2026-11-22 15:30", siesta), at("2026-11-22 15:30"));
        assert_eq!(QuietHours::new(TimeOfDay::MIDNIGHT, TimeOfDay::MIDNIGHT), Err(QuietHoursError));
    }

    // RULES 16.4
    #[test]
    fn what_is_of_no_use_by_then_is_never_due() {
        let (now, standard) = (at("2026-11-22 23:00"), Some(QuietHours::standard()));
        assert_eq!(due_ms(now, standard, at("2026-11-23 07:00")), Ok(None));
        assert_eq!(due_ms(now, standard, at("2026-11-23 07:01")), Ok(Some(at("2026-11-23 07:00"))));
        assert_eq!(due_ms(now, None, now), Ok(None));
        assert_eq!(due_ms(now, None, now + 1), Ok(Some(now)));
    }

    #[test]
    fn the_clocks_change_in_quiet_hours() {
        let standard = QuietHours::standard();
        assert_eq!(due("2026-03-28 22:00", standard) - at("2026-03-28 22:00"), 8 * 60 * MINUTE_MS);
        assert_eq!(due("2026-10-24 22:00", standard) - at("2026-10-24 22:00"), 10 * 60 * MINUTE_MS);
        // 01:30 comes twice: quiet hours that end then end the first time.
        let repeated = at("2026-10-25 01:15") + 60 * MINUTE_MS;
        assert_eq!(due_ms(repeated, Some(quiet("23:00", "01:30")), i64::MAX), Ok(Some(repeated)));
    }

    proptest! {
        // RULES 16.3
        #[test]
        fn nothing_is_due_in_quiet_hours_and_nothing_waits_a_minute_longer(
            change in proptest::sample::select(vec!["2026-03-29", "2026-10-25", "2027-03-28", "2027-06-15"]),
            minute in -2 * 1440..2 * 1440_i64, from in 0..1440_u16, until in 0..1440_u16,
        ) {
            // In the hour that is skipped or comes twice, the wall's clock is not enough to say.
            prop_assume!(from != until && !(60..120).contains(&from) && !(60..120).contains(&until));
            let time = |minutes| TimeOfDay::from_minutes(minutes).unwrap();
            let quiet = QuietHours::new(time(from), time(until)).unwrap();
            let now = at(&format!("{change} 00:00")) + minute * MINUTE_MS;
            let due = due_ms(now, Some(quiet), i64::MAX).unwrap().unwrap();
            // Minute by minute, on the clock on the wall.
            let is_quiet = |ms: i64| {
                let clock = london_date_time(ms).unwrap().time.minutes();
                if from < until { (from..until).contains(&clock) } else { clock >= from || clock < until }
            };
            prop_assert!(now <= due && due <= now + 25 * 60 * MINUTE_MS);
            prop_assert!((now..due).step_by(60_000).all(is_quiet), "it waits outside quiet hours");
            prop_assert!(!is_quiet(due), "it does not wait long enough");
        }
    }
}
