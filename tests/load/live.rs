//! The event stream with the screens of a hall and with many visitors: how soon a revealed final is on the last screen,
//! and what an open stream costs the server, which runs in a process of its own.

use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, SqliteConnection};

use crate::field::Field;
use crate::http::Connection;
use crate::served::Served;
use crate::stage::{self, FILE};
use crate::streams::Streams;

const ATHLETES: u32 = 5_000;
/// The number of screens in a hall, and of finals revealed to them.
const SCREENS: usize = 1_000;
const REVEALED: usize = 120;
/// The number of visitors' streams, and of finals revealed to them.
const CROWD: usize = 10_000;
const REVEALED_TO_CROWD: usize = 20;
/// Streams that are opened and closed before anything is measured.
const AT_FIRST: usize = 500;
/// File descriptors that this process and the server each need besides the streams.
const OTHER_FILES: u64 = 500;
/// The time for memory to be released that was only needed to open streams.
const CALM: Duration = Duration::from_secs(3);

/// The server inherits it.
fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    setrlimit(Resource::Nofile, raised).expect("up to its end, the limit is ours");
    let needed = CROWD as u64 + OTHER_FILES;
    assert!(limit.maximum.is_none_or(|most| most >= needed), "this needs {needed} open files: ulimit -Hn");
}

/// Measures all of it, in milliseconds and bytes.
pub(crate) async fn measure() -> Value {
    raise_file_limit();
    let held = u32::try_from(REVEALED + REVEALED_TO_CROWD).expect("a small number");
    let field = Field::gather(ATHLETES, held).await;
    let operator = stage::sign_in_operator(&field.state).await;
    field.state.db.close().await;
    let served = Served::start(field.directory.path()).await;
    let store = SqliteConnectOptions::new().filename(field.directory.path().join(FILE)).read_only(true);
    let connection = Connection::open(served.host).await.expect("a connection");
    let versions = store.connect().await.expect("the file");
    let mut desk = Desk { connection, operator, versions, ahead: [0; 2] };
    desk.act(json!({ "action": "start", "order": "ascending" })).await;

    let mut streams = Streams::of(served.host);
    // What the first streams allocate once is not part of a stream's cost.
    streams.grow(AT_FIRST).await;
    drop(streams);
    tokio::time::sleep(CALM).await;
    let alone = served.memory();

    let mut streams = Streams::of(served.host);
    streams.grow(SCREENS).await;
    tokio::time::sleep(CALM).await;
    desk.ahead = {
        let (latest, stored) = (streams.latest(), desk.stored().await);
        [latest[0] - stored[0], latest[1] - stored[1]]
    };
    let mut hall = Vec::with_capacity(REVEALED);
    for number in 0..REVEALED {
        hall.push(desk.reveal(&streams).await);
        // Some while the previous reveal is still being delivered, some after it.
        tokio::time::sleep(Duration::from_millis(number as u64 * 37 % 200)).await;
    }

    let opening = Instant::now();
    streams.grow(CROWD).await;
    let opened = opening.elapsed();
    tokio::time::sleep(CALM).await;
    let open = served.memory();
    let mut crowd = Vec::with_capacity(REVEALED_TO_CROWD);
    for _ in 0..REVEALED_TO_CROWD {
        crowd.push(desk.reveal(&streams).await);
    }
    let told = served.memory();
    json!({
        "screens": SCREENS,
        "hall": figures(hall),
        "crowd": figures(crowd),
        "streams": CROWD,
        "opened": opened.as_secs_f64(),
        "alone": alone,
        "each": open.saturating_sub(alone) / CROWD as u64,
        "eachTold": told.saturating_sub(alone) / CROWD as u64,
    })
}

struct Desk {
    connection: Connection,
    operator: String,
    /// Reports the versions that a command produced.
    versions: SqliteConnection,
    /// The difference between the versions of events, which include the day, and these.
    ahead: [i64; 2],
}

impl Desk {
    /// Reveals the next final. Returns the milliseconds from sending the command, which is before its commit, until the
    /// last stream has the resulting board and reveal.
    async fn reveal(&mut self, streams: &Streams) -> f64 {
        streams.forget();
        let begun = Instant::now();
        self.act(json!({ "action": "next" })).await;
        let made = self.stored().await;
        let wanted = [made[0] + self.ahead[0], made[1] + self.ahead[1]];
        streams.all_have(wanted).await.duration_since(begun).as_secs_f64() * 1e3
    }

    async fn act(&mut self, body: Value) {
        let headers = format!("authorization: Bearer {}\r\n", self.operator);
        let answer = self.connection.post("/api/event/livescreen/reveal", &headers, &body.to_string()).await;
        let answer = answer.expect("an answer");
        assert_eq!(answer.status, 200, "{body}: {}", String::from_utf8_lossy(&answer.body));
    }

    /// The versions of the board and of the reveal.
    async fn stored(&mut self) -> [i64; 2] {
        [self.version("leaderboard").await, self.version("reveal").await]
    }

    async fn version(&mut self, topic: &str) -> i64 {
        let version = sqlx::query_scalar("SELECT version FROM topic_version WHERE topic = $1").bind(topic);
        version.fetch_one(&mut self.versions).await.expect("the topic has a version")
    }
}

/// The median, the 99th percentile and the maximum.
fn figures(mut values: Vec<f64>) -> Value {
    values.sort_by(f64::total_cmp);
    let at = |percent: usize| values[(values.len() * percent).div_ceil(100) - 1];
    json!({ "count": values.len(), "middle": at(50), "p99": at(99), "slowest": at(100) })
}
