//! Others hold every connection that PostgreSQL has to give.

use tokio::time::sleep;

use crate::store::connect;
use crate::world::World;

pub async fn exhaust(world: &World<'_>) {
    let mut held = Vec::new();
    while let Ok(conn) = connect(&world.store.url()).await {
        held.push(conn);
    }
    assert!(held.len() > 100, "the nodes have most of the connections");
    sleep(world.plan.lasts).await;
}
