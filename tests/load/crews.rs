//! A crew of 500 whose members all look at its board: how soon a change is shown to each of them. The server runs in a process of its
//! own.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sixfold_domain::crew::{MEMBERS_MAX, Sharing};
use sixfold_server::db::sharing::crew::{self, Crew, Link};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::field::Field;
use crate::http::Connection;
use crate::served::Served;
use crate::stage::{FILE, NOW_MS, write};

/// Changes of what a member shares.
const CHANGES: usize = 60;
/// The pause after a change has been shown to everybody.
const PAUSE: Duration = Duration::from_millis(150);
/// How long to wait for something before giving up.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often to check whether everybody has it. Clients note the time themselves, so this does not affect the result.
const LOOK: Duration = Duration::from_millis(5);

/// Six test scores of each final.
const CORNERS: &str = "
  INSERT INTO result_test (booking_id, test_type, status, score_hundredths, updated_at)
  SELECT b.booking_id, t.test, 'closed', b.score_hundredths, b.updated_at FROM booking b JOIN (SELECT 'Cognitive' AS test
    UNION ALL SELECT 'Strength' UNION ALL SELECT 'Power' UNION ALL SELECT 'Speed' UNION ALL SELECT 'Agility'
    UNION ALL SELECT 'Endurance') t";

/// When each version was on the screen of a client.
type Notes = Arc<Mutex<HashMap<String, Instant>>>;

/// Milliseconds from sending a change until it is shown, of every member and of the last one.
pub(crate) async fn measure() -> Value {
    let members = u32::try_from(MEMBERS_MAX).expect("a small number");
    let field = Field::gather(members, 0).await;
    let tokens = field.sign_in((0..members).collect()).await;
    let crew_id = found(&field, members).await;
    field.state.db.close().await;
    let options = SqliteConnectOptions::new().filename(field.directory.path().join(FILE));
    let mut conn = options.connect().await.expect("the file");
    sqlx::query(CORNERS).execute(&mut conn).await.expect("the tests of each final");
    conn.close().await.expect("the file closes");

    let served = Served::start(field.directory.path()).await;
    let path = format!("/api/user/crew/{crew_id}");
    let mut readers = JoinSet::new();
    let mut notes: Vec<Notes> = Vec::with_capacity(tokens.len());
    for token in &tokens {
        let own = Notes::default();
        readers.spawn(look(served.host, path.clone(), token.clone(), own.clone()));
        notes.push(own);
    }
    let mut writer = Connection::open(served.host).await.expect("a connection");
    let (first, bytes) = shown(&mut writer, &path, &tokens[0]).await;
    wait(&notes, &first).await;

    let (mut each, mut last) = (Vec::new(), Vec::new());
    for change in 0..CHANGES {
        let who = change * 7 % tokens.len();
        let body = json!({ "shareCorners": false }).to_string();
        let headers = format!("authorization: Bearer {}\r\n", tokens[who]);
        let begun = Instant::now();
        let answer = writer.send("PUT", &format!("{path}/membership"), &headers, &body).await;
        assert_eq!(answer.expect("an answer").status, 200);
        let (version, _) = shown(&mut writer, &path, &tokens[who]).await;
        let moments = wait(&notes, &version).await;
        let took: Vec<f64> = moments.iter().map(|at| at.duration_since(begun).as_secs_f64() * 1e3).collect();
        last.push(took.iter().copied().fold(0.0, f64::max));
        each.extend(took);
        tokio::time::sleep(PAUSE).await;
    }
    json!({ "members": members, "bytes": bytes, "each": figures(each), "last": figures(last) })
}

/// Makes a crew of all athletes, who share everything. Returns its id.
async fn found(field: &Field, members: u32) -> String {
    let cipher = field.state.cipher.clone();
    write(&field.state, async move |conn| {
        let owner = Field::uaid(0).parse().expect("a number");
        let crew = Crew { id: crew::new_id(), name: "The whole academy".to_owned(), owner };
        let sealed = cipher.encrypt("crew", &crew.id, "link_sealed", "AAECAwQFBgcICQoLDA0ODw");
        // Nobody joins by it.
        let link = Link { sealed: sealed.expect("it is encrypted"), hash: String::new() };
        crew::insert(conn, &crew, &link, NOW_MS).await?;
        for athlete in 0..members {
            let sharing = Sharing { final_score: true, corners: true };
            crew::join(conn, &crew.id, &Field::uaid(athlete), sharing, NOW_MS).await?;
        }
        Ok(crew.id)
    })
    .await
}

/// The version of the board, and its size in bytes.
async fn shown(connection: &mut Connection, path: &str, token: &str) -> (String, usize) {
    let headers = format!("authorization: Bearer {token}\r\n");
    let answer = connection.get(&format!("{path}/board"), &headers).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
    (version(&answer.body), answer.body.len())
}

/// The version in a board. It is the last of its fields, and is searched for from the end: each member has a machine of their own,
/// while here one reads the boards of all.
fn version(body: &[u8]) -> String {
    const FIELD: &[u8] = b"\"version\":\"";
    let at = body.windows(FIELD.len()).rposition(|part| part == FIELD).expect("a version") + FIELD.len();
    let end = body[at..].iter().position(|byte| *byte == b'"').expect("its end");
    String::from_utf8_lossy(&body[at..at + end]).into_owned()
}

/// A member's page: it fetches the board on each change that the stream reports.
async fn look(host: SocketAddr, path: String, token: String, notes: Notes) {
    let mut stream = TcpStream::connect(host).await.expect("a connection");
    let request = format!(
        "GET {path}/stream HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\naccept: text/event-stream\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("the server reads");
    let mut connection = Connection::open(host).await.expect("a connection");
    let (mut bytes, mut text) = ([0; 2_048], String::new());
    loop {
        let count = stream.read(&mut bytes).await.expect("the stream goes on");
        assert!(count > 0, "the server has ended a stream: {text}");
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
        let mut told = false;
        while let Some(end) = text.find('\n') {
            told |= text[..end].starts_with("id:");
            text.drain(..=end);
        }
        if told {
            let (version, _) = shown(&mut connection, &path, &token).await;
            notes.lock().expect("nobody has panicked").insert(version, Instant::now());
        }
    }
}

/// When each of them had a version.
async fn wait(all: &[Notes], version: &str) -> Vec<Instant> {
    let begun = Instant::now();
    loop {
        let at = |notes: &Notes| notes.lock().expect("nobody has panicked").get(version).copied();
        if let Some(moments) = all.iter().map(at).collect::<Option<Vec<Instant>>>() {
            return moments;
        }
        assert!(begun.elapsed() < PATIENCE, "not everybody has been shown the change");
        tokio::time::sleep(LOOK).await;
    }
}

/// The median, the 99th percentile and the maximum.
fn figures(mut values: Vec<f64>) -> Value {
    values.sort_by(f64::total_cmp);
    let at = |percent: usize| values[(values.len() * percent).div_ceil(100) - 1];
    json!({ "count": values.len(), "middle": at(50), "p99": at(99), "slowest": at(100) })
}
