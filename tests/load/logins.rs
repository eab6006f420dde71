//! Sign-ins through HTTP on loopback: how many per second compared with argon2 alone, and how 64 concurrent ones affect
//! other calls.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sixfold_server::db::Engine;
use sixfold_tests::Peer;
use tokio::task::JoinSet;

use crate::accounts::{Crowd, PASSWORD, median};
use crate::http::Connection;

const AT_ONCE: usize = 64;
const LOGINS: usize = 192;
const TURNS: usize = 5;
/// Calls of each kind in one turn; a hundredth of them is 20.
const CALLS: usize = 2_000;
/// A caller's pause between two calls.
const PAUSE: Duration = Duration::from_millis(1);

pub(crate) async fn measure() -> Value {
    let crowd = Arc::new(Crowd::gather(Engine::Sqlite, AT_ONCE, 1).await);
    let server = Peer::serve(crowd.router.clone()).await;
    let host = server.host;

    let (mut alone, mut served) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        alone.push(argon2_alone(&crowd).await);
        served.push(sign_ins(&crowd, host).await);
    }
    let paths = ["/api/event/availability", "/api/user/profile"];
    let mut calm = vec![Vec::new(); paths.len()];
    let mut rushed = vec![Vec::new(); paths.len()];
    for _ in 0..TURNS {
        let quiet = others(&crowd, host, paths).await;
        let rush = Rush::begin(&crowd, host);
        let busy = others(&crowd, host, paths).await;
        rush.end().await;
        for index in 0..paths.len() {
            calm[index].push(quiet[index]);
            rushed[index].push(busy[index]);
        }
    }
    drop(server);
    crowd.state.db.close().await;
    let calls: Vec<Value> = paths
        .iter()
        .zip(calm.into_iter().zip(rushed))
        .map(|(path, (calm, rushed))| json!({ "path": path, "calm": median(calm), "rushed": median(rushed) }))
        .collect();
    json!({ "atOnce": AT_ONCE, "argon2": median(alone), "http": median(served), "calls": calls })
}

/// Verifications per second of argon2 alone, with as many queued.
async fn argon2_alone(crowd: &Arc<Crowd>) -> f64 {
    let hasher = &crowd.state.auth.hasher;
    let phc = hasher.hash("", PASSWORD.to_owned()).await.expect("a hash");
    let left = AtomicUsize::new(LOGINS);
    let begun = Instant::now();
    let work = (0..AT_ONCE).map(|_| async {
        while take(&left) {
            assert!(hasher.verify("", PASSWORD.to_owned(), Some(phc.clone())).await.expect("an answer"));
        }
    });
    futures::future::join_all(work).await;
    per_second(LOGINS, begun)
}

/// Sign-ins per second.
async fn sign_ins(crowd: &Arc<Crowd>, host: SocketAddr) -> f64 {
    let left = Arc::new(AtomicUsize::new(LOGINS));
    let begun = Instant::now();
    let mut tasks = JoinSet::new();
    for number in 0..AT_ONCE {
        let (crowd, left) = (crowd.clone(), left.clone());
        tasks.spawn(async move {
            let mut connection = Connection::open(host).await.expect("a connection");
            while take(&left) {
                sign_in(&mut connection, &crowd.members[number].email).await;
            }
        });
    }
    tasks.join_all().await;
    per_second(LOGINS, begun)
}

async fn sign_in(connection: &mut Connection, email: &str) {
    let body = json!({ "emailAddress": email, "password": PASSWORD }).to_string();
    let answer = connection.post("/api/user/login", "", &body).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
}

/// Clients that sign in repeatedly, so that this many are always in progress.
struct Rush {
    over: Arc<AtomicBool>,
    tasks: JoinSet<()>,
}

impl Rush {
    fn begin(crowd: &Arc<Crowd>, host: SocketAddr) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        for number in 0..AT_ONCE {
            let (crowd, over) = (crowd.clone(), over.clone());
            tasks.spawn(async move {
                let mut connection = Connection::open(host).await.expect("a connection");
                while !over.load(Ordering::Relaxed) {
                    sign_in(&mut connection, &crowd.members[number].email).await;
                }
            });
        }
        Self { over, tasks }
    }

    async fn end(self) {
        self.over.store(true, Ordering::Relaxed);
        self.tasks.join_all().await;
    }
}

/// The 99th percentile of each path in milliseconds, each on its own connection.
async fn others(crowd: &Arc<Crowd>, host: SocketAddr, paths: [&'static str; 2]) -> Vec<f64> {
    let work = paths.map(|path| {
        let headers = format!("authorization: Bearer {}\r\n", crowd.members[0].token);
        tokio::spawn(async move {
            let mut connection = Connection::open(host).await.expect("a connection");
            let mut times = Vec::with_capacity(CALLS);
            for _ in 0..CALLS {
                let begun = Instant::now();
                let answer = connection.get(path, &headers).await.expect("an answer");
                assert_eq!(answer.status, 200, "{path}");
                times.push(begun.elapsed().as_secs_f64() * 1e3);
                tokio::time::sleep(PAUSE).await;
            }
            times.sort_by(f64::total_cmp);
            times[CALLS - CALLS / 100]
        })
    });
    let times = futures::future::join_all(work).await;
    times.into_iter().map(|time| time.expect("no caller panics")).collect()
}

fn take(left: &AtomicUsize) -> bool {
    left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred")]
fn per_second(count: usize, begun: Instant) -> f64 {
    count as f64 / begun.elapsed().as_secs_f64()
}
