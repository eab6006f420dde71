//! Work that keeps a core busy and that anybody may ask for, on threads of its own with a line of limited length that is shared
//! fairly between addresses: the threads serve them in turn, and a full line makes room at the cost of whoever waits with the
//! most.
//!
//! On Linux the threads step back behind those that answer requests, so that however much is asked for, those have the machine.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use tokio::sync::oneshot;

/// What a thread does. Work that is turned away is dropped without having run.
type Work = Box<dyn FnOnce() + Send>;

/// How far a thread steps back behind the others, as `nice` counts.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// The lengths of a line.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    /// In all.
    pub all: usize,
    /// For one address.
    pub each: usize,
}

/// Why work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Undone {
    /// The line is full, or filled up while this waited.
    #[error("too much is waiting to be done")]
    Full,
    /// The work panicked.
    #[error("the work panicked")]
    Panicked,
}

/// The line, and the threads behind it. The threads start with the first work and end with this value.
#[derive(Debug)]
pub struct Aside {
    name: &'static str,
    threads: usize,
    places: Places,
    shared: OnceLock<Arc<Shared>>,
}

impl Aside {
    /// A line for so many threads.
    pub const fn new(name: &'static str, threads: usize, places: Places) -> Self {
        Self { name, threads, places, shared: OnceLock::new() }
    }

    /// Does the work when it is the turn of this address. Whoever stops waiting leaves the line.
    pub async fn run<T: Send + 'static>(
        &self,
        address: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let (sender, receiver) = oneshot::channel();
        let job = Box::new(move || {
            if !sender.is_closed() {
                sender.send(catch_unwind(AssertUnwindSafe(work))).ok();
            }
        });
        let shared = self.shared.get_or_init(|| self.start());
        if !shared.lock().add(address, job, self.places) {
            return Err(Undone::Full);
        }
        shared.changed.notify_one();
        // A sender that is dropped without a word was turned away from a full line.
        receiver.await.map_err(|_| Undone::Full)?.map_err(|_| Undone::Panicked)
    }

    fn start(&self) -> Arc<Shared> {
        let shared = Arc::<Shared>::default();
        for _ in 0..self.threads {
            let theirs = shared.clone();
            let started = thread::Builder::new().name(self.name.to_owned()).spawn(move || serve(&theirs));
            if let Err(error) = started {
                tracing::error!(%error, name = self.name, "a thread did not start");
            }
        }
        shared
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.get() {
            shared.lock().closed = true;
            shared.changed.notify_all();
        }
    }
}

#[derive(Default)]
struct Shared {
    line: Mutex<Line>,
    changed: Condvar,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shared")
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for work; none once nobody can bring any.
    fn take(&self) -> Option<Work> {
        let mut line = self.lock();
        loop {
            if let Some(work) = line.next() {
                return Some(work);
            }
            if line.closed {
                return None;
            }
            line = self.changed.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[derive(Default)]
struct Line {
    waiting: HashMap<String, VecDeque<Work>>,
    /// The addresses that wait, in the order of their turns; each stands here once.
    turns: VecDeque<String>,
    length: usize,
    closed: bool,
}

impl Line {
    /// Adds work for an address; false when there is no place for it.
    fn add(&mut self, from: &str, work: Work, places: Places) -> bool {
        let own = self.waiting.get(from).map_or(0, VecDeque::len);
        if own >= places.each || (self.length >= places.all && !self.make_room(own)) {
            return false;
        }
        self.length += 1;
        if own == 0 {
            self.turns.push_back(from.to_owned());
        }
        self.waiting.entry(from.to_owned()).or_default().push_back(work);
        true
    }

    /// Turns the last of the longest line away, for somebody who waits with `own`; false when nobody has two more.
    fn make_room(&mut self, own: usize) -> bool {
        let longest = self.waiting.values_mut().max_by_key(|line| line.len());
        let Some(line) = longest.filter(|line| line.len() > own + 1) else { return false };
        line.pop_back();
        self.length -= 1;
        true
    }

    /// The next work: the first of whoever's turn it is, who then goes to the end.
    fn next(&mut self) -> Option<Work> {
        let from = self.turns.pop_front()?;
        let line = self.waiting.get_mut(&from)?;
        let work = line.pop_front()?;
        self.length -= 1;
        if line.is_empty() {
            self.waiting.remove(&from);
        } else {
            self.turns.push_back(from);
        }
        Some(work)
    }
}

fn serve(shared: &Shared) {
    step_back();
    while let Some(work) = shared.take() {
        work();
    }
}

/// Lets this thread step back behind those that answer requests. Linux counts niceness by thread; elsewhere it would be the
/// whole process that steps back.
#[cfg(target_os = "linux")]
fn step_back() {
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(%error, "a thread keeps its priority");
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACES: Places = Places { all: 6, each: 4 };

    /// A line, and what of it was served, by name.
    struct Scene {
        line: Line,
        served: Arc<Mutex<Vec<String>>>,
    }

    impl Scene {
        fn new() -> Self {
            Self { line: Line::default(), served: Arc::default() }
        }

        fn add(&mut self, from: &str) -> bool {
            let (served, name) = (self.served.clone(), from.to_owned());
            self.line.add(from, Box::new(move || served.lock().unwrap().push(name)), PLACES)
        }

        fn run(mut self) -> String {
            while let Some(work) = self.line.next() {
                work();
            }
            assert_eq!((self.line.length, self.line.waiting.len(), self.line.turns.len()), (0, 0, 0));
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
        assert_eq!((0..6).filter(|_| scene.add("a")).count(), PLACES.each);
        assert!(scene.add("b"));
        assert_eq!(scene.run(), "abaaa");
    }

    #[test]
    fn a_full_line_makes_room_for_whoever_waits_with_fewer() {
        let mut scene = Scene::new();
        for from in ["a", "a", "a", "a", "b", "b"] {
            assert!(scene.add(from));
        }
        assert!(scene.add("c"), "the last of a's gives way");
        assert!(!scene.add("b"), "nobody waits with two more than b");
        assert!(scene.add("d"), "and again");
        assert_eq!(scene.run(), "abcdab");
    }

    #[test]
    fn a_line_of_as_many_addresses_as_places_takes_nobody_more() {
        let mut scene = Scene::new();
        for from in ["a", "b", "c", "d", "e", "f"] {
            assert!(scene.add(from));
        }
        assert!(!scene.add("g"));
        assert_eq!(scene.run(), "abcdef");
    }

    #[tokio::test]
    async fn one_at_a_time_in_a_line_of_limited_length() {
        let aside = Arc::new(Aside::new("test", 1, Places { all: 1, each: 1 }));
        let (begun, has_begun) = std::sync::mpsc::channel();
        let (go, may_go) = std::sync::mpsc::channel();
        let first = tokio::spawn({
            let aside = aside.clone();
            async move {
                let work = move || {
                    begun.send(()).unwrap();
                    may_go.recv().unwrap();
                    1
                };
                aside.run("a", work).await
            }
        });
        tokio::task::spawn_blocking(move || has_begun.recv().unwrap()).await.unwrap();
        let mut second = Box::pin(aside.run("a", || 2));
        assert!(futures::poll!(&mut second).is_pending());
        assert_eq!(aside.run("b", || 3).await, Err(Undone::Full));
        go.send(()).unwrap();
        assert_eq!((first.await.unwrap(), second.await), (Ok(1), Ok(2)));
        assert_eq!(aside.run("a", || -> u8 { panic!("on purpose") }).await, Err(Undone::Panicked));
        assert_eq!(aside.run("a", || 4).await, Ok(4), "the thread goes on");
    }
}
