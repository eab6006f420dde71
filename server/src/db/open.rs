//! Opening the store from its URL: `sqlite:PATH` or `postgres://…`.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use super::session_cache::{self, SessionCache};
use super::{Conn, Db, DbError, migrate, writer};

/// Readers of a SQLite file; each is a thread.
const SQLITE_READERS: u32 = 8;
/// Connections of one node to PostgreSQL.
const POSTGRES_CONNECTIONS: u32 = 24;
/// How long SQLite waits for another process's lock, and a reader for a free connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where the store is.
#[derive(Debug, Clone)]
pub enum Target {
    /// A SQLite file.
    Sqlite(PathBuf),
    /// A PostgreSQL database.
    Postgres(Box<PgConnectOptions>),
}

impl Target {
    /// Reads a database URL. The error is a sentence without the password.
    pub fn parse(url: &str) -> Result<Self, String> {
        if let Some(rest) = url.strip_prefix("sqlite:") {
            let path = rest.strip_prefix("//").unwrap_or(rest);
            if path.is_empty() || path.contains(['?', '#']) || path == ":memory:" {
                return Err("sqlite: needs the path of a file, such as sqlite:data/sixfold.db".to_owned());
            }
            return Ok(Self::Sqlite(PathBuf::from(path)));
        }
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return PgConnectOptions::from_str(url)
                .map(|options| Self::Postgres(Box::new(options)))
                .map_err(|_| "not a PostgreSQL URL (postgres://user:password@host:5432/name)".to_owned());
        }
        Err("must begin with sqlite: or postgres://".to_owned())
    }

    /// Opens the store, bringing its schema up to date first. Also says how many migrations were run.
    pub async fn open(&self) -> Result<(Db, usize), DbError> {
        match self {
            Self::Sqlite(path) => open_sqlite(path).await,
            Self::Postgres(options) => {
                // A pool only says that it waited; one connection says why there is none.
                let first = tokio::time::timeout(PATIENCE, options.connect());
                let first = first.await.map_err(|_| DbError::Busy("no answer from PostgreSQL".to_owned()))?;
                first?.close().await?;
                let pool = PgPoolOptions::new()
                    .max_connections(POSTGRES_CONNECTIONS)
                    .acquire_timeout(PATIENCE)
                    .connect_with(options.as_ref().clone())
                    .await?;
                let mut held = pool.acquire().await?;
                let applied = migrate::run(&mut Conn::Postgres(&mut held)).await?;
                drop(held);
                Ok((Db::Postgres(pool), applied))
            }
        }
    }

    /// Copies a SQLite store, consistent and compact, into a new file while a server may be running.
    pub async fn backup(&self, file: &Path) -> Result<(), DbError> {
        let Self::Sqlite(path) = self else {
            return Err(DbError::Other("backup copies a SQLite file; use pg_dump for PostgreSQL".to_owned()));
        };
        if file.exists() {
            return Err(DbError::Other(format!("{} exists already", file.display())));
        }
        let mut conn = options(path).create_if_missing(false).connect().await?;
        sqlx::query("VACUUM INTO $1").bind(file.to_string_lossy()).execute(&mut conn).await?;
        Ok(())
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is erased is overwritten, not only unlinked.
        .pragma("secure_delete", "ON")
        .busy_timeout(PATIENCE)
}

async fn open_sqlite(path: &Path) -> Result<(Db, usize), DbError> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(|error| DbError::Other(error.to_string()))?;
    }
    let mut writing: SqliteConnection = options(path).connect().await?;
    let applied = migrate::run(&mut Conn::Sqlite(&mut writing)).await?;
    let read = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .acquire_timeout(PATIENCE)
        .connect_with(options(path).create_if_missing(false).read_only(true))
        .await?;
    let sessions = SessionCache::default();
    session_cache::watch(&mut writing).await?;
    Ok((Db::Sqlite { read, write: writer::Queue::start(writing, sessions.clone()), sessions }, applied))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_a_file_or_a_server() {
        assert!(
            matches!(Target::parse("sqlite:data/x.db"), Ok(Target::Sqlite(path)) if path == Path::new("data/x.db"))
        );
        assert!(
            matches!(Target::parse("sqlite:///tmp/x.db"), Ok(Target::Sqlite(path)) if path == Path::new("/tmp/x.db"))
        );
        assert!(matches!(Target::parse("postgres://u:p@localhost/x"), Ok(Target::Postgres(_))));
        for wrong in ["sqlite:", "sqlite::memory:", "mysql://x", "", "data/x.db"] {
            assert!(Target::parse(wrong).is_err(), "{wrong}");
        }
    }
}
