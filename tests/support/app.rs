//! The server under test.

use std::path::Path;

use axum::Router;
use clap::Parser as _;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_server::app::router;
use sixfold_server::config::Config;
use sixfold_server::config::cli::{Cli, Flags, Switch};
use sixfold_server::config::clock::Clock;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::messages::mail::Body;
use sixfold_server::db::{Conn, DbError, Engine, Job, LONG_JOB_LIMIT, Sql, params};
use sixfold_server::state::AppState;

use crate::client::Client;
use crate::store::TestStore;

/// The default start of the test clock: Monday 2 March 2026, 09:00 in London.
pub const START_MS: i64 = 1_772_442_000_000;
/// Lifts what PostgreSQL limits in a transaction of the server.
const LIFT_LIMITS: &str = "SELECT set_config(name, '0', TRUE) FROM (VALUES ('statement_timeout'), ('lock_timeout'), \
     ('idle_in_transaction_session_timeout')) AS limits (name)";

/// The settings of a test server, parsed from flags as by the binary.
fn configure(store: &TestStore, change: impl FnOnce(&mut Flags)) -> Config {
    let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
    store.directory.path().clone_into(&mut flags.data_dir);
    flags.secret = Some("a secret that only tests know, 32+".to_owned());
    flags.rate_limit = Switch::Off;
    "off".clone_into(&mut flags.log);
    // Hundreds book at once on a machine that does other things as well.
    flags.operations.longest_wait = 30;
    change(&mut flags);
    let (config, _) = Config::from_flags(&flags).unwrap();
    Config { database: store.target.clone(), ..config }
}

/// The real router on a fresh database, which is removed on drop.
pub struct TestApp {
    /// The server's state; the clock only moves when a test moves it.
    pub state: AppState,
    pub router: Router,
    store: TestStore,
}

impl TestApp {
    /// A server on a fresh database, without rate limits.
    pub async fn spawn(engine: Engine) -> Self {
        Self::spawn_with(engine, |_| {}).await
    }

    pub async fn spawn_with(engine: Engine, change: impl FnOnce(&mut Flags)) -> Self {
        Self::on(TestStore::seeded(engine).await, START_MS, change)
    }

    /// A server on a store that is there already, at an instant in ms.
    pub fn on(store: TestStore, now_ms: i64, change: impl FnOnce(&mut Flags)) -> Self {
        let config = configure(&store, change);
        let state = AppState::new(config, store.db.clone(), Clock::manual(now_ms)).unwrap();
        Self { router: router::router(state.clone()), state, store }
    }

    /// Replaces the academy's booking session config.
    pub async fn set_schedule(&self, config: BookingSessionConfig) {
        sixfold_domain::slot::Schedule::new(&config).unwrap();
        let now_ms = self.state.clock.now_ms();
        self.write(async move |conn| {
            schedule::replace_config(conn, schedule::ACADEMY, &config, now_ms).await
        })
        .await;
    }

    /// A client without credentials.
    pub fn client(&self) -> Client {
        Client::new(self.router.clone())
    }

    pub fn data_dir(&self) -> &Path {
        self.store.directory.path()
    }

    pub fn pass_minutes(&self, minutes: i64) {
        self.state.clock.advance(minutes * 60_000);
    }

    pub async fn read<T>(&self, job: impl AsyncFnOnce(&mut Conn) -> Result<T, DbError>) -> T {
        self.state.db.read(job).await.unwrap()
    }

    /// Runs a job that sets something up: on a busy machine it may take longer than one of the server.
    pub async fn write<T: Send + 'static>(&self, job: impl Job<T, DbError>) -> T {
        let written: Result<T, DbError> = self
            .state
            .db
            .write_within(LONG_JOB_LIMIT, async move |conn| {
                if conn.engine() == Engine::Postgres {
                    conn.execute(LIFT_LIMITS, params![]).await?;
                }
                job.run(conn).await
            })
            .await;
        written.unwrap()
    }

    pub async fn count(&self, table: &'static str) -> i64 {
        let sql = format!("SELECT COUNT(*) FROM {table}");
        self.scalar(sql).await
    }

    /// Queries one number, with SQL for both engines.
    pub async fn scalar(&self, sql: impl Into<String>) -> i64 {
        let sql = sql.into();
        self.read(async |conn| conn.scalar(Sql::built(sql), params![]).await).await
    }

    /// Runs one statement, with SQL for both engines, and updates the boards.
    pub async fn execute(&self, sql: impl Into<String>) {
        let sql = sql.into();
        self.write(async move |conn| conn.execute(Sql::built(sql), params![]).await).await;
        sixfold_server::app::jobs::fold_names(&self.state).await.unwrap();
        self.state.boards.sync_after_write(&self.state.db).await;
    }

    /// The decrypted plain-text bodies of the unsent letters of a kind, oldest first.
    pub async fn letters(&self, kind: &str) -> Vec<String> {
        self.letters_that(&format!("kind = '{kind}'")).await.into_iter().map(|(_, text)| text).collect()
    }

    /// [`TestApp::letters`] to one address.
    pub async fn letters_to(&self, kind: &str, address: &str) -> Vec<String> {
        let fit = format!("kind = '{kind}' AND to_address = '{address}'");
        self.letters_that(&fit).await.into_iter().map(|(_, text)| text).collect()
    }

    /// [`TestApp::letters`], each as `subject / text`.
    pub async fn letters_with_subject(&self, kind: &str) -> Vec<String> {
        let letters = self.letters_that(&format!("kind = '{kind}'")).await;
        letters.into_iter().map(|(subject, text)| format!("{subject} / {text}")).collect()
    }

    /// Subject and plain text.
    async fn letters_that(&self, fit: &str) -> Vec<(String, String)> {
        let sql = format!(
            "SELECT mail_id || ' ' || body_sealed || ' ' || subject FROM mail_outbox WHERE {fit} \
             ORDER BY created_at, mail_id"
        );
        let rows = self.texts(sql).await.into_iter().flatten();
        rows.map(|row| {
            let [id, body, subject] = row.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                panic!("id, body and subject")
            };
            let content = self.state.cipher.decrypt("mail_outbox", id, "body_sealed", body);
            let body = Body::Content(content.expect("an encrypted letter"));
            (subject.to_owned(), body.render().expect("the content of a letter").text)
        })
        .collect()
    }

    /// Queries one text column, with SQL for both engines.
    pub async fn texts(&self, sql: impl Into<String>) -> Vec<Option<String>> {
        let sql = sql.into();
        self.read(async |conn| conn.scalars(Sql::built(sql), params![]).await).await
    }
}
