//! What somebody wants to be notified of, and when (RULES 16.1 and 16.3).

use sixfold_domain::notification::{QuietHours, Topic, Topics, due_ms};
use sixfold_domain::time::TimeOfDay;
use sqlx::FromRow;

use crate::db::connection::column::OptionalText;
use crate::db::{Conn, DbError, Result, params};

const FIND: &str = "SELECT offers, bookings, results, reminders, alerts, quiet_from, quiet_until, text_reminders \
    FROM notification_setting WHERE uaid = $1";
const SAVE: &str = "INSERT INTO notification_setting (uaid, offers, bookings, results, reminders, alerts, quiet_from, \
    quiet_until, text_reminders, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
    ON CONFLICT (uaid) DO UPDATE SET offers = excluded.offers, bookings = excluded.bookings, results = excluded.results, \
    reminders = excluded.reminders, alerts = excluded.alerts, quiet_from = excluded.quiet_from, \
    quiet_until = excluded.quiet_until, text_reminders = excluded.text_reminders, updated_at = excluded.updated_at";
const FORGET: &str = "DELETE FROM notification_setting WHERE uaid = $1";

/// What somebody has chosen, or what counts until they do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// What their devices are notified of.
    pub topics: Topics,
    pub quiet: Option<QuietHours>,
    /// Whether reminders also come by text message.
    pub text_reminders: bool,
}

impl Default for Choice {
    fn default() -> Self {
        Self { topics: Topics::EVERY, quiet: Some(QuietHours::standard()), text_reminders: false }
    }
}

impl Choice {
    /// When their devices are notified of this, ms: at once, or when the quiet hours end. None if they do not want the topic, or if
    /// it is of no use by then.
    pub(super) fn push_due_ms(self, topic: Topic, now_ms: i64, useful_until: i64) -> Result<Option<i64>> {
        self.due_ms(self.topics.include(topic), now_ms, useful_until)
    }

    /// The same for a reminder by text message.
    pub(super) fn text_due_ms(self, now_ms: i64, useful_until: i64) -> Result<Option<i64>> {
        self.due_ms(self.text_reminders, now_ms, useful_until)
    }

    fn due_ms(self, wanted: bool, now_ms: i64, useful_until: i64) -> Result<Option<i64>> {
        let due = due_ms(now_ms, self.quiet, useful_until).map_err(|_| DbError::broken("clock"))?;
        Ok(due.filter(|_| wanted))
    }
}

#[derive(FromRow)]
struct Columns {
    offers: bool,
    bookings: bool,
    results: bool,
    reminders: bool,
    alerts: bool,
    #[sqlx(try_from = "OptionalText<TimeOfDay>")]
    quiet_from: Option<TimeOfDay>,
    #[sqlx(try_from = "OptionalText<TimeOfDay>")]
    quiet_until: Option<TimeOfDay>,
    text_reminders: bool,
}

impl Columns {
    fn read(self) -> Result<Choice> {
        let Self { offers, bookings, results, reminders, alerts, .. } = self;
        let quiet = self.quiet_from.zip(self.quiet_until);
        let quiet = quiet.map(|(from, until)| QuietHours::new(from, until)).transpose();
        Ok(Choice {
            topics: Topics { offers, bookings, results, reminders, alerts },
            quiet: quiet.map_err(|_| DbError::broken("quiet hours"))?,
            text_reminders: self.text_reminders,
        })
    }
}

pub async fn find(conn: &mut Conn, uaid: &str) -> Result<Choice> {
    let stored: Option<Columns> = conn.optional(FIND, params![uaid]).await?;
    stored.map_or_else(|| Ok(Choice::default()), Columns::read)
}

pub async fn save(conn: &mut Conn, uaid: &str, choice: &Choice, now_ms: i64) -> Result<()> {
    let Choice { topics, quiet, text_reminders } = choice;
    let (from, until) = (quiet.map(QuietHours::from), quiet.map(QuietHours::until));
    conn.execute(
        SAVE,
        params![
            uaid,
            topics.offers,
            topics.bookings,
            topics.results,
            topics.reminders,
            topics.alerts,
            from,
            until,
            text_reminders,
            now_ms
        ],
    )
    .await
}

pub async fn forget(conn: &mut Conn, uaid: &str) -> Result<()> {
    conn.execute(FORGET, params![uaid]).await
}
