//! The academy's schedule as a calendar that staff subscribe to (iCalendar, RFC 5545): closed days and sessions, how full each
//! time is, which teams come. Made of what it is handed; knows no athlete and no clock.
//!
//! What has not changed reads the same to the byte for a whole day, so that a calendar program that asks again gets a 304.

use icalendar::{Calendar, Component as _, Event as Entry, EventLike as _, Property};
use sixfold_domain::slot::{BookingSessionConfig, SessionKind, SessionWindow};
use sixfold_domain::time::{Date, SlotTime, TimeError, TimeOfDay, london_to_millis};

use crate::db::calendar::calendar_feed::{SlotOccupancy, TeamVisit};
use crate::db::calendar::schedule::Event;
use crate::mail::calendar::{folded, plain, utc};

/// How long a visit takes: a full round of the six tests.
const VISIT_MS: i64 = 90 * 60_000;
/// How long a start lasts in the calendar, ms.
const SLOT_MS: i64 = SlotTime::STEP_MINUTES as i64 * 60_000;

#[derive(Debug)]
pub struct CalendarFeed<'a> {
    pub site: &'a str,
    /// The host of the public address, for what makes an entry unique in the world.
    pub host: &'a str,
    pub event: &'a Event,
    pub config: &'a BookingSessionConfig,
    /// The times of which a place is gone.
    pub slots: &'a [SlotOccupancy],
    pub teams: &'a [TeamVisit],
    /// The day on which it is made.
    pub today: Date,
    /// The first and the last day that it shows.
    pub days: (Date, Date),
}

/// Writes the calendar. Fails for a moment outside the years that an instant can name.
pub fn write(shown: &CalendarFeed<'_>) -> Result<String, TimeError> {
    let mut calendar = Calendar::empty();
    let name = format!("{}: {}", shown.site, shown.event.location_name);
    for (key, value) in [
        ("VERSION", "2.0"),
        ("PRODID", "-//Sixfold//Schedule//EN"),
        ("CALSCALE", "GREGORIAN"),
        ("X-WR-CALNAME", &plain(&name)),
        ("X-PUBLISHED-TTL", "PT1H"),
    ] {
        calendar.append_property(Property::new(key, value));
    }
    calendar
        .append_property(Property::new("REFRESH-INTERVAL", "PT1H").add_parameter("VALUE", "DURATION").done());
    for (dates, word, kind) in [
        (&shown.config.closed_dates, "Closed", "closed"),
        (&shown.config.bank_holidays, "Bank holiday", "holiday"),
    ] {
        for date in dates.iter().filter(|date| shown.contains(**date)) {
            calendar.push(shown.whole_day(*date, word, kind)?);
        }
    }
    for kind in SessionKind::ALL {
        let word = match kind {
            SessionKind::ClosedSession => "Closed session",
            SessionKind::TrainingSession => "Staff training",
            SessionKind::MopUpSession => "Mop-up session",
        };
        for window in shown.config.sessions(kind).iter().filter(|window| shown.contains(window.session_date))
        {
            calendar.push(shown.session(*window, word, kind.as_str())?);
        }
    }
    for slot in shown.slots {
        calendar.push(shown.slot(slot)?);
    }
    for team in shown.teams {
        calendar.push(shown.team(team)?);
    }
    Ok(folded(&calendar))
}

impl CalendarFeed<'_> {
    fn contains(&self, date: Date) -> bool {
        (self.days.0..=self.days.1).contains(&date)
    }

    /// An entry with what all have in common. The stamp is the day's beginning, so that it is the same all day.
    fn entry(&self, uid: &str, summary: &str) -> Result<Entry, TimeError> {
        let stamp = london_to_millis(self.today, TimeOfDay::MIDNIGHT)?;
        let mut entry = Entry::new();
        entry
            .uid(&format!("{uid}@{}", self.host))
            .add_property("DTSTAMP", utc(stamp))
            .summary(&plain(summary))
            .add_property("TRANSP", "TRANSPARENT");
        Ok(entry)
    }

    fn whole_day(&self, date: Date, word: &str, kind: &str) -> Result<Entry, TimeError> {
        let plain = |date: Date| date.to_string().replace('-', "");
        let day = |key: &str, date| Property::new(key, plain(date)).add_parameter("VALUE", "DATE").done();
        let mut entry = self.entry(&format!("{kind}-{date}"), word)?;
        entry.append_property(day("DTSTART", date)).append_property(day("DTEND", date.add_days(1)));
        Ok(entry.done())
    }

    fn timed(&self, mut entry: Entry, start_ms: i64, end_ms: i64) -> Entry {
        let place = format!("{}, {}", self.event.location_name, self.event.location_address);
        entry
            .add_property("DTSTART", utc(start_ms))
            .add_property("DTEND", utc(end_ms))
            .location(&plain(&place))
            .done()
    }

    fn session(&self, window: SessionWindow, word: &str, kind: &str) -> Result<Entry, TimeError> {
        let SessionWindow { session_date: date, session_start: start, session_end: end } = window;
        let entry = self.entry(&format!("{kind}-{date}-{start}-{end}"), word)?;
        Ok(self.timed(entry, london_to_millis(date, start)?, london_to_millis(date, end)?))
    }

    fn slot(&self, slot: &SlotOccupancy) -> Result<Entry, TimeError> {
        let SlotOccupancy { date, time, taken, capacity } = slot;
        let entry = self.entry(&format!("slot-{date}-{time}"), &format!("{taken} of {capacity} booked"))?;
        let start = london_to_millis(*date, time.time_of_day())?;
        Ok(self.timed(entry, start, start + SLOT_MS))
    }

    fn team(&self, team: &TeamVisit) -> Result<Entry, TimeError> {
        let TeamVisit { id, name, date, time, members } = team;
        let athletes = if *members == 1 { "1 athlete".to_owned() } else { format!("{members} athletes") };
        let entry = self.entry(&format!("team-{id}"), &format!("{name}: {athletes}"))?;
        let start = london_to_millis(*date, time.time_of_day())?;
        Ok(self.timed(entry, start, start + VISIT_MS))
    }
}
