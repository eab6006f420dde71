//! The demo's schedule: a week with gaps, and exceptions relative to today.

use sixfold_domain::bank_holiday;
use sixfold_domain::booking::BookingType;
use sixfold_domain::season::{Season, SeasonTable};
use sixfold_domain::slot::{BookingSessionConfig, Schedule, SessionWindow, SlotQuery, WeeklySlots};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, TimeOfDay, Weekday, london_date_time};

use super::hours::Hours;
use crate::db::calendar::schedule;
use crate::db::{Conn, DbError};

/// The length of a season in months. Seasons begin in January, May and September.
const SEASON_MONTHS: i8 = 4;

/// Adds contiguous seasons until one includes today and another follows it; returns the one that includes today.
pub(super) async fn add_seasons(conn: &mut Conn, today: Date) -> Result<Option<Season>, DbError> {
    let mut seasons = schedule::seasons(conn).await?;
    while let Some(last) = seasons.last().copied() {
        if last.start > today {
            break;
        }
        let start = last.end.add_days(1);
        let next = Season { season: last.season + 1, start, end: season_end(start) };
        schedule::insert_season(conn, &next).await?;
        seasons.push(next);
    }
    let table = SeasonTable::new(seasons).map_err(|error| DbError::Other(error.to_string()))?;
    Ok(table.on(today).copied())
}

/// The last day of the fourth month.
fn season_end(start: Date) -> Date {
    let mut first = start.first_of_month();
    for _ in 0..SEASON_MONTHS {
        first = first.add_days(i32::from(first.days_in_month()));
    }
    first.add_days(-1)
}

pub(super) const CAPACITY: u16 = 6;

/// The times of first tests that a weekday offers.
pub(super) fn days_times(on: Date) -> Vec<SlotTime> {
    let week = week();
    let days = week.test_slots.days();
    let times = days.get(on.weekday() as usize).copied().unwrap_or_default();
    times.iter().filter_map(|time| SlotTime::try_from(*time).ok()).collect()
}

/// The booking session config. Closed dates, training and mop-up come after the first three bookable days, which keep
/// plenty of room.
pub(super) fn config(now: LocalDateTime) -> BookingSessionConfig {
    let today = now.date;
    let week = week();
    let plain = BookingSessionConfig { bank_holidays: bank_holidays(today), ..week };
    let days = bookable(&plain, now, 8);
    let day = |index: usize| days.get(index).copied().unwrap_or_else(|| today.add_days(20));
    let monday =
        (2..12).map(|step| today.add_days(step)).find(|on| on.weekday() == Weekday::Monday && *on > day(2));
    let mut mopup = vec![window(monday.unwrap_or_else(|| day(6)), (10, 0), (16, 0))];
    mopup.extend(today_open(now));
    mopup.extend(plain.bank_holidays.first().map(|holiday| window(*holiday, (10, 0), (16, 0))));
    BookingSessionConfig {
        closed_dates: vec![day(4)],
        closed_sessions: vec![window(day(5), (16, 0), (18, 0))],
        training_sessions: vec![window(day(3), (14, 0), (15, 30))],
        mopup_sessions_ref: mopup,
        ..plain
    }
}

/// The next dates on which a first test can be booked.
fn bookable(config: &BookingSessionConfig, now: LocalDateTime, count: usize) -> Vec<Date> {
    let Ok(schedule) = Schedule::new(config) else { return Vec::new() };
    let query = SlotQuery { now, booking_type: BookingType::Test, last_completed: None, bypass: false };
    let last = schedule.last_date(&query);
    let first = schedule.first_date(&query).unwrap_or(last);
    (0..=first.days_until(last))
        .map(|step| first.add_days(step))
        .filter(|on| schedule.day(&query, *on, |_| 1).open)
        .take(count)
        .collect()
}

/// The next bookable days and their times.
pub(super) struct UpcomingDays {
    days: Vec<Date>,
    schedule: Schedule,
    now: LocalDateTime,
}

impl UpcomingDays {
    pub(super) fn of(config: &BookingSessionConfig, now_ms: i64) -> Result<Self, DbError> {
        let now = london_date_time(now_ms).map_err(|error| DbError::Other(error.to_string()))?;
        let schedule = Schedule::new(config).map_err(|error| DbError::Other(error.to_string()))?;
        Ok(Self { days: bookable(config, now, 6), schedule, now })
    }

    /// The nth available time of a day; `None` if there are fewer.
    pub(super) fn slot(&self, booking_type: BookingType, day: usize, nth: usize) -> Option<(Date, SlotTime)> {
        let query = SlotQuery { now: self.now, booking_type, last_completed: None, bypass: false };
        let on = *self.days.get(day)?;
        let slots = self.schedule.day(&query, on, |_| 1).slots;
        let time = slots.iter().filter(|slot| slot.available).nth(nth)?.time;
        Some((on, time))
    }
}

/// Closed on Mondays, a lunch break, late retests, a shorter Sunday.
fn week() -> BookingSessionConfig {
    let day = times(&[((10, 0), (13, 0)), ((14, 0), (18, 0))]);
    let late = times(&[((10, 0), (13, 0)), ((14, 0), (18, 0)), ((18, 30), (20, 0))]);
    let saturday = times(&[((9, 0), (12, 30)), ((13, 30), (17, 0))]);
    let sunday = times(&[((10, 0), (14, 0))]);
    BookingSessionConfig {
        test_slots: WeeklySlots {
            monday: Vec::new(),
            saturday: saturday.clone(),
            sunday: sunday.clone(),
            ..WeeklySlots::every_day(&day)
        },
        retest_slots: WeeklySlots { monday: Vec::new(), saturday, sunday, ..WeeklySlots::every_day(&late) },
        slot_capacity: CAPACITY,
        ..BookingSessionConfig::default()
    }
}

/// A session that opens the academy around now, whatever the week says, so that the demo always shows activity.
fn today_open(now: LocalDateTime) -> Option<SessionWindow> {
    let (first, last) = Hours::around(now).needed();
    let offered = days_times(now.date);
    let all = SlotTime::all().filter(|time| (first..=last).contains(time));
    (!all.into_iter().all(|time| offered.contains(&time))).then(|| SessionWindow {
        session_date: now.date,
        session_start: first.time_of_day(),
        session_end: TimeOfDay::from_minutes(last.minutes() + SlotTime::STEP_MINUTES)
            .unwrap_or(TimeOfDay::MIDNIGHT),
    })
}

type Clock = (u16, u16);

fn times(spans: &[(Clock, Clock)]) -> Vec<TimeOfDay> {
    SlotTime::all()
        .map(SlotTime::time_of_day)
        .filter(|time| spans.iter().any(|(from, to)| (at(*from)..at(*to)).contains(time)))
        .collect()
}

fn at((hour, minute): Clock) -> TimeOfDay {
    TimeOfDay::from_minutes(hour * 60 + minute).unwrap_or(TimeOfDay::MIDNIGHT)
}

fn window(session_date: Date, start: Clock, end: Clock) -> SessionWindow {
    SessionWindow { session_date, session_start: at(start), session_end: at(end) }
}

/// The coming bank holidays of this year and the next.
fn bank_holidays(today: Date) -> Vec<Date> {
    let years = [today.year(), today.year() + 1];
    let days = years.into_iter().flat_map(bank_holiday::of_year).map(|holiday| holiday.date);
    days.filter(|date| *date > today).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On each day of two years: at least 12 open times and room for 70 and the demo's bookings on the first three days.
    #[test]
    fn the_first_three_days_are_roomy_whenever_it_is() {
        let noon = at((12, 0));
        for step in 0..730 {
            let today = Date::new(2026, 1, 1).unwrap().add_days(step);
            let now = LocalDateTime { date: today, time: noon };
            let config = config(now);
            let schedule = Schedule::new(&config).unwrap();
            let query =
                SlotQuery { now, booking_type: BookingType::Test, last_completed: None, bypass: false };
            let days = bookable(&config, now, 3);
            assert_eq!(days.len(), 3, "{today}");
            for day in days {
                let open =
                    schedule.day(&query, day, |_| 6).slots.iter().filter(|slot| slot.available).count();
                assert!(open >= 15, "{today}: {day} has {open}");
            }
            assert_eq!(config.closed_dates.len(), 1);
        }
    }

    #[test]
    fn a_season_ends_with_its_fourth_month() {
        assert_eq!(season_end(Date::new(2026, 1, 1).unwrap()), Date::new(2026, 4, 30).unwrap());
        assert_eq!(season_end(Date::new(2026, 9, 1).unwrap()), Date::new(2026, 12, 31).unwrap());
    }
}
