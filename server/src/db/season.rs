//! Seasons as staff add and change them. What everybody reads of them is [`super::schedule::seasons`].

use sixfold_domain::season::Season;
use sixfold_domain::time::Date;
use sqlx::FromRow;

use super::{Conn, DbError, on};

const LIST: &str = "SELECT season, start_date, end_date, rev FROM season ORDER BY season";
const INSERT: &str = "INSERT INTO season (season, start_date, end_date) VALUES ($1, $2, $3)";
const UPDATE: &str = "UPDATE season SET start_date = $2, end_date = $3, rev = rev + 1 WHERE season = $1";
const DELETE: &str = "DELETE FROM season WHERE season = $1";
/// Every event by name, so that the index of finals is used.
const HAS_FINALS: &str = "SELECT COUNT(*) FROM (SELECT 1 FROM booking b \
     WHERE b.event_id IN (SELECT event_id FROM event) AND b.test_date BETWEEN $1 AND $2 AND b.status = 'completed' \
     AND b.score_hundredths IS NOT NULL LIMIT 1) first_final";

/// The statements of this file, for the test that prepares each on both engines.
pub const STATEMENTS: &[&str] = &[LIST, INSERT, UPDATE, DELETE, HAS_FINALS];

/// A season as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stored {
    /// Its number and dates.
    pub season: Season,
    /// Rises with every change.
    pub rev: i64,
}

#[derive(FromRow)]
struct Row {
    season: i64,
    start_date: String,
    end_date: String,
    rev: i64,
}

/// Every season, in order.
pub async fn list(conn: &mut Conn<'_>) -> Result<Vec<Stored>, DbError> {
    let rows: Vec<Row> = on!(conn, c => sqlx::query_as(LIST).fetch_all(&mut **c).await?);
    let read = |row: Row| {
        let season = Season {
            season: u32::try_from(row.season).map_err(|_| DbError::broken("season number"))?,
            start: row.start_date.parse().map_err(|_| DbError::broken("season start"))?,
            end: row.end_date.parse().map_err(|_| DbError::broken("season end"))?,
        };
        Ok(Stored { season, rev: row.rev })
    };
    rows.into_iter().map(read).collect()
}

/// Adds a season; the caller has checked the table with it.
pub async fn insert(conn: &mut Conn<'_>, season: &Season) -> Result<(), DbError> {
    write(conn, INSERT, season).await
}

/// Puts other dates in the place of a season's; the caller has checked the table with them.
pub async fn update(conn: &mut Conn<'_>, season: &Season) -> Result<(), DbError> {
    write(conn, UPDATE, season).await
}

async fn write(conn: &mut Conn<'_>, sql: &'static str, season: &Season) -> Result<(), DbError> {
    let (start, end) = (season.start.to_string(), season.end.to_string());
    on!(conn, c => sqlx::query(sql).bind(i64::from(season.season)).bind(&start).bind(&end)
        .execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// Takes a season away.
pub async fn delete(conn: &mut Conn<'_>, number: u32) -> Result<(), DbError> {
    on!(conn, c => sqlx::query(DELETE).bind(i64::from(number)).execute(&mut **c).await.map(drop)?);
    Ok(())
}

/// Whether anybody completed a test with a final score between these dates, ends included; of no days there is none.
pub async fn has_finals(conn: &mut Conn<'_>, (from, to): (Date, Date)) -> Result<bool, DbError> {
    let (from, to) = (from.to_string(), to.to_string());
    let finals: i64 =
        on!(conn, c => sqlx::query_scalar(HAS_FINALS).bind(&from).bind(&to).fetch_one(&mut **c).await?);
    Ok(finals > 0)
}
