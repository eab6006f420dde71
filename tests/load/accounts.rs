//! The cost of accounts: many accounts with sessions on a store of either engine, for [`crate::sessions`] and
//! [`crate::logins`].

use axum::Router;
use clap::Parser as _;
use serde_json::{Value, json};
use sixfold_server::app::router;
use sixfold_server::auth::sign_in::{self, Origin, Proof};
use sixfold_server::config::Config;
use sixfold_server::config::cli::{Cli, Switch};
use sixfold_server::config::clock::Clock;
use sixfold_server::db::people::account::{self, NewAccount};
use sixfold_server::db::{DbError, Engine, Job};
use sixfold_server::state::AppState;
use sixfold_server::{content, db};
use sixfold_tests::people::name_robin;
use sixfold_tests::{TestStore, postgres};

use crate::stage::{NOW_MS, SECRET};
use crate::{logins, sessions};

/// Accounts inserted per job.
const CHUNK: usize = 200;
pub(crate) const PASSWORD: &str = "under the floodlights";

pub(crate) async fn measure() -> Value {
    let mut checks = vec![sessions::measure(Engine::Sqlite).await];
    if postgres::is_installed() {
        checks.push(sessions::measure(Engine::Postgres).await);
    }
    json!({ "checks": checks, "logins": logins::measure().await })
}

/// An account with the secrets of one of its sessions.
#[derive(Debug, Clone)]
pub(crate) struct Member {
    pub(crate) uaid: String,
    pub(crate) email: String,
    pub(crate) token: String,
    pub(crate) cookie: String,
}

/// A server with many accounts.
pub(crate) struct Crowd {
    pub(crate) state: AppState,
    pub(crate) router: Router,
    pub(crate) members: Vec<Member>,
    _store: TestStore,
}

impl Crowd {
    /// `people` accounts with `sessions` each, registered, with a password; members are ordered by session.
    pub(crate) async fn gather(engine: Engine, people: usize, sessions: usize) -> Self {
        let store = TestStore::open(engine).await;
        let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
        store.directory.path().clone_into(&mut flags.data_dir);
        flags.secret = Some(SECRET.to_owned());
        flags.rate_limit = Switch::Off;
        let (config, _) = Config::from_flags(&flags).expect("the settings");
        let config = Config { database: store.target.clone(), ..config };
        let state = AppState::new(config, store.db.clone(), Clock::manual(NOW_MS)).expect("the state");
        let seeds = content::seed::items().expect("the seed content");
        write(&state, async move |conn| content::seed::run(conn, &seeds, NOW_MS).await).await;
        let hash = state.auth.hasher.hash("", PASSWORD.to_owned()).await.expect("a hash");
        let mut members = Vec::with_capacity(people * sessions);
        for first in (0..people).step_by(CHUNK) {
            let (inside, hash) = (state.clone(), hash.clone());
            let numbers = first..people.min(first + CHUNK);
            members.extend(
                write(&state, async move |conn| {
                    let mut added = Vec::new();
                    for number in numbers {
                        added.extend(join(conn, &inside, number, sessions, &hash).await?);
                    }
                    Ok(added)
                })
                .await,
            );
        }
        Self { router: router::router(state.clone()), state, members, _store: store }
    }
}

async fn join(
    conn: &mut db::Conn,
    state: &AppState,
    number: usize,
    sessions: usize,
    hash: &str,
) -> Result<Vec<Member>, DbError> {
    let email = format!("member.{number}@example.org");
    let new = NewAccount {
        email: email.clone(),
        password_hash: Some(hash.to_owned()),
        role: 1,
        date_of_birth: Some("1996-04-12".to_owned()),
        email_confirmed: true,
    };
    let uaid = account::create(conn, &new, NOW_MS).await?.ok_or(DbError::NotFound)?;
    name_robin(conn, &uaid, NOW_MS).await?;
    let origin = Origin { address: "127.0.0.1".to_owned(), user_agent: None };
    let mut members = Vec::with_capacity(sessions);
    for _ in 0..sessions {
        let begun = sign_in::begin(state, &uaid, &origin, Proof::default()).expect("a session");
        sign_in::store(conn, &begun).await?;
        members.push(Member {
            uaid: uaid.clone(),
            email: email.clone(),
            token: begun.token,
            cookie: begun.cookie_secret,
        });
    }
    Ok(members)
}

async fn write<T: Send + 'static>(state: &AppState, job: impl Job<T, DbError>) -> T {
    state.db.write(job).await.expect("the crowd gathers")
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
