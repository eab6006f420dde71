//! The primary dies and its synchronous replica takes over. The nodes reach the primary through a proxy, which is switched to
//! the new one.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use rustix::process::Signal;
use sixfold_tests::peer;
use sixfold_tests::postgres::Server;
use tokio::net::UnixStream;
use tokio::time::sleep;

use super::postgres::signal;
use crate::node::Node;
use crate::store::{Store, Template, connect, run};
use crate::world::World;

/// The replica, and the target of the proxy.
pub struct Standby {
    server: Server,
    target: Arc<Mutex<PathBuf>>,
}

pub async fn prepare(template: &Template, store: &Store, nodes: &mut [Node]) {
    let primary = template.server().lock().await;
    let server = primary.replica().await;
    let mut conn = connect(&store.url()).await.expect("the server answers");
    run(&mut conn, "ALTER SYSTEM SET synchronous_standby_names = '*'").await;
    run(&mut conn, "SELECT pg_reload_conf()").await;
    let target = Arc::new(Mutex::new(primary.socket()));
    let (listener, at) = peer::bind().await;
    let way = format!("postgres://postgres@{at}/{}", store.database());
    let led = target.clone();
    peer::forward(listener, move || UnixStream::connect(led.lock().expect("nobody has panicked").clone()));
    for node in nodes {
        node.url.clone_from(&way);
    }
    *template.standby.lock().await = Some(Standby { server, target });
}

pub async fn strike(world: &World<'_>) {
    let mut primary = world.template.server().lock().await;
    let standby = world.template.standby.lock().await.take().expect("it was prepared");
    signal(&primary, Signal::KILL);
    sleep(world.plan.lasts).await;
    let mut conn = connect(&standby.server.url("postgres")).await.expect("the replica answers");
    run(&mut conn, "SELECT pg_promote()").await;
    *standby.target.lock().expect("nobody has panicked") = standby.server.socket();
    *primary = standby.server;
    world.store.move_to(primary.url(&world.store.database()));
}
