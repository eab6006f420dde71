//! A node: the real server in a process of its own, on an address that it keeps when it is started again.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sixfold_tests::Engine;
use sixfold_tests::child_process::{ChildProcess, free_address};
use sixfold_tests::http::Connection;

use crate::stage::{NOW_MS, SECRET};
use crate::store::Store;

const PATIENCE: Duration = Duration::from_secs(40);

/// One node, running or not.
pub struct Node {
    pub host: SocketAddr,
    /// The mail relay as this node reaches it.
    pub relay: SocketAddr,
    /// The database as this node reaches it.
    pub url: String,
    directory: PathBuf,
    log_file: PathBuf,
    /// A prefix of the server's command line: a limit, a namespace.
    pub before: Vec<String>,
    pub flags: Vec<String>,
    process: Option<ChildProcess>,
}

impl Node {
    pub fn new(store: &Store, number: usize, relay: SocketAddr) -> Self {
        let directory = store.directory.path().join(format!("node{number}"));
        let many = "100000";
        let mut flags = vec![
            "--log",
            // Also which letters are dropped.
            "warn,sixfold_server::app::jobs::outbox=info",
            "--rate-limit",
            "off",
            "--secret",
            SECRET,
            "--connections-per-address",
            many,
        ];
        if store.engine == Engine::Postgres {
            flags.extend(["--database-connections", "8"]);
        }
        Self {
            host: free_address(),
            relay,
            url: store.url(),
            log_file: store.logs.path().join(format!("node{number}")),
            directory,
            before: Vec::new(),
            flags: flags.into_iter().map(str::to_owned).collect(),
            process: None,
        }
    }

    /// Starts it with its clock this much ahead of the stage's time.
    pub fn launch(&mut self, after: Duration) {
        self.launch_at(NOW_MS + i64::try_from(after.as_millis()).expect("a short time"));
    }

    /// Starts it with its clock at an instant.
    pub fn launch_at(&mut self, now_ms: i64) {
        let binary = std::env::var_os("SIXFOLD_BINARY").map_or_else(beside, PathBuf::from);
        let clock = sixfold_server::config::clock::iso(now_ms).expect("a time");
        let log = &self.log_file;
        let mut line = vec!["/bin/sh".to_owned(), "-c".to_owned()];
        line.push(format!("exec \"$@\" >>'{}' 2>&1", log.display()));
        line.push("node".to_owned());
        line.extend(self.before.iter().cloned());
        line.push(binary.display().to_string());
        let host = self.host.to_string();
        let directory = self.directory.display().to_string();
        line.extend(["serve", "--listen", &host, "--data-dir", &directory].map(str::to_owned));
        line.extend(["--database-url", &self.url, "--test-clock", &clock].map(str::to_owned));
        line.extend(["--smtp-url".to_owned(), format!("smtp://{}", self.relay)]);
        line.extend(self.flags.iter().cloned());
        self.process = Some(ChildProcess::start(line));
    }

    pub async fn ready(&self) {
        let begun = Instant::now();
        loop {
            if let Ok(mut connection) = Connection::open(self.host).await
                && let Ok(Ok(answer)) =
                    tokio::time::timeout(Duration::from_secs(2), connection.get("/readyz", "")).await
                && answer.status == 200
            {
                return;
            }
            assert!(begun.elapsed() < PATIENCE, "a node does not become ready:\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The id of its process.
    ///
    /// # Panics
    /// If it does not run.
    pub fn pid(&self) -> i32 {
        let pid = self.process.as_ref().expect("it runs").pid;
        i32::try_from(pid).expect("a process id")
    }

    pub fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.pid()).expect("a process id");
        // It may have ended by itself.
        kill_process(pid, signal).ok();
    }

    /// Ends it at once, as a loss of power would.
    pub fn kill(&mut self) {
        self.signal(Signal::KILL);
        self.process = None;
    }

    /// Tells it to stop, and waits until it has.
    pub fn stop(&mut self) {
        // The keeper terminates it and waits.
        self.process = None;
    }

    /// What it has logged so far, from all its starts.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log_file).unwrap_or_default()
    }
}

/// The server that was built beside this program.
fn beside() -> PathBuf {
    let own = std::env::current_exe().expect("a path");
    let path = own.parent().expect("a folder").with_file_name("sixfold");
    assert!(path.exists(), "{} is not built: run `cargo build`", path.display());
    path
}
