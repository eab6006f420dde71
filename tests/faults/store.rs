//! The store of a seed: a copy of the stage's, on either engine.

use std::path::PathBuf;

use sixfold_server::db::engines::open::Target;
use sixfold_tests::Engine;
use sixfold_tests::postgres::Server;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;
use tokio::sync::Mutex;

use crate::faults::failover::Standby;
use crate::stage::{self, People};

const FILE: &str = "sixfold.db";
const TEMPLATE: &str = "sixfold_stage";

/// The filled store, once for all seeds of an engine.
pub struct Template {
    pub people: People,
    source: Source,
    /// The replica of a seed's failover.
    pub standby: Mutex<Option<Standby>>,
}

enum Source {
    /// The bytes of the file.
    Sqlite(Vec<u8>),
    Postgres(Mutex<Server>),
}

pub struct Store {
    pub engine: Engine,
    /// Where it is; a failover moves it.
    url: std::sync::Mutex<String>,
    /// Where nodes keep their files.
    pub directory: TempDir,
    /// Where their logs are, which are written even when the disk is full.
    pub logs: TempDir,
}

impl Template {
    pub async fn make(engine: Engine) -> Self {
        let directory = directory();
        match engine {
            Engine::Sqlite => {
                let file = directory.path().join(FILE);
                let people = stage::set(&format!("sqlite:{}", file.display()), directory.path()).await;
                let copy = directory.path().join("copy.db");
                Target::Sqlite(file).backup(&copy).await.expect("a copy");
                Self {
                    people,
                    source: Source::Sqlite(std::fs::read(copy).expect("the copy")),
                    standby: Mutex::default(),
                }
            }
            Engine::Postgres => {
                let server = Server::start().await;
                let mut conn = connect(&server.url("postgres")).await.expect("the server answers");
                run(&mut conn, &format!("CREATE DATABASE {TEMPLATE}")).await;
                let people = stage::set(&server.url(TEMPLATE), directory.path()).await;
                Self { people, source: Source::Postgres(Mutex::new(server)), standby: Mutex::default() }
            }
        }
    }

    pub fn engine(&self) -> Engine {
        match self.source {
            Source::Sqlite(_) => Engine::Sqlite,
            Source::Postgres(_) => Engine::Postgres,
        }
    }

    /// The server of the store.
    ///
    /// # Panics
    /// If it is SQLite.
    pub fn server(&self) -> &Mutex<Server> {
        match &self.source {
            Source::Postgres(server) => server,
            Source::Sqlite(_) => panic!("PostgreSQL alone has a server"),
        }
    }

    /// A fresh store, with files in a directory that is empty.
    pub async fn copy(&self, seed: u64, directory: TempDir) -> Store {
        match &self.source {
            Source::Sqlite(bytes) => {
                let file = directory.path().join(FILE);
                std::fs::write(&file, bytes).expect("a file");
                Store::of(Engine::Sqlite, format!("sqlite:{}", file.display()), directory)
            }
            Source::Postgres(server) => {
                let server = server.lock().await;
                let name = format!("seed_{seed}");
                let mut conn = connect(&server.url("postgres")).await.expect("the server answers");
                run(&mut conn, &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
                run(&mut conn, &format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}")).await;
                Store::of(Engine::Postgres, server.url(&name), directory)
            }
        }
    }
}

impl Store {
    /// An empty one on SQLite, in a directory of its own.
    pub fn beside() -> Self {
        let directory = self::directory();
        let file = directory.path().join(FILE);
        Self::of(Engine::Sqlite, format!("sqlite:{}", file.display()), directory)
    }

    fn of(engine: Engine, url: String, directory: TempDir) -> Self {
        Self { engine, url: url.into(), directory, logs: self::directory() }
    }

    pub fn url(&self) -> String {
        self.url.lock().expect("nobody has panicked").clone()
    }

    pub fn move_to(&self, url: String) {
        *self.url.lock().expect("nobody has panicked") = url;
    }

    /// The name of its database on PostgreSQL.
    pub fn database(&self) -> String {
        let url = self.url();
        let (_, name) = url.split_once("localhost/").unwrap_or_default();
        name.split('?').next().unwrap_or_default().to_owned()
    }

    /// The first column of a query, as text, with SQL for both engines.
    pub async fn texts(&self, sql: &str) -> Vec<String> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self.engine {
            Engine::Sqlite => {
                let mut conn = self.file().await;
                sqlx::query_scalar(sql).fetch_all(&mut conn).await.expect("an answer")
            }
            Engine::Postgres => {
                let mut conn = connect(&self.url()).await.expect("the server answers");
                sqlx::query_scalar(sql).fetch_all(&mut conn).await.expect("an answer")
            }
        }
    }

    /// The first text of a query; empty if there is none.
    pub async fn text(&self, sql: &str) -> String {
        self.texts(sql).await.into_iter().next().unwrap_or_default()
    }

    pub async fn run(&self, sql: &str) {
        match self.engine {
            Engine::Sqlite => {
                let sql = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
                sql.execute(&mut self.file().await).await.expect("it is done");
            }
            Engine::Postgres => run(&mut connect(&self.url()).await.expect("the server answers"), sql).await,
        }
    }

    async fn file(&self) -> SqliteConnection {
        let mut conn = SqliteConnection::connect(&self.url()).await.expect("the file");
        sqlx::raw_sql("PRAGMA busy_timeout = 10000").execute(&mut conn).await.expect("it waits");
        conn
    }
}

pub async fn connect(url: &str) -> Result<PgConnection, sqlx::Error> {
    PgConnection::connect(url).await
}

pub async fn run(conn: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(conn).await.expect("it is done");
}

/// An empty directory, in memory if there is such a place.
pub fn directory() -> TempDir {
    let memory = PathBuf::from("/dev/shm");
    let folder = if memory.exists() { memory } else { std::env::temp_dir() };
    tempfile::Builder::new().prefix("sixfold-faults").tempdir_in(folder).expect("a directory")
}
