//! The mail relay misbehaves.

use std::time::Duration;

use tokio::time::sleep;

use crate::relay::Manner;
use crate::world::World;

pub async fn away(world: &World<'_>) {
    let manner = if world.plan.choice.is_multiple_of(2) { Manner::Away } else { Manner::Greylisting };
    for_a_while(world, manner).await;
}

pub async fn slow(world: &World<'_>) {
    for_a_while(world, Manner::Slow(Duration::from_millis(300))).await;
}

pub async fn silent(world: &World<'_>) {
    for_a_while(world, Manner::Silent).await;
}

async fn for_a_while(world: &World<'_>, manner: Manner) {
    world.services.relay.behave(manner);
    sleep(world.plan.lasts).await;
    world.services.relay.behave(Manner::Good);
}
