//! A node that dies or is paused.

use std::time::Duration;

use rustix::process::Signal;
use tokio::time::sleep;

use crate::world::World;

/// Kills the node, and starts it again after a while.
pub async fn kill(world: &World<'_>) {
    let victim = world.victim().await;
    world.nodes.lock().await[victim].kill();
    world.died();
    sleep(world.plan.lasts).await;
    let mut nodes = world.nodes.lock().await;
    nodes[victim].launch(Duration::ZERO);
    nodes[victim].ready().await;
}

pub async fn pause(world: &World<'_>) {
    let victim = world.victim().await;
    world.nodes.lock().await[victim].signal(Signal::STOP);
    sleep(world.plan.lasts).await;
    world.nodes.lock().await[victim].signal(Signal::CONT);
}
