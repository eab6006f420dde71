//! A bounded queue for CPU-heavy work that anybody can request, with worker threads of its own. It is fair by network address:
//! the workers take one job from each address in turn, and when the queue is full, the newest job of the address with the most
//! is dropped to make room.
//!
//! On Linux the workers run at a lower priority than the threads that answer requests.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use tokio::sync::oneshot;

/// A job that is rejected is dropped without having run.
type Job = Box<dyn FnOnce() + Send>;

/// The `nice` value of the workers.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// How many jobs may wait.
#[derive(Debug, Clone, Copy)]
pub struct Capacity {
    pub total: usize,
    pub per_address: usize,
}

/// Why a job was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum QueueError {
    /// The queue was full, or filled up while the job waited.
    #[error("the queue is full")]
    Full,
    #[error("the job panicked")]
    Panicked,
}

/// A queue and its workers, which start with the first job and end when this value is dropped.
#[derive(Debug)]
pub struct FairQueue {
    name: &'static str,
    threads: usize,
    capacity: Capacity,
    shared: OnceLock<Arc<Shared>>,
}

impl FairQueue {
    /// A queue with `threads` workers; `name` is that of their threads.
    pub const fn new(name: &'static str, threads: usize, capacity: Capacity) -> Self {
        Self { name, threads, capacity, shared: OnceLock::new() }
    }

    /// Runs the job once it is this address's turn. A job whose future was dropped before that is skipped.
    pub async fn run<T: Send + 'static>(
        &self,
        address: &str,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, QueueError> {
        let (sender, receiver) = oneshot::channel();
        let job = Box::new(move || {
            if !sender.is_closed() {
                sender.send(catch_unwind(AssertUnwindSafe(job))).ok();
            }
        });
        let shared = self.shared.get_or_init(|| self.start());
        if !shared.lock().add(address, job, self.capacity) {
            return Err(QueueError::Full);
        }
        shared.changed.notify_one();
        // A job that is dropped from a full queue takes its sender with it.
        receiver.await.map_err(|_| QueueError::Full)?.map_err(|_| QueueError::Panicked)
    }

    fn start(&self) -> Arc<Shared> {
        let shared = Arc::<Shared>::default();
        for _ in 0..self.threads {
            let theirs = shared.clone();
            let started = thread::Builder::new().name(self.name.to_owned()).spawn(move || work(&theirs));
            if let Err(error) = started {
                tracing::error!(%error, name = self.name, "a thread did not start");
            }
        }
        shared
    }
}

impl Drop for FairQueue {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.get() {
            shared.lock().closed = true;
            shared.changed.notify_all();
        }
    }
}

#[derive(Default)]
struct Shared {
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shared")
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; `None` once the queue is closed and empty.
    fn take(&self) -> Option<Job> {
        let mut jobs = self.lock();
        loop {
            if let Some(job) = jobs.next() {
                return Some(job);
            }
            if jobs.closed {
                return None;
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[derive(Default)]
struct Jobs {
    waiting: HashMap<String, VecDeque<Job>>,
    /// Every address with a job waiting, once, in the order in which they are served.
    turns: VecDeque<String>,
    length: usize,
    closed: bool,
}

impl Jobs {
    /// Adds a job for an address; false when there is no room for it.
    fn add(&mut self, from: &str, job: Job, capacity: Capacity) -> bool {
        let own = self.waiting.get(from).map_or(0, VecDeque::len);
        if own >= capacity.per_address || (self.length >= capacity.total && !self.make_room(own)) {
            return false;
        }
        self.length += 1;
        if own == 0 {
            self.turns.push_back(from.to_owned());
        }
        self.waiting.entry(from.to_owned()).or_default().push_back(job);
        true
    }

    /// Drops the newest job of the address with the most, for one that has `own`; false when none has at least two more.
    fn make_room(&mut self, own: usize) -> bool {
        let most = self.waiting.values_mut().max_by_key(|jobs| jobs.len());
        let Some(jobs) = most.filter(|jobs| jobs.len() > own + 1) else { return false };
        jobs.pop_back();
        self.length -= 1;
        true
    }

    /// The first job of the address whose turn it is; the address then goes to the end.
    fn next(&mut self) -> Option<Job> {
        let from = self.turns.pop_front()?;
        let own = self.waiting.get_mut(&from)?;
        let job = own.pop_front()?;
        self.length -= 1;
        if own.is_empty() {
            self.waiting.remove(&from);
        } else {
            self.turns.push_back(from);
        }
        Some(job)
    }
}

fn work(shared: &Shared) {
    lower_priority();
    while let Some(job) = shared.take() {
        job();
    }
}

/// Lowers this thread's priority. Linux has niceness by thread; elsewhere it would lower that of the whole process.
#[cfg(target_os = "linux")]
fn lower_priority() {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "a thread's priority could not be lowered");
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

#[cfg(test)]
mod tests {
    use super::*;

    const CAPACITY: Capacity = Capacity { total: 6, per_address: 4 };

    /// Some jobs, and the addresses of those that ran.
    struct Scene {
        jobs: Jobs,
        served: Arc<Mutex<Vec<String>>>,
    }

    impl Scene {
        fn new() -> Self {
            Self { jobs: Jobs::default(), served: Arc::default() }
        }

        fn add(&mut self, from: &str) -> bool {
            let (served, name) = (self.served.clone(), from.to_owned());
            self.jobs.add(from, Box::new(move || served.lock().unwrap().push(name)), CAPACITY)
        }

        fn run(mut self) -> String {
            while let Some(job) = self.jobs.next() {
                job();
            }
            assert_eq!((self.jobs.length, self.jobs.waiting.len(), self.jobs.turns.len()), (0, 0, 0));
            self.served.lock().unwrap().concat()
        }
    }

    #[test]
    fn addresses_take_turns() {
        let mut scene = Scene::new();
        for from in ["a", "a", "a", "b", "c"] {
            assert!(scene.add(from));
        }
        assert_eq!(scene.run(), "abcaa");
    }

    #[test]
    fn one_address_has_its_share_and_no_more() {
        let mut scene = Scene::new();
        assert_eq!((0..6).filter(|_| scene.add("a")).count(), CAPACITY.per_address);
        assert!(scene.add("b"));
        assert_eq!(scene.run(), "abaaa");
    }

    #[test]
    fn a_full_queue_makes_room_for_an_address_with_fewer_jobs() {
        let mut scene = Scene::new();
        for from in ["a", "a", "a", "a", "b", "b"] {
            assert!(scene.add(from));
        }
        assert!(scene.add("c"), "a's newest is dropped");
        assert!(!scene.add("b"), "nobody has two more than b");
        assert!(scene.add("d"), "and again");
        assert_eq!(scene.run(), "abcdab");
    }

    #[test]
    fn a_queue_full_of_single_jobs_takes_no_more() {
        let mut scene = Scene::new();
        for from in ["a", "b", "c", "d", "e", "f"] {
            assert!(scene.add(from));
        }
        assert!(!scene.add("g"));
        assert_eq!(scene.run(), "abcdef");
    }

    #[tokio::test]
    async fn jobs_run_one_at_a_time_and_a_full_queue_refuses() {
        let queue = Arc::new(FairQueue::new("test", 1, Capacity { total: 1, per_address: 1 }));
        let (begun, has_begun) = std::sync::mpsc::channel();
        let (go, may_go) = std::sync::mpsc::channel();
        let first = tokio::spawn({
            let queue = queue.clone();
            async move {
                let work = move || {
                    begun.send(()).unwrap();
                    may_go.recv().unwrap();
                    1
                };
                queue.run("a", work).await
            }
        });
        tokio::task::spawn_blocking(move || has_begun.recv().unwrap()).await.unwrap();
        let mut second = Box::pin(queue.run("a", || 2));
        assert!(futures::poll!(&mut second).is_pending());
        assert_eq!(queue.run("b", || 3).await, Err(QueueError::Full));
        go.send(()).unwrap();
        assert_eq!((first.await.unwrap(), second.await), (Ok(1), Ok(2)));
        assert_eq!(queue.run("a", || -> u8 { panic!("on purpose") }).await, Err(QueueError::Panicked));
        assert_eq!(queue.run("a", || 4).await, Ok(4), "the thread goes on");
    }
}
