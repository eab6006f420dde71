//! The night booking opens: people arrive at a steady rate for one hot day, whether or not the site answers
//! ([`crate::arrivals`]), while others read the availability without end. First those whose session is older than the
//! rush, then fewer who sign in. On one node with SQLite, or on three with PostgreSQL behind haproxy. At the end the store is
//! compared with what was answered.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Parser, ValueEnum};
use serde_json::{Value, json};
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_domain::time::{Date, SlotTime, london_date_time};
use sixfold_server::db::DbError;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::sign_in::password;
use sixfold_server::state::AppState;

use crate::accounts::PASSWORD;
use crate::arrivals::{Arrivals, arrive};
use crate::cluster::{Cluster, Way};
use crate::dice::Dice;
use crate::http::Connection;
use crate::served::Served;
use crate::stage::{self, Athlete, NOW_MS, Stage, athletes, every_quarter, write};
use crate::visits::Visits;

/// Connections of those who only read.
const READERS: usize = 16;
/// Athletes inserted per job.
const CHUNK: usize = 200;
/// How often the server's memory is looked at.
const GLANCE: Duration = Duration::from_millis(250);
const AVAILABILITY: &str = "/api/event/availability";
/// One row: open bookings, seats taken and slots miscounted on a day, and athletes with two open bookings.
const HELD: &str = "SELECT \
    (SELECT COUNT(*) FROM booking WHERE status = 'booked' AND test_date = $1), \
    (SELECT CAST(COALESCE(SUM(taken), 0) AS BIGINT) FROM slot WHERE test_date = $1), \
    (SELECT COUNT(*) FROM slot WHERE taken > capacity OR taken <> \
      (SELECT COUNT(*) FROM booking b WHERE b.status = 'booked' AND b.event_id = slot.event_id \
         AND b.test_date = slot.test_date AND b.test_time = slot.test_time)), \
    (SELECT COUNT(*) FROM \
      (SELECT uaid FROM booking WHERE status = 'booked' GROUP BY uaid HAVING COUNT(*) > 1) AS twice)";

/// Where they arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Site {
    Sqlite,
    Postgres,
}

/// What can be varied.
#[derive(Debug, Clone, Parser)]
#[command(name = "load rush")]
struct Plan {
    #[arg(long, value_enum, default_value = "sqlite")]
    site: Site,
    /// People a second, and for how many seconds.
    #[arg(long, default_value_t = 200)]
    rate: u32,
    #[arg(long, default_value_t = 5)]
    seconds: u32,
    /// The same of those who sign in first.
    #[arg(long, default_value_t = 5)]
    sign_in_rate: u32,
    #[arg(long, default_value_t = 5)]
    sign_in_seconds: u32,
    /// Availability reads a second that the readers want.
    #[arg(long, default_value_t = 3_300)]
    reads: u32,
    /// Seats of each of the sixty times; enough for half of the people unless given.
    #[arg(long)]
    capacity: Option<u16>,
    /// The seed of arrivals and choices.
    #[arg(long, default_value_t = 16)]
    seed: u64,
}

impl Plan {
    fn people(&self) -> usize {
        (self.rate * self.seconds) as usize
    }

    fn who_sign_in(&self) -> usize {
        (self.sign_in_rate * self.sign_in_seconds) as usize
    }

    fn capacity(&self) -> u16 {
        let half = self.people() / 2 / SlotTime::COUNT;
        self.capacity.unwrap_or_else(|| u16::try_from(half.clamp(1, 500)).expect("at most 500"))
    }
}

pub(crate) async fn measure() -> Value {
    let plan: Plan = crate::plan();
    match plan.site {
        Site::Sqlite => on_one_node(&plan).await,
        Site::Postgres => on_three_nodes(&plan).await,
    }
}

async fn on_one_node(plan: &Plan) -> Value {
    let stage = Stage::set(0).await;
    let people = settle(&stage.state, plan).await;
    stage.state.db.close().await;
    // Everybody has an address of their own, in the header of a proxy; on three nodes haproxy passes it on.
    let served = Served::start_crowded(stage.directory(), &["--trusted-proxies", "127.0.0.1/32"]).await;
    let (memory, over) = (served.memory(), Arc::new(AtomicBool::new(false)));
    let host = served.host;
    let watch = tokio::spawn(most_memory(served, over.clone()));
    let phases = rush(host, plan, &people).await;
    over.store(true, Ordering::Relaxed);
    let most = watch.await.expect("nothing has panicked");
    let after = stage::open(stage.directory()).await;
    let held = held(&after, plan).await;
    after.db.close().await;
    json!({ "plan": told(plan), "phases": phases, "held": held, "memory": memory, "mostMemory": most })
}

async fn on_three_nodes(plan: &Plan) -> Value {
    let cluster = Cluster::start(Way::Direct);
    let directory = tempfile::tempdir().expect("a directory");
    let state = stage::open_on(cluster.store("primary").to_owned(), directory.path()).await;
    let people = settle(&state, plan).await;
    // Longer than the nodes take to hear of the schedule.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let phases = rush(cluster.host("site"), plan, &people).await;
    let held = held(&state, plan).await;
    state.db.close().await;
    json!({ "plan": told(plan), "phases": phases, "held": held })
}

fn told(plan: &Plan) -> Value {
    json!({
        "rate": plan.rate,
        "seconds": plan.seconds,
        "readsWanted": plan.reads,
        "capacity": usize::from(plan.capacity()) * SlotTime::COUNT,
    })
}

/// The day that everybody wants, and the one of those who sign in.
fn hot_days() -> [Date; 2] {
    let today = london_date_time(NOW_MS).expect("a moment in range").date;
    [today.add_days(12), today.add_days(13)]
}

/// The schedule, and the people; those who sign in are the last.
async fn settle(state: &AppState, plan: &Plan) -> Vec<Athlete> {
    let capacity = plan.capacity();
    write(state, async move |conn| {
        let event = schedule::find_event(conn, None).await?.ok_or(DbError::NotFound)?;
        let config = BookingSessionConfig { slot_capacity: capacity, ..every_quarter() };
        schedule::replace_config(conn, &event.event_id, &config, NOW_MS).await
    })
    .await;
    let count = plan.people() + plan.who_sign_in();
    let mut people = Vec::with_capacity(count);
    while people.len() < count {
        let last = count.min(people.len() + CHUNK);
        people.extend(athletes(state, people.len()..last).await);
    }
    let hash = state.auth.hasher.hash("", PASSWORD.to_owned()).await.expect("a hash");
    let with_password: Vec<String> =
        people[plan.people()..].iter().map(|athlete| athlete.uaid.clone()).collect();
    write(state, async move |conn| {
        for uaid in &with_password {
            password::set(conn, uaid, &hash, NOW_MS).await?;
        }
        Ok(())
    })
    .await;
    people
}

async fn rush(host: SocketAddr, plan: &Plan, people: &[Athlete]) -> Vec<Value> {
    let (with_session, who_sign_in) = people.split_at(plan.people());
    let [day, next_day] = hot_days();
    let phases = [
        ("with a session", with_session, plan.rate, day, false),
        ("signing in first", who_sign_in, plan.sign_in_rate, next_day, true),
    ];
    let mut told = Vec::new();
    for (name, people, rate, day, signs_in) in phases {
        if people.is_empty() {
            continue;
        }
        let visits = Arc::new(Visits::of(host));
        let over = Arc::new(AtomicBool::new(false));
        let readers: Vec<_> =
            (0..READERS).map(|_| tokio::spawn(read_on(host, plan.reads, over.clone()))).collect();
        let dice = Dice::new(plan.seed);
        let arrived = arrive(&visits, Arrivals { people, rate, day, signs_in }, dice).await;
        over.store(true, Ordering::Relaxed);
        let mut reads = 0.0;
        for reader in readers {
            reads += reader.await.expect("no reader has panicked");
        }
        told.push(json!({
            "name": name,
            "people": people.len(),
            "late": arrived.late,
            "latest": arrived.latest_ms,
            "reads": reads,
            "visits": visits.figures(arrived.took),
        }));
    }
    told
}

/// Reads the availability with one connection at its part of a rate, or as fast as it is answered if that is slower. Returns
/// the good answers per second.
async fn read_on(host: SocketAddr, rate: u32, over: Arc<AtomicBool>) -> f64 {
    let every = Duration::from_secs(1) * u32::try_from(READERS).expect("a few") / rate.max(1);
    // Catches up after a slow answer.
    let mut due = tokio::time::interval(every);
    let (begun, mut count, mut connection) = (tokio::time::Instant::now(), 0.0, None);
    // The waiting room's, as a browser keeps it.
    let mut pass = String::new();
    while !over.load(Ordering::Relaxed) {
        due.tick().await;
        if connection.is_none() {
            connection = Connection::open(host).await.ok();
        }
        let Some(open) = &mut connection else { continue };
        match open.get(AVAILABILITY, &pass).await {
            Ok(answer) => {
                count += f64::from(u8::from(answer.status == 200));
                pass = answer.cookie.map_or(pass, |cookie| format!("cookie: {cookie}\r\n"));
            }
            Err(_) => connection = None,
        }
    }
    count / begun.elapsed().as_secs_f64()
}

/// The most memory that the server had, which is then stopped.
pub(crate) async fn most_memory(served: Served, over: Arc<AtomicBool>) -> u64 {
    let mut most = 0;
    while !over.load(Ordering::Relaxed) {
        most = most.max(served.memory());
        tokio::time::sleep(GLANCE).await;
    }
    most
}

/// What the store has of both days, and what cannot be.
async fn held(state: &AppState, plan: &Plan) -> Value {
    let capacity = usize::from(plan.capacity()) * SlotTime::COUNT;
    let mut sold = Vec::new();
    for day in hot_days() {
        let read = state.db.read(async |conn| conn.one(HELD, sixfold_server::params![day]).await);
        let read: Result<(i64, i64, i64, i64), DbError> = read.await;
        let (booked, taken, miscounted, doubled) = read.expect("the counts");
        sold.push(json!({ "booked": booked, "taken": taken, "miscounted": miscounted, "doubled": doubled }));
    }
    json!({ "capacity": capacity, "days": sold })
}
