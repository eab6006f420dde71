//! A primary that dies while people book, and a node that dies while people read: how long anything fails, and whether
//! everything that was answered is stored.

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{Connection as _, PgConnection};
use tokio::task::JoinSet;

use crate::cluster::Cluster;
use crate::http::{Answer, Connection};
use crate::nodes::RIVALS;
use crate::stage::{Athlete, booking};

const CLIENTS: usize = 8;
/// The pause of a client after an answer, and before it tries again.
const PACE: Duration = Duration::from_millis(60);
const AGAIN: Duration = Duration::from_millis(50);
/// How long people book or read before something dies, and once it goes well again.
const BEFORE: Duration = Duration::from_secs(3);
const AFTER: Duration = Duration::from_secs(8);
/// A read that takes longer has not gone well.
const SLOW: Duration = Duration::from_secs(1);

/// Anonymous reads: from the replica, from memory, and of a page.
const READS: [&str; 3] =
    ["/api/event/availability", "/api/user/leaderboard?groupBy=gender&top=15", "/en-gb/"];

/// One request: when it began and ended, and whether it went well.
#[derive(Debug, Clone, Copy)]
struct Attempt {
    began: Instant,
    ended: Instant,
    well: bool,
}

type Attempts = Arc<Mutex<Vec<Attempt>>>;
/// The first answer to each athlete: a status and the booking's id.
type Answers = Arc<Mutex<HashMap<String, (u16, String)>>>;

/// A client of the site, which connects again after an error.
struct Client {
    site: SocketAddr,
    connection: Option<Connection>,
    attempts: Attempts,
}

impl Client {
    fn of(site: SocketAddr, attempts: &Attempts) -> Self {
        Self { site, connection: None, attempts: attempts.clone() }
    }

    /// One attempt; `None` if it did not go well.
    async fn attempt(&mut self, request: Request<'_>) -> Option<Answer> {
        let began = Instant::now();
        let answer = self.ask(&request).await.ok().filter(|answer| request.goes_well(answer.status));
        let ended = Instant::now();
        let well = answer.is_some() && (request.body.is_some() || ended - began <= SLOW);
        if answer.is_none() {
            self.connection = None;
        }
        self.attempts.lock().expect("no client has panicked").push(Attempt { began, ended, well });
        answer
    }

    async fn ask(&mut self, request: &Request<'_>) -> std::io::Result<Answer> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => none.insert(Connection::open(self.site).await?),
        };
        match &request.body {
            Some(body) => connection.post(request.path, &request.headers, body).await,
            None => connection.get(request.path, &request.headers).await,
        }
    }
}

struct Request<'a> {
    path: &'a str,
    headers: String,
    /// A booking has one, a read has none.
    body: Option<String>,
}

impl Request<'_> {
    /// A full slot is an answer like any other.
    fn goes_well(&self, status: u16) -> bool {
        status == 200 || (self.body.is_some() && status == 409)
    }
}

/// Kills the primary while people book. Seconds until another takes writes, and from then until the nodes do; and what
/// is not as it was answered.
pub(crate) async fn of_the_primary(cluster: &Cluster, athletes: &[Athlete]) -> Value {
    let (bookings, reads, answers) = (Attempts::default(), Attempts::default(), Answers::default());
    let over = Arc::new(AtomicBool::new(false));
    let queue = Arc::new(Mutex::new(athletes.iter().cloned().collect::<VecDeque<_>>()));
    let site = cluster.host("site");
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        let (queue, answers, over) = (queue.clone(), answers.clone(), over.clone());
        let mut client = Client::of(site, &bookings);
        clients.spawn(async move {
            while !over.load(Ordering::Relaxed) {
                let Some(athlete) = queue.lock().expect("no client has panicked").pop_front() else { break };
                book(&mut client, &athlete, &answers, &over).await;
                tokio::time::sleep(PACE).await;
            }
        });
    }
    clients.spawn(read_on(Client::of(site, &reads), over.clone()));

    tokio::time::sleep(BEFORE).await;
    let (primary, others) = cluster.roles().await;
    let killed = Instant::now();
    cluster.kill_postgres(primary);
    let taken = cluster.takes_writes(others).await;
    tokio::time::sleep(AFTER).await;
    over.store(true, Ordering::Relaxed);
    clients.join_all().await;
    assert!(!queue.lock().expect("no client has panicked").is_empty(), "people booked until the end");

    let bookings = bookings.lock().expect("no client has panicked").clone();
    let reads = reads.lock().expect("no client has panicked").clone();
    let answers = answers.lock().expect("no client has panicked").clone();
    let faults = Faults::find(cluster.store(others[0]), cluster.store(others[1]), &answers).await;
    json!({
        "taken": (taken - killed).as_secs_f64(),
        "wellAgain": well_again(&bookings, taken).expect("bookings go well again"),
        "failed": bookings.iter().filter(|attempt| !attempt.well).count(),
        "answered": answers.len(),
        "booked": answers.values().filter(|(status, _)| *status == 200).count(),
        "lost": faults.lost,
        "doubled": faults.doubled,
        "oversold": faults.oversold,
        "reads": reads.len(),
        "readsFailed": reads.iter().filter(|attempt| !attempt.well).count(),
    })
}

/// Kills a node while people read. Seconds until all reads go well again.
pub(crate) async fn of_a_node(cluster: &Cluster) -> Value {
    let (reads, over) = (Attempts::default(), Arc::new(AtomicBool::new(false)));
    let mut clients = JoinSet::new();
    for _ in 0..CLIENTS {
        clients.spawn(read_on(Client::of(cluster.host("site"), &reads), over.clone()));
    }
    tokio::time::sleep(BEFORE).await;
    let killed = Instant::now();
    cluster.kill_node("node2");
    tokio::time::sleep(AFTER).await;
    over.store(true, Ordering::Relaxed);
    clients.join_all().await;
    let reads = reads.lock().expect("no client has panicked").clone();
    json!({
        "wellAgain": well_again(&reads, killed).expect("reads go well again"),
        "reads": reads.len(),
        "failed": reads.iter().filter(|attempt| !attempt.well).count(),
    })
}

/// Seconds from a moment until the first attempt that ended well after it and after the last that did not.
fn well_again(attempts: &[Attempt], since: Instant) -> Option<f64> {
    let failed =
        attempts.iter().filter(|attempt| !attempt.well && attempt.ended > since).map(|attempt| attempt.ended);
    let last = failed.max().unwrap_or(since);
    let mut well =
        attempts.iter().filter(|attempt| attempt.well && attempt.began >= last).map(|attempt| attempt.ended);
    let first = well.by_ref().min()?;
    Some((first - since).as_secs_f64())
}

/// Books until there is an answer; each try has the same key.
async fn book(client: &mut Client, athlete: &Athlete, answers: &Answers, over: &AtomicBool) {
    let body = booking(&athlete.uaid, athlete.date, athlete.time);
    let headers =
        format!("authorization: Bearer {}\r\nidempotency-key: walk-{}\r\n", athlete.token, athlete.uaid);
    while !over.load(Ordering::Relaxed) {
        let (headers, body) = (headers.clone(), Some(body.clone()));
        if let Some(answer) = client.attempt(Request { path: "/api/user/event/booking", headers, body }).await
        {
            let booked: Value = serde_json::from_slice(&answer.body).expect("JSON");
            let id = booked["data"]["eventBookingId"].as_str().unwrap_or_default().to_owned();
            assert!(answer.status == 409 || !id.is_empty(), "{booked}");
            answers.lock().expect("no client has panicked").insert(athlete.uaid.clone(), (answer.status, id));
            return;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

async fn read_on(mut client: Client, over: Arc<AtomicBool>) {
    let mut paths = READS.into_iter().cycle();
    while !over.load(Ordering::Relaxed) {
        let path = paths.next().expect("an endless cycle");
        client.attempt(Request { path, headers: String::new(), body: None }).await;
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// What is not as it was answered.
#[derive(Debug, Default)]
struct Faults {
    /// Answers whose booking is not there, and refusals of those who have one.
    lost: usize,
    /// Athletes with more than one open booking.
    doubled: i64,
    /// Slots with more bookings than seats, or with another count than they have bookings.
    oversold: i64,
}

impl Faults {
    /// Compares the answers with the new primary.
    async fn find(one: &str, other: &str, answers: &HashMap<String, (u16, String)>) -> Self {
        const OPEN: &str = "SELECT uaid, booking_id FROM booking WHERE status = 'booked'";
        const DOUBLED: &str = "SELECT COUNT(*) FROM \
             (SELECT uaid FROM booking WHERE status = 'booked' GROUP BY uaid HAVING COUNT(*) > 1) AS twice";
        const OVERSOLD: &str = "SELECT COUNT(*) FROM slot WHERE taken > capacity OR capacity > $1 OR taken <> \
             (SELECT COUNT(*) FROM booking b WHERE b.status = 'booked' AND b.event_id = slot.event_id \
                AND b.test_date = slot.test_date AND b.test_time = slot.test_time)";
        let mut conn = PgConnection::connect(one).await.expect("a PostgreSQL");
        let standby: bool =
            sqlx::query_scalar("SELECT pg_is_in_recovery()").fetch_one(&mut conn).await.expect("an answer");
        if standby {
            conn = PgConnection::connect(other).await.expect("a PostgreSQL");
        }
        let open: Vec<(String, String)> = sqlx::query_as(OPEN).fetch_all(&mut conn).await.expect("bookings");
        let open: HashMap<String, String> = open.into_iter().collect();
        let kept = |(uaid, (status, id)): &(&String, &(u16, String))| match status {
            200 => open.get(*uaid) == Some(id),
            _ => !open.contains_key(*uaid),
        };
        let seats = i64::try_from(RIVALS - 1).expect("a small number");
        Self {
            lost: answers.iter().filter(|answer| !kept(answer)).count(),
            doubled: sqlx::query_scalar(DOUBLED).fetch_one(&mut conn).await.expect("a count"),
            oversold: sqlx::query_scalar(OVERSOLD).bind(seats).fetch_one(&mut conn).await.expect("a count"),
        }
    }
}
