//! The waiting list: when a freed seat is offered, and how long it is held (RULES 5.2, 5.3).

use crate::time::{LocalDateTime, MINUTE_MS, TimeError, TimeOfDay, london_date_time, london_to_millis};

/// When offers are made; all configurable. Times in London.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferRules {
    /// How long a seat is held, in minutes.
    pub minutes: u32,
    /// From this time on no offers are sent.
    pub night_from: TimeOfDay,
    /// When seats that came free in the night are offered.
    pub morning: TimeOfDay,
    /// Until when a morning offer is held at least.
    pub held_until: TimeOfDay,
}

impl OfferRules {
    /// The default times, with offers held for the given number of minutes.
    pub fn holding(minutes: u32) -> Self {
        let at = |minutes| TimeOfDay::from_minutes(minutes).unwrap_or(TimeOfDay::MIDNIGHT);
        Self { minutes, night_from: at(21 * 60), morning: at(8 * 60), held_until: at(8 * 60 + 30) }
    }
}

/// An offer of a freed seat; instants in milliseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// When the letter is sent. The seat is held from the moment it came free.
    pub told_at: i64,
    /// Until when the seat is held.
    pub until: i64,
}

/// The offer of a seat that came free at `freed_ms`, for a test that starts at `starts_ms`; `None` if the test has started.
///
/// A seat that comes free in the night is offered in the morning, unless the test starts before anybody could answer then, in
/// which case it is offered at once. No offer lasts beyond the start of its test.
///
/// # Errors
/// [`TimeError::OutOfRange`] for an instant outside the years 1 to 9999.
pub fn offer(freed_ms: i64, starts_ms: i64, rules: &OfferRules) -> Result<Option<Offer>, TimeError> {
    if starts_ms <= freed_ms {
        return Ok(None);
    }
    let hold = i64::from(rules.minutes) * MINUTE_MS;
    let LocalDateTime { date, time } = london_date_time(freed_ms)?;
    let morning_of = match time {
        time if time >= rules.night_from => Some(date.add_days(1)),
        time if time < rules.morning => Some(date),
        _ => None,
    };
    if let Some(date) = morning_of {
        let told_at = london_to_millis(date, rules.morning)?;
        if told_at < starts_ms {
            let held = london_to_millis(date, rules.held_until)?;
            return Ok(Some(Offer { told_at, until: held.max(told_at + hold).min(starts_ms) }));
        }
    }
    Ok(Some(Offer { told_at: freed_ms, until: (freed_ms + hold).min(starts_ms) }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(text: &str) -> i64 {
        let (date, time) = text.split_once(' ').unwrap();
        london_to_millis(date.parse().unwrap(), time.parse().unwrap()).unwrap()
    }

    fn offered(freed: &str, starts: &str) -> Option<Offer> {
        offer(at(freed), at(starts), &OfferRules::holding(30)).unwrap()
    }

    fn lasting(told_at: &str, until: &str) -> Offer {
        Offer { told_at: at(told_at), until: at(until) }
    }

    // RULES 5.2
    #[test]
    fn by_day_a_place_is_offered_at_once_for_half_an_hour() {
        assert_eq!(
            offered("2026-11-22 08:00", "2026-11-23 10:00"),
            Some(lasting("2026-11-22 08:00", "2026-11-22 08:30"))
        );
        assert_eq!(
            offered("2026-11-22 20:59", "2026-11-23 10:00"),
            Some(lasting("2026-11-22 20:59", "2026-11-22 21:29"))
        );
        assert_eq!(
            offered("2026-11-22 09:50", "2026-11-22 10:00"),
            Some(lasting("2026-11-22 09:50", "2026-11-22 10:00"))
        );
        assert_eq!(offered("2026-11-22 10:00", "2026-11-22 10:00"), None);
        // Eight o'clock is day already: only the night's offers are held until half past.
        let five = offer(at("2026-11-22 08:00"), at("2026-11-23 10:00"), &OfferRules::holding(5)).unwrap();
        assert_eq!(five, Some(lasting("2026-11-22 08:00", "2026-11-22 08:05")));
    }

    // RULES 5.3
    #[test]
    fn by_night_it_is_offered_at_eight_and_held_until_half_past() {
        let morning = Some(lasting("2026-11-23 08:00", "2026-11-23 08:30"));
        for freed in ["2026-11-22 21:00", "2026-11-22 23:59", "2026-11-23 00:00", "2026-11-23 07:59"] {
            assert_eq!(offered(freed, "2026-11-23 10:00"), morning, "{freed}");
        }
        let longer = offer(at("2026-11-22 22:00"), at("2026-11-25 10:00"), &OfferRules::holding(90)).unwrap();
        assert_eq!(longer, Some(lasting("2026-11-23 08:00", "2026-11-23 09:30")));
        let shorter = offer(at("2026-11-22 22:00"), at("2026-11-25 10:00"), &OfferRules::holding(5)).unwrap();
        assert_eq!(shorter, Some(lasting("2026-11-23 08:00", "2026-11-23 08:30")));
    }

    #[test]
    fn a_test_of_the_same_evening_cannot_wait_for_the_morning() {
        assert_eq!(
            offered("2026-11-22 21:30", "2026-11-22 23:45"),
            Some(lasting("2026-11-22 21:30", "2026-11-22 22:00"))
        );
        assert_eq!(
            offered("2026-11-22 23:30", "2026-11-22 23:45"),
            Some(lasting("2026-11-22 23:30", "2026-11-22 23:45"))
        );
    }

    // RULES 5.3
    #[test]
    fn a_test_that_starts_when_the_night_ends_cannot_wait_either() {
        let late = OfferRules { morning: "09:00".parse().unwrap(), ..OfferRules::holding(30) };
        let found = offer(at("2026-11-22 22:00"), at("2026-11-23 09:00"), &late).unwrap();
        assert_eq!(found, Some(lasting("2026-11-22 22:00", "2026-11-22 22:30")));
    }

    #[test]
    fn the_clocks_change_between_the_offer_and_the_morning() {
        // Spring: the night of 29 March 2026 has 23 hours; autumn: that of 25 October has 25.
        assert_eq!(
            offered("2026-03-28 22:00", "2026-03-29 12:00"),
            Some(lasting("2026-03-29 08:00", "2026-03-29 08:30"))
        );
        assert_eq!(at("2026-03-29 08:00") - at("2026-03-28 22:00"), 9 * 60 * MINUTE_MS);
        assert_eq!(
            offered("2026-10-24 22:00", "2026-10-25 12:00"),
            Some(lasting("2026-10-25 08:00", "2026-10-25 08:30"))
        );
        assert_eq!(at("2026-10-25 08:00") - at("2026-10-24 22:00"), 11 * 60 * MINUTE_MS);
    }

    proptest! {
        #[test]
        fn nobody_is_woken_and_nothing_lapses_before_half_past_eight(
            // Ten days around each clock change of three years, to the minute.
            change in proptest::sample::select(vec![
                "2025-03-30", "2025-10-26", "2026-03-29", "2026-10-25", "2027-03-28", "2027-10-31",
            ]),
            minute in -5 * 1440..5 * 1440_i64, ahead in -60..4 * 1440_i64, minutes in 1..180_u32,
        ) {
            let freed = at(&format!("{change} 00:00")) + minute * MINUTE_MS;
            let starts = freed + ahead * MINUTE_MS;
            let found = offer(freed, starts, &OfferRules::holding(minutes)).unwrap();
            prop_assert_eq!(found.is_none(), starts <= freed);
            let Some(Offer { told_at, until }) = found else { return Ok(()) };
            prop_assert!(freed <= told_at && told_at < until && until <= starts);
            let clock = |ms| london_date_time(ms).unwrap();
            let night = |ms: i64| {
                let time = clock(ms).time.to_string();
                time.as_str() >= "21:00" || time.as_str() < "08:00"
            };
            if night(freed) {
                // The next eight o'clock, searched for minute by minute: twelve hours on when clocks go back.
                let morning = (0..=12 * 60).map(|step| freed + step * MINUTE_MS).find(|ms| !night(*ms)).unwrap();
                if morning < starts {
                    prop_assert_eq!(told_at, morning);
                    prop_assert!(until >= (morning + 30 * MINUTE_MS).min(starts));
                } else {
                    prop_assert_eq!(told_at, freed);
                }
            } else {
                prop_assert_eq!((told_at, until), (freed, starts.min(freed + i64::from(minutes) * MINUTE_MS)));
            }
        }
    }
}
