//! A few threads for work that keeps a core busy, with a line of limited length.
//!
//! On Linux they step back behind the threads that answer requests: on a machine of few cores a password takes its 20 ms when
//! nobody else wants them.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// What a thread does.
pub(super) type Work = Box<dyn FnOnce() + Send>;

/// How far the threads step back, as `nice` counts.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// The threads' line. Cheap to clone; the threads end when the last clone is gone.
#[derive(Clone)]
pub(super) struct Pool(SyncSender<Work>);

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pool")
    }
}

impl Pool {
    /// Starts `threads` threads with `waiting` places in line.
    pub(super) fn start(threads: usize, waiting: usize) -> std::io::Result<Self> {
        let (sender, receiver) = sync_channel(waiting);
        let line = Arc::new(Mutex::new(receiver));
        for _ in 0..threads {
            let line = line.clone();
            thread::Builder::new().name("passwords".to_owned()).spawn(move || serve(&line))?;
        }
        Ok(Self(sender))
    }

    /// Gets in line; false when the line is full.
    pub(super) fn try_run(&self, work: Work) -> bool {
        self.0.try_send(work).is_ok()
    }
}

fn serve(line: &Mutex<Receiver<Work>>) {
    step_back();
    loop {
        let next = line.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else { return };
        // The caller learns of a panic by the answer that does not come.
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).ok();
    }
}

/// Linux counts niceness by thread; elsewhere it would be the whole process that steps back.
#[cfg(target_os = "linux")]
fn step_back() {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "the password threads keep their priority");
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}
