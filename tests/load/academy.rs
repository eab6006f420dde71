//! Five years of an academy's data on either engine, for measuring staff's calls.

use sixfold_domain::time::Date;
use sixfold_server::content;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::{DbError, Engine};
use sixfold_server::state::AppState;
use sixfold_tests::postgres;
use sqlx::sqlite::{SqliteConnectOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection};
use tempfile::TempDir;

use crate::stage::{self, FILE, NOW_MS, session, write};

/// The SQL that fills it, for both engines.
const YEARS: &str = include_str!("academy.sql");
/// The day with number 0, and the number of days: up to today and a month beyond.
const FIRST_DAY: &str = "2022-01-03";
const DAYS: i32 = 1_817;
const DAY_MS: i64 = 86_400_000;

/// First names, the most frequent first.
const GIVEN: &str = "Oliver Amelia George Isla Noah Olivia Arthur Ava Leo Lily Muhammad Freya Oscar Sophia Harry Grace Archie Ivy \
    Jack Florence Henry Willow Charlie Emily Freddie Ella Theodore Poppy Thomas Evie Alfie Elsie Jacob Charlotte \
    Joshua Evelyn Theo Rosie Sebastian Daisy Edward Mia Alexander Sienna Samuel Aaliyah William Phoebe Daniel Maya \
    Adam Ruby Isaac Zoë Mohammed Chloé Lucas Imogen Finley Harriet Reuben Anya Łukasz Zuzanna Björn Siân Aoife Niamh \
    Seán Yusuf Fatima Kwame Chidi Ngozi Priya Arjun Wei Ming Haruto Sakura Dmitri Oksana João Inês Søren Åsa Ömer \
    Çağla Ánh Đức";
/// Last names, the most frequent first.
const FAMILY: &str = "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White \
    Roberts Green Hall Thomas Clarke Jackson Wood Harris Edwards Turner Martin Cooper Hill Ward Hughes Moore Clark \
    King Harrison Lewis Baker Lee Allen Morris Khan Scott Watson Davis Parker James Bennett Young Phillips \
    Richardson Mitchell Bailey Carter Cook Singh Shaw Bell Collins Morgan Kelly Begum Miller Cox Hussain Marshall \
    Simpson Price Anderson Adams Wilkinson Foster Ahmed Ellis Murphy Chapman Mason Gray Richards Webb Griffiths Hunt \
    Palmer Campbell Holmes Mills Rogers Barnes Knight Matthews Barker Powell Stevens Kaur Fisher Butler Dixon \
    Russell Harvey Pearson Graham Fletcher Murray Howard Shah Gibson Andrews Stewart Elliott Reynolds Fox Ford Ali \
    Payne Hart Booth Bird O'Neill O'Brien MacDonald Nguyen Kowalski Müller García Rodríguez Święcicki Đorđević \
    Åkesson Yılmaz Popescu Novák Szabó";

/// The first person's uaid, and the distance to the next.
const FIRST: i64 = 20_000_000_000;
const STEP: i64 = 7_919;
/// The indices of some people.
const COACH: i64 = 5;
const OPERATOR: i64 = 300;

/// A store with five years of data.
pub(crate) struct Academy {
    pub(crate) state: AppState,
    pub(crate) store: String,
    pub(crate) directory: TempDir,
}

impl Academy {
    pub(crate) async fn found(engine: Engine) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let store = match engine {
            Engine::Sqlite => format!("sqlite:{}", directory.path().join(FILE).display()),
            Engine::Postgres => postgres::fresh_url().await,
        };
        let state = stage::open_on(store.clone(), directory.path()).await;
        let seeds = content::seed::items().expect("the seed content");
        write(&state, async move |conn| {
            content::seed::run(conn, &seeds, NOW_MS).await?;
            schedule::find_event(conn, None).await?.map(drop).ok_or(DbError::NotFound)
        })
        .await;
        state.db.close().await;
        let years = [tables(), YEARS.to_owned()].concat();
        // In one go and without syncing to disk: filling the store is not measured.
        match engine {
            Engine::Sqlite => {
                let options = SqliteConnectOptions::new()
                    .filename(directory.path().join(FILE))
                    .synchronous(SqliteSynchronous::Off);
                let mut conn = options.connect().await.expect("the file");
                let years = format!("BEGIN; {years} COMMIT; PRAGMA wal_checkpoint(TRUNCATE);");
                sqlx::raw_sql(AssertSqlSafe(years)).execute(&mut conn).await.expect("the years pass");
                conn.close().await.expect("the file closes");
            }
            Engine::Postgres => {
                let mut conn = PgConnection::connect(&store).await.expect("the database");
                sqlx::raw_sql(AssertSqlSafe(years)).execute(&mut conn).await.expect("the years pass");
                // As autovacuum does.
                sqlx::query("VACUUM ANALYZE").execute(&mut conn).await.expect("the house is kept");
                conn.close().await.expect("the connection closes");
            }
        }
        let state = stage::open_on(store.clone(), directory.path()).await;
        Self { state, store, directory }
    }

    /// A person's uaid by index.
    pub(crate) fn uaid(place: i64) -> String {
        (FIRST + place * STEP).to_string()
    }

    /// The session tokens of a coach and of programme delivery.
    pub(crate) async fn sign_in(&self) -> [String; 2] {
        let state = self.state.clone();
        write(&self.state, async move |conn| {
            let coach = session(conn, &state, &Self::uaid(COACH)).await?;
            Ok([coach, session(conn, &state, &Self::uaid(OPERATOR)).await?])
        })
        .await
    }
}

/// Fills the tables from which the years are generated: names, and days with an instant each.
fn tables() -> String {
    let first: Date = FIRST_DAY.parse().expect("a date");
    let first_ms = NOW_MS - i64::from(DAYS - 32) * DAY_MS;
    let days: Vec<String> = (0..DAYS)
        .map(|n| format!("({n}, '{}', {})", first.add_days(n), first_ms + i64::from(n) * DAY_MS))
        .collect();
    format!(
        "CREATE TEMP TABLE day (n BIGINT, date TEXT, at BIGINT); INSERT INTO day VALUES {}; {} {}",
        days.join(", "),
        names("given", GIVEN),
        names("family", FAMILY)
    )
}

/// A table of names, each with its form in e-mail addresses.
fn names(table: &str, names: &str) -> String {
    let rows: Vec<String> = names
        .split_whitespace()
        .enumerate()
        .map(|(n, name)| {
            let plain: String = name.chars().filter(char::is_ascii_alphabetic).collect();
            format!("({n}, '{}', '{}')", name.replace('\'', "''"), plain.to_lowercase())
        })
        .collect();
    format!(
        "CREATE TEMP TABLE {table} (n BIGINT, name TEXT, plain TEXT); INSERT INTO {table} VALUES {};",
        rows.join(", ")
    )
}
