//! Alerts (RULES 5.4 to 5.7). The athlete is locked before one of their alerts is made.

use std::collections::HashMap;

use sixfold_domain::alert::has_opened;
use sixfold_domain::slot::{FreeTimes, PartOfDay, Wanted, Weekdays};
use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use crate::db::calendar::slot::SlotKey;
use crate::db::connection::column::{OptionalText, Text};
use crate::db::{Conn, DbError, Result, new_id, params};

const OF_ATHLETE: &str = "SELECT alert_id, uaid, weekdays, part, until_date, free_before, created_at, sent_at, test_date, \
    test_time FROM time_alert WHERE uaid = $1 AND event_id = $2 AND (sent_at IS NOT NULL OR until_date >= $3) \
    ORDER BY created_at, alert_id";
const INSERT: &str = "INSERT INTO time_alert (alert_id, uaid, event_id, weekdays, part, until_date, free_before, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
const GIVE_UP: &str = "UPDATE time_alert SET free_before = $2 WHERE alert_id = $1 AND sent_at IS NULL";
const DELETE: &str = "DELETE FROM time_alert WHERE alert_id = $1 AND uaid = $2";
const NEWEST: &str = "SELECT MAX(created_at) FROM time_alert WHERE event_id = $1 AND sent_at IS NULL";
const PAGE: &str = "SELECT alert_id, uaid, weekdays, part, until_date, free_before, created_at, sent_at, test_date, test_time \
    FROM time_alert WHERE event_id = $1 AND sent_at IS NULL AND (created_at, alert_id) > ($2, $3) AND until_date >= $4 \
    AND (weekdays & $5) <> 0 ORDER BY created_at, alert_id LIMIT $6";
const UNSENT: &str = "SELECT alert_id, uaid, weekdays, part, until_date, free_before, created_at, sent_at, test_date, test_time \
    FROM time_alert WHERE sent_at IS NULL AND until_date >= $1 AND alert_id IN ({list}) ORDER BY created_at, alert_id";
const NOTIFIED: &str = "SELECT test_date, test_time, COUNT(DISTINCT uaid) FROM time_alert WHERE event_id = $1 AND sent_at > $2 \
    GROUP BY test_date, test_time";
const NOTIFIED_OF: &str = "SELECT COUNT(DISTINCT uaid) FROM time_alert \
    WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND sent_at > $4";
const CLAIM: &str = "UPDATE time_alert SET sent_at = $2, test_date = $3, test_time = $4 WHERE alert_id = $1 AND sent_at IS NULL";
const PRUNE_SENT: &str = "DELETE FROM time_alert WHERE sent_at < $1";
const PRUNE_PAST: &str = "DELETE FROM time_alert WHERE sent_at IS NULL AND until_date < $1";

#[derive(Debug, Clone)]
pub struct Alert {
    pub id: String,
    pub uaid: String,
    pub wanted: Wanted,
    /// The wanted times that could be booked when it was made, and those that its athlete has given up since.
    pub before: FreeTimes,
    pub created_at: i64,
    /// When its athlete was notified, ms, and of which time.
    pub sent: Option<(i64, Date, SlotTime)>,
}

#[derive(FromRow)]
struct Columns {
    alert_id: String,
    uaid: String,
    weekdays: i64,
    part: String,
    #[sqlx(try_from = "Text<Date>")]
    until_date: Date,
    free_before: String,
    created_at: i64,
    sent_at: Option<i64>,
    #[sqlx(try_from = "OptionalText<Date>")]
    test_date: Option<Date>,
    #[sqlx(try_from = "OptionalText<SlotTime>")]
    test_time: Option<SlotTime>,
}

impl Columns {
    fn read(self) -> Result<Alert> {
        let days = u8::try_from(self.weekdays).ok().and_then(Weekdays::from_bits);
        let days = days.ok_or_else(|| DbError::broken("time_alert.weekdays"))?;
        let part = PartOfDay::from_word(&self.part).ok_or_else(|| DbError::broken("time_alert.part"))?;
        let before = self.free_before.parse().map_err(|_| DbError::broken("time_alert.free_before"))?;
        let slot = self.test_date.zip(self.test_time);
        Ok(Alert {
            id: self.alert_id,
            uaid: self.uaid,
            wanted: Wanted { days, part, until: self.until_date },
            before,
            created_at: self.created_at,
            sent: self.sent_at.zip(slot).map(|(at, (date, time))| (at, date, time)),
        })
    }
}

/// An athlete's alerts, the oldest first: those that have been sent, and those that have not ended.
pub async fn of_athlete(conn: &mut Conn, uaid: &str, event_id: &str, today: Date) -> Result<Vec<Alert>> {
    let rows: Vec<Columns> = conn.all(OF_ATHLETE, params![uaid, event_id, today]).await?;
    rows.into_iter().map(Columns::read).collect()
}

/// Makes an alert. The caller has locked the athlete and knows that they have no such alert.
pub async fn insert(
    conn: &mut Conn,
    uaid: &str,
    event_id: &str,
    wanted: Wanted,
    before: FreeTimes,
    now_ms: i64,
) -> Result<Alert> {
    let alert =
        Alert { id: new_id(now_ms), uaid: uaid.to_owned(), wanted, before, created_at: now_ms, sent: None };
    let (bits, part, text) = (i64::from(wanted.days.bits()), wanted.part.word(), alert.before.to_string());
    conn.execute(INSERT, params![alert.id, uaid, event_id, bits, part, wanted.until, text, now_ms]).await?;
    Ok(alert)
}

/// Records that an athlete has given up a place: that its time opens is no news to their alerts (RULES 5.5). The caller has locked
/// the athlete.
pub async fn give_up(conn: &mut Conn, uaid: &str, slot: &SlotKey, today: Date) -> Result<()> {
    let SlotKey { event_id, date, time } = slot;
    for alert in of_athlete(conn, uaid, event_id, today).await? {
        if alert.sent.is_none() && has_opened((*date, *time), &alert.wanted, &alert.before) {
            let before = alert.before.with(*date, *time).to_string();
            conn.execute(GIVE_UP, params![alert.id, before]).await?;
        }
    }
    Ok(())
}

/// Removes one of an athlete's alerts; false if they have no such alert.
pub async fn delete(conn: &mut Conn, id: &str, uaid: &str) -> Result<bool> {
    conn.affected_one(DELETE, params![id, uaid]).await
}

/// When the newest alert was made that has not been sent, ms; none if there is none.
pub async fn newest(conn: &mut Conn, event_id: &str) -> Result<Option<i64>> {
    conn.scalar(NEWEST, params![event_id]).await
}

/// Which alerts a page begins after: when the last one was made, and its id.
pub type Cursor = (i64, String);

/// The next alerts about any of these weekdays that have neither been sent nor ended, in the order in which they were made.
pub async fn page(
    conn: &mut Conn,
    event_id: &str,
    after: &Cursor,
    today: Date,
    weekdays: Weekdays,
    limit: i64,
) -> Result<Vec<Alert>> {
    let (made_at, id) = after;
    let bits = i64::from(weekdays.bits());
    let rows: Vec<Columns> = conn.all(PAGE, params![event_id, made_at, id, today, bits, limit]).await?;
    rows.into_iter().map(Columns::read).collect()
}

/// Those of a list of alerts that have neither been sent nor ended, in the order in which they were made.
pub async fn unsent(conn: &mut Conn, ids: &[&str], today: Date) -> Result<Vec<Alert>> {
    let rows: Vec<Columns> = conn.all_in(UNSENT, params![today], ids).await?;
    rows.into_iter().map(Columns::read).collect()
}

/// How many people have been notified of each time since `since_ms`.
pub async fn notified_since(
    conn: &mut Conn,
    event_id: &str,
    since_ms: i64,
) -> Result<HashMap<(Date, SlotTime), usize>> {
    let rows: Vec<(Text<Date>, Text<SlotTime>, i64)> =
        conn.all(NOTIFIED, params![event_id, since_ms]).await?;
    let read = |(date, time, count): (Text<Date>, Text<SlotTime>, i64)| {
        ((date.0, time.0), usize::try_from(count).unwrap_or_default())
    };
    Ok(rows.into_iter().map(read).collect())
}

/// How many people have been notified of one time since `since_ms`.
pub async fn notified_of(
    conn: &mut Conn,
    event_id: &str,
    (date, time): (Date, SlotTime),
    since_ms: i64,
) -> Result<usize> {
    let count: i64 = conn.scalar(NOTIFIED_OF, params![event_id, date, time, since_ms]).await?;
    Ok(usize::try_from(count).unwrap_or_default())
}

/// Records that the athlete of an alert is being notified of a time; false if another node does it, or the alert is gone.
pub async fn claim(conn: &mut Conn, id: &str, (date, time): (Date, SlotTime), now_ms: i64) -> Result<bool> {
    conn.affected_one(CLAIM, params![id, now_ms, date, time]).await
}

/// Deletes the alerts that were sent before `sent_before_ms`, and those that ended before `today`.
pub async fn prune(conn: &mut Conn, sent_before_ms: i64, today: Date) -> Result<()> {
    conn.execute(PRUNE_SENT, params![sent_before_ms]).await?;
    conn.execute(PRUNE_PAST, params![today]).await
}
