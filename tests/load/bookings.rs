//! Bookings per second: through HTTP on loopback, and by the store alone with the same statements, with the same number
//! of clients, each on a fresh store with full durability. Beside them their peers: a constant body of 2 kB from the same
//! server, and the smallest group commit ([`crate::group_commit`]). On PostgreSQL the peer is [`crate::pgbench`].

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use clap::{Parser, ValueEnum};
use serde_json::{Value, json};
use sixfold_server::app::router;
use sixfold_server::routes;
use sixfold_tests::{Peer, postgres};
use tokio::task::JoinSet;

use crate::accounts::median;
use crate::http::Connection;
use crate::stage::{Athlete, Stage, booking};
use crate::turns::turn;
use crate::{group_commit, pgbench, store};

pub(crate) const BOOKINGS: usize = 2_000;
/// Bookings before timing starts.
pub(crate) const WARM_UP: usize = 200;
/// How often the two alternate. The median counts, since a machine's speed drifts.
pub(crate) const TURNS: usize = 5;
const CLIENTS: [usize; 2] = [16, 64];
const FIXED: &str = "/api/fixed";
const FIXED_BYTES: usize = 2_000;

type Queue = Arc<Mutex<VecDeque<Athlete>>>;

/// What can be varied.
#[derive(Debug, Clone, Copy, Parser)]
#[command(name = "load bookings")]
struct Plan {
    /// One way alone, for a profile of it.
    #[arg(long, value_enum)]
    only: Option<Way>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Way {
    /// The store alone, on SQLite.
    Store,
    /// Through HTTP, on SQLite.
    Http,
    /// Through HTTP, on PostgreSQL, and its peer.
    Postgres,
}

/// Measures every way for each number of clients, or one.
pub(crate) async fn measure() -> Value {
    let Plan { only } = crate::plan();
    let most = CLIENTS[1];
    let set = || Stage::set(TURNS * BOOKINGS);
    match only {
        Some(Way::Store) => json!({ "store": through_the_store(&set().await, most).await }),
        Some(Way::Http) => json!({ "http": through_http(&set().await, most).await }),
        Some(Way::Postgres) => json!({ "postgres": pgbench::measure(most).await }),
        None => {
            let rounds = [round(CLIENTS[0]).await, round(most).await];
            let postgres = if postgres::is_installed() { Some(pgbench::measure(most).await) } else { None };
            json!({ "rounds": rounds, "postgres": postgres })
        }
    }
}

async fn round(clients: usize) -> Value {
    let (mut store, mut http, mut fixed, mut commits) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let group = i64::try_from(clients).expect("a small number");
    for _ in 0..TURNS {
        let alone = Stage::set(WARM_UP + BOOKINGS).await;
        store.push(through_the_store(&alone, clients).await);
        let served = Stage::set(WARM_UP + BOOKINGS).await;
        http.push(through_http(&served, clients).await);
        assert_eq!(alone.rows().await, served.rows().await, "both ways write the same rows");
        fixed.push(fixed_bodies(&served, clients).await);
        commits.push(group_commit::measure(group).await);
        alone.state.db.close().await;
        served.state.db.close().await;
    }
    json!({
        "clients": clients,
        "store": median(store),
        "http": median(http),
        "fixed": median(fixed),
        "commits": median(commits),
    })
}

/// Constant bodies per second, through every layer of the server.
async fn fixed_bodies(stage: &Stage, clients: usize) -> f64 {
    let body = "x".repeat(FIXED_BYTES);
    let api = routes::router();
    let api = api.route(FIXED, axum::routing::get(move || async move { body }));
    let server = Peer::serve(router::surrounded(api, stage.state.clone())).await;
    turn(server.host, FIXED, &vec![String::new(); clients], |body| body.len() == FIXED_BYTES).await
}

/// Bookings per second of the store alone.
async fn through_the_store(stage: &Stage, clients: usize) -> f64 {
    let mut rate = 0.0;
    for athletes in [&stage.athletes[..WARM_UP], &stage.athletes[WARM_UP..]] {
        let queue = queue(athletes);
        let begun = Instant::now();
        let mut tasks = JoinSet::new();
        for _ in 0..clients {
            let (queue, state) = (queue.clone(), stage.state.clone());
            tasks.spawn(async move {
                while let Some(athlete) = next(&queue) {
                    store::book(&state, athlete).await;
                }
            });
        }
        tasks.join_all().await;
        rate = per_second(athletes.len(), begun);
    }
    rate
}

/// Bookings per second through HTTP, with one persistent connection per client.
pub(crate) async fn through_http(stage: &Stage, clients: usize) -> f64 {
    let server = Peer::serve(router::router(stage.state.clone())).await;
    let (host, mut rate) = (server.host, 0.0);
    for athletes in [&stage.athletes[..WARM_UP], &stage.athletes[WARM_UP..]] {
        let queue = queue(athletes);
        let begun = Instant::now();
        let mut tasks = JoinSet::new();
        for _ in 0..clients {
            let queue = queue.clone();
            tasks.spawn(async move {
                let mut connection = Connection::open(host).await.expect("a connection");
                while let Some(athlete) = next(&queue) {
                    book(&mut connection, &athlete).await;
                }
            });
        }
        tasks.join_all().await;
        rate = per_second(athletes.len(), begun);
    }
    rate
}

async fn book(connection: &mut Connection, athlete: &Athlete) {
    let body = booking(&athlete.uaid, athlete.date, athlete.time);
    let headers =
        format!("authorization: Bearer {}\r\nidempotency-key: load-{}\r\n", athlete.token, athlete.uaid);
    let answer = connection.post("/api/user/event/booking", &headers, &body).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
}

fn queue(athletes: &[Athlete]) -> Queue {
    Arc::new(Mutex::new(athletes.iter().cloned().collect()))
}

fn next(queue: &Queue) -> Option<Athlete> {
    queue.lock().expect("no client has panicked").pop_front()
}

#[expect(clippy::cast_precision_loss, reason = "a few thousand")]
fn per_second(count: usize, begun: Instant) -> f64 {
    count as f64 / begun.elapsed().as_secs_f64()
}
