//! A node is started with a wrong clock, and then with the right one. Somebody signs in meanwhile.

use std::time::Duration;

use tokio::time::sleep;

use crate::stage::NOW_MS;
use crate::world::World;

const HOUR_MS: i64 = 3_600_000;

pub async fn ahead(world: &World<'_>) {
    by(world, 400 * 24 * HOUR_MS).await;
}

pub async fn behind(world: &World<'_>) {
    by(world, -2 * HOUR_MS).await;
}

async fn by(world: &World<'_>, off_ms: i64) {
    let victim = world.victim().await;
    let host = {
        let mut nodes = world.nodes.lock().await;
        nodes[victim].stop();
        nodes[victim].launch_at(NOW_MS + off_ms);
        nodes[victim].ready().await;
        nodes[victim].host
    };
    world.sign_in(host).await;
    sleep(world.plan.lasts).await;
    let mut nodes = world.nodes.lock().await;
    nodes[victim].stop();
    nodes[victim].launch(Duration::ZERO);
    nodes[victim].ready().await;
}
