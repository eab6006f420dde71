//! One of the two databases of a copy: its connection, and the lock that tells whether a server has it open.

use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use crate::db::engines::file;
use crate::db::engines::guard::MAX_WAIT;
use crate::db::engines::open::{self, Target};
use crate::db::{Conn, DbError, Engine, Result, ServeLock, params, topic};

/// How often the lock is tried: PostgreSQL frees that of a program which has just ended a moment later.
const LOCK_TRIES: usize = 10;
const LOCK_PAUSE: Duration = Duration::from_millis(200);
/// A copy may read and write for any time.
const PATIENT: [&str; 3] = [
    "SET statement_timeout = 0",
    "SET idle_in_transaction_session_timeout = 0",
    // A lock that somebody else holds is reported.
    "SET lock_timeout = '4s'",
];

/// Why a copy was refused or ended, and on which side.
#[derive(Debug, thiserror::Error)]
#[error("{flag}: {reason}")]
pub struct CopyError {
    pub flag: &'static str,
    /// A sentence without passwords and without data.
    pub reason: String,
}

#[derive(Debug)]
pub struct Side {
    pub flag: &'static str,
    /// Where it is, without user and password.
    pub display_url: String,
    pub conn: Conn,
    /// Of a SQLite file.
    _lock: Option<ServeLock>,
}

impl Side {
    /// Opens a database that no server has open. The source is only read.
    pub async fn open(target: &Target, flag: &'static str, is_source: bool) -> Result<Self, CopyError> {
        let refused = |reason: String| CopyError { flag, reason };
        let failed = |error: DbError| CopyError { flag, reason: error.to_string() };
        if is_source {
            target.require().map_err(refused)?;
        }
        let (conn, lock) = match target {
            Target::Sqlite(path) => {
                let lock = ServeLock::take(path).map_err(refused)?;
                let options = if is_source {
                    // As it is: not even its journal mode is changed.
                    SqliteConnectOptions::new().filename(path).create_if_missing(false).read_only(true)
                } else {
                    open::options(path)
                };
                let is_new = !path.exists();
                let conn = options.disable_statement_logging().connect().await;
                let conn = conn.map_err(|error| failed(error.into()))?;
                if is_new {
                    file::hand_over(path);
                }
                (Conn::sqlite(conn), Some(lock))
            }
            Target::Postgres(options) => {
                let options = options.as_ref().clone().disable_statement_logging();
                let conn = tokio::time::timeout(MAX_WAIT, options.connect()).await;
                let conn = conn.map_err(|_| refused("no answer from PostgreSQL".to_owned()))?;
                (Conn::postgres(conn.map_err(|error| failed(error.into()))?), None)
            }
        };
        let mut side = Self { flag, display_url: target.display_url(), conn, _lock: lock };
        side.keep_servers_off().await?;
        Ok(side)
    }

    pub fn error(&self, reason: impl std::fmt::Display) -> CopyError {
        CopyError { flag: self.flag, reason: reason.to_string() }
    }

    pub async fn close(self) -> sqlx::Result<()> {
        self.conn.close().await
    }

    /// On SQLite the lock file does. On PostgreSQL each server has a shared lock as long as it hears of changes.
    async fn keep_servers_off(&mut self) -> Result<(), CopyError> {
        if self.conn.engine() == Engine::Sqlite {
            return Ok(());
        }
        let mut alone = prepare(&mut self.conn).await;
        for _ in 1..LOCK_TRIES {
            if !matches!(alone, Ok(false)) {
                break;
            }
            tokio::time::sleep(LOCK_PAUSE).await;
            alone = prepare(&mut self.conn).await;
        }
        match alone {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.error("a server, or another copy, has this database open: stop it first")),
            Err(error) => Err(self.error(error)),
        }
    }
}

/// Takes the limits off a connection to PostgreSQL, and the lock; false if somebody else has it.
async fn prepare(conn: &mut Conn) -> Result<bool> {
    for setting in PATIENT {
        conn.execute(setting, params![]).await?;
    }
    conn.scalar(topic::LOCK_ALONE, params![]).await
}
