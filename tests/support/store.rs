//! A fresh store of either engine.

use sixfold_server::content;
use sixfold_server::db::engines::open::Target;
use sixfold_server::db::{Db, DbError, Engine, LONG_JOB_LIMIT};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::app::START_MS;
use crate::postgres;

/// The bytes of a SQLite store that has been seeded.
static SEEDED: OnceCell<Vec<u8>> = OnceCell::const_new();

const FILE: &str = "sixfold.db";

/// An open store, removed on drop.
#[derive(Debug)]
pub struct TestStore {
    pub db: Db,
    /// Its URL, for a second node or another process.
    pub target: Target,
    /// The directory of the SQLite file and of the server's other files.
    pub directory: TempDir,
}

impl TestStore {
    /// A store with the schema only.
    pub async fn open(engine: Engine) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let target = match engine {
            Engine::Sqlite => Target::Sqlite(directory.path().join(FILE)),
            Engine::Postgres => postgres::fresh_database().await,
        };
        Self::at(target, directory).await
    }

    /// A store as after the first start of a server at [`START_MS`], copied from a template.
    pub async fn seeded(engine: Engine) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let target = match engine {
            Engine::Sqlite => {
                let file = directory.path().join(FILE);
                std::fs::write(&file, SEEDED.get_or_init(seeded_file).await).expect("a file");
                Target::Sqlite(file)
            }
            Engine::Postgres => postgres::seeded_database().await,
        };
        Self::at(target, directory).await
    }

    /// The store of a database that is there already, brought up to date.
    pub async fn at(target: Target, directory: TempDir) -> Self {
        let (db, _) = target.open().await.expect("the store opens");
        Self { db, target, directory }
    }
}

impl Drop for TestStore {
    fn drop(&mut self) {
        postgres::remove(&self.target);
    }
}

async fn seeded_file() -> Vec<u8> {
    let store = TestStore::open(Engine::Sqlite).await;
    seed(&store.db).await;
    store.db.close().await;
    let copy = store.directory.path().join("seeded.db");
    store.target.backup(&copy).await.expect("a copy");
    std::fs::read(copy).expect("the copy")
}

/// Stores what a server stores at its start: content, the academy, its seasons and its week.
pub async fn seed(db: &Db) {
    let seeds = content::seed::items().expect("the seed's files");
    let seeded =
        db.write_within(LONG_JOB_LIMIT, async move |conn| content::seed::run(conn, &seeds, START_MS).await);
    seeded.await.unwrap_or_else(|error: DbError| panic!("the seed: {error}"));
}
