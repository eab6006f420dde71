//! The reading connections to an SQLite file.
//!
//! They are not in sqlx's pool, which pings a connection when it is taken and again when it is returned: each ping crosses to
//! the connection's thread and back, as the query between them does.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::guard::MAX_WAIT;
use crate::db::connection::conn::{Conn, Savepoint};
use crate::db::connection::error::Result;

/// The most connections; each is a thread.
pub(in crate::db) const MOST: u32 = 8;

/// Connections that are opened when they are first needed. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Readers(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    options: SqliteConnectOptions,
    /// One for each connection that may be in use.
    permits: Arc<Semaphore>,
    /// The one that was used last is at the end, and used next: its cached pages are the freshest.
    idle: Mutex<Vec<Conn>>,
}

/// A connection in use. If its job is cut off, it is pinged before its next use, because its statement may still be running.
struct Reader {
    readers: Readers,
    conn: Option<(Conn, OwnedSemaphorePermit)>,
}

impl Readers {
    pub(in crate::db) async fn open(options: SqliteConnectOptions) -> Result<Self> {
        let first = Conn::sqlite(options.connect().await?);
        let permits = Arc::new(Semaphore::new(MOST as usize));
        Ok(Self(Arc::new(Shared { options, permits, idle: Mutex::new(vec![first]) })))
    }

    pub(in crate::db) async fn read<R>(&self, job: impl AsyncFnOnce(&mut Conn) -> R) -> Result<R> {
        let acquired = self.acquire().await?;
        let mut reader = Reader { readers: self.clone(), conn: None };
        let (conn, _) = reader.conn.insert(acquired);
        let read = Box::pin(job(conn)).await;
        if let Some((conn, permit)) = reader.conn.take() {
            self.give_back(conn, permit);
        }
        Ok(read)
    }

    async fn acquire(&self) -> Result<(Conn, OwnedSemaphorePermit)> {
        let permit = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.0.permits).acquire_owned()).await;
        let permit = permit.map_err(|_| sqlx::Error::PoolTimedOut)?.map_err(|_| sqlx::Error::PoolClosed)?;
        let idle = self.idle().pop();
        let conn = match idle {
            Some(conn) => conn,
            None => Conn::sqlite(self.0.options.connect().await?),
        };
        Ok((conn, permit))
    }

    fn give_back(&self, mut conn: Conn, permit: OwnedSemaphorePermit) {
        conn.begin_job(Savepoint::Begun);
        self.idle().push(conn);
        drop(permit);
    }

    /// The connections that are open, and those of them that are idle.
    pub(in crate::db) fn count(&self) -> (u32, usize) {
        let idle = self.idle().len();
        let in_use = (MOST as usize).saturating_sub(self.0.permits.available_permits());
        (u32::try_from(idle + in_use).unwrap_or(MOST), idle)
    }

    /// Closes the connections when the last job has ended; a job that comes later fails.
    pub(in crate::db) async fn close(&self) {
        if let Ok(_all) = self.0.permits.acquire_many(MOST).await {
            self.0.permits.close();
            let idle = std::mem::take(&mut *self.idle());
            for conn in idle {
                if let Err(error) = conn.close().await {
                    tracing::debug!(%error, "a reading connection did not close");
                }
            }
        }
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Conn>> {
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let Some((mut conn, permit)) = self.conn.take() else { return };
        let readers = self.readers.clone();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if conn.command("SELECT 1").await.is_ok() {
                    readers.give_back(conn, permit);
                }
            });
        }
    }
}
