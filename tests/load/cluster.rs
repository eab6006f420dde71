//! The installation past one machine that `tests/load/cluster.sh` starts, and ways to break it. It ends with this value,
//! or with this program.

use std::collections::HashMap;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection as _, PgConnection};

use crate::child_process::children_of;
use crate::dice::Dice;
use crate::stage::{NOW, SECRET};

/// The ports that it needs, one after the other.
const PORTS: u16 = 24;
/// How long to wait for a new primary: the lease of a dead one lasts twenty seconds.
const PATIENCE: Duration = Duration::from_secs(90);

/// How nodes reach the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Through haproxy alone.
    Direct,
    /// Through `PgBouncer` in transaction mode as well.
    PgBouncer,
}

impl Way {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::PgBouncer => "pgbouncer",
        }
    }
}

pub(crate) struct Cluster {
    places: HashMap<String, String>,
    script: Child,
}

impl Cluster {
    /// Starts it with the binary that `SIXFOLD_BINARY` names.
    pub(crate) fn start(way: Way) -> Self {
        let binary = std::env::var("SIXFOLD_BINARY").expect("SIXFOLD_BINARY names the server");
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("load/cluster.sh");
        // All clients of the measurement share one address.
        let many = "1000000";
        let mut script = Command::new(script)
            .args([&binary, way.name()])
            .env("CLUSTER_PORT", free_ports().to_string())
            .envs([("SIXFOLD_SECRET", SECRET), ("SIXFOLD_TEST_CLOCK", NOW), ("SIXFOLD_RATE_LIMIT", "off")])
            .envs([("SIXFOLD_STREAMS_PER_ADDRESS", many), ("SIXFOLD_CONNECTIONS_PER_ADDRESS", many)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C ends the measurement, which closes the script's input.
            .process_group(0)
            .spawn()
            .expect("the script runs");
        let lines = BufReader::new(script.stdout.take().expect("a pipe")).lines();
        let lines = lines.map(|line| line.expect("text")).take_while(|line| line != "ready");
        let places: HashMap<String, String> = lines
            .filter_map(|line| line.split_once('=').map(|(name, at)| (name.to_owned(), at.to_owned())))
            .collect();
        assert!(places.contains_key("pg3"), "the script has printed every address");
        Self { places, script }
    }

    /// The address of `site` or of a node.
    pub(crate) fn host(&self, name: &str) -> SocketAddr {
        self.places[name].parse().expect("an address")
    }

    /// The URL of `primary`, or of one PostgreSQL.
    pub(crate) fn store(&self, name: &str) -> &str {
        &self.places[name]
    }

    /// Which PostgreSQL is the primary, and the others.
    pub(crate) async fn roles(&self) -> (&'static str, [&'static str; 2]) {
        for (one, others) in [("pg1", ["pg2", "pg3"]), ("pg2", ["pg1", "pg3"]), ("pg3", ["pg1", "pg2"])] {
            let Ok(mut conn) = PgConnection::connect(self.store(one)).await else { continue };
            let standby = sqlx::query_scalar("SELECT pg_is_in_recovery()").fetch_one(&mut conn).await;
            if matches!(standby, Ok(false)) {
                return (one, others);
            }
        }
        panic!("no PostgreSQL is the primary");
    }

    /// When one of these first took a write.
    pub(crate) async fn takes_writes(&self, names: [&str; 2]) -> Instant {
        const WRITE: &str = "INSERT INTO store_fact (name, value) VALUES ('walk', '1') \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            for name in names {
                let Ok(mut conn) = PgConnection::connect(self.store(name)).await else { continue };
                if sqlx::raw_sql(WRITE).execute(&mut conn).await.is_ok() {
                    return Instant::now();
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("no PostgreSQL has become the primary");
    }

    pub(crate) fn kill_node(&self, name: &str) {
        kill(self.pid(name));
    }

    /// Kills a PostgreSQL with everything that belongs to it, as if its machine had lost power.
    pub(crate) fn kill_postgres(&self, name: &str) {
        kill(self.pid(name));
        let file = PathBuf::from(self.store("folder")).join(name).join("data/postmaster.pid");
        let text = std::fs::read_to_string(file).expect("it runs");
        let postmaster: i32 = text.lines().next().and_then(|line| line.parse().ok()).expect("a process id");
        let children = children_of(postmaster);
        for pid in [postmaster].into_iter().chain(children) {
            kill(pid);
        }
    }

    fn pid(&self, name: &str) -> i32 {
        let file = PathBuf::from(self.store("folder")).join("pid").join(name);
        let text = std::fs::read_to_string(file).expect("it was started");
        text.trim().parse().expect("a process id")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.script.stdin.take());
        self.script.wait().ok();
    }
}

fn kill(pid: i32) {
    let pid = Pid::from_raw(pid).expect("a process id");
    // A child may have ended with its parent.
    kill_process(pid, Signal::KILL).ok();
}

/// The first of as many free ports in a row, below those that the system gives out by itself.
fn free_ports() -> u16 {
    let mut dice = Dice::new(u64::from(std::process::id()));
    loop {
        let first = 20_000 + u16::try_from(dice.roll(400)).expect("a small number") * PORTS;
        if (first..first + PORTS).all(|port| TcpListener::bind(("127.0.0.1", port)).is_ok()) {
            return first;
        }
    }
}
