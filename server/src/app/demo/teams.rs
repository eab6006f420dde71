//! The demo coach's teams: two that come after the busiest days.

use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::BookingSessionConfig;

use super::bookings::open_booking;
use super::timetable::UpcomingDays;
use crate::db::bookings::team::{self, Team};
use crate::db::calendar::schedule;
use crate::db::people::coach::{self, Access};
use crate::db::{Conn, DbError};

/// Id, name, bookable day, time as an index into the day's times, and indices of athletes: none who books or tests
/// elsewhere in the demo's next days.
const TEAMS: [(&str, &str, usize, usize, &[usize]); 2] = [
    ("demo-team", "Battersea Sprinters", 4, 5, &[10, 11, 12, 13]),
    ("demo-team-rowers", "Riverside Rowers", 5, 3, &[20, 21, 22]),
];

/// The team whose athletes let the coach see their results; those of the other have not answered.
const SHARING: &str = "demo-team";

pub(super) async fn add(
    conn: &mut Conn,
    coach: &str,
    athletes: &[String],
    config: &BookingSessionConfig,
    now_ms: i64,
) -> Result<(), DbError> {
    let ahead = UpcomingDays::of(config, now_ms)?;
    for (id, name, day, nth, members) in TEAMS {
        let Some(slot) = ahead.slot(BookingType::Retest, day, nth) else { continue };
        let team = Team {
            id: id.to_owned(),
            event_id: schedule::ACADEMY.to_owned(),
            name: name.to_owned(),
            slot,
            coach: Some(coach.to_owned()),
            rev: 1,
        };
        team::insert(conn, &team, coach, now_ms).await?;
        for uaid in members.iter().filter_map(|member| athletes.get(*member)) {
            let kind = BookingType::Retest;
            let booked = open_booking(conn, uaid, kind, team.slot, config.slot_capacity, now_ms).await?;
            let Some(booked) = booked else { continue };
            team::take_on(conn, &booked, id).await?;
            coach::ask(conn, coach, uaid, now_ms).await?;
            if id == SHARING {
                coach::decide(conn, (coach, uaid), Access::Accepted, uaid, now_ms).await?;
            }
        }
    }
    Ok(())
}
