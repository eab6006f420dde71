//! Clients of the event stream: plain connections that read and note when each version arrived.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// How many connect at once: a hall's screens start together, but not in the same instant.
const AT_ONCE: usize = 200;
/// How long to wait for something before giving up.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often to check whether every client has it. Clients note the time themselves, so this does not affect the
/// result.
const LOOK: Duration = Duration::from_millis(5);
/// How much of a line is kept: enough for an id, not for an event's data.
const KEPT: usize = 64;

/// The versions of board, reveal and settings in an event's id.
pub(crate) type Versions = [i64; 3];

/// The versions that a client has received, with the time of each; the newest last.
type Notes = Arc<Mutex<Vec<(Versions, Instant)>>>;

/// Open streams, closed on drop.
pub(crate) struct Streams {
    host: SocketAddr,
    notes: Vec<Notes>,
    readers: JoinSet<()>,
}

impl Streams {
    pub(crate) fn of(host: SocketAddr) -> Self {
        Self { host, notes: Vec::new(), readers: JoinSet::new() }
    }

    /// Opens more until there are this many, each of which has received the first state.
    pub(crate) async fn grow(&mut self, to: usize) {
        while self.notes.len() < to {
            let many = AT_ONCE.min(to - self.notes.len());
            let fresh: Vec<Notes> = (0..many).map(|_| Notes::default()).collect();
            for notes in &fresh {
                self.readers.spawn(read(self.host, notes.clone()));
            }
            wait(&fresh, |_| true).await;
            self.notes.extend(fresh);
        }
    }

    /// The latest versions that the first of them received.
    pub(crate) fn latest(&self) -> Versions {
        let notes = self.notes.first().map(|notes| notes.lock().expect("no reader has panicked"));
        notes.and_then(|notes| notes.last().map(|(versions, _)| *versions)).expect("an open stream")
    }

    /// When the last client had these versions of board and reveal, or newer ones.
    pub(crate) async fn all_have(&self, [board, reveal]: [i64; 2]) -> Instant {
        wait(&self.notes, |versions| versions[0] >= board && versions[1] >= reveal).await
    }

    /// Clears the recorded times.
    pub(crate) fn forget(&self) {
        for notes in &self.notes {
            let mut notes = notes.lock().expect("no reader has panicked");
            let older = notes.len().saturating_sub(1);
            notes.drain(..older);
        }
    }
}

/// When the last of them had what `has` checks for.
async fn wait(all: &[Notes], has: impl Fn(Versions) -> bool) -> Instant {
    let begun = Instant::now();
    loop {
        let since = |notes: &Notes| {
            let notes = notes.lock().expect("no reader has panicked");
            notes.iter().find(|(versions, _)| has(*versions)).map(|(_, at)| *at)
        };
        if let Some(moments) = all.iter().map(since).collect::<Option<Vec<Instant>>>() {
            return moments.into_iter().max().unwrap_or(begun);
        }
        assert!(begun.elapsed() < PATIENCE, "not every stream has the versions");
        tokio::time::sleep(LOOK).await;
    }
}

/// Reads a stream until it ends.
async fn read(host: SocketAddr, notes: Notes) {
    let mut stream = TcpStream::connect(host).await.expect("a connection");
    let request = format!(
        "GET /api/event/livescreen/stream HTTP/1.1\r\nhost: {host}\r\naccept: text/event-stream\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let (mut bytes, mut line) = ([0; 2_048], Vec::with_capacity(KEPT));
    loop {
        let count = stream.read(&mut bytes).await.expect("the stream goes on");
        assert!(count > 0, "the server has ended a stream: {}", String::from_utf8_lossy(&line));
        let now = Instant::now();
        for part in bytes[..count].split_inclusive(|byte| *byte == b'\n') {
            let room = KEPT - line.len().min(KEPT);
            line.extend_from_slice(&part[..part.len().min(room)]);
            if part.ends_with(b"\n") {
                if let Some(versions) = versions(&line) {
                    notes.lock().expect("nobody has panicked").push((versions, now));
                }
                line.clear();
            }
        }
    }
}

/// The versions of a line `id: 12.3.4`.
fn versions(line: &[u8]) -> Option<Versions> {
    let text = std::str::from_utf8(line.strip_prefix(b"id:")?).ok()?;
    let mut parts = text.trim().split('.').map(|part| part.parse().ok());
    Some([parts.next()??, parts.next()??, parts.next()??])
}
