//! Databases of the tests: copies of a template, on one server that runs as long as the test program.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use sqlx::Connection as _;
use tokio::sync::OnceCell;

use sixfold_server::db::engines::open::Target;

use super::programs::is_in_memory;
use super::{Server, connect};

/// The server of all tests, and its databases.
#[derive(Debug)]
struct Cluster {
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

/// The same in another encoding than UTF8.
pub async fn encoded_database(encoding: &str) -> Target {
    let cluster = CLUSTER.get_or_init(Cluster::start).await;
    let template = format!("template0 ENCODING '{encoding}'");
    Target::parse(&cluster.copy(&template).await).expect("a PostgreSQL URL")
}

/// Drops the database of a finished test.
pub fn remove(target: &Target) {
    if let (Target::Postgres(options), Some(cluster)) = (target, CLUSTER.get()) {
        let name = options.get_database().expect("a database").to_owned();
        // The thread that drops them ends with the test program.
        cluster.used.send(name).ok();
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

    async fn version(&self) -> i32 {
        let mut conn = connect(&self.server.target("postgres")).await;
        let version = sqlx::query_scalar("SELECT current_setting('server_version_num')::int");
        version.fetch_one(&mut conn).await.expect("the test server answers")
    }

    /// Starts the thread that drops databases, with their remaining connections.
    fn remove_used(&self, names: mpsc::Receiver<String>) {
        let target = self.server.target("postgres");
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let mut conn = connect(&target).await;
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
        let mut conn = connect(&self.server.target("postgres")).await;
        let create = format!("CREATE DATABASE {name} TEMPLATE {template} {}", self.strategy);
        sqlx::query(sqlx::AssertSqlSafe(create)).execute(&mut conn).await.expect("a database");
        conn.close().await.expect("the connection closes");
    }

    async fn make_template(&self) {
        self.create(TEMPLATES[0], "template1").await;
        let (db, _) = self.server.target(TEMPLATES[0]).open().await.expect("the schema");
        db.close().await;
    }

    async fn make_seeded(&self) {
        let [schema, seeded] = TEMPLATES;
        self.create(seeded, schema).await;
        let (db, _) = self.server.target(seeded).open().await.expect("the schema");
        crate::store::seed(&db).await;
        db.close().await;
    }
}
