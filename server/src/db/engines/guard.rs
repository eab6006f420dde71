//! The limits of a job: how long it may wait and take, and panics that are caught.

use std::time::Duration;

use futures::FutureExt as _;

use super::job::{AnyJob, Outcome};
use crate::db::connection::conn::Conn;
use crate::db::connection::error::{DbError, Result};

/// How long a writing job may take before it is rolled back.
pub const JOB_LIMIT: Duration = Duration::from_secs(5);
/// The same for a job that changes hundreds of bookings, one after the other: less than a request may take, so that its outcome
/// still reaches the caller.
pub const LONG_JOB_LIMIT: Duration = Duration::from_secs(25);
/// How long SQLite waits for another process's lock, and a reader for a free connection.
pub(in crate::db) const MAX_WAIT: Duration = Duration::from_secs(5);

/// Runs a job and its deferred work, with a timeout and with panics caught. The outer error means that it was cut off, the inner
/// one that its deferred work failed.
pub(in crate::db) async fn guarded(job: AnyJob, limit: Duration, conn: &mut Conn) -> Result<Result<Outcome>> {
    let whole = async {
        let outcome = job(&mut *conn).await;
        if outcome.succeeded {
            conn.flush().await?;
        }
        Ok(outcome)
    };
    let run = std::panic::AssertUnwindSafe(whole).catch_unwind();
    match tokio::time::timeout(limit, run).await {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(_)) => Err(DbError::Other("a writing job panicked".to_owned())),
        Err(_) => Err(DbError::Busy("a writing job ran out of time".to_owned())),
    }
}
