//! Other clients take every free connection of PostgreSQL.

use tokio::time::sleep;

use crate::store::connect;
use crate::world::World;

pub async fn exhaust(world: &World<'_>) {
    let mut taken = Vec::new();
    while let Ok(conn) = connect(&world.store.url()).await {
        taken.push(conn);
    }
    assert!(taken.len() > 100, "the nodes left too few connections to take");
    sleep(world.plan.lasts).await;
}
