//! The limits of a job: how long it may wait and take, and panics that are caught.

use std::time::Duration;

use futures::FutureExt as _;

use crate::db::connection::conn::{Conn, JobFuture};
use crate::db::connection::error::{DbError, Result};

/// How long a writing job may take before it is rolled back.
pub const JOB_LIMIT: Duration = Duration::from_secs(5);
/// How long SQLite waits for another process's lock, and a reader for a free connection.
pub(in crate::db) const MAX_WAIT: Duration = Duration::from_secs(5);

/// Runs a job and its deferred work, with a timeout and with panics caught. The outer error means that it was cut off.
pub(in crate::db) async fn guarded<T, E, F>(job: F, conn: &mut Conn<'_>) -> Result<Result<T, E>>
where
    F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> JobFuture<'a, T, E>,
    E: From<DbError>,
{
    let whole = async {
        let value = job(&mut *conn).await?;
        conn.flush().await?;
        Ok(value)
    };
    let run = std::panic::AssertUnwindSafe(whole).catch_unwind();
    match tokio::time::timeout(JOB_LIMIT, run).await {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(_)) => Err(DbError::Other("a writing job panicked".to_owned())),
        Err(_) => Err(DbError::Busy("a writing job ran out of time".to_owned())),
    }
}
