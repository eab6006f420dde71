//! A fresh store of either engine.

use sixfold_server::db::open::Target;
use sixfold_server::db::{Db, Engine};
use tempfile::TempDir;

use crate::postgres;

/// An open store that is gone with this value.
#[derive(Debug)]
pub struct TestStore {
    /// The store.
    pub db: Db,
    /// Where it is, for a second node or another process.
    pub target: Target,
    /// Holds a SQLite file, and whatever a server wants to write beside it.
    pub directory: TempDir,
}

impl TestStore {
    /// A store with the product's schema and nothing else in it.
    pub async fn open(engine: Engine) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let target = match engine {
            Engine::Sqlite => Target::Sqlite(directory.path().join("sixfold.db")),
            Engine::Postgres => postgres::fresh_database().await,
        };
        let (db, _) = target.open().await.expect("a fresh store opens");
        Self { db, target, directory }
    }
}

/// Writes a test once and runs it on both engines: `on_both!(name, |engine| async move { … });`.
#[macro_export]
macro_rules! on_both {
    ($(#[$meta:meta])* $name:ident, $body:expr) => {
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports, reason = "a test may need nothing of its file")]
            use super::*;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let test = $body;
                test(sixfold_server::db::Engine::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let test = $body;
                test(sixfold_server::db::Engine::Postgres).await;
            }
        }
    };
}
