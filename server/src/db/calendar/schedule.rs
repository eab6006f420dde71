//! Events, seasons and the booking session config: its settings as one JSON value, its dates and sessions as rows.

use sixfold_domain::season::{Season, SeasonTable};
use sixfold_domain::slot::{BookingSessionConfig, DateList, SessionKind, SessionWindow};
use sixfold_domain::time::Date;

use super::season;
use crate::db::connection::column::Text;
use crate::db::{Conn, DbError, Engine, Result, new_id, params, topic};

const FIND_EVENT: &str = "SELECT event_id, name, location_name, location_address, location_post_code, \
    location_contact_number, location_contact_email, map_url FROM event \
    WHERE event_id = $1 OR CAST($1 AS TEXT) IS NULL ORDER BY position, event_id LIMIT 1";
const LIST_EVENTS: &str = "SELECT event_id, name, location_name, location_address, location_post_code, \
    location_contact_number, location_contact_email, map_url FROM event ORDER BY position, event_id";
const PUT_EVENT: &str = "INSERT INTO event (event_id, name, location_name, location_address, location_post_code, \
    location_contact_number, location_contact_email, map_url, position) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (event_id) DO UPDATE SET \
    name = excluded.name, location_name = excluded.location_name, \
    location_address = excluded.location_address, location_post_code = excluded.location_post_code, \
    location_contact_number = excluded.location_contact_number, \
    location_contact_email = excluded.location_contact_email, map_url = excluded.map_url";
const CHANGE_EVENT: &str = "UPDATE event SET name = $2, location_name = $3, location_address = $4, location_post_code = $5, \
    location_contact_number = $6, location_contact_email = $7, map_url = $8 WHERE event_id = $1";
const INSERT_SEASON: &str =
    "INSERT INTO season (season, start_date, end_date) VALUES ($1, $2, $3) ON CONFLICT (season) DO NOTHING";
const CONFIG_SETTINGS: &str = "SELECT settings FROM schedule_config WHERE event_id = $1";
const CONFIG_DATES: &str =
    "SELECT kind, date FROM schedule_date WHERE event_id = $1 AND date >= $2 ORDER BY date, kind";
const CONFIG_SESSIONS: &str = "SELECT kind, session_date, session_start, session_end FROM session_item \
    WHERE event_id = $1 AND session_date >= $2 ORDER BY session_date, session_start, kind";
const REPLACE_CONFIG_DATES: &str = "DELETE FROM schedule_date WHERE event_id = $1";
const REPLACE_CONFIG_SESSIONS: &str = "DELETE FROM session_item WHERE event_id = $1";
const REPLACE_CONFIG_SETTINGS: &str = "INSERT INTO schedule_config (event_id, settings, updated_at) VALUES ($1, $2, $3) \
    ON CONFLICT (event_id) DO UPDATE SET settings = excluded.settings, \
    rev = schedule_config.rev + 1, updated_at = excluded.updated_at";
const INSERT_DATE: &str = "INSERT INTO schedule_date (event_id, kind, date) VALUES ($1, $2, $3) \
    ON CONFLICT (event_id, kind, date) DO NOTHING";
const INSERT_SESSION: &str = "INSERT INTO session_item (session_item_id, event_id, kind, session_date, session_start, session_end, \
    updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
const LOCK_SHARED: &str = "SELECT pg_advisory_xact_lock_shared(6007)";
const LOCK_EXCLUSIVE: &str = "SELECT pg_advisory_xact_lock(6007)";

/// The event in a new database: the academy.
pub const ACADEMY: &str = "sixfold-academy";

/// An academy site.
#[derive(Debug, Clone, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct Event {
    pub event_id: String,
    pub name: String,
    pub location_name: String,
    /// Street and town.
    pub location_address: String,
    pub location_post_code: String,
    /// Telephone.
    pub location_contact_number: String,
    pub location_contact_email: String,
    pub map_url: String,
}

/// The event with an id, or the first if `event_id` is none.
pub async fn find_event(conn: &mut Conn, event_id: Option<&str>) -> Result<Option<Event>> {
    conn.optional(FIND_EVENT, params![event_id]).await
}

/// Every event, the academy first.
pub async fn list_events(conn: &mut Conn) -> Result<Vec<Event>> {
    conn.all(LIST_EVENTS, params![]).await
}

/// Inserts an event, or updates it.
pub async fn put_event(conn: &mut Conn, event: &Event, position: i64) -> Result<()> {
    conn.execute(
        PUT_EVENT,
        params![
            event.event_id,
            event.name,
            event.location_name,
            event.location_address,
            event.location_post_code,
            event.location_contact_number,
            event.location_contact_email,
            event.map_url,
            position
        ],
    )
    .await?;
    topic::bump(conn, topic::SCHEDULE).await
}

/// Updates an event's details; its position in the list stays.
pub async fn change_event(conn: &mut Conn, event: &Event) -> Result<()> {
    conn.execute(
        CHANGE_EVENT,
        params![
            event.event_id,
            event.name,
            event.location_name,
            event.location_address,
            event.location_post_code,
            event.location_contact_number,
            event.location_contact_email,
            event.map_url
        ],
    )
    .await?;
    topic::bump(conn, topic::SCHEDULE).await
}

/// The stored seasons: the built-in ones, and those that staff added.
pub async fn seasons(conn: &mut Conn) -> Result<Vec<Season>> {
    Ok(season::list(conn).await?.into_iter().map(|stored| stored.season).collect())
}

/// Adds a season unless it exists.
pub async fn insert_season(conn: &mut Conn, season: &Season) -> Result<()> {
    conn.execute(INSERT_SEASON, params![season.season, season.start, season.end]).await?;
    topic::bump(conn, topic::SCHEDULE).await
}

/// The booking session config of an event, with dates from `from` on; three statements, whatever its size.
pub async fn config(conn: &mut Conn, event_id: &str, from: Date) -> Result<BookingSessionConfig> {
    let settings: Option<String> = conn.optional_scalar(CONFIG_SETTINGS, params![event_id]).await?;
    let dates: Vec<(String, Text<Date>)> = conn.all(CONFIG_DATES, params![event_id, from]).await?;
    let sessions = conn.all(CONFIG_SESSIONS, params![event_id, from]).await?;
    let mut config: BookingSessionConfig = match settings {
        Some(text) => serde_json::from_str(&text).map_err(|_| DbError::broken("schedule settings"))?,
        None => BookingSessionConfig::default(),
    };
    for (kind, Text(date)) in dates {
        let list = DateList::from_stored(&kind).ok_or_else(|| DbError::broken("kind of date"))?;
        config.dates_mut(list).push(date);
    }
    for (Text(kind), Text(session_date), Text(session_start), Text(session_end)) in sessions {
        config.sessions_mut(kind).push(SessionWindow { session_date, session_start, session_end });
    }
    Ok(config)
}

/// Replaces a whole config. The caller has checked it with `Schedule::new`.
pub async fn replace_config(
    conn: &mut Conn,
    event_id: &str,
    config: &BookingSessionConfig,
    now_ms: i64,
) -> Result<()> {
    conn.execute(REPLACE_CONFIG_DATES, params![event_id]).await?;
    conn.execute(REPLACE_CONFIG_SESSIONS, params![event_id]).await?;
    // Everything with a date goes into rows of its own; the rest is the settings.
    let mut bare = config.clone();
    let sessions = SessionKind::ALL.map(|kind| (kind, std::mem::take(bare.sessions_mut(kind))));
    let dates = DateList::ALL.map(|list| (list.stored(), std::mem::take(bare.dates_mut(list))));
    let settings = serde_json::to_string(&bare).map_err(|_| DbError::broken("schedule settings"))?;
    conn.execute(REPLACE_CONFIG_SETTINGS, params![event_id, settings, now_ms]).await?;
    for (kind, dates) in dates {
        for date in dates {
            conn.execute(INSERT_DATE, params![event_id, kind, date]).await?;
        }
    }
    for (kind, windows) in sessions {
        for SessionWindow { session_date: date, session_start: start, session_end: end } in windows {
            let id = new_id(now_ms);
            conn.execute(INSERT_SESSION, params![id, event_id, kind, date, start, end, now_ms]).await?;
        }
    }
    topic::bump(conn, topic::SCHEDULE).await
}

/// Keeps the schedule unchanged to the end of the job: every job that books by it begins with this, before it locks
/// athletes and slots. SQLite's writing jobs run one after the other anyway.
pub async fn lock_shared(conn: &mut Conn) -> Result<()> {
    match conn.engine() {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => conn.execute(LOCK_SHARED, params![]).await,
    }
}

/// Waits for the jobs that called [`lock_shared`], and keeps new ones waiting to the end of the job: every job that changes the
/// schedule begins with this, before it locks athletes and slots.
pub async fn lock_exclusive(conn: &mut Conn) -> Result<()> {
    match conn.engine() {
        Engine::Sqlite => Ok(()),
        Engine::Postgres => conn.execute(LOCK_EXCLUSIVE, params![]).await,
    }
}

/// Adds the academy, ten seasons and a working week to a new database; changes nothing that exists.
pub async fn ensure_defaults(conn: &mut Conn, now_ms: i64) -> Result<()> {
    if seasons(conn).await?.is_empty() {
        for season in SeasonTable::built_in().seasons() {
            insert_season(conn, season).await?;
        }
    }
    if find_event(conn, None).await?.is_none() {
        put_event(conn, &academy(), 0).await?;
        replace_config(conn, ACADEMY, &working_week(), now_ms).await?;
    }
    Ok(())
}

/// The academy of a new database (RULES 3.2).
pub fn academy() -> Event {
    Event {
        event_id: ACADEMY.into(),
        name: "The Six Tests".into(),
        location_name: "The Academy at the Power Station".into(),
        location_address: "Turbine Hall Lane, London".into(),
        location_post_code: "SW11 8DD".into(),
        location_contact_number: "+44 20 7946 0123".into(),
        location_contact_email: "academy@sixfold.example".into(),
        map_url: "https://www.openstreetmap.org/search?query=SW11%208DD".into(),
    }
}

/// Tests every quarter of an hour from ten to one and from two to six, retests until eight in the evening, Tuesday to
/// Sunday.
pub fn working_week() -> BookingSessionConfig {
    use sixfold_domain::slot::WeeklySlots;
    use sixfold_domain::time::{SlotTime, TimeOfDay};
    let between = |spans: &[(u16, u16)]| -> Vec<TimeOfDay> {
        SlotTime::all()
            .map(SlotTime::time_of_day)
            .filter(|time| spans.iter().any(|(from, to)| (from * 60..to * 60).contains(&time.minutes())))
            .collect()
    };
    let test_slots =
        WeeklySlots { monday: Vec::new(), ..WeeklySlots::every_day(&between(&[(10, 13), (14, 18)])) };
    let retest_slots =
        WeeklySlots { monday: Vec::new(), ..WeeklySlots::every_day(&between(&[(10, 13), (14, 20)])) };
    BookingSessionConfig { test_slots, retest_slots, ..BookingSessionConfig::default() }
}

#[cfg(test)]
mod tests {
    use sixfold_domain::slot::Schedule;

    #[test]
    fn the_first_week_is_a_valid_schedule() {
        assert!(Schedule::new(&super::working_week()).is_ok());
    }
}
