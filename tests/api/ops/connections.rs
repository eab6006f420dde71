//! Connections to the real server: limited per address and by the number of open files, and only for requests that name their
//! host.

use futures::future::join_all;
use sixfold_tests::until;
use tokio::net::TcpStream;

use super::binary::Served;

const HEALTH: &str = "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n";
const STREAM: &str =
    "GET /api/event/livescreen/stream HTTP/1.1\r\nhost: a\r\naccept: text/event-stream\r\n\r\n";

fn begin(shell: &str, flags: &[&str]) -> (tempfile::TempDir, Served) {
    let directory = tempfile::tempdir().unwrap();
    let served = Served::start(shell, &directory.path().join("data"), flags);
    (directory, served)
}

/// How many of these connections answer with a status.
async fn answered(streams: &mut [TcpStream], text: &str, status: &str) -> usize {
    let answers = join_all(streams.iter_mut().map(|stream| Served::say(stream, text))).await;
    answers.iter().filter(|answer| answer.starts_with(&format!("HTTP/1.1 {status}"))).count()
}

async fn connect(served: &Served, from: u8, count: usize) -> Vec<TcpStream> {
    let mut streams = Vec::new();
    for _ in 0..count {
        streams.push(served.connect(from).await.unwrap());
    }
    streams
}

#[tokio::test]
async fn an_address_has_two_hundred_connections_and_others_are_served() {
    let (_directory, served) = begin(":", &[]);
    let mut first = connect(&served, 3, 200).await;
    assert_eq!(answered(&mut first, HEALTH, "200").await, 200);
    let mut more = connect(&served, 3, 60).await;
    assert_eq!(answered(&mut more, HEALTH, "200").await, 0);
    assert_eq!(served.health(4).await, "200");
    assert_eq!(answered(&mut first, HEALTH, "200").await, 200, "whoever was there stays");
    // Closed connections can be opened again.
    drop(first);
    drop(more);
    until("the places are not free again", async || {
        answered(&mut connect(&served, 3, 1).await, HEALTH, "200").await == 1
    })
    .await;
}

#[tokio::test]
async fn a_trusted_proxy_is_not_counted_as_one_caller() {
    let (_directory, served) = begin(":", &["--trusted-proxies", "127.0.0.3"]);
    let mut all = connect(&served, 3, 260).await;
    assert_eq!(answered(&mut all, HEALTH, "200").await, 260);
}

#[tokio::test]
async fn few_files_leave_room_for_everybody_else() {
    let (_directory, served) = begin("ulimit -n 300", &[]);
    let told: Vec<_> =
        served.log().lines().filter(|line| line.contains("--live-streams")).map(str::to_owned).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("300"), "{told:?}");
    let mut all = Vec::new();
    for from in 3..10 {
        all.extend(connect(&served, from, 60).await);
    }
    let open = answered(&mut all, STREAM, "200").await;
    assert!((1..300).contains(&open), "{open} streams");
    drop(all.split_off(200));
    until("nobody else is served", async || served.health(20).await == "200").await;
    assert!(!served.log().contains("accept error"), "{}", served.log());
}

#[tokio::test]
async fn a_request_names_one_host() {
    let (_directory, served) = begin(":", &[]);
    for (head, status) in [
        ("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n", "HTTP/1.1 200"),
        ("GET /healthz HTTP/1.1\r\n\r\n", "HTTP/1.1 400"),
        ("GET /healthz HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n", "HTTP/1.1 400"),
        ("GET /healthz HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n", "HTTP/1.1 400"),
        // HTTP/1.0 has no Host header.
        ("GET /healthz HTTP/1.0\r\n\r\n", "HTTP/1.0 200"),
        ("GET /healthz HTTP/1.0\r\nhost: a\r\nhost: b\r\n\r\n", "HTTP/1.0 400"),
    ] {
        let mut stream = served.connect(3).await.unwrap();
        let answer = Served::say(&mut stream, head).await;
        assert!(answer.starts_with(status), "{head:?}: {answer}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{head:?}: {answer}");
    }
}
