//! A stopping server: not ready at once, but serving for as long as load balancers need to notice.

use std::time::{Duration, Instant};

use sixfold_tests::eventually;
use tokio::net::TcpStream;

use super::binary::Served;

const READY: &str = "GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n";

fn begin(flags: &[&str]) -> (tempfile::TempDir, Served) {
    let directory = tempfile::tempdir().unwrap();
    let served = Served::start(":", &directory.path().join("data"), flags);
    (directory, served)
}

async fn ready(served: &Served) -> String {
    let mut stream = TcpStream::connect(served.host).await.unwrap();
    Served::say(&mut stream, READY).await
}

/// Waits until it says that it is draining.
async fn draining(served: &Served) -> String {
    eventually("it stays ready", async || {
        let answer = ready(served).await;
        (!answer.starts_with("HTTP/1.1 200")).then_some(answer)
    })
    .await
}

#[tokio::test]
async fn a_draining_server_is_not_ready_and_serves_until_the_time_is_over() {
    let (_directory, mut served) = begin(&["--drain-seconds", "6"]);
    assert!(ready(&served).await.starts_with("HTTP/1.1 200"));
    let begun = Instant::now();
    served.terminate();
    let answer = draining(&served).await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.ends_with("\r\n\r\ndraining"), "{answer}");
    // New connections too: a load balancer may not have looked yet.
    assert_eq!(served.health(2).await, "200");
    let (status, _) = served.ended().await;
    assert!(status.success(), "{}", served.log());
    assert!(begun.elapsed() >= Duration::from_secs(6), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn another_signal_ends_the_draining() {
    let (_directory, mut served) = begin(&["--drain-seconds", "600"]);
    served.terminate();
    draining(&served).await;
    served.terminate();
    let (status, _) = served.ended().await;
    assert!(status.success(), "{}", served.log());
}

#[tokio::test]
async fn without_a_time_it_stops_at_once() {
    let (_directory, mut served) = begin(&[]);
    served.terminate();
    let (status, after) = served.ended().await;
    assert!(status.success() && after < Duration::from_secs(30), "{after:?}");
}
