//! The booking settings as staff save them: everything in a booking session config except dates and sessions.

use sixfold_domain::slot::BookingSessionConfig;
use sixfold_domain::time::Date;

use super::slot::SlotKey;
use crate::db::connection::column::Text;
use crate::db::{Conn, DbError, Result, params};

const FIND: &str = "SELECT settings, rev FROM schedule_config WHERE event_id = $1";
const SAVE: &str = "INSERT INTO schedule_config (event_id, settings, updated_at, updated_by) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (event_id) DO UPDATE SET settings = excluded.settings, rev = schedule_config.rev + 1, \
     updated_at = excluded.updated_at, updated_by = excluded.updated_by";
const SET_CAPACITY: &str = "UPDATE slot SET capacity = CASE WHEN taken > $3 THEN taken ELSE $3 END \
     WHERE event_id = $1 AND test_date >= $2";
const WAITED_FOR: &str = "SELECT test_date, test_time, COUNT(*) AS waiting FROM waitlist \
     WHERE event_id = $1 AND test_date >= $2 AND status = 'waiting' \
     GROUP BY test_date, test_time ORDER BY test_date, test_time";

/// The settings of an event, and their revision, 0 if none were saved.
pub async fn find(conn: &mut Conn, event_id: &str) -> Result<(BookingSessionConfig, i64)> {
    let row: Option<(String, i64)> = conn.optional(FIND, params![event_id]).await?;
    let Some((text, rev)) = row else { return Ok((BookingSessionConfig::default(), 0)) };
    let stored = serde_json::from_str(&text).map_err(|_| DbError::broken("schedule settings"))?;
    Ok((stored, rev))
}

/// Saves settings without dates and sessions. The caller has locked the schedule and checked them.
pub async fn save(
    conn: &mut Conn,
    event_id: &str,
    settings: &BookingSessionConfig,
    by: &str,
    now_ms: i64,
) -> Result<()> {
    let text = serde_json::to_string(settings).map_err(|_| DbError::broken("schedule settings"))?;
    conn.execute(SAVE, params![event_id, text, now_ms, by]).await?;
    crate::db::topic::bump(conn, crate::db::topic::SCHEDULE).await
}

/// Sets the capacity of every slot from a day on; seats taken beyond it stay taken. The caller has locked the
/// schedule.
pub async fn set_capacity(conn: &mut Conn, event_id: &str, from: Date, capacity: u16) -> Result<()> {
    conn.execute(SET_CAPACITY, params![event_id, from, capacity]).await
}

/// The slots from a day on with people waiting who have no offer, in order of time, and the number of these people.
pub async fn waited_for(conn: &mut Conn, event_id: &str, from: Date) -> Result<Vec<(SlotKey, i64)>> {
    let rows = conn.all(WAITED_FOR, params![event_id, from]).await?.into_iter();
    let slot = |date, time| SlotKey { event_id: event_id.to_owned(), date, time };
    Ok(rows.map(|(Text(date), Text(time), waiting)| (slot(date, time), waiting)).collect())
}
