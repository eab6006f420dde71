//! A node that nobody needs: how soon it is ready, on a new store and on one that is there, and its memory after three pages.

use std::time::Duration;

use serde_json::{Value, json};

use crate::accounts::median;
use crate::http::Connection;
use crate::served::Served;

const PAGES: [&str; 3] = ["/en-gb/", "/en-gb/login", "/en-gb/frequently-asked-questions"];
const STARTS: usize = 7;
/// How long it is left alone before its memory is read.
const REST: Duration = Duration::from_secs(3);

pub(crate) async fn measure() -> Value {
    let directory = tempfile::tempdir().expect("a directory");
    let first = Served::start(directory.path()).await.ready_after;
    let (mut ready, mut memory) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let served = Served::start(directory.path()).await;
        ready.push(served.ready_after.as_secs_f64() * 1e3);
        let mut connection = Connection::open(served.host).await.expect("a connection");
        for page in PAGES {
            let answer = connection.get(page, "accept-encoding: br\r\n").await.expect("an answer");
            assert_eq!(answer.status, 200, "{page}");
        }
        tokio::time::sleep(REST).await;
        #[expect(clippy::cast_precision_loss, reason = "some megabytes")]
        memory.push(served.memory() as f64 / 1_048_576.0);
    }
    json!({ "first": first.as_secs_f64() * 1e3, "ready": median(ready), "memory": median(memory) })
}
