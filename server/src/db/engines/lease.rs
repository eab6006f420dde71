//! A connection borrowed from PostgreSQL's pool.
//!
//! A job that is cut off half-way (by its timeout, or because the client has disconnected) leaves a statement running
//! or a transaction open. Such a connection is closed instead of being returned, since the pool would have to wait for the
//! statement; PostgreSQL's own limits end the statement or transaction.

use sqlx::PgPool;

use crate::db::connection::conn::{Conn, Link, PostgresLink};
use crate::db::connection::error::{DbError, Result};

/// Closes the connection when dropped, unless it was given back.
pub(in crate::db) struct Lease {
    conn: Option<Conn>,
}

impl Lease {
    /// Waits for a free connection.
    pub(in crate::db) async fn acquire(pool: &PgPool, prepares: bool) -> Result<Self> {
        Ok(Self { conn: Some(Conn::pooled(pool.acquire().await?).preparing(prepares)) })
    }

    pub(in crate::db) fn conn(&mut self) -> Result<&mut Conn> {
        match &mut self.conn {
            Some(conn) => Ok(conn),
            None => Err(DbError::Busy("the connection was given back".to_owned())),
        }
    }

    /// Returns the connection to the pool. Nothing may be running on it.
    pub(in crate::db) fn give_back(mut self) {
        drop(self.conn.take());
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(Conn { link: Link::Postgres(PostgresLink::Pooled(conn)), .. }) = self.conn.take() {
            drop(conn.detach());
        }
    }
}
