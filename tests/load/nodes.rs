//! The walk over an installation past one machine ([`crate::cluster`]), first directly, then through `PgBouncer`: how soon
//! one node shows what another has stored, a primary that dies while people book, and a node that dies while people
//! read.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sixfold_domain::season::Season;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::{DbError, topic};
use sixfold_server::state::AppState;
use sqlx::postgres::PgListener;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};
use tempfile::TempDir;

use crate::accounts::median;
use crate::cluster::{Cluster, Way};
use crate::failover;
use crate::http::Connection;
use crate::stage::{self, Athlete, NOW_MS, athletes, every_quarter, write};
use crate::streams::Streams;

/// Athletes who may book, and how many of them want the same slot, which has one seat fewer.
const ATHLETES: usize = 2_400;
pub(crate) const RIVALS: usize = 3;
/// Finals on the board, and how many of them are revealed one after the other.
const FINALS: usize = 300;
const HELD: usize = 80;
/// How often each freshness is measured.
const ROUNDS: usize = 25;
/// The time between two of them: longer than changes of a board are gathered.
const PAUSE: Duration = Duration::from_millis(250);
/// How long to wait for one.
const PATIENCE: Duration = Duration::from_secs(10);

const BOARD: &str = "/api/user/leaderboard?groupBy=gender&top=15";
const CONTENT: &str = "/api/content/sixfold-en-gb";

pub(crate) async fn measure() -> Value {
    json!({ "ways": [walk(Way::Direct).await, walk(Way::PgBouncer).await] })
}

async fn walk(way: Way) -> Value {
    let cluster = Cluster::start(way);
    let mut people = People::settle(&cluster).await;
    let before = freshness(&cluster, &mut people).await;
    let failover = failover::of_the_primary(&cluster, &people.athletes).await;
    let after = freshness(&cluster, &mut people).await;
    let killed = failover::of_a_node(&cluster).await;
    people.state.db.close().await;
    json!({
        "way": way.name(),
        "fresh": before,
        "failover": failover,
        "freshAfter": after,
        "node": killed,
    })
}

struct People {
    state: AppState,
    athletes: Vec<Athlete>,
    /// A session of programme delivery.
    operator: String,
    /// The newest state of the page that is edited.
    page: Value,
    _directory: TempDir,
}

impl People {
    async fn settle(cluster: &Cluster) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let state = stage::open_on(cluster.store("primary").to_owned(), directory.path()).await;
        let (season, settings) = (running_season(), every_quarter());
        let seats = u16::try_from(RIVALS - 1).expect("a small number");
        write(&state, async move |conn| {
            schedule::insert_season(conn, &season).await?;
            let event = schedule::find_event(conn, None).await?.ok_or(DbError::NotFound)?;
            let settings = sixfold_domain::slot::BookingSessionConfig { slot_capacity: seats, ..settings };
            schedule::replace_config(conn, &event.event_id, &settings, NOW_MS).await
        })
        .await;
        let mut conn = PgConnection::connect(cluster.store("primary")).await.expect("the primary");
        sqlx::raw_sql(AssertSqlSafe(finals())).execute(&mut conn).await.expect("the finals");
        let mut all = Vec::with_capacity(ATHLETES);
        while all.len() < ATHLETES {
            all.extend(athletes(&state, all.len()..all.len() + 200).await);
        }
        // The stage gives each a slot of its own.
        let slots: Vec<_> = all.iter().map(|athlete| (athlete.date, athlete.time)).collect();
        for (number, athlete) in all.iter_mut().enumerate() {
            (athlete.date, athlete.time) = slots[number / RIVALS];
        }
        let operator = stage::sign_in_operator(&state).await;
        let mut people = Self { state, athletes: all, operator, page: Value::Null, _directory: directory };
        people.prepare(cluster).await;
        people
    }

    fn headers(&self) -> String {
        format!("authorization: Bearer {}\r\n", self.operator)
    }

    /// Begins the reveal, and publishes the page.
    async fn prepare(&mut self, cluster: &Cluster) {
        let mut node = Connection::open(cluster.host("node1")).await.expect("a connection");
        self.reveal(&mut node, json!({ "action": "start", "order": "ascending" })).await;
        let text = |value: &str| json!({ "elementType": "text", "value": value });
        let page = json!({
            "id": "walk", "name": "The walk", "typeId": "flexi-page", "elements": {
                "path": text("/walk"), "title": text("The walk"), "description": text("Over nodes."),
                "headline": text("Step 0."),
                "template": { "elementType": "category", "categories": ["Flexi"] },
            },
        });
        let path = format!("{CONTENT}/authoring/v1/content");
        let answer = node.post(&path, &self.headers(), &page.to_string()).await.expect("an answer");
        self.page = data(answer.status, &answer.body);
    }

    async fn reveal(&self, node: &mut Connection, act: Value) {
        let path = "/api/event/livescreen/reveal";
        let answer = node.post(path, &self.headers(), &act.to_string()).await.expect("an answer");
        data(answer.status, &answer.body);
    }

    /// Publishes the page with another headline.
    async fn edit(&mut self, node: &mut Connection, headline: &str) {
        self.page["status"] = json!("ready");
        self.page["elements"]["headline"]["value"] = json!(headline);
        let path = format!("{CONTENT}/authoring/v1/content/walk");
        let answer =
            node.send("PUT", &path, &self.headers(), &self.page.to_string()).await.expect("an answer");
        self.page = data(answer.status, &answer.body);
    }
}

fn data(status: u16, body: &[u8]) -> Value {
    assert_eq!(status, 200, "{}", String::from_utf8_lossy(body));
    let mut answer: Value = serde_json::from_slice(body).expect("JSON");
    answer["data"].take()
}

/// The built-in seasons end before the stage's today.
fn running_season() -> Season {
    let day = |text: &str| text.parse().expect("a date");
    Season { season: 11, start: day("2026-01-01"), end: day("2026-12-31") }
}

/// Adults with a final each; the held ones are the best, each better than the one before.
fn finals() -> String {
    let uaid = "CAST(20000000000 + i * 7919 AS TEXT)";
    let event = schedule::ACADEMY;
    format!(
        "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, registered_at, first_name, last_name, \
           date_of_birth, gender) \
         SELECT {uaid}, 'final.' || i || '@example.org', 'final.' || i || '@example.org', {NOW_MS}, {NOW_MS}, {NOW_MS}, \
           'Robin', 'Field' || i, '1996-04-12', CASE i % 2 WHEN 0 THEN 'female' ELSE 'male' END \
         FROM generate_series(0, {FINALS} - 1) AS i; \
         INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, \
           score_hundredths, held, created_at, created_by, updated_at, onboarded_at, completed_at) \
         SELECT 'f1e1d000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'), {uaid}, '{event}', 'completed', 'test', \
           '2026-11-20', '10:00', 'FIELD', CASE WHEN i < {HELD} THEN 9999 - {HELD} + i ELSE i * 7561 % 9000 END, \
           i < {HELD}, at, {uaid}, at, at, at \
         FROM (SELECT i, {NOW_MS} - 259200000 + i AS at FROM generate_series(0, {FINALS} - 1) AS i) AS field;"
    )
}

/// Medians in ms: from a commit at the first node until the second node's board, a stream of the third, and the second
/// node's content show it; and what the writes took as a whole.
async fn freshness(cluster: &Cluster, people: &mut People) -> Value {
    let mut one = Connection::open(cluster.host("node1")).await.expect("a connection");
    let mut two = Connection::open(cluster.host("node2")).await.expect("a connection");
    let mut streams = Streams::of(cluster.host("node3"));
    streams.grow(1).await;
    let (mut reveal, mut board, mut stream) = (Vec::new(), Vec::new(), Vec::new());
    let (mut edit, mut content) = (Vec::new(), Vec::new());
    let commits = Commits::hear(cluster.store("primary")).await;
    for _ in 0..ROUNDS {
        let ([on_board, revealed, _], shown) = (streams.latest(), standing(&mut two).await);
        streams.forget();
        let begun = Instant::now();
        people.reveal(&mut one, json!({ "action": "next" })).await;
        let answered = Instant::now();
        reveal.push(ms(answered - begun));
        while standing(&mut two).await == shown {
            assert!(answered.elapsed() < PATIENCE, "the board of another node stays as it was");
        }
        let seen = Instant::now();
        let received = streams.all_have([on_board + 1, revealed + 1]).await;
        let committed = commits.since(begun, topic::BOARD).await;
        board.push(ms(seen - committed));
        stream.push(ms(received.saturating_duration_since(committed)));
        tokio::time::sleep(PAUSE).await;
    }
    for round in 0..ROUNDS {
        let headline = format!("Step {round} at {:?}.", Instant::now()).replace(['{', '}', ':'], "");
        let begun = Instant::now();
        people.edit(&mut one, &headline).await;
        let answered = Instant::now();
        edit.push(ms(answered - begun));
        while !page(&mut two).await.contains(&headline) {
            assert!(answered.elapsed() < PATIENCE, "the content of another node stays as it was");
        }
        let seen = Instant::now();
        content.push(ms(seen - commits.since(begun, topic::CONTENT).await));
        tokio::time::sleep(PAUSE).await;
    }
    json!({
        "rounds": ROUNDS,
        "reveal": median(reveal),
        "board": median(board),
        "stream": median(stream),
        "edit": median(edit),
        "content": median(content),
    })
}

/// When each topic rose, by PostgreSQL's notification at the commit.
#[derive(Clone, Default)]
struct Commits(Arc<Mutex<Vec<(Instant, String)>>>);

impl Commits {
    async fn hear(store: &str) -> Self {
        let mut listener = PgListener::connect(store).await.expect("the primary");
        listener.listen(topic::CHANNEL).await.expect("a channel");
        let commits = Self::default();
        let heard = commits.clone();
        tokio::spawn(async move {
            while let Ok(news) = listener.recv().await {
                let name = news.payload().split(' ').next().unwrap_or_default().to_owned();
                heard.0.lock().expect("nobody has panicked").push((Instant::now(), name));
            }
        });
        commits
    }

    /// The first commit after a moment that raised a topic.
    async fn since(&self, begun: Instant, topic: &str) -> Instant {
        let waiting = Instant::now();
        while waiting.elapsed() < PATIENCE {
            let found = {
                let heard = self.0.lock().expect("nobody has panicked");
                heard.iter().find(|(at, name)| *at >= begun && name == topic).map(|(at, _)| *at)
            };
            if let Some(at) = found {
                return at;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        panic!("no commit was heard of");
    }
}

fn ms(took: Duration) -> f64 {
    took.as_secs_f64() * 1e3
}

/// The public board, without the time of the answer.
async fn standing(node: &mut Connection) -> Value {
    let answer = node.get(BOARD, "").await.expect("an answer");
    let mut board = data(answer.status, &answer.body);
    board.as_object_mut().expect("a board").remove("timestamp");
    board
}

async fn page(node: &mut Connection) -> String {
    let path = format!("{CONTENT}/delivery/v1/content/walk");
    let answer = node.get(&path, "").await.expect("an answer");
    // 404 until the page is published.
    String::from_utf8(answer.body).expect("text")
}
