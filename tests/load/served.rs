//! The release server in a process of its own, so that its memory can be measured.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::child_process::{ChildProcess, free_address};
use crate::http::Connection;
use crate::stage::{FILE, NOW, SECRET};

/// How often to check whether it is ready, and the pause in between.
const TRIES: usize = 15_000;
const PAUSE: Duration = Duration::from_millis(2);

/// A running server, stopped on drop.
pub(crate) struct Served {
    pub(crate) host: SocketAddr,
    /// How long it took from the start of the process until it was ready.
    pub(crate) ready_after: Duration,
    process: ChildProcess,
}

impl Served {
    /// Starts the binary that `SIXFOLD_BINARY` names on the store of a directory, with the stage's clock.
    pub(crate) async fn start(directory: &Path) -> Self {
        Self::start_on(&store_of(directory), directory).await
    }

    /// The same with the default limits.
    pub(crate) async fn start_limited(directory: &Path) -> Self {
        Self::start_with(&store_of(directory), directory, &["--rate-limit", "on"]).await
    }

    /// The same on any store; other files of the server are in the directory.
    pub(crate) async fn start_on(store: &str, directory: &Path) -> Self {
        // All clients of a measurement share one address.
        let many = "1000000";
        let limits =
            ["--rate-limit", "off", "--streams-per-address", many, "--connections-per-address", many];
        Self::start_with(store, directory, &limits).await
    }

    /// With the limits of one address lifted, and further flags.
    pub(crate) async fn start_crowded(directory: &Path, flags: &[&str]) -> Self {
        let limits = ["--rate-limit", "off", "--connections-per-address", "1000000"];
        Self::start_with(&store_of(directory), directory, &[&limits, flags].concat()).await
    }

    async fn start_with(store: &str, directory: &Path, limits: &[&str]) -> Self {
        let binary = std::env::var("SIXFOLD_BINARY").expect("SIXFOLD_BINARY names the server");
        let host = free_address();
        let (listen, url, directory) =
            (host.to_string(), format!("http://{host}"), directory.display().to_string());
        let line = [
            &*binary,
            "serve",
            "--listen",
            &listen,
            "--public-url",
            &url,
            "--data-dir",
            &directory,
            "--database-url",
            store,
            "--secret",
            SECRET,
            "--test-clock",
            NOW,
        ];
        let begun = Instant::now();
        let process = ChildProcess::start(line.iter().chain(limits));
        let mut served = Self { host, ready_after: Duration::ZERO, process };
        for _ in 0..TRIES {
            if served.is_ready().await {
                served.ready_after = begun.elapsed();
                return served;
            }
            tokio::time::sleep(PAUSE).await;
        }
        panic!("the server does not get ready");
    }

    async fn is_ready(&self) -> bool {
        let Ok(mut connection) = Connection::open(self.host).await else { return false };
        connection.get("/readyz", "").await.is_ok_and(|answer| answer.status == 200)
    }

    /// Its resident memory, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        resident(&self.process.pid.to_string())
    }
}

fn store_of(directory: &Path) -> String {
    format!("sqlite:{}", directory.join(FILE).display())
}

/// The resident memory of a process (or `self`), in bytes.
pub(crate) fn resident(process: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
    kibibytes * 1_024
}
