//! A temporary `PgBouncer` in transaction mode, in front of one database of the tests' PostgreSQL.

use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use sqlx::{Connection as _, PgConnection};

use sixfold_server::db::open::Target;

use crate::postgres::{Run, directory};

/// Runs it until this test program ends, then removes its directory.
const KEEPER: &str = r#"
"$1" -q "$2/pgbouncer.ini" >"$2/log" 2>&1 &
pooler=$!
cat >/dev/null
kill -INT "$pooler"
wait "$pooler"
rm -rf "$2"
"#;
/// It listens on a socket alone, named by this port.
const PORT: u16 = 6_432;

/// A running pooler, stopped on drop.
#[derive(Debug)]
pub struct Pooler {
    directory: PathBuf,
    database: String,
    keeper: Child,
}

impl Pooler {
    /// Starts one that has this many sessions for all its clients.
    ///
    /// # Panics
    /// If `PgBouncer` is not installed, or does not start.
    pub async fn start(target: &Target, sessions: usize) -> Self {
        let Target::Postgres(options) = target else { unreachable!("a PostgreSQL store") };
        let database = options.get_database().expect("a database").to_owned();
        let socket = options.get_socket().expect("a socket").display();
        let user = Run::as_postgres_when_root();
        let directory = directory(&user);
        let settings = format!(
            "[databases]\n{database} = host={socket}\n[pgbouncer]\nlisten_addr =\nlisten_port = {PORT}\n\
             unix_socket_dir = {}\nauth_type = trust\nauth_file = {}\npool_mode = transaction\n\
             default_pool_size = {sessions}\nmax_client_conn = 200\n",
            directory.display(),
            directory.join("users").display(),
        );
        std::fs::write(directory.join("pgbouncer.ini"), settings).expect("its settings");
        std::fs::write(directory.join("users"), "\"postgres\" \"\"\n").expect("its users");
        let mut keeper = user
            .command(Path::new("/bin/sh"))
            .args(["-c", KEEPER, "keeper"])
            .arg(program())
            .arg(&directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("the pooler's keeper runs");
        keeper.stdin.as_mut().expect("a pipe").flush().expect("an open pipe");
        let pooler = Self { directory, database, keeper };
        pooler.wait().await;
        pooler
    }

    /// The database, through the pooler.
    pub fn target(&self) -> Target {
        let (name, socket) = (&self.database, self.directory.display());
        Target::parse(&format!("postgres://postgres@localhost:{PORT}/{name}?host={socket}"))
            .expect("a PostgreSQL URL")
    }

    async fn wait(&self) {
        let Target::Postgres(options) = self.target() else { unreachable!("a PostgreSQL URL") };
        for _ in 0..200 {
            if let Ok(conn) = PgConnection::connect_with(&options.clone().extra_float_digits(None)).await {
                conn.close().await.ok();
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let log = std::fs::read_to_string(self.directory.join("log")).unwrap_or_default();
        panic!("PgBouncer did not start: {log}");
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        self.keeper.wait().ok();
    }
}

/// From `PATH`, else from Debian's location.
fn program() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.push(PathBuf::from("/usr/sbin"));
    let found = folders.into_iter().map(|folder| folder.join("pgbouncer")).find(|file| file.is_file());
    found.expect("PgBouncer is missing: install it (Debian: pgbouncer), the tests need it")
}
