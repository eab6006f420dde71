//! Attacks from one address on the release server, and how they affect clients at other addresses: the 99th percentile
//! of three calls, alternating between quiet turns and each attack. The attacker has limited means: some connections,
//! each with a pause before the next request. So this measures what a request can be made to cost, not how many the
//! machine can serve.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sixfold_server::db::DbError;
use sixfold_server::db::people::account::{self, NewAccount};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, SqliteConnection};
use tokio::runtime::{Builder, Handle};
use tokio::task::JoinSet;

use crate::accounts::{PASSWORD, median};
use crate::field::Field;
use crate::http::Connection;
use crate::served::Served;
use crate::stage::{FILE, NOW_MS, write};

const ATHLETES: u32 = 5_000;
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
/// How often each attack alternates with a quiet turn, and how long a turn lasts.
const TURNS: usize = 3;
const TURN: Duration = Duration::from_secs(4);
/// The time before a turn for an attack to take effect.
const ONSET: Duration = Duration::from_millis(300);
/// The other clients' pause between two calls.
const PAUSE: Duration = Duration::from_millis(5);
/// A call of another client that takes longer counts as failed.
const PATIENCE: Duration = Duration::from_secs(10);
/// Athletes who sign in repeatedly.
const MEMBERS: usize = 50;
const CALLS: [&str; 3] = ["GET /healthz", "GET /api/event/availability", "POST /api/user/login"];

/// An attack: its name, its connections, and each connection's pause between two requests.
struct Attack {
    name: &'static str,
    connections: usize,
    pause: Duration,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Search,
    Passwords,
    Windows,
    Streams,
    Pictures,
    Documents,
    Logs,
}

const ATTACKS: [Attack; 7] = [
    Attack { name: "content searches", connections: 8, pause: Duration::from_millis(10), kind: Kind::Search },
    Attack {
        name: "passwords of resets, sign-ups and sign-ins",
        connections: 190,
        pause: Duration::from_millis(50),
        kind: Kind::Passwords,
    },
    Attack {
        name: "boards of windows",
        connections: 8,
        pause: Duration::from_millis(10),
        kind: Kind::Windows,
    },
    Attack { name: "streams", connections: 400, pause: Duration::from_millis(500), kind: Kind::Streams },
    Attack {
        name: "uploads of 8 MiB",
        connections: 4,
        pause: Duration::from_millis(50),
        kind: Kind::Pictures,
    },
    Attack {
        name: "the API's documents, compressed",
        connections: 8,
        pause: Duration::from_millis(10),
        kind: Kind::Documents,
    },
    Attack {
        name: "refusals for the logs",
        connections: 8,
        pause: Duration::from_millis(10),
        kind: Kind::Logs,
    },
];

pub(crate) async fn measure() -> Value {
    let field = Field::gather(ATHLETES, 0).await;
    members(&field).await;
    // Anybody can get this session by signing up.
    let token = field.sign_in(vec![0]).await.remove(0);
    field.state.db.close().await;
    let served = Served::start_limited(field.directory.path()).await;
    let store = SqliteConnectOptions::new().filename(field.directory.path().join(FILE)).read_only(true);
    let mut store = store.connect().await.expect("the file");
    // Warms up what is computed once.
    honest(served.host, Duration::from_millis(500)).await;

    // On a thread of their own, so that the attack's own work does not slow down the measurement.
    let attackers = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
    let mut attacks = Vec::new();
    for attack in &ATTACKS {
        let (mut quiet, mut under) = (Latencies::default(), Latencies::default());
        let (before, mut asked) = (refusals(&mut store).await, BTreeMap::<u16, usize>::new());
        for _ in 0..TURNS {
            quiet.add(honest(served.host, TURN).await);
            let begun = RunningAttack::start(attack, served.host, &token, attackers.handle());
            tokio::time::sleep(ONSET).await;
            under.add(honest(served.host, TURN).await);
            for (status, count) in begun.end().await {
                *asked.entry(status).or_default() += count;
            }
        }
        let calls: Vec<Value> = CALLS
            .iter()
            .enumerate()
            .map(|(index, call)| {
                json!({
                    "call": call, "quiet": median(quiet.p99[index].clone()), "under": median(under.p99[index].clone()),
                    "failed": quiet.failed[index] + under.failed[index],
                })
            })
            .collect();
        let noted = refusals(&mut store).await - before;
        let answers: BTreeMap<String, usize> =
            asked.iter().map(|(status, count)| (status.to_string(), *count)).collect();
        attacks.push(json!({
            "name": attack.name, "asked": asked.values().sum::<usize>(), "answers": answers, "calls": calls,
            "noted": noted,
        }));
    }
    attackers.shutdown_background();
    json!({ "attacks": attacks })
}

async fn members(field: &Field) {
    let hash = field.state.auth.hasher.hash("", PASSWORD.to_owned()).await.expect("a hash");
    write(&field.state, async move |conn| {
        for number in 0..MEMBERS {
            let new = NewAccount {
                email: email(number),
                password_hash: Some(hash.clone()),
                role: 1,
                date_of_birth: Some("1996-04-12".to_owned()),
                email_confirmed: true,
            };
            account::create(conn, &new, NOW_MS).await?.ok_or(DbError::NotFound)?;
        }
        Ok(())
    })
    .await;
}

fn email(number: usize) -> String {
    format!("member.{number}@example.org")
}

/// The number of refused calls in the audit log.
async fn refusals(store: &mut SqliteConnection) -> i64 {
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'access.refused'");
    count.fetch_one(store).await.expect("the count")
}

/// What other clients measured: for each call the 99th percentile of each turn in milliseconds, and how many calls
/// failed.
#[derive(Default)]
struct Latencies {
    p99: [Vec<f64>; 3],
    failed: [usize; 3],
}

impl Latencies {
    fn add(&mut self, turn: [(Vec<f64>, usize); 3]) {
        for (index, (mut times, failed)) in turn.into_iter().enumerate() {
            times.sort_by(f64::total_cmp);
            let at = (times.len() * 99).div_ceil(100).saturating_sub(1);
            self.p99[index].push(times.get(at).copied().unwrap_or(PATIENCE.as_secs_f64() * 1e3));
            self.failed[index] += failed;
        }
    }
}

/// The three calls concurrently for one turn: the times of each, and how many failed.
async fn honest(host: SocketAddr, lasting: Duration) -> [(Vec<f64>, usize); 3] {
    let until = Instant::now() + lasting;
    let read = |n, path: &'static str| {
        repeat(until, move |_| async move {
            let mut connection = Connection::open_from(Ipv4Addr::new(127, 0, 1, n), host).await.ok()?;
            Some(connection.get(path, "").await.ok()?.status)
        })
    };
    let sign_in = repeat(until, move |count| async move {
        // Each signs in from an address of their own.
        let [_, _, high, low] = u32::try_from(count).unwrap_or_default().to_be_bytes();
        let home = Ipv4Addr::new(127, 2, high, low.max(1));
        let body = json!({ "emailAddress": email(count % MEMBERS), "password": PASSWORD }).to_string();
        let mut connection = Connection::open_from(home, host).await.ok()?;
        Some(connection.post("/api/user/login", "", &body).await.ok()?.status)
    });
    let (health, availability, sign_in) =
        tokio::join!(read(1, "/healthz"), read(2, "/api/event/availability"), sign_in);
    [health, availability, sign_in]
}

/// Calls repeatedly, each with a number that is unique across turns.
async fn repeat<F: Future<Output = Option<u16>>>(
    until: Instant,
    call: impl Fn(usize) -> F,
) -> (Vec<f64>, usize) {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let (mut times, mut failed) = (Vec::new(), 0);
    while Instant::now() < until {
        let begun = Instant::now();
        let answer = tokio::time::timeout(PATIENCE, call(CALLS.fetch_add(1, Ordering::Relaxed))).await;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        if answer.ok().flatten() != Some(200) {
            failed += 1;
        }
        tokio::time::sleep(PAUSE).await;
    }
    (times, failed)
}

struct RunningAttack {
    over: Arc<AtomicBool>,
    tasks: JoinSet<BTreeMap<u16, usize>>,
}

impl RunningAttack {
    fn start(attack: &Attack, host: SocketAddr, token: &str, attackers: &Handle) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let mut tasks = JoinSet::new();
        for number in 0..attack.connections {
            let (over, token, kind, pause) = (over.clone(), token.to_owned(), attack.kind, attack.pause);
            let work = async move {
                let mut answers = BTreeMap::new();
                let mut connection = None;
                while !over.load(Ordering::Relaxed) {
                    let work = strike(kind, host, &mut connection, &token, number);
                    let status = tokio::time::timeout(TURN, work).await.ok().flatten();
                    // A closed connection or a timeout counts as 0.
                    *answers.entry(status.unwrap_or_default()).or_default() += 1;
                    if status.is_none() {
                        connection = None;
                    }
                    tokio::time::sleep(pause).await;
                }
                answers
            };
            tasks.spawn_on(work, attackers);
        }
        Self { over, tasks }
    }

    /// How often each status was returned.
    async fn end(self) -> BTreeMap<u16, usize> {
        self.over.store(true, Ordering::Relaxed);
        let mut all = BTreeMap::new();
        for answers in self.tasks.join_all().await {
            for (status, count) in answers {
                *all.entry(status).or_default() += count;
            }
        }
        all
    }
}

/// One request of an attack, on the open connection or on a new one.
async fn strike(
    kind: Kind,
    host: SocketAddr,
    connection: &mut Option<Connection>,
    token: &str,
    number: usize,
) -> Option<u16> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    if connection.is_none() {
        *connection = Some(Connection::open_from(ATTACKER, host).await.ok()?);
    }
    let open = connection.as_mut()?;
    let answer = match kind {
        // Every other one has the largest allowed size and unique content, the others are oversized.
        Kind::Search => {
            let clauses = if count.is_multiple_of(2) { 32 } else { 650 };
            let query =
                (0..clauses).map(|clause| format!("z{count}q{clause}*")).collect::<Vec<_>>().join("+");
            open.get(&format!("/api/content/sixfold-en-gb/delivery/v1/search?q={query}"), "").await
        }
        Kind::Passwords => {
            let password = "under the floodlights 3";
            match count % 3 {
                0 => {
                    let body = json!({ "token": "f".repeat(64), "password": password }).to_string();
                    open.post("/api/user/forgot", "", &body).await
                }
                1 => {
                    let body = json!({ "emailAddress": email(count % MEMBERS), "password": password });
                    open.post("/api/user/login", "", &body.to_string()).await
                }
                _ => {
                    let body = json!({
                        "emailAddress": format!("attacker.{count}@example.org"), "password": password,
                        "dateOfBirth": "1996-04-12",
                        "eligibility": {
                            "ageRange": true, "consent": true, "healthConsent": true, "PARQ": vec![false; 7],
                        },
                    });
                    open.post("/api/user/signup", "", &body.to_string()).await
                }
            }
        }
        Kind::Windows => {
            let (month, day) = (1 + count / 28 % 11, 1 + count % 28);
            let window = format!("from=2026-01-{day:02}&to=2026-{:02}-{day:02}", month + 1);
            let test = ["", "&testType=Power", "&testType=Speed"][count / 308 % 3];
            open.get(&format!("/api/user/leaderboard?{window}{test}"), "").await
        }
        Kind::Streams => return stream(host, connection, number).await,
        Kind::Pictures => {
            static PICTURE: LazyLock<Vec<u8>> = LazyLock::new(|| vec![b'x'; 8 * 1024 * 1024]);
            let headers = "cookie: next-auth.session-token=made-up\r\n";
            open.upload("/api/content/sixfold-en-gb/authoring/v1/images?name=x", headers, &PICTURE).await
        }
        Kind::Documents => {
            let path = if count.is_multiple_of(2) { "/api/docs" } else { "/api/openapi.json" };
            open.get(path, "accept-encoding: br\r\n").await
        }
        Kind::Logs => {
            let headers = format!("authorization: Bearer {token}\r\n");
            let path = format!("/api/content/x/authoring/v1/content/{}{count}", "A".repeat(7_000));
            open.get(&path, &headers).await
        }
    };
    answer.ok().map(|answer| answer.status)
}

/// Opens a stream and keeps it open until this connection's next request.
async fn stream(host: SocketAddr, connection: &mut Option<Connection>, number: usize) -> Option<u16> {
    let path = "/api/event/livescreen/stream";
    let answer = connection.as_mut()?.head_of(path, "accept: text/event-stream\r\n").await;
    let status = answer.ok();
    // Every fourth one also opens an idle connection.
    if number.is_multiple_of(4)
        && let Ok(mut idle) = Connection::open_from(ATTACKER, host).await
    {
        idle.half_ask().await.ok();
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    *connection = None;
    status
}
