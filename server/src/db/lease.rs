//! A connection borrowed from PostgreSQL's pool.
//!
//! Whoever stops half-way (a job that ran out of time, a request whose client has gone) leaves a statement running or a transaction
//! open on it. Such a connection is closed rather than given back: the pool would wait for the statement before it could use the
//! connection again, and the server ends what was begun on it by its own limits.

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};

use super::error::{DbError, Result};

/// Closed when it is dropped, unless it was given back.
pub(super) struct Lease {
    conn: Option<PoolConnection<Postgres>>,
}

impl Lease {
    /// Waits for a free connection.
    pub(super) async fn take(pool: &PgPool) -> Result<Self> {
        Ok(Self { conn: Some(pool.acquire().await?) })
    }

    pub(super) fn conn(&mut self) -> Result<&mut PgConnection> {
        match &mut self.conn {
            Some(conn) => Ok(conn),
            None => Err(DbError::Busy("the connection was given back".to_owned())),
        }
    }

    /// Gives the connection back: nothing runs on it any more.
    pub(super) fn give_back(mut self) {
        drop(self.conn.take());
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(conn) = self.conn.take() {
            drop(conn.detach());
        }
    }
}
