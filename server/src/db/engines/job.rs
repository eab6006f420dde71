//! Jobs without their types: what the engines do with a job is compiled once, not again for each of several hundred.

use std::any::Any;

use futures::FutureExt as _;
use futures::future::BoxFuture;

use crate::db::connection::conn::{Conn, JobFuture};
use crate::db::connection::error::{JobError, Result};

/// A job of any types.
pub(in crate::db) type Job = Box<dyn for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> BoxFuture<'a, Outcome> + Send>;

/// Makes the same job for each time that it is run.
pub(in crate::db) type JobMaker = Box<dyn Fn() -> Job + Send>;

pub(in crate::db) struct Outcome {
    pub succeeded: bool,
    /// [`JobError::was_undone`] of its error.
    pub was_undone: bool,
    result: Box<dyn Any + Send>,
}

/// The job without its types.
pub(in crate::db) fn erase<T, E, F>(job: F) -> Job
where
    F: for<'a, 'c> FnOnce(&'a mut Conn<'c>) -> JobFuture<'a, T, E> + Send + 'static,
    T: Send + 'static,
    E: JobError + Send + 'static,
{
    Box::new(|conn| Box::pin(job(conn).map(outcome)))
}

fn outcome<T, E>(result: Result<T, E>) -> Outcome
where
    T: Send + 'static,
    E: JobError + Send + 'static,
{
    Outcome {
        succeeded: result.is_ok(),
        was_undone: result.as_ref().is_err_and(JobError::was_undone),
        result: Box::new(result),
    }
}

/// Whether what a job wrote is to be committed.
pub(in crate::db) fn succeeded(ran: &Result<Outcome>) -> bool {
    ran.as_ref().is_ok_and(|outcome| outcome.succeeded)
}

/// The result of a job that [`erase`] was given with these types.
pub(in crate::db) fn result<T: 'static, E: JobError + 'static>(ran: Result<Outcome>) -> Result<T, E> {
    *ran?.result.downcast().expect("the job has these types")
}
