//! The peer of bookings on SQLite: one guarded update and one insert a booking, in groups with one commit each, with full
//! durability and nothing else. What a disk and SQLite can do at best.

use std::time::Instant;

use futures::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, SqliteConnection};

const GROUPS: i64 = 200;
const TABLES: &str = "CREATE TABLE slot (id INTEGER PRIMARY KEY, taken INTEGER NOT NULL, capacity INTEGER NOT NULL); \
     CREATE TABLE booking (id INTEGER PRIMARY KEY, slot INTEGER NOT NULL, person TEXT NOT NULL, at INTEGER NOT NULL)";

/// Bookings per second in groups of `size`.
pub(crate) async fn measure(size: i64) -> f64 {
    let directory = tempfile::tempdir().expect("a directory");
    let mut conn: SqliteConnection = SqliteConnectOptions::new()
        .filename(directory.path().join("peer.db"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .connect()
        .await
        .expect("a file");
    sqlx::raw_sql(TABLES).execute(&mut conn).await.expect("the tables");
    for slot in 0..1_680 {
        let row = sqlx::query("INSERT INTO slot VALUES ($1, 0, 1000000)").bind(slot);
        row.execute(&mut conn).await.expect("a slot");
    }
    // The statements of a whole group in one text: they cross to the connection's thread once.
    let text: String = (0..size).map(|nth| numbered(nth * 4)).collect();
    let begun = Instant::now();
    for group in 0..GROUPS {
        conn.execute("BEGIN IMMEDIATE").await.expect("a transaction");
        let mut query = sqlx::query(AssertSqlSafe(text.clone()));
        for nth in 0..size {
            let id = group * size + nth;
            query = query.bind(id % 1_680).bind(id).bind(format!("person {id}")).bind(1_795_426_200_000_i64);
        }
        let mut results = (&mut conn).execute_many(query);
        while results.try_next().await.expect("a statement").is_some() {}
        drop(results);
        conn.execute("COMMIT").await.expect("a commit");
    }
    let seconds = begun.elapsed().as_secs_f64();
    conn.close().await.expect("closed");
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let bookings = (GROUPS * size) as f64;
    bookings / seconds
}

/// One booking with its parameters numbered from `by + 1`.
fn numbered(by: i64) -> String {
    let [slot, id, person, at] = [by + 1, by + 2, by + 3, by + 4];
    format!(
        "UPDATE slot SET taken = taken + 1 WHERE id = ${slot} AND taken < capacity; \
         INSERT INTO booking (id, slot, person, at) VALUES (${id}, ${slot}, ${person}, ${at});"
    )
}
