//! A temporary PostgreSQL with a streaming replica, apart from the server of the other tests.

use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use sixfold_server::db::engines::open::Target;

use crate::postgres::{Server, connect};

const DATABASE: &str = "postgres";

/// A primary and its replica, stopped on drop.
#[derive(Debug)]
pub struct Replicated {
    replica: Option<Server>,
    primary: Server,
}

impl Replicated {
    /// Starts both; the store is as after the first start of a server.
    pub async fn start() -> Self {
        let primary = Server::start().await;
        let (db, _) = primary.target(DATABASE).open().await.expect("the schema");
        crate::store::seed(&db).await;
        db.close().await;
        let replica = Some(primary.replica().await);
        Self { replica, primary }
    }

    pub fn primary(&self) -> Target {
        self.primary.target(DATABASE)
    }

    /// # Panics
    /// If it was stopped.
    pub fn replica(&self) -> Target {
        self.replica.as_ref().expect("a replica that runs").target(DATABASE)
    }

    /// Stops or resumes the replaying of what the primary has written.
    pub async fn pause(&self, paused: bool) {
        let call = if paused { "pg_wal_replay_pause()" } else { "pg_wal_replay_resume()" };
        let mut conn = connect(&self.replica()).await;
        sqlx::raw_sql(AssertSqlSafe(format!("SELECT {call}")))
            .execute(&mut conn)
            .await
            .expect("the replica obeys");
        // It pauses a moment after it was asked to.
        while paused && !is_paused(&mut conn).await {
            tokio::task::yield_now().await;
        }
        conn.close().await.expect("the connection closes");
    }

    /// Waits until the replica has all that the primary has written.
    pub async fn catch_up(&self) {
        let mut primary = connect(&self.primary()).await;
        let written = sqlx::query_scalar("SELECT pg_current_wal_flush_lsn()::text");
        let written: String = written.fetch_one(&mut primary).await.expect("a position");
        let mut replica = connect(&self.replica()).await;
        let reached = format!("SELECT pg_last_wal_replay_lsn() >= '{written}'::pg_lsn");
        while !sqlx::query_scalar::<_, bool>(AssertSqlSafe(reached.clone()))
            .fetch_one(&mut replica)
            .await
            .expect("a position")
        {
            tokio::task::yield_now().await;
        }
    }

    /// From now on a commit waits for a replica of this name; for none if it is empty.
    pub async fn wait_for_replica(&self, name: &str) {
        let mut conn = connect(&self.primary()).await;
        for statement in [
            format!("ALTER SYSTEM SET synchronous_standby_names = '{name}'"),
            "SELECT pg_reload_conf()".to_owned(),
        ] {
            sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut conn).await.expect("the primary obeys");
        }
        let set = "SELECT current_setting('synchronous_standby_names')";
        // A session takes over a reloaded setting between statements.
        while sqlx::query_scalar::<_, String>(set).fetch_one(&mut conn).await.expect("a setting") != name {
            tokio::task::yield_now().await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }

    pub fn stop_replica(&mut self) {
        self.replica = None;
    }
}

async fn is_paused(conn: &mut PgConnection) -> bool {
    let state: String = sqlx::query_scalar("SELECT pg_get_wal_replay_pause_state()")
        .fetch_one(conn)
        .await
        .expect("the replica answers");
    state == "paused"
}
