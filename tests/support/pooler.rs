//! A temporary `PgBouncer` in transaction mode, in front of one database of the tests' PostgreSQL.

use std::path::PathBuf;

use sixfold_server::db::engines::open::Target;

use crate::postgres::{ServerUser, options, wait_until_it_answers};
use crate::supervisor::Supervisor;

/// Runs it until this test program ends, then removes its directory.
const SCRIPT: &str = r#"
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
    /// Stops the pooler when it is dropped.
    _supervisor: Supervisor,
}

impl Pooler {
    /// Starts one that has this many sessions for all its clients.
    ///
    /// # Panics
    /// If `PgBouncer` is not installed, or does not start.
    pub async fn start(target: &Target, sessions: usize) -> Self {
        let options = options(target);
        let database = options.get_database().expect("a database").to_owned();
        let socket = options.get_socket().expect("a socket").display();
        let user = ServerUser::find();
        let directory = user.new_directory();
        let settings = format!(
            "[databases]\n{database} = host={socket}\n[pgbouncer]\nlisten_addr =\nlisten_port = {PORT}\n\
             unix_socket_dir = {}\nauth_type = trust\nauth_file = {}\npool_mode = transaction\n\
             default_pool_size = {sessions}\nmax_client_conn = 200\n",
            directory.display(),
            directory.join("users").display(),
        );
        std::fs::write(directory.join("pgbouncer.ini"), settings).expect("its settings");
        std::fs::write(directory.join("users"), "\"postgres\" \"\"\n").expect("its users");
        let arguments = [program(), directory.clone()];
        let supervisor = Supervisor::start(&mut user.silent_shell(), SCRIPT, arguments);
        let pooler = Self { directory, database, _supervisor: supervisor };
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
        // PgBouncer refuses this setting at the start of a session.
        let options = options(&self.target()).clone().extra_float_digits(None);
        wait_until_it_answers(&options, &self.directory).await;
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
