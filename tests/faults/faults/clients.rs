//! Clients that send half a request and wait, and clients that hang up in the middle of theirs.

use std::sync::atomic::Ordering;

use sixfold_tests::http::Connection;
use tokio::time::sleep;

use crate::world::World;

/// Connections with half a request.
const HALF: usize = 100;

pub async fn vanish(world: &World<'_>) {
    let mut half = Vec::new();
    for number in 0..HALF {
        let hosts = world.hosts();
        let mut connection = Connection::open(hosts[number % hosts.len()]).await.expect("a connection");
        connection.half_ask().await.expect("half a request");
        half.push(connection);
    }
    world.site.hurried.store(true, Ordering::SeqCst);
    sleep(world.plan.lasts).await;
    world.site.hurried.store(false, Ordering::SeqCst);
}
