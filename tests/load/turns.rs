//! Turns for one address: as many responses as a number of concurrent connections can get in a fixed time.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::http::Connection;

const TURN: Duration = Duration::from_millis(500);

/// Responses per second in one turn, each checked. Each of `headers` has a connection of its own.
pub(crate) async fn turn(
    host: SocketAddr,
    path: &'static str,
    headers: &[String],
    fits: impl Fn(&[u8]) -> bool + Clone + Send + 'static,
) -> f64 {
    let (over, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let begun = Instant::now();
    let mut tasks = JoinSet::new();
    for headers in headers {
        let (over, answered, fits, headers) = (over.clone(), answered.clone(), fits.clone(), headers.clone());
        tasks.spawn(async move {
            let mut connection = Connection::open(host).await.expect("a connection");
            while !over.load(Ordering::Relaxed) {
                let answer = connection.get(path, &headers).await.expect("an answer");
                assert!(answer.status == 200 && fits(&answer.body), "{path}: {}", answer.status);
                answered.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    tokio::time::sleep(TURN).await;
    over.store(true, Ordering::Relaxed);
    tasks.join_all().await;
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let count = answered.load(Ordering::Relaxed) as f64;
    count / begun.elapsed().as_secs_f64()
}
