//! Opening the store from its URL: `sqlite:PATH` or `postgres://…`.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};

use super::guard::MAX_WAIT;
use super::postgres::{self, Postgres, PostgresSettings};
use super::readers::Readers;
use super::{backup, file, migrate, store_metadata, writer};
use crate::db::sign_in::session_cache::{self, SessionCache};
use crate::db::topic::known_versions::KnownVersions;
use crate::db::{Conn, Db, DbError, OpenedFile, Result, ServeLock, topic};

/// The size to which SQLite truncates its log, in bytes: one long reader can make it grow to hundreds of megabytes.
const LOG_LIMIT: &str = "67108864";
/// The most memory of the writer's page cache, in KiB: the pages that a group of jobs changes. What does not fit is written
/// to the log before the commit, and read again.
const CACHE: &str = "-32768";
/// After how many pages in the log the writer moves them into the file: a page that each group changes is moved once.
const CHECKPOINT: &str = "4096";

#[derive(Debug, Clone)]
pub enum Target {
    Sqlite(PathBuf),
    Postgres(Box<PgConnectOptions>),
}

impl Target {
    /// Parses a database URL. The error is a sentence without the password.
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

    /// Where the store is, without user and password.
    pub fn display_url(&self) -> String {
        match self {
            Self::Sqlite(path) => {
                let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                format!("sqlite:{}", path.canonicalize().unwrap_or(path).display())
            }
            Self::Postgres(options) => {
                let socket = options.get_socket().map(|socket| socket.display().to_string());
                let host = socket.unwrap_or_else(|| options.get_host().to_owned());
                let database = options.get_database().unwrap_or(options.get_username());
                format!("postgres://{host}:{}/{database}", options.get_port())
            }
        }
    }

    /// Takes the lock of the single server on an SQLite file; none for PostgreSQL, which serves several. The error is a
    /// sentence.
    pub fn lock(&self) -> Result<Option<ServeLock>, String> {
        match self {
            Self::Sqlite(path) => ServeLock::take(path).map(Some),
            Self::Postgres(_) => Ok(None),
        }
    }

    /// Refuses an SQLite file that does not exist. The error is a sentence.
    pub fn require(&self) -> Result<(), String> {
        match self {
            Self::Sqlite(path) if !path.exists() => Err(format!(
                "{} is not there: put it back, bring a backup in with `sixfold restore`, or begin an empty one with \
                 `sixfold migrate`",
                path.display()
            )),
            Self::Sqlite(_) | Self::Postgres(_) => Ok(()),
        }
    }

    /// Opens the store after running the missing migrations, and creates an SQLite file that does not exist. Also
    /// returns how many migrations were run.
    pub async fn open(&self) -> Result<(Db, usize)> {
        self.open_with(&PostgresSettings::default()).await
    }

    /// [`Target::open`] with the settings of a node for PostgreSQL.
    pub async fn open_with(&self, settings: &PostgresSettings) -> Result<(Db, usize)> {
        match self {
            Self::Sqlite(path) => open_sqlite(path).await,
            Self::Postgres(options) => {
                let (postgres, applied) = Postgres::open(options, settings).await?;
                Ok((Db::Postgres(postgres), applied))
            }
        }
    }

    /// A fact ([`store_metadata`]) of the store as it is, without migrating it; none if there is no store yet.
    pub async fn find_fact(&self, settings: &PostgresSettings, name: &str) -> Result<Option<String>> {
        let mut conn = match self {
            Self::Sqlite(path) => {
                let options =
                    SqliteConnectOptions::new().filename(path).create_if_missing(false).read_only(true);
                // A file that cannot be read is reported when it is opened for writing.
                let Ok(conn) = options.connect().await else { return Ok(None) };
                Conn::sqlite(conn)
            }
            Self::Postgres(options) => {
                settings.pooler.conn(postgres::connect(options, settings.pooler).await?)
            }
        };
        let found = store_metadata::find(&mut conn, name).await;
        conn.close().await?;
        // An empty database does not have the table.
        Ok(found.unwrap_or_default())
    }

    /// Copies an SQLite store, consistent and compact, into a new file and checks it; a server may be running.
    pub async fn backup(&self, file: &Path) -> Result<()> {
        let Self::Sqlite(path) = self else {
            return Err(DbError::Other("backup copies a SQLite file; use pg_dump for PostgreSQL".to_owned()));
        };
        backup::make(path, file).await.map_err(DbError::Other)
    }

    /// Records in the store that it was backed up, for the list of what an academy needs.
    pub async fn note_backup(&self, now_ms: i64) -> Result<()> {
        let Self::Sqlite(path) = self else { return Ok(()) };
        let mut conn = Conn::sqlite(options(path).create_if_missing(false).connect().await?);
        store_metadata::replace(&mut conn, store_metadata::BACKED_UP, &now_ms.to_string()).await
    }
}

impl Target {
    /// Replaces an SQLite store that no server has open with a backup, and returns the new path of the former file. The
    /// error is a sentence.
    pub async fn restore(&self, backup: &Path, stamp: &str) -> Result<Option<PathBuf>, String> {
        let Self::Sqlite(path) = self else {
            return Err("restore puts a SQLite file in its place; use pg_restore for PostgreSQL".to_owned());
        };
        let _lock = ServeLock::take(path)?;
        // Through a link: the database stays on its disk, and the link where it is.
        let led = path.is_symlink().then(|| std::fs::canonicalize(path).ok()).flatten();
        file::restore(led.as_ref().unwrap_or(path), backup, stamp).await
    }
}

pub(in crate::db) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // Erased data is overwritten, not only unlinked.
        .pragma("secure_delete", "ON")
        .pragma("journal_size_limit", LOG_LIMIT)
        .busy_timeout(MAX_WAIT)
}

async fn open_sqlite(path: &Path) -> Result<(Db, usize)> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        std::fs::create_dir_all(parent).map_err(|error| DbError::Other(error.to_string()))?;
    }
    // SQLite only says that it cannot open it.
    if let Err(error) = std::fs::File::open(path)
        && error.kind() == std::io::ErrorKind::PermissionDenied
    {
        return Err(DbError::Other(format!("{}: {error}", path.display())));
    }
    let versions = KnownVersions::default();
    let sessions = SessionCache::new(versions.watch(topic::SESSION));
    let opening = open_for_writing(path.to_owned());
    let (write, file, applied) = writer::Queue::start(opening, sessions.clone(), versions.clone()).await?;
    let read = Readers::open(options(path).create_if_missing(false).read_only(true)).await?;
    Ok((Db::Sqlite { read, write, sessions, file, versions }, applied))
}

/// The writing connection, after running the missing migrations, and how many those were.
async fn open_for_writing(path: PathBuf) -> Result<(Conn, OpenedFile, usize)> {
    let options = options(&path).pragma("cache_size", CACHE).pragma("wal_autocheckpoint", CHECKPOINT);
    // A slow migration would be logged with all its SQL.
    let mut first = Conn::sqlite(options.clone().disable_statement_logging().connect().await?);
    let applied = migrate::run(&mut first).await?;
    let mut conn = Conn::sqlite(options.connect().await?);
    first.close().await?;
    session_cache::watch(&mut conn).await?;
    Ok((conn, OpenedFile::at(&path)?, applied))
}

#[cfg(test)]
impl Db {
    /// A store in memory, for simulations.
    pub(crate) async fn in_memory() -> Result<Self> {
        // Clones of these options open the same database. It has no file to watch; the running program's is always in place.
        let options = SqliteConnectOptions::from_str("sqlite::memory:")?;
        let versions = KnownVersions::default();
        let sessions = SessionCache::new(versions.watch(topic::SESSION));
        let opened = options.clone();
        let opening = async move {
            let mut conn = Conn::sqlite(opened.connect().await?);
            let applied = migrate::run(&mut conn).await?;
            session_cache::watch(&mut conn).await?;
            let program = std::env::current_exe().map_err(|error| DbError::Other(error.to_string()))?;
            Ok((conn, OpenedFile::at(&program)?, applied))
        };
        let (write, file, _) = writer::Queue::start(opening, sessions.clone(), versions.clone()).await?;
        Ok(Self::Sqlite { read: Readers::open(options).await?, write, sessions, file, versions })
    }
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
