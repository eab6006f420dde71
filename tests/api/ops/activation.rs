//! A server that systemd hands its socket.

use std::net::TcpListener;

use super::binary::{Served, run};

#[tokio::test]
async fn a_socket_that_was_handed_over_is_listened_on() {
    let directory = tempfile::tempdir().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    // Waits in the socket's queue, as during a restart.
    let early = tokio::spawn(async move {
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        Served::say(&mut stream, "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await
    });
    tokio::task::yield_now().await;
    let served = Served::activated(socket, &directory.path().join("data"));
    assert_eq!(served.host, address);
    assert_eq!(served.health(2).await, "200");
    assert!(early.await.unwrap().starts_with("HTTP/1.1 200"));
}

#[test]
fn what_is_no_listening_socket_stops_the_start() {
    let directory = tempfile::tempdir().unwrap();
    let hand_over = "exec 3</dev/null; export LISTEN_FDS=1 LISTEN_PID=$$";
    let ended = run(hand_over, &directory.path().join("data"), &["serve"], "");
    assert!(!ended.good && ended.told.contains("LISTEN_FDS"), "{}", ended.told);
}
