//! A thread that is kept on one core together with the threads that it starts.
//!
//! Two threads that take turns exchange messages ten times faster on one core than on two, where an idle core has to wake up
//! (measured: 4 µs for a round trip against 43 µs). Left alone, the scheduler prefers the idle core, and lets the thread that is
//! woken interrupt the other in the middle of an answer; `SCHED_BATCH` makes it wait (a fifth more bookings).

use std::future::Future;
use std::io;

/// Drives a future on a thread of this name, on the runtime of the caller.
pub fn run<F: Future<Output = ()> + Send + 'static>(name: &str, future: F) -> io::Result<()> {
    let runtime = tokio::runtime::Handle::current();
    let thread = move || {
        #[cfg(target_os = "linux")]
        {
            if let Err(error) = stay_on_one_core() {
                tracing::debug!(%error, "a thread is left on every core");
            }
            if let Err(error) = interrupt_nobody() {
                tracing::debug!(?error, "a thread is left with the usual scheduling");
            }
        }
        runtime.block_on(future);
    };
    std::thread::Builder::new().name(name.to_owned()).spawn(thread)?;
    Ok(())
}

/// Threads that start one after another, and processes that start together, are spread over the cores that they may use.
#[cfg(target_os = "linux")]
pub fn stay_on_one_core() -> rustix::io::Result<()> {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    static STARTED: AtomicUsize = AtomicUsize::new(0);
    let allowed = sched_getaffinity(None)?;
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect();
    let turn = std::process::id() as usize + STARTED.fetch_add(1, Ordering::Relaxed);
    let Some(core) = cores.get(turn % cores.len().max(1)) else { return Ok(()) };
    let mut one = CpuSet::new();
    one.set(*core);
    sched_setaffinity(None, &one)
}

/// The thread's niceness stays 0.
#[cfg(target_os = "linux")]
fn interrupt_nobody() -> Result<(), thread_priority::Error> {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadPriorityOsValue, ThreadSchedulePolicy,
        set_thread_priority_and_policy, thread_native_id,
    };

    let batch = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Batch);
    let same = ThreadPriority::Os(ThreadPriorityOsValue::default());
    set_thread_priority_and_policy(thread_native_id(), same, batch)
}
