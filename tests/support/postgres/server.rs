//! A temporary PostgreSQL server, and a streaming replica of one.

use std::path::PathBuf;

use sixfold_server::db::engines::open::Target;

use super::options;
use super::programs::{ServerUser, beside_initdb, programs, wait_until_it_answers};
use crate::supervisor::Supervisor;

/// Runs the server in a directory, starts it again at each line once it was killed, and removes the directory at the end.
const SCRIPT: &str = r#"
begin() {
  "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=200 -c fsync="$3" \
    -c full_page_writes="$3" -c log_min_messages=fatal >>"$2/log" 2>&1 &
  server=$!
}
begin "$@"
while read -r _; do
  wait "$server"
  begin "$@"
done
kill -INT "$server"
wait "$server"
rm -rf "$2"
"#;

/// A running server, in a directory of its own with its socket.
#[derive(Debug)]
pub struct Server {
    pub(crate) directory: PathBuf,
    supervisor: Supervisor,
}

impl Server {
    /// Starts one with nothing in it, whose data need not survive the machine.
    pub async fn start() -> Self {
        Self::start_with("off").await
    }

    /// The same with full durability, for measurements.
    pub async fn start_durable() -> Self {
        Self::start_with("on").await
    }

    async fn start_with(fsync: &str) -> Self {
        let user = ServerUser::find();
        let directory = user.new_directory();
        let initdb = user
            .command(&programs().join("initdb"))
            .args(["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C", "-D"])
            .arg(directory.join("data"))
            .output()
            .expect("initdb runs");
        assert!(initdb.status.success(), "initdb: {}", String::from_utf8_lossy(&initdb.stderr));
        Self::run(&user, directory, fsync).await
    }

    /// Starts a streaming replica of this server.
    pub async fn replica(&self) -> Self {
        let user = ServerUser::find();
        let directory = user.new_directory();
        let copied = user
            .command(&beside_initdb("pg_basebackup"))
            .args(["-U", "postgres", "--no-sync", "-c", "fast", "-R", "-h"])
            .arg(&self.directory)
            .arg("-D")
            .arg(directory.join("data"))
            .output()
            .expect("pg_basebackup runs");
        assert!(copied.status.success(), "pg_basebackup: {}", String::from_utf8_lossy(&copied.stderr));
        Self::run(&user, directory, "off").await
    }

    /// Runs the server of a directory that has been filled.
    async fn run(user: &ServerUser, directory: PathBuf, fsync: &str) -> Self {
        let programs = programs();
        let arguments = [programs.as_os_str(), directory.as_os_str(), fsync.as_ref()];
        let supervisor = Supervisor::start(&mut user.silent_shell(), SCRIPT, arguments);
        let server = Self { directory, supervisor };
        server.wait().await;
        server
    }

    /// The URL of one of its databases, through its socket.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@localhost/{database}?host={}", self.directory.display())
    }

    pub(crate) fn target(&self, database: &str) -> Target {
        Target::parse(&self.url(database)).expect("a PostgreSQL URL")
    }

    /// Its socket, which a connection over the network can be led to.
    pub fn socket(&self) -> PathBuf {
        self.directory.join(".s.PGSQL.5432")
    }

    /// The id of its first process; the others are its children.
    ///
    /// # Panics
    /// If it does not run.
    pub fn postmaster(&self) -> i32 {
        let text = std::fs::read_to_string(self.directory.join("data/postmaster.pid")).expect("it runs");
        text.lines().next().and_then(|line| line.parse().ok()).expect("a process id")
    }

    /// Starts it again once it has ended.
    pub async fn restart(&mut self) {
        self.supervisor.send_line();
        self.wait().await;
    }

    async fn wait(&self) {
        wait_until_it_answers(options(&self.target("postgres")), &self.directory).await;
    }
}
