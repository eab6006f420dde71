//! A store on disk with many athletes, each with a final in the current season.

use sixfold_domain::season::Season;
use sixfold_server::content;
use sixfold_server::db::calendar::schedule;
use sixfold_server::state::AppState;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};
use tempfile::TempDir;

use crate::stage::{self, FILE, NOW_MS, session, write};

/// The first athlete's uaid, and the distance to the next: eleven digits, one more than the product assigns.
const FIRST: i64 = 20_000_000_000;
const STEP: i64 = 7_919;

/// No final became visible before this: eight weeks and a day before the stage's today.
pub(crate) const FIRST_MOMENT_MS: i64 = NOW_MS - DAY_MS - SPAN_MS;
const DAY_MS: i64 = 86_400_000;
/// The eight weeks of the finals.
const SPAN_MS: i64 = 56 * DAY_MS;

/// Adults, half women and half men.
const ACCOUNTS: &str = "
  WITH RECURSIVE field (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM field WHERE i + 1 < $1)
  INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, registered_at, first_name, last_name,
    date_of_birth, gender)
  SELECT CAST($2 + i * $3 AS TEXT), 'field.' || i || '@example.org', 'field.' || i || '@example.org', $4, $4, $4,
    'Robin' || i % 997, 'Field' || i % 9973, '1996-04-12', CASE i % 2 WHEN 0 THEN 'female' ELSE 'male' END
  FROM field";
/// Scores like those of six tests that vary from day to day: sums of three numbers, so mostly in the middle. The held
/// ones are the best, each better than the one before. No two became visible at the same moment.
const FINALS: &str = "
  WITH RECURSIVE field (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM field WHERE i + 1 < $1),
    ended (i, at) AS (SELECT i, $4 + i * 48271 % $7 FROM field)
  INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code,
    score_hundredths, held, created_at, created_by, updated_at, onboarded_at, completed_at)
  SELECT printf('f1e1d000-0000-7000-8000-%012x', i), CAST($2 + i * $3 AS TEXT), $5, 'completed', 'test',
    date(at / 1000, 'unixepoch'), '10:00', 'FIELD',
    CASE WHEN i < $6 THEN 9999 - $6 + i ELSE i * 7561 % 3334 + i * 2617 % 3334 + i * 1543 % 3333 END, i < $6,
    at, CAST($2 + i * $3 AS TEXT), at, at, at
  FROM ended";

/// The store, and the state of a server on it.
pub(crate) struct Field {
    pub(crate) state: AppState,
    pub(crate) directory: TempDir,
}

impl Field {
    /// This many athletes with a final each; the finals of the first `held` are held for a reveal.
    pub(crate) async fn gather(athletes: u32, held: u32) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join(FILE);
        let state = stage::open(directory.path()).await;
        let seeds = content::seed::items().expect("the seed content");
        write(&state, async move |conn| {
            content::seed::run(conn, &seeds, NOW_MS).await?;
            schedule::insert_season(conn, &running_season()).await
        })
        .await;
        state.db.close().await;

        // In one go and without syncing to disk: filling the store is not measured.
        let options = SqliteConnectOptions::new().filename(&file).synchronous(SqliteSynchronous::Off);
        let mut conn = options.connect().await.expect("the file");
        fill(&mut conn, athletes, held).await.expect("the field is gathered");
        conn.close().await.expect("the file closes");
        Self { state: stage::open(directory.path()).await, directory }
    }

    pub(crate) fn uaid(athlete: u32) -> String {
        (FIRST + i64::from(athlete) * STEP).to_string()
    }

    /// Session tokens of these athletes, counted from 0.
    pub(crate) async fn sign_in(&self, athletes: Vec<u32>) -> Vec<String> {
        let state = self.state.clone();
        write(&self.state, async move |conn| {
            let mut tokens = Vec::with_capacity(athletes.len());
            for athlete in athletes {
                tokens.push(session(conn, &state, &Self::uaid(athlete)).await?);
            }
            Ok(tokens)
        })
        .await
    }
}

/// The built-in seasons end before the stage's today.
fn running_season() -> Season {
    let day = |text: &str| text.parse().expect("a date");
    Season { season: 11, start: day("2026-01-01"), end: day("2026-12-31") }
}

async fn fill(conn: &mut SqliteConnection, athletes: u32, held: u32) -> sqlx::Result<()> {
    let mut job = conn.begin().await?;
    sqlx::query(ACCOUNTS).bind(athletes).bind(FIRST).bind(STEP).bind(NOW_MS).execute(&mut *job).await?;
    let finals = sqlx::query(FINALS).bind(athletes).bind(FIRST).bind(STEP).bind(FIRST_MOMENT_MS);
    finals.bind(schedule::ACADEMY).bind(held).bind(SPAN_MS).execute(&mut *job).await?;
    job.commit().await?;
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut *conn).await.map(drop)
}
