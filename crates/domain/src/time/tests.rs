use proptest::prelude::*;

use super::*;

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

#[test]
fn refuses_texts_that_are_no_dates() {
    for text in [
        "",
        "2026-2-3",
        "2026-02-30",
        "2026-13-01",
        "0000-01-01",
        "2026-11-21T00:00",
        "２026-11-21",
        "+026-11-21",
    ] {
        assert_eq!(text.parse::<Date>(), Err(TimeError::Date), "{text}");
    }
}

#[test]
fn refuses_texts_that_are_no_times() {
    for text in ["", "9:00", "24:00", "12:60", "12-00", "12:0a", "12:00:00"] {
        assert_eq!(text.parse::<TimeOfDay>(), Err(TimeError::TimeOfDay), "{text}");
    }
    for text in ["08:45", "09:10", "23:59", "00:00"] {
        assert_eq!(text.parse::<SlotTime>(), Err(TimeError::OffGrid), "{text}");
    }
}

#[test]
fn a_day_has_1440_minutes_and_sixty_quarter_hours() {
    assert_eq!(TimeOfDay::from_minutes(1439), "23:59".parse());
    assert_eq!(TimeOfDay::from_minutes(1440), Err(TimeError::TimeOfDay));
    assert_eq!(SlotTime::from_index(59), "23:45".parse().ok());
    assert_eq!(SlotTime::from_index(60), None);
}

#[test]
fn a_time_of_day_is_in_a_quarter_hour_of_the_day() {
    for (time, quarter) in
        [("00:05", "09:00"), ("09:00", "09:00"), ("09:14", "09:00"), ("14:15", "14:15"), ("23:59", "23:45")]
    {
        assert_eq!(SlotTime::at(time.parse().unwrap()), quarter.parse::<SlotTime>().unwrap(), "{time}");
    }
}

#[test]
fn the_log_shows_what_people_write() {
    let (date, time): (Date, SlotTime) = (date("2026-11-21"), "14:15".parse().unwrap());
    assert_eq!(format!("{date:?} {time:?} {:?}", time.time_of_day()), "2026-11-21 14:15 14:15");
}

// RULES 3.1
#[test]
fn the_sixty_quarter_hours_run_from_nine_to_a_quarter_to_midnight() {
    let all: Vec<_> = SlotTime::all().map(|time| time.to_string()).collect();
    assert_eq!(all.len(), SlotTime::COUNT);
    assert_eq!((all[0].as_str(), all[1].as_str(), all[59].as_str()), ("09:00", "09:15", "23:45"));
}

// RULES 1.1
#[test]
fn london_changes_its_clocks() {
    // 2026: forward on 29 March at 01:00 UTC, back on 25 October at 01:00 UTC.
    let spring = london_to_millis(date("2026-03-29"), "09:00".parse().unwrap()).unwrap();
    assert_eq!(spring, 1_774_771_200_000);
    let local = london_date_time(spring).unwrap();
    assert_eq!((local.date, local.time.to_string()), (date("2026-03-29"), "09:00".to_owned()));
    assert_eq!(london_day_end(date("2026-03-28")).unwrap() + 1, 1_774_742_400_000);
    let long_day = london_day_end(date("2026-10-25")).unwrap() + 1
        - london_to_millis(date("2026-10-25"), TimeOfDay::MIDNIGHT).unwrap();
    assert_eq!(long_day, 25 * 3_600_000);
}

#[test]
fn a_timestamp_shows_londons_offset_and_reads_back() {
    for (at, shown) in [
        (1_774_771_200_000, "2026-03-29T09:00:00.000+01:00"),
        (1_774_742_399_999, "2026-03-28T23:59:59.999+00:00"),
    ] {
        assert_eq!(london_timestamp(at).unwrap(), shown);
        assert_eq!(parse_timestamp(shown), Ok(at));
        assert_eq!(parse_timestamp(&utc_timestamp(at).unwrap()), Ok(at));
    }
    assert_eq!(utc_timestamp(1_774_742_399_999).unwrap(), "2026-03-28T23:59:59.999Z");
    assert_eq!(parse_timestamp("2026-03-29T08:00Z"), Ok(1_774_771_200_000));
    assert_eq!(parse_timestamp("2026-03-29T10:30:00-00:30"), Ok(1_774_782_000_000));
    for wrong in [
        "2026-03-29",
        "2026-03-29T08:00",
        "2026-02-30T08:00Z",
        "2026-03-29T25:00Z",
        "2026-03-29T08:00:60Z",
        "2026-03-29T08:00:00.5Z",
        "2026-03-29T08:00:00.12345Z",
        "2026-03-29T08:00+1:00",
        "2026-03-29T08:00[Mars/Phobos]",
        "2026-03-29T08:00Z[Mars/Phobos]",
        "2026-03-29T08:00é",
    ] {
        assert_eq!(parse_timestamp(wrong), Err(TimeError::Date), "{wrong}");
    }
}

#[test]
fn a_leap_day_child_comes_of_age_on_the_first_of_march() {
    let born = date("2008-02-29");
    assert_eq!(born.years_until(date("2026-02-28")), 17);
    assert_eq!(born.years_until(date("2026-03-01")), 18);
    assert_eq!(born.years_until(date("2024-02-29")), 16);
}

#[test]
fn days_are_held_at_the_ends_of_the_calendar() {
    assert_eq!(date("9999-12-30").add_days(i32::MAX), date("9999-12-31"));
    assert_eq!(date("0001-01-02").add_days(i32::MIN), date("0001-01-01"));
}

#[test]
fn every_date_agrees_with_a_calendar_library() {
    let mut there = jiff::civil::Date::constant(1, 1, 1);
    for number in Date::MIN.day_number()..=Date::MAX.day_number() {
        let date = Date::from_day_number(number);
        assert_eq!((date.year(), date.month(), date.day()), (there.year(), there.month(), there.day()));
        assert_eq!(Date::new(there.year(), there.month(), there.day()), Ok(date));
        assert_eq!(date.days_in_month(), there.days_in_month());
        assert_eq!(date.first_of_month().days_until(date), i32::from(there.day()) - 1);
        assert_eq!(date.weekday() as i8, there.weekday().to_monday_zero_offset());
        there = there.tomorrow().unwrap_or(there);
    }
    assert_eq!(Date::MAX.to_string(), "9999-12-31");
}

/// Europe/London from the time zone database.
static LONDON: jiff::tz::TimeZone = jiff::tz::get!("Europe/London");

#[test]
fn every_hour_of_the_clock_changes_agrees_with_a_calendar_library() {
    for year in 1996..2060_i16 {
        for month in [3, 10] {
            for day in 20..=31 {
                for minutes in (0..24 * 60).step_by(15) {
                    let date = Date::new(year, month, day).unwrap();
                    let (hour, minute) =
                        (i8::try_from(minutes / 60).unwrap(), i8::try_from(minutes % 60).unwrap());
                    let expected = LONDON
                        .to_ambiguous_zoned(jiff::civil::date(year, month, day).at(hour, minute, 0, 0))
                        .compatible()
                        .unwrap();
                    let time = TimeOfDay::from_minutes(minutes).unwrap();
                    let millis = london_to_millis(date, time).unwrap();
                    assert_eq!(millis, expected.timestamp().as_millisecond(), "{date} {time}");
                    let shown = london_date_time(millis).unwrap();
                    let local = expected.datetime();
                    assert_eq!(
                        shown.time.minutes(),
                        u16::try_from(local.hour()).unwrap() * 60 + u16::try_from(local.minute()).unwrap()
                    );
                    assert_eq!(shown.date.day(), local.day());
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn a_date_reads_back_what_it_shows(day in -700_000_i32..2_900_000) {
        let there = date("1970-01-01").add_days(day);
        prop_assert_eq!(there.to_string().parse::<Date>(), Ok(there));
        prop_assert_eq!(there.day_number(), date("1970-01-01").days_until(there));
    }

    #[test]
    fn stepping_there_and_back_is_no_move(day in 0_i32..80_000, step in -40_000_i32..40_000) {
        let there = date("1970-01-01").add_days(day);
        prop_assert_eq!(there.add_days(step).add_days(-step), there);
        prop_assert_eq!(there.days_until(there.add_days(step)), step);
    }

    #[test]
    fn an_instant_of_a_slot_shows_that_slot(day in 18_000_i32..27_000, index in 0_u8..60) {
        let there = date("1970-01-01").add_days(day);
        let time = SlotTime::from_index(index).unwrap();
        let local = london_date_time(london_to_millis(there, time.time_of_day()).unwrap()).unwrap();
        prop_assert_eq!(local, LocalDateTime { date: there, time: time.time_of_day() });
    }
}
