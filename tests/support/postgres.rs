//! A temporary PostgreSQL: one server for each test program and one database for each test, in memory if the tests'
//! files are.

use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use sqlx::{Connection as _, PgConnection};
use tokio::sync::OnceCell;

use sixfold_server::db::open::Target;

/// Runs the server until this test program ends, and starts one that was killed again at each line. The shell waits on a
/// pipe that only this program holds open, so a crash of the tests ends the server too; then it removes the server's
/// directory.
const KEEPER: &str = r#"
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
    /// The server runs while its standard input is open.
    keeper: Child,
}

/// The server of all tests, and its databases.
#[derive(Debug)]
pub struct Cluster {
    server: Server,
    next: AtomicU32,
    /// How databases are copied.
    strategy: &'static str,
    /// Receives the names of databases to drop.
    used: mpsc::Sender<String>,
}

static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();
static SEEDED: OnceCell<()> = OnceCell::const_new();
/// A database with the schema, and one with the schema and the seed.
const TEMPLATES: [&str; 2] = ["sixfold_template", "sixfold_seeded"];

/// An in-memory file system of Linux.
const MEMORY: &str = "/dev/shm";

/// The URL of a new database with the schema.
pub async fn fresh_database() -> Target {
    Target::parse(&fresh_url().await).expect("a PostgreSQL URL")
}

/// The same, for another process.
pub async fn fresh_url() -> String {
    let cluster = CLUSTER.get_or_init(Cluster::start).await;
    cluster.copy(TEMPLATES[0]).await
}

/// The URL of a new database with the seed.
pub async fn seeded_database() -> Target {
    let cluster = CLUSTER.get_or_init(Cluster::start).await;
    SEEDED.get_or_init(|| cluster.make_seeded()).await;
    Target::parse(&cluster.copy(TEMPLATES[1]).await).expect("a PostgreSQL URL")
}

/// Where a new database with nothing in it is.
pub async fn empty_database() -> Target {
    let cluster = CLUSTER.get_or_init(Cluster::start).await;
    Target::parse(&cluster.copy("template1").await).expect("a PostgreSQL URL")
}

/// Drops the database of a finished test.
pub fn remove(target: &Target) {
    if let (Target::Postgres(options), Some(cluster)) = (target, CLUSTER.get()) {
        let name = options.get_database().expect("a database").to_owned();
        // The thread that drops them ends with the test program.
        cluster.used.send(name).ok();
    }
}

/// The URL of a database of the tests, for another process.
///
/// # Panics
/// If the store is not PostgreSQL.
pub fn url_of(target: &Target) -> String {
    let Target::Postgres(options) = target else { unreachable!("a PostgreSQL store") };
    let (name, socket) =
        (options.get_database().expect("a database"), options.get_socket().expect("a socket"));
    format!("postgres://postgres@localhost:{}/{name}?host={}", options.get_port(), socket.display())
}

/// A separate connection to a PostgreSQL store, outside the server's pool and without its limits.
///
/// # Panics
/// If the store is not PostgreSQL.
pub async fn connect(target: &Target) -> PgConnection {
    let Target::Postgres(options) = target else { unreachable!("a PostgreSQL store") };
    PgConnection::connect_with(options).await.expect("the test server answers")
}

/// Waits until this many connections of a database are waiting for a lock.
pub async fn waiting(conn: &mut PgConnection, count: i64) {
    const WAITING: &str = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() \
         AND wait_event_type = 'Lock'";
    for _ in 0..2_000 {
        if sqlx::query_scalar::<_, i64>(WAITING).fetch_one(&mut *conn).await.expect("the test server answers")
            >= count
        {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("nobody waits for a lock");
}

/// How many deadlocks PostgreSQL has resolved in a database. Waits until `at_least` are reported or there was time for
/// it: a connection reports its own within a second of becoming idle.
pub async fn deadlocks(conn: &mut PgConnection, at_least: i64) -> i64 {
    const DEADLOCKS: &str = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    let mut counted = 0;
    for _ in 0..60 {
        counted = sqlx::query_scalar(DEADLOCKS).fetch_one(&mut *conn).await.expect("the test server answers");
        if at_least > 0 && counted >= at_least {
            break;
        }
        tokio::time::sleep(Duration::from_millis(if at_least > 0 { 500 } else { 50 })).await;
    }
    counted
}

/// Whether the tests' files are in memory.
fn is_in_memory() -> bool {
    std::env::temp_dir() == Path::new(MEMORY)
}

/// A new directory that belongs to the user who runs PostgreSQL. It contains the socket, whose path has to be short.
pub(crate) fn directory(user: &Run) -> PathBuf {
    let folder = if is_in_memory() { MEMORY } else { "/tmp" };
    let directory =
        tempfile::Builder::new().prefix("sf").tempdir_in(folder).expect("a short directory").keep();
    user.own(&directory);
    directory
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
        let user = Run::as_postgres_when_root();
        let directory = directory(&user);
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
        let user = Run::as_postgres_when_root();
        let directory = directory(&user);
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
    async fn run(user: &Run, directory: PathBuf, fsync: &str) -> Self {
        let mut keeper = user
            .command(Path::new("/bin/sh"))
            .args(["-c", KEEPER, "keeper"])
            .arg(programs())
            .arg(&directory)
            .arg(fsync)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("the server's keeper runs");
        keeper.stdin.as_mut().expect("a pipe").flush().expect("an open pipe");
        let server = Self { directory, keeper };
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

    async fn connect(&self, database: &str) -> Result<PgConnection, sqlx::Error> {
        let Target::Postgres(options) = self.target(database) else { unreachable!("a PostgreSQL URL") };
        PgConnection::connect_with(&options).await
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
        let pipe = self.keeper.stdin.as_mut().expect("a pipe");
        pipe.write_all(b"again\n").expect("an open pipe");
        self.wait().await;
    }

    async fn wait(&self) {
        for _ in 0..600 {
            if let Ok(conn) = self.connect("postgres").await {
                conn.close().await.ok();
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let log = std::fs::read_to_string(self.directory.join("log")).unwrap_or_default();
        panic!("PostgreSQL did not start: {log}");
    }
}

impl Drop for Server {
    /// Waits until it has ended and its files are gone.
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        self.keeper.wait().ok();
    }
}

impl Cluster {
    async fn start() -> Self {
        let (used, names) = mpsc::channel();
        let mut cluster = Self { server: Server::start().await, next: AtomicU32::new(0), strategy: "", used };
        // Copying files is faster than logging them, unless a disk has to keep up.
        if is_in_memory() && cluster.version().await >= 150_000 {
            cluster.strategy = "STRATEGY file_copy";
        }
        cluster.make_template().await;
        cluster.remove_used(names);
        cluster
    }

    fn target(&self, database: &str) -> Target {
        self.server.target(database)
    }

    async fn connect(&self, database: &str) -> Result<PgConnection, sqlx::Error> {
        self.server.connect(database).await
    }

    async fn version(&self) -> i32 {
        let mut conn = self.connect("postgres").await.expect("the test server answers");
        let version = sqlx::query_scalar("SELECT current_setting('server_version_num')::int");
        version.fetch_one(&mut conn).await.expect("the test server answers")
    }

    /// Starts the thread that drops databases, with their remaining connections.
    fn remove_used(&self, names: mpsc::Receiver<String>) {
        let Target::Postgres(options) = self.target("postgres") else { unreachable!("a PostgreSQL URL") };
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let mut conn = PgConnection::connect_with(&options).await.expect("the test server answers");
                for name in names {
                    let drop = format!("DROP DATABASE {name} WITH (FORCE)");
                    sqlx::query(sqlx::AssertSqlSafe(drop)).execute(&mut conn).await.expect("it is dropped");
                }
            });
        });
    }

    /// The URL of a new database like `template`.
    async fn copy(&self, template: &str) -> String {
        let name = format!("test_{}", self.next.fetch_add(1, Ordering::Relaxed));
        self.create(&name, template).await;
        self.server.url(&name)
    }

    async fn create(&self, name: &str, template: &str) {
        let mut conn = self.connect("postgres").await.expect("the test server answers");
        let create = format!("CREATE DATABASE {name} TEMPLATE {template} {}", self.strategy);
        sqlx::query(sqlx::AssertSqlSafe(create)).execute(&mut conn).await.expect("a database");
        conn.close().await.expect("the connection closes");
    }

    async fn make_template(&self) {
        self.create(TEMPLATES[0], "template1").await;
        let (db, _) = self.target(TEMPLATES[0]).open().await.expect("the schema");
        db.close().await;
    }

    async fn make_seeded(&self) {
        let [schema, seeded] = TEMPLATES;
        self.create(seeded, schema).await;
        let (db, _) = self.target(seeded).open().await.expect("the schema");
        crate::store::seed(&db).await;
        db.close().await;
    }
}

/// Whether PostgreSQL is installed. Tests require it; benchmarks run without.
pub fn is_installed() -> bool {
    find().is_some()
}

fn programs() -> PathBuf {
    find().expect(
        "PostgreSQL is missing: install its server (Debian: postgresql), the tests need initdb and postgres",
    )
}

/// The directory of `initdb` and `postgres`: from PATH, else the newest version in Debian's location.
fn find() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect::<Vec<_>>())
        .unwrap_or_default();
    let mut debian: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .map(|versions| versions.filter_map(Result::ok).map(|version| version.path().join("bin")).collect())
        .unwrap_or_default();
    debian.sort();
    on_path
        .into_iter()
        .chain(debian.into_iter().rev())
        .find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// A program in the directory of `initdb`, or in the one that a link to `initdb` leads to.
///
/// # Panics
/// If it is in neither.
pub fn beside_initdb(name: &str) -> PathBuf {
    let directory = programs();
    let link = directory.join("initdb").canonicalize().expect("initdb is there");
    let places = [directory.join(name), link.with_file_name(name)];
    places
        .into_iter()
        .find(|file| file.is_file())
        .unwrap_or_else(|| panic!("{name} is missing beside initdb"))
}

/// PostgreSQL refuses to run as root, so it then runs as the user that its package creates.
pub(crate) struct Run(Option<(u32, u32)>);

impl Run {
    pub(crate) fn as_postgres_when_root() -> Self {
        let id = |arguments: &[&str]| -> Option<u32> {
            let output = Command::new("id").args(arguments).output().ok()?;
            String::from_utf8(output.stdout).ok()?.trim().parse().ok()
        };
        if id(&["-u"]) != Some(0) {
            return Self(None);
        }
        let user = id(&["-u", "postgres"]).zip(id(&["-g", "postgres"]));
        Self(Some(user.expect("root needs a user `postgres` to run PostgreSQL as")))
    }

    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir("/tmp");
        if let Some((user, group)) = self.0 {
            command.uid(user).gid(group);
        }
        command
    }

    fn own(&self, directory: &Path) {
        std::fs::set_permissions(directory, std::fs::Permissions::from_mode(0o700)).expect("its permissions");
        if let Some((user, group)) = self.0 {
            std::os::unix::fs::chown(directory, Some(user), Some(group)).expect("its owner");
        }
    }
}
