//! The single writer of SQLite: jobs queue up, are run in groups inside one transaction, each in its own savepoint, and
//! are answered after the commit. One fsync then covers up to [`GROUP`] jobs. Between commit and answers the session
//! cache drops the sessions that were touched, and the versions of raised topics become known, so that nobody hears of
//! a change before it takes effect.
//!
//! The writer has a thread of its own, because each statement crosses to the connection's thread and back and would
//! otherwise wait for a turn behind everything else that the server does. Both threads are kept on one core
//! ([`super::one_core`]).

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::file::OpenedFile;
use super::guard::guarded;
use super::job::{self, AnyJob, Outcome};
use super::one_core;
use crate::db::connection::conn::{Conn, Savepoint, Sql, TopicVersion};
use crate::db::connection::error::{DbError, Result};
use crate::db::params;
use crate::db::sign_in::session_cache::{self, SessionCache};
use crate::db::topic::known_versions::KnownVersions;

/// The most jobs in one commit.
pub const GROUP: usize = 128;
/// How often truncating the log is tried, and the pause between tries.
const TRUNCATE_TRIES: usize = 40;
const TRUNCATE_PAUSE: Duration = Duration::from_millis(100);
/// How many jobs may queue before callers wait to add theirs.
const WAITING: usize = 4096;

struct QueuedJob {
    job: AnyJob,
    limit: Duration,
    caller: oneshot::Sender<Result<Outcome>>,
}

/// A job that has run and waits for the commit.
struct FinishedJob {
    outcome: Result<Outcome>,
    raised: Vec<TopicVersion>,
    caller: oneshot::Sender<Result<Outcome>>,
}

/// What the rest of the process learns of a commit.
struct Listeners {
    sessions: SessionCache,
    versions: KnownVersions,
}

enum Message {
    Job(QueuedJob),
    /// Between two groups: moves the log into the file and truncates it.
    Truncate(oneshot::Sender<Result<bool>>),
    Close(oneshot::Sender<()>),
}

/// The queue of the writer task. Cheap to clone; the task ends when the last clone is dropped or [`Queue::close`] is
/// called.
#[derive(Clone)]
pub struct Queue(mpsc::Sender<Message>);

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Queue")
    }
}

impl Queue {
    /// Opens the writing connection and starts the writer on it. Also returns the file and how many migrations were run.
    pub async fn start<F>(
        open: F,
        sessions: SessionCache,
        versions: KnownVersions,
    ) -> Result<(Self, OpenedFile, usize)>
    where
        F: Future<Output = Result<(Conn, OpenedFile, usize)>> + Send + 'static,
    {
        let (sender, receiver) = mpsc::channel(WAITING);
        let (opened, opening) = oneshot::channel();
        let writer = async move {
            match open.await {
                Ok((conn, file, applied)) => {
                    opened.send(Ok((file.clone(), applied))).ok();
                    serve(conn, receiver, Listeners { sessions, versions }, file).await;
                }
                Err(error) => {
                    opened.send(Err(error)).ok();
                }
            }
        };
        one_core::run("writer", writer)
            .map_err(|error| DbError::Other(format!("the writer does not start: {error}")))?;
        let ended = |_| DbError::Other("the writer ended while it opened the file".to_owned());
        let (file, applied) = opening.await.map_err(ended)??;
        Ok((Self(sender), file, applied))
    }

    pub fn waiting(&self) -> usize {
        self.0.max_capacity() - self.0.capacity()
    }

    /// Queues a job and waits until it is committed or rolled back.
    pub(in crate::db) async fn run(&self, job: AnyJob, limit: Duration) -> Result<Outcome> {
        let (caller, receiver) = oneshot::channel();
        let job = Message::Job(QueuedJob { job, limit, caller });
        self.0.send(job).await.map_err(|_| DbError::Busy("the store is closed".to_owned()))?;
        receiver.await.unwrap_or_else(|_| Err(DbError::Busy("the group was not stored".to_owned())))
    }

    /// Moves the write-ahead log into the file and truncates it, so that no erased data stays in it. A reader can
    /// prevent that at any moment: it is tried again between groups, and no writer waits for it.
    pub async fn truncate(&self) -> Result<()> {
        let closed = || DbError::Busy("the store is closed".to_owned());
        for _ in 1..TRUNCATE_TRIES {
            if self.try_truncate().await.ok_or_else(closed)?? {
                return Ok(());
            }
            tokio::time::sleep(TRUNCATE_PAUSE).await;
        }
        if self.try_truncate().await.ok_or_else(closed)?? {
            return Ok(());
        }
        Err(DbError::Busy("another process, or a long read, keeps SQLite's log".to_owned()))
    }

    /// One try; `None` once the store is closed.
    async fn try_truncate(&self) -> Option<Result<bool>> {
        let (sender, receiver) = oneshot::channel();
        self.0.send(Message::Truncate(sender)).await.ok()?;
        receiver.await.ok()
    }

    /// Waits for the queued jobs and ends the task.
    pub async fn close(&self) {
        let (sender, receiver) = oneshot::channel();
        if self.0.send(Message::Close(sender)).await.is_ok() {
            receiver.await.ok();
        }
    }
}

async fn serve(mut conn: Conn, mut queue: mpsc::Receiver<Message>, listeners: Listeners, file: OpenedFile) {
    let mut messages = Vec::with_capacity(GROUP);
    let mut closed = Vec::new();
    while closed.is_empty() && queue.recv_many(&mut messages, GROUP).await > 0 {
        let mut jobs = Vec::with_capacity(messages.len());
        let mut truncations = Vec::new();
        for message in messages.drain(..) {
            match message {
                Message::Job(job) => jobs.push(job),
                Message::Truncate(done) => truncations.push(done),
                Message::Close(done) => closed.push(done),
            }
        }
        if let (false, Err(error)) = (jobs.is_empty(), file.in_place()) {
            // Their callers get an error: nothing was stored.
            tracing::error!(%error, jobs = jobs.len(), "a group of writing jobs was refused");
            jobs.clear();
        }
        if !jobs.is_empty() {
            group(&mut conn, jobs, &listeners).await;
        }
        if !truncations.is_empty() {
            let truncated = truncate(&mut conn).await;
            for done in truncations {
                done.send(match &truncated {
                    Ok(whole) => Ok(*whole),
                    Err(error) => Err(DbError::Busy(error.to_string())),
                })
                .ok();
            }
        }
    }
    conn.close().await.ok();
    for done in closed {
        done.send(()).ok();
    }
}

/// Truncates the log and returns whether that worked. A checkpoint would wait for readers as for any lock, and the
/// writer with it; the row it returns says whether a reader prevented it.
async fn truncate(conn: &mut Conn) -> Result<bool> {
    let patience: i64 = conn.scalar("PRAGMA busy_timeout", params![]).await?;
    conn.command("PRAGMA busy_timeout = 0").await?;
    let row: Result<(i64, i64, i64)> = conn.one("PRAGMA wal_checkpoint(TRUNCATE)", params![]).await;
    conn.execute(Sql::built(format!("PRAGMA busy_timeout = {patience}")), params![]).await?;
    match row {
        Ok((busy, ..)) => Ok(busy == 0),
        Err(DbError::Busy(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Runs a group in one transaction. The callers of jobs that never ran learn from the dropped sender that nothing was
/// stored.
async fn group(conn: &mut Conn, jobs: Vec<QueuedJob>, listeners: &Listeners) {
    if let Err(error) = conn.command("BEGIN IMMEDIATE; SAVEPOINT job").await {
        tracing::warn!(%error, jobs = jobs.len(), "a group of writing jobs could not begin");
        // The savepoint may be what failed.
        conn.command("ROLLBACK").await.ok();
        return;
    }
    let mut ended = Vec::with_capacity(jobs.len());
    let mut touched = Vec::new();
    let commit = match run_all(conn, jobs, &mut ended).await {
        Ok(()) => commit(conn, &mut touched).await,
        Err(error) => Err(error),
    };
    // Even if the commit reported a failure: it may have reached the disk nevertheless.
    listeners.sessions.changed(&touched);
    for (topic, version) in
        ended.iter().filter(|job| job::succeeded(&job.outcome)).flat_map(|job| &job.raised)
    {
        listeners.versions.rise(topic, *version);
    }
    if let Err(error) = &commit {
        tracing::error!(%error, jobs = ended.len(), "a group of writing jobs was undone");
        // Fails if SQLite has already ended the transaction, which is as good.
        conn.command("ROLLBACK").await.ok();
    }
    for job in ended {
        let answer = match &commit {
            Err(error) if job::succeeded(&job.outcome) => Err(DbError::Busy(error.to_string())),
            Ok(()) | Err(_) => job.outcome,
        };
        job.caller.send(answer).ok();
    }
}

/// Runs each job in a savepoint, the first of which is open. An error means that the whole transaction is gone, or that
/// nobody knows which jobs it still has: on a full disk or an I/O error SQLite rolls it back by itself, and the savepoint no
/// longer exists.
async fn run_all(conn: &mut Conn, jobs: Vec<QueuedJob>, ended: &mut Vec<FinishedJob>) -> Result<()> {
    let mut savepoint = Savepoint::Begun;
    for QueuedJob { job, limit, caller } in jobs {
        conn.begin_job(savepoint);
        let outcome = guarded(job, limit, conn).await.flatten();
        savepoint = conn.savepoint();
        let keep = job::succeeded(&outcome);
        ended.push(FinishedJob { outcome, raised: conn.take_raised(), caller });
        match savepoint {
            // It ran no statement.
            Savepoint::Waiting(_) => {}
            // Sent with the next job's first statement: one message fewer for each job.
            Savepoint::Begun if keep => savepoint = Savepoint::Waiting("RELEASE job; SAVEPOINT job"),
            Savepoint::Begun => conn.command("ROLLBACK TO job").await?,
            Savepoint::Sent | Savepoint::InDoubt => {
                return Err(DbError::Busy("it is not certain that a job had a savepoint".to_owned()));
            }
        }
    }
    Ok(())
}

/// Commits, and reports whose sessions the group touched.
async fn commit(conn: &mut Conn, touched: &mut Vec<String>) -> Result<()> {
    conn.begin_job(Savepoint::Begun);
    *touched = session_cache::touched(conn).await?;
    Ok(conn.command("COMMIT").await?)
}
