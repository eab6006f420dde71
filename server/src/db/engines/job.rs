//! Jobs that write, with and without their types: what the engines do with a job is compiled once, not again for each of
//! several hundred.

use std::any::Any;

use futures::FutureExt as _;
use futures::future::BoxFuture;

use crate::db::connection::conn::Conn;
use crate::db::connection::error::{JobError, Result};

/// A job that writes: `async move |conn| …`. It owns what it needs, because it runs on another thread and may run again.
pub trait Job<T, E>:
    AsyncFnOnce(&mut Conn) -> Result<T, E> + for<'a> Run<'a, T, E> + Clone + Send + 'static
{
}

impl<T, E, F> Job<T, E> for F where
    F: AsyncFnOnce(&mut Conn) -> Result<T, E> + for<'a> Run<'a, T, E> + Clone + Send + 'static
{
}

/// That the future of a job is `Send`, which a bound on `AsyncFnOnce` cannot say.
pub trait Run<'a, T, E> {
    fn run(self, conn: &'a mut Conn) -> impl Future<Output = Result<T, E>> + Send + 'a;
}

impl<'a, T, E, F, R> Run<'a, T, E> for F
where
    F: FnOnce(&'a mut Conn) -> R,
    R: Future<Output = Result<T, E>> + Send + 'a,
{
    fn run(self, conn: &'a mut Conn) -> impl Future<Output = Result<T, E>> + Send + 'a {
        self(conn)
    }
}

/// A job of any types.
pub(in crate::db) type AnyJob = Box<dyn for<'a> FnOnce(&'a mut Conn) -> BoxFuture<'a, Outcome> + Send>;

/// Makes the same job for each time that it is run.
pub(in crate::db) type JobMaker = Box<dyn Fn() -> AnyJob + Send>;

pub(in crate::db) struct Outcome {
    pub succeeded: bool,
    /// [`JobError::was_undone`] of its error.
    pub was_undone: bool,
    result: Box<dyn Any + Send>,
}

/// The job without its types.
pub(in crate::db) fn erase<T, E>(job: impl Job<T, E>) -> AnyJob
where
    T: Send + 'static,
    E: JobError + Send + 'static,
{
    Box::new(|conn| Box::pin(job.run(conn).map(outcome)))
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
