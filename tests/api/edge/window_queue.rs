//! Boards of spans that are not seasons are ranked one at a time, from a queue that is fair between addresses.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicUsize, Ordering};

use sixfold_domain::time::Date;
use sixfold_tests::{Client, Reply, both};
use tokio::task::JoinSet;

const STRANGER: &str = "192.0.2.66";
const HOME: &str = "198.51.100.1";
/// Calls that wait at once, from one address.
const AT_ONCE: usize = 14;
/// How many of them may be answered before somebody else is: one was being ranked, one has its turn, and some answers were
/// sent but not yet counted.
const FEW: usize = 6;

/// Asks for a window that nobody has asked for.
async fn window(client: &Client, next_day: &AtomicI32) -> Reply {
    let from = Date::from_day_number(next_day.fetch_add(1, Ordering::Relaxed));
    let to = Date::from_day_number(from.day_number() + 30);
    client.get(&format!("/api/user/leaderboard?from={from}&to={to}")).await
}

both! {
    async fn windows_for_one_address_keep_nobody_else_waiting(app) {
        let (next_day, answered) = (Arc::new(AtomicI32::new(1)), Arc::new(AtomicUsize::new(0)));
        let mut flood = JoinSet::new();
        for _ in 0..AT_ONCE {
            let (client, next_day, answered) = (app.client().at(STRANGER), next_day.clone(), answered.clone());
            flood.spawn(async move {
                loop {
                    window(&client, &next_day).await.data();
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        while answered.load(Ordering::Relaxed) < 2 * AT_ONCE {
            tokio::task::yield_now().await;
        }
        let client = app.client().at(HOME);
        let mut waited = Vec::new();
        for _ in 0..5 {
            let before = answered.load(Ordering::Relaxed);
            window(&client, &next_day).await.data();
            waited.push(answered.load(Ordering::Relaxed) - before);
        }
        flood.shutdown().await;
        assert!(waited.iter().min().is_some_and(|fewest| *fewest <= FEW), "overtaken by {waited:?}");
    }
}
