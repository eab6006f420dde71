//! A crowd before the waiting room of one node: a hundred thousand people arrive within a minute, whether or not the site
//! answers. Each asks for a page, keeps the cookie, and asks for their position as often as the answer says; some athletes were
//! inside before and go on. At the end everybody who was let in has to have a place before everybody who still waits.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Parser;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use crate::arrivals::forwarded;
use crate::http::{Answer, Connection};
use crate::rush::most_memory;
use crate::served::Served;
use crate::stage::{Athlete, Stage, booking};

const PAGE: &str = "/en-gb/my-account-book-test";
const STANDING: &str = "/api/waiting-room";
const INSIDE: &str = "/api/event/availability?type=test";
/// The pause of somebody inside between two looks.
const THOUGHT: Duration = Duration::from_secs(1);

/// What can be varied.
#[derive(Debug, Clone, Parser)]
#[command(name = "load crowd")]
struct Plan {
    /// How many people come, within how many seconds.
    #[arg(long, default_value_t = 5_000)]
    people: u32,
    #[arg(long, default_value_t = 5)]
    seconds: u32,
    /// How many athletes are inside before them.
    #[arg(long, default_value_t = 200)]
    inside: usize,
    /// `--people` of the server.
    #[arg(long, default_value_t = 1_000)]
    limit: u32,
}

/// How long the answers took, in milliseconds from the moment at which they were due.
#[derive(Default)]
struct Tally {
    page: Vec<f64>,
    standing: Vec<f64>,
    inside: Vec<f64>,
    unexpected: Vec<String>,
    /// The places of those who were let in, and when they had the answer.
    let_in: Vec<(Instant, Position)>,
    /// The places of those who still waited when they last asked, and when they asked.
    waiting: Vec<(Instant, Position)>,
    admitted_at_once: usize,
}

/// A place's second and lot.
type Position = (i64, u32);

struct Crowd {
    host: SocketAddr,
    idle: Mutex<Vec<Connection>>,
    tally: Mutex<Tally>,
    over: AtomicBool,
}

pub(crate) async fn measure() -> Value {
    let plan: Plan = crate::plan();
    let stage = Stage::set(plan.inside).await;
    stage.state.db.close().await;
    let limit = plan.limit.to_string();
    // Each person has an address, as a proxy would tell it.
    let flags = ["--people", &limit, "--trusted-proxies", "127.0.0.1/32"];
    let served = Served::start_crowded(stage.directory(), &flags).await;
    let memory = served.memory();
    let crowd = Arc::new(Crowd {
        host: served.host,
        idle: Mutex::default(),
        tally: Mutex::default(),
        over: AtomicBool::new(false),
    });
    let mut inside = JoinSet::new();
    for (number, athlete) in (0..).zip(stage.athletes.clone()) {
        // Each at a moment of their own.
        let begins = Instant::now() + THOUGHT * number / u32::try_from(plan.inside).unwrap_or(1);
        inside.spawn(crowd.clone().stay(athlete, begins));
    }
    sleep(2 * THOUGHT).await;
    let over = Arc::new(AtomicBool::new(false));
    let watch = tokio::spawn(most_memory(served, over.clone()));
    let (begun, mut latest) = (Instant::now(), Duration::ZERO);
    let mut waiting = JoinSet::new();
    for number in 0..plan.people {
        let due = begun + Duration::from_secs(plan.seconds.into()) * number / plan.people;
        sleep_until(due).await;
        latest = latest.max(due.elapsed());
        waiting.spawn(crowd.clone().come(number, due));
    }
    crowd.over.store(true, Ordering::Relaxed);
    while waiting.join_next().await.is_some() {}
    while inside.join_next().await.is_some() {}
    over.store(true, Ordering::Relaxed);
    let most = watch.await.expect("nothing has panicked");
    let mut tally = crowd.tally.lock().expect("nobody has panicked");
    let in_order = is_in_order(&tally);
    json!({
        "people": plan.people,
        "seconds": plan.seconds,
        "latest": latest.as_secs_f64() * 1e3,
        "page": figures(&mut tally.page),
        "standing": figures(&mut tally.standing),
        "inside": figures(&mut tally.inside),
        "admittedAtOnce": tally.admitted_at_once,
        "letIn": tally.let_in.len(),
        "waiting": tally.waiting.len(),
        "inOrder": in_order,
        "unexpected": tally.unexpected.len(),
        "first": tally.unexpected.first(),
        "memory": memory,
        "mostMemory": most,
    })
}

/// Whether nobody was sent back to wait after somebody with a later place had been let in.
fn is_in_order(tally: &Tally) -> bool {
    let mut let_in = tally.let_in.clone();
    let_in.sort_unstable();
    let mut latest = None;
    for entry in &mut let_in {
        latest = latest.max(Some(entry.1));
        entry.1 = latest.unwrap_or(entry.1);
    }
    tally.waiting.iter().all(|(asked, place)| {
        let before = let_in.partition_point(|(answered, _)| answered < asked);
        before.checked_sub(1).is_none_or(|last| let_in[last].1 < *place)
    })
}

#[expect(clippy::cast_precision_loss, reason = "some hundred thousands")]
fn figures(took: &mut [f64]) -> Value {
    took.sort_by(f64::total_cmp);
    let at = |percent: usize| (took.len() * percent).div_ceil(100).checked_sub(1).map(|at| took[at]);
    let mean = took.iter().sum::<f64>() / took.len().max(1) as f64;
    json!({ "count": took.len(), "mean": mean, "p50": at(50), "p99": at(99), "max": at(100) })
}

impl Crowd {
    fn tally(&self) -> std::sync::MutexGuard<'_, Tally> {
        self.tally.lock().expect("nobody has panicked")
    }

    /// An idle connection may have been closed by the server meanwhile: then again on a new one, as a browser does.
    async fn get(&self, path: &str, headers: &str) -> std::io::Result<Answer> {
        let lent = self.idle.lock().expect("nobody has panicked").pop();
        if let Some(mut connection) = lent
            && let Ok(answer) = connection.get(path, headers).await
        {
            self.idle.lock().expect("nobody has panicked").push(connection);
            return Ok(answer);
        }
        let mut connection = Connection::open(self.host).await?;
        let answer = connection.get(path, headers).await?;
        self.idle.lock().expect("nobody has panicked").push(connection);
        Ok(answer)
    }

    /// Somebody comes, and waits until they are let in or everybody has come.
    async fn come(self: Arc<Self>, number: u32, due: Instant) {
        let browser = format!("{}user-agent: crowd\r\n", forwarded(number));
        let mut cookie = String::new();
        let page = self.get(PAGE, &format!("{browser}accept-encoding: br\r\n")).await;
        self.tally().page.push(due.elapsed().as_secs_f64() * 1e3);
        match page {
            Ok(Answer { status: 200, .. }) => {
                self.tally().admitted_at_once += 1;
                return;
            }
            Ok(answer) if answer.status == 503 && answer.cookie.is_some() => {
                cookie.extend(answer.cookie);
            }
            other => {
                self.tally().unexpected.push(format!("page: {:?}", other.map(|answer| answer.status)));
                return;
            }
        }
        let place = place(&cookie);
        let (mut pause, mut asked) = (2.0, due);
        while !self.over.load(Ordering::Relaxed) {
            // As the page does: a little earlier or later than told.
            let jitter = 0.8 + 0.4 * f64::from(number % 101) / 100.0;
            sleep(Duration::from_secs_f64(pause * jitter)).await;
            let due = Instant::now();
            let answer = self.get(STANDING, &format!("{browser}cookie: {cookie}\r\n")).await;
            self.tally().standing.push(due.elapsed().as_secs_f64() * 1e3);
            let Ok(answer) = answer else {
                self.tally().unexpected.push("standing: no answer".to_owned());
                break;
            };
            let told: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
            pause = told["data"]["pollSeconds"].as_f64().unwrap_or(30.0);
            match told["data"]["state"].as_str() {
                Some("waiting") => asked = due,
                Some("admitted") => {
                    self.tally().let_in.extend(place.map(|place| (Instant::now(), place)));
                    return;
                }
                other => {
                    self.tally().unexpected.push(format!("standing: {} {other:?}", answer.status));
                    break;
                }
            }
        }
        self.tally().waiting.extend(place.map(|place| (asked, place)));
    }

    /// An athlete who is inside looks again and again, and books once.
    async fn stay(self: Arc<Self>, athlete: Athlete, begins: Instant) {
        let session = format!("authorization: Bearer {}\r\n", athlete.token);
        let mut connection = Connection::open(self.host).await.expect("a connection");
        let body = booking(&athlete.uaid, athlete.date, athlete.time);
        let mut due = begins;
        sleep_until(due).await;
        for round in 0.. {
            let answer = if round == 3 {
                connection.post("/api/user/event/booking", &session, &body).await
            } else {
                connection.get(INSIDE, &session).await
            };
            self.tally().inside.push(due.elapsed().as_secs_f64() * 1e3);
            match answer {
                Ok(Answer { status: 200, .. }) => {}
                other => {
                    self.tally().unexpected.push(format!("inside: {:?}", other.map(|answer| answer.status)));
                    return;
                }
            }
            if self.over.load(Ordering::Relaxed) {
                return;
            }
            due += THOUGHT;
            sleep_until(due).await;
        }
    }
}

/// The place in a cookie: its second and its lot.
fn place(cookie: &str) -> Option<Position> {
    let mut parts = cookie.split_once('=')?.1.strip_prefix("p.")?.split('.').skip(1);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}
