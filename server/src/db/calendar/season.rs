//! Seasons as staff add and change them; [`super::schedule::seasons`] is what everybody reads.

use sixfold_domain::season::Season;
use sixfold_domain::time::Date;
use sqlx::FromRow;

use crate::db::connection::column::{Number, Text};
use crate::db::{Conn, Result, params};

const LIST: &str = "SELECT season, start_date, end_date, rev FROM season ORDER BY season";
const INSERT: &str = "INSERT INTO season (season, start_date, end_date) VALUES ($1, $2, $3)";
const UPDATE: &str = "UPDATE season SET start_date = $2, end_date = $3, rev = rev + 1 WHERE season = $1";
const DELETE: &str = "DELETE FROM season WHERE season = $1";
/// Lists every event, so that the index of finals is used.
const HAS_FINALS: &str = "SELECT COUNT(*) FROM (SELECT 1 FROM booking b \
     WHERE b.event_id IN (SELECT event_id FROM event) AND b.test_date BETWEEN $1 AND $2 AND b.status = 'completed' \
     AND b.score_hundredths IS NOT NULL LIMIT 1) first_final";

#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Stored {
    #[sqlx(flatten, try_from = "SeasonColumns")]
    pub season: Season,
    /// Rises with every change.
    pub rev: i64,
}

#[derive(FromRow)]
struct SeasonColumns {
    #[sqlx(try_from = "Number<u32>")]
    season: u32,
    #[sqlx(try_from = "Text<Date>")]
    start_date: Date,
    #[sqlx(try_from = "Text<Date>")]
    end_date: Date,
}

impl From<SeasonColumns> for Season {
    fn from(row: SeasonColumns) -> Self {
        Self { season: row.season, start: row.start_date, end: row.end_date }
    }
}

pub async fn list(conn: &mut Conn) -> Result<Vec<Stored>> {
    conn.all(LIST, params![]).await
}

/// Adds a season; the caller has checked the season table with it.
pub async fn insert(conn: &mut Conn, season: &Season) -> Result<()> {
    write(conn, INSERT, season).await
}

/// Replaces a season's dates; the caller has checked the season table with them.
pub async fn update(conn: &mut Conn, season: &Season) -> Result<()> {
    write(conn, UPDATE, season).await
}

async fn write(conn: &mut Conn, sql: &'static str, season: &Season) -> Result<()> {
    conn.execute(sql, params![season.season, season.start, season.end]).await
}

pub async fn delete(conn: &mut Conn, number: u32) -> Result<()> {
    conn.execute(DELETE, params![number]).await
}

/// Whether a test with a final score was completed between two dates, both included; false for an empty range.
pub async fn has_finals(conn: &mut Conn, (from, to): (Date, Date)) -> Result<bool> {
    conn.any(HAS_FINALS, params![from, to]).await
}
