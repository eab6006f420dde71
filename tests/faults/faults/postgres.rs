//! PostgreSQL dies or is paused, with all of its processes.

use rustix::process::{Pid, Signal, kill_process};
use sixfold_tests::child_process::children_of;
use sixfold_tests::postgres::Server;
use tokio::time::sleep;

use crate::world::World;

pub async fn kill(world: &World<'_>) {
    let mut server = world.template.server().lock().await;
    signal(&server, Signal::KILL);
    sleep(world.plan.lasts).await;
    server.restart().await;
}

pub async fn pause(world: &World<'_>) {
    let server = world.template.server().lock().await;
    signal(&server, Signal::STOP);
    sleep(world.plan.lasts).await;
    signal(&server, Signal::CONT);
}

/// Sends a signal to every process of a server.
pub fn signal(server: &Server, signal: Signal) {
    let first = server.postmaster();
    for pid in [first].into_iter().chain(children_of(first)) {
        // A child may have ended by itself.
        kill_process(Pid::from_raw(pid).expect("a process id"), signal).ok();
    }
}
