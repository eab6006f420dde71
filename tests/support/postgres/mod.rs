//! A temporary PostgreSQL: one server for each test program and one database for each test, in memory if the tests'
//! files are.

mod databases;
mod programs;
mod server;

use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};

use sixfold_server::db::engines::open::Target;

use crate::patience::until;

pub use databases::{empty_database, encoded_database, fresh_database, fresh_url, remove, seeded_database};
pub(crate) use programs::{ServerUser, wait_until_it_answers};
pub use programs::{beside_initdb, is_installed};
pub use server::Server;

/// Where a PostgreSQL store is.
///
/// # Panics
/// If the store is not PostgreSQL.
pub(crate) fn options(target: &Target) -> &PgConnectOptions {
    let Target::Postgres(options) = target else { unreachable!("a PostgreSQL store") };
    options
}

/// The URL of a database of the tests, for another process.
///
/// # Panics
/// If the store is not PostgreSQL.
pub fn url_of(target: &Target) -> String {
    let options = options(target);
    let (name, socket) =
        (options.get_database().expect("a database"), options.get_socket().expect("a socket"));
    format!("postgres://postgres@localhost:{}/{name}?host={}", options.get_port(), socket.display())
}

/// A separate connection to a PostgreSQL store, outside the server's pool and without its limits.
///
/// # Panics
/// If the store is not PostgreSQL.
pub async fn connect(target: &Target) -> PgConnection {
    PgConnection::connect_with(options(target)).await.expect("the test server answers")
}

/// Waits until this many connections of a database are waiting for a lock.
pub async fn waiting(conn: &mut PgConnection, count: i64) {
    const WAITING: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
         AND wait_event_type = 'Lock'";
    until("nobody waits for a lock", async || {
        let waiting = sqlx::query_scalar::<_, i64>(WAITING).fetch_one(&mut *conn).await;
        waiting.expect("the test server answers") >= count
    })
    .await;
}

/// How many deadlocks PostgreSQL has resolved in a database. Waits until `at_least` are reported or there was time for
/// it: a connection reports its own within a second of becoming idle.
pub async fn deadlocks(conn: &mut PgConnection, at_least: i64) -> i64 {
    const DEADLOCKS: &str = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    let mut counted = 0;
    for _ in 0..60 {
        counted = sqlx::query_scalar(DEADLOCKS).fetch_one(&mut *conn).await.expect("the test server answers");
        if at_least > 0 && counted >= at_least {
            break;
        }
        tokio::time::sleep(Duration::from_millis(if at_least > 0 { 500 } else { 50 })).await;
    }
    counted
}
