//! The slot rules compared with a slow, literal implementation of RULES 3.3, 3.5 and 3.7, for any schedule.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::time::london_to_millis;

fn any_time() -> impl Strategy<Value = TimeOfDay> {
    (0_u16..1440).prop_map(|minutes| TimeOfDay::from_minutes(minutes).unwrap())
}

fn any_date() -> impl Strategy<Value = Date> {
    (0_i32..70).prop_map(|days| date("2026-10-01").add_days(days))
}

fn any_list() -> impl Strategy<Value = Vec<TimeOfDay>> {
    prop::collection::btree_set(0_u8..60, 0..20).prop_map(|indices| {
        indices.into_iter().map(|index| SlotTime::from_index(index).unwrap().time_of_day()).collect()
    })
}

fn any_week() -> impl Strategy<Value = WeeklySlots> {
    prop::array::uniform7(any_list()).prop_map(
        |[monday, tuesday, wednesday, thursday, friday, saturday, sunday]| WeeklySlots {
            monday,
            tuesday,
            wednesday,
            thursday,
            friday,
            saturday,
            sunday,
        },
    )
}

fn any_windows() -> impl Strategy<Value = Vec<SessionWindow>> {
    let window =
        (any_date(), any_time(), any_time()).prop_filter_map("a session that ends", |(on, one, other)| {
            let (session_start, session_end) = (one.min(other), one.max(other));
            (session_start < session_end).then_some(SessionWindow {
                session_date: on,
                session_start,
                session_end,
            })
        });
    prop::collection::vec(window, 0..6)
}

/// Up to three runs of dates with no date in two of them.
fn any_openings() -> impl Strategy<Value = Vec<Opening>> {
    let run = (0_i32..12, 0_i32..20, any_date(), any_time());
    prop::collection::vec(run, 0..4).prop_map(|runs| {
        let mut free = date("2026-10-01");
        let placed = runs.into_iter().map(|(gap, length, opens, at)| {
            let from = free.add_days(gap);
            let to = from.add_days(length);
            free = to.add_days(1);
            Opening { from, to, opens_at: london_to_millis(opens.min(from), at).unwrap() }
        });
        // Not in the hour that the clock repeats.
        placed.filter(|opening| !(1_792_882_800_000..1_792_890_000_000).contains(&opening.opens_at)).collect()
    })
}

prop_compose! {
    fn any_config()(
        test_slots in any_week(),
        retest_slots in any_week(),
        bank_holidays in prop::collection::vec(any_date(), 0..6),
        closed_dates in prop::collection::vec(any_date(), 0..6),
        closed_sessions in any_windows(),
        training_sessions in any_windows(),
        mopup_sessions_ref in any_windows(),
        days_ahead in 0_u16..5,
        start_date in prop::option::of(any_date()),
        retest_delay in 0_u16..40,
        window_days in 0_u16..40,
        slot_capacity in 0_u16..8,
        openings in any_openings(),
    ) -> BookingSessionConfig {
        BookingSessionConfig {
            test_slots, retest_slots, bank_holidays, closed_dates, closed_sessions, training_sessions,
            mopup_sessions_ref, days_ahead, start_date, retest_delay, window_days, slot_capacity,
            cancel_cutoff_minutes: 0, openings,
        }
    }
}

prop_compose! {
    fn any_query()(
        on in any_date(),
        at in any_time(),
        retest: bool,
        last_completed in prop::option::of(any_date()),
        bypass: bool,
    ) -> SlotQuery {
        SlotQuery {
            now: LocalDateTime { date: on, time: at },
            booking_type: if retest { BookingType::Retest } else { BookingType::Test },
            last_completed,
            bypass,
        }
    }
}

/// What a date offers, following RULES 3.3 literally.
fn offered_by_the_text(config: &BookingSessionConfig, query: &SlotQuery, on: Date) -> BTreeSet<u16> {
    if config.closed_dates.contains(&on) {
        return BTreeSet::new();
    }
    let weekly = match query.booking_type {
        BookingType::Test => &config.test_slots,
        BookingType::Retest => &config.retest_slots,
    };
    let mut minutes: BTreeSet<u16> = if config.bank_holidays.contains(&on) {
        BTreeSet::new()
    } else {
        weekly.days()[on.weekday() as usize].iter().map(|time| time.minutes()).collect()
    };
    for session in config.mopup_sessions_ref.iter().filter(|session| session.session_date == on) {
        let mut quarter = session.session_start.minutes().div_ceil(15) * 15;
        while quarter < session.session_end.minutes() {
            if (540..=1425).contains(&quarter) {
                minutes.insert(quarter);
            }
            quarter += 15;
        }
    }
    for session in config.closed_sessions.iter().chain(&config.training_sessions) {
        if session.session_date == on {
            minutes.retain(|minute| {
                !(session.session_start.minutes()..session.session_end.minutes()).contains(minute)
            });
        }
    }
    if on == query.now.date {
        minutes.retain(|minute| *minute > query.now.time.minutes());
    }
    minutes
}

/// Whether the calendar lets a date be booked: RULES 3.5 and 3.12, followed literally.
fn in_calendar_by_the_text(config: &BookingSessionConfig, query: &SlotQuery, on: Date) -> bool {
    let today = query.now.date;
    if query.bypass {
        return on >= today;
    }
    let start = config.start_date.unwrap_or(today);
    let now_ms = london_to_millis(today, query.now.time).unwrap();
    let open = match config.openings.iter().find(|opening| (opening.from..=opening.to).contains(&on)) {
        Some(opening) => opening.opens_at <= now_ms,
        None => on <= today.max(start).add_days(i32::from(config.window_days)),
    };
    open && on >= today.add_days(i32::from(config.days_ahead)).max(start)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_is_available_is_what_the_text_offers(config in any_config(), query in any_query(), on in any_date()) {
        let schedule = schedule(&config);
        let found = schedule.day(&query, on, |_| 1);
        let bookable: BTreeSet<u16> =
            found.slots.iter().filter(|slot| slot.available).map(|slot| slot.time.minutes()).collect();
        let today = query.now.date;
        let in_calendar = in_calendar_by_the_text(&config, &query, on);
        let too_soon = query.booking_type == BookingType::Retest && !query.bypass
            && query.last_completed.is_some_and(|done| done.days_until(today) < i32::from(config.retest_delay));
        let expected = if in_calendar && !too_soon {
            offered_by_the_text(&config, &query, on)
        } else {
            BTreeSet::new()
        };
        prop_assert_eq!(&bookable, &expected);
        prop_assert_eq!(found.open, !expected.is_empty());
        prop_assert_eq!(found.reason.is_none(), found.open);
        for slot in &found.slots {
            prop_assert_eq!(slot.available, slot.reason.is_none());
        }
    }

    #[test]
    fn a_page_and_the_server_agree_on_every_time(config in any_config(), query in any_query(), on in any_date(), left in 0_u16..3) {
        let schedule = schedule(&config);
        let day = schedule.day(&query, on, |_| left);
        let grid = schedule.grid(&query, on, 1, &[left; 60]);
        prop_assert_eq!(grid[0], day.reason.map_or(0, Refusal::number));
        for time in SlotTime::all() {
            let cell = grid[1 + time.index()];
            if let Some(slot) = day.slots.iter().find(|slot| slot.time == time) {
                prop_assert_eq!(cell, slot.reason.map_or(0, Refusal::number));
                prop_assert_eq!(schedule.check(&query, on, time, left).err(), slot.reason);
            } else {
                prop_assert_eq!(cell, Schedule::UNLISTED);
                prop_assert!(schedule.check(&query, on, time, left).is_err());
            }
        }
    }

    #[test]
    fn the_first_date_is_the_first_that_offers(config in any_config(), query in any_query()) {
        let schedule = schedule(&config);
        let last = schedule.last_date(&query);
        let walked = (0..200).map(|step| query.now.date.add_days(step)).take_while(|on| *on <= last)
            .find(|on| in_calendar_by_the_text(&config, &query, *on)
                && !offered_by_the_text(&config, &query, *on).is_empty());
        prop_assert_eq!(schedule.first_date(&query), walked);
        let asked = SlotQuery { bypass: false, ..query };
        let after = (1..200).map(|step| last.add_days(step));
        prop_assert!(after.into_iter().all(|on| !in_calendar_by_the_text(&config, &asked, on)));
    }

    // RULES 3.13
    #[test]
    fn the_earliest_time_is_the_first_of_all_that_can_be_booked(
        config in any_config(), query in any_query(), taken in prop::collection::btree_set((0_i32..70, 0_u8..60), 0..300),
        days in 1_u8..128, part in 0_usize..4, until in any_date(), seats in 0_u16..2,
    ) {
        let schedule = schedule(&config);
        let query = SlotQuery { bypass: false, ..query };
        let wanted = Wanted { days: Weekdays::from_bits(days).unwrap(), part: PartOfDay::ALL[part], until };
        // With no seats, only what is not taken is free; with one, only what is.
        let remaining = |on: Date, time: SlotTime| {
            let full = taken.contains(&(date("2026-10-01").days_until(on), u8::try_from(time.index()).unwrap()));
            if full { seats } else { 1 - seats }
        };
        let mut every = Vec::new();
        for step in -3..200 {
            let on = query.now.date.add_days(step);
            for time in SlotTime::all() {
                if schedule.check(&query, on, time, remaining(on, time)).is_ok() {
                    every.push((on, time));
                }
            }
        }
        let free = schedule.free(&query, remaining);
        prop_assert_eq!(free.iter().collect::<Vec<_>>(), every.clone());
        let anything = Wanted { days: Weekdays::ALL, part: PartOfDay::Any, until: Date::MAX };
        prop_assert_eq!(schedule.earliest(&query, &anything, remaining), every.first().copied());
        let first = every.iter().copied().find(|(on, time)| wanted.has(*on, *time));
        prop_assert_eq!(schedule.earliest(&query, &wanted, remaining), first);
        prop_assert_eq!(free.wanted(&wanted).iter().next(), first);
        prop_assert_eq!(free.weekdays().is_none(), free.is_empty());
    }

    #[test]
    fn a_config_reads_back_what_it_shows(config in any_config()) {
        let text = serde_json::to_string(&config).unwrap();
        prop_assert_eq!(serde_json::from_str::<BookingSessionConfig>(&text).unwrap(), config);
    }

    /// Other weekly lists affect the bookings at the times that are no longer offered because of them; a booking at a time that
    /// was not offered before, because somebody kept it, is left alone.
    #[test]
    fn lists_hit_the_bookings_at_times_that_they_take_out(
        config in any_config(), query in any_query(), on in any_date(), tests in any_week(), retests in any_week(),
    ) {
        let other = BookingSessionConfig { test_slots: tests, retest_slots: retests, ..config.clone() };
        let (before, after) = (schedule(&config), schedule(&other));
        let kind = query.booking_type;
        let midnight = SlotQuery { now: LocalDateTime { date: on, time: TimeOfDay::MIDNIGHT }, bypass: true, ..query };
        let (had, has) = (offered_by_the_text(&config, &midnight, on), offered_by_the_text(&other, &midnight, on));
        for time in SlotTime::all() {
            let taken_out = had.contains(&time.minutes()) && !has.contains(&time.minutes());
            let lost = before.unlisted(&after, kind, on, time);
            prop_assert_eq!(lost.is_some(), taken_out, "{} {}", on, time);
            prop_assert!(lost.is_none_or(Refusal::may_keep));
            prop_assert!(before.takes_out(&after) || lost.is_none());
            prop_assert_eq!(after.unlisted(&after, kind, on, time), None);
        }
    }

    #[test]
    fn lists_that_only_gain_times_take_nothing_out(config in any_config(), more in any_week(), on in any_date(), query in any_query()) {
        let both = |one: &WeeklySlots, other: &WeeklySlots| {
            let day = |index: usize| {
                let all: BTreeSet<TimeOfDay> = one.days()[index].iter().chain(other.days()[index]).copied().collect();
                all.into_iter().collect::<Vec<_>>()
            };
            WeeklySlots {
                monday: day(0), tuesday: day(1), wednesday: day(2), thursday: day(3), friday: day(4),
                saturday: day(5), sunday: day(6),
            }
        };
        let wider = BookingSessionConfig {
            test_slots: both(&config.test_slots, &more), retest_slots: both(&config.retest_slots, &more), ..config.clone()
        };
        let (before, after) = (schedule(&config), schedule(&wider));
        prop_assert!(!before.takes_out(&after) && !before.takes_out(&before));
        for time in SlotTime::all() {
            prop_assert_eq!(before.unlisted(&after, query.booking_type, on, time), None);
        }
    }
}
