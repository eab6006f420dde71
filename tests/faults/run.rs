//! Runs one seed: the store, the nodes, the clients, the fault, and the invariants.

use std::time::{Duration, Instant};

use sixfold_tests::Engine;
use tokio::task::JoinSet;

use crate::client;
use crate::controls::Control;
use crate::fault::Fault;
use crate::history;
use crate::hub::Hub;
use crate::invariants::{self, Broken};
use crate::node::Node;
use crate::plan::Plan;
use crate::provider::Provider;
use crate::relay::Relay;
use crate::store::Template;
use crate::world::{Services, World};

/// When every unsent letter is due again: claims have expired (after 15 minutes), but no offer has (after 30). The letter of an
/// expired offer would be dropped, although the relay may have taken it (RULES 4.16).
const SOON: Duration = Duration::from_mins(20);
/// When every session has ended, and when health data is due that was not before.
const LATER: Duration = Duration::from_mins(59);
const TOMORROW: Duration = Duration::from_hours(25);
/// The longest that all clients may take.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long the requests of clients that have given up may still take.
const GRACE: Duration = Duration::from_millis(150);

pub struct Outcome {
    pub broken: Vec<Broken>,
    /// Plan, history and logs.
    pub story: String,
    /// Acts, and how many of them were not answered.
    pub acts: usize,
    pub unanswered: usize,
}

/// Runs a seed, with the damage of a control if one is given.
pub async fn seed(template: &Template, fault: Fault, seed: u64, control: Option<&Control>) -> Outcome {
    let plan = Plan::of(seed, fault.longest());
    let services =
        Services { relay: Relay::open().await, provider: Provider::open().await, hub: Hub::open().await };
    let directory = fault.directory();
    let path = directory.path().to_owned();
    let store = template.copy(seed, directory).await;
    if let Some(control) = control {
        control.before(&store, &services.relay).await;
    }
    let count = match template.engine() {
        Engine::Sqlite => 1,
        Engine::Postgres => 2,
    };
    let mut nodes: Vec<Node> =
        (0..count).map(|number| Node::new(&store, number, services.relay.address)).collect();
    fault.prepare(template, &store, &services, &mut nodes).await;
    for node in &mut nodes {
        node.launch(Duration::ZERO);
    }
    let world = World::new(template, plan, store, services, nodes);
    world.ready().await;
    let outcome = within(&world, fault, control).await;
    drop(world);
    fault.tidy(&path);
    outcome
}

async fn within(world: &World<'_>, fault: Fault, control: Option<&Control>) -> Outcome {
    act(world, fault).await;
    world.ready().await;
    tokio::time::sleep(GRACE).await;
    if world.store.engine == Engine::Postgres {
        let busy = "SELECT CAST(COUNT(*) AS TEXT) FROM pg_stat_activity WHERE datname = current_database() \
             AND state <> 'idle' AND pid <> pg_backend_pid()";
        assert!(world.until_none(busy).await, "something is still under way");
    }
    if let Some(control) = control {
        control.after(world).await;
    }
    let records = world.settle().await;
    let mut broken = invariants::once_healed(world, &records).await;

    let due = "SELECT CAST(COUNT(*) AS TEXT) FROM mail_outbox WHERE sent_at IS NULL AND failed_at IS NULL";
    restart(world, SOON).await;
    world.until_none(due).await;
    restart(world, LATER).await;
    world.until_none(due).await;
    if let Some(control) = control {
        control.late(world).await;
    }
    broken.extend(invariants::once_sent(world).await);
    let lasting = invariants::no_session_lasts_longer_than_58_minutes(world).await;
    broken.push(("no_session_lasts_longer_than_58_minutes", lasting));

    restart(world, TOMORROW).await;
    // The job looks at its start, and works through people one by one.
    for _ in 0..40 {
        if invariants::health_data_goes_when_due(world).await.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    broken.push(("health_data_goes_when_due", invariants::health_data_goes_when_due(world).await));

    broken.retain(|(_, wrong)| !wrong.is_empty());
    let mut story = format!("{}\n{}", world.plan, history::as_text(&records));
    for node in world.nodes.lock().await.iter() {
        story.push_str(&node.log());
    }
    let unanswered = records.iter().filter(|record| !matches!(record.answer, Some((1.., _)))).count();
    Outcome { broken, story, acts: records.len(), unanswered }
}

/// Lets everybody act while the fault is injected.
async fn act(world: &World<'_>, fault: Fault) {
    let mut clients = JoinSet::new();
    for (number, script) in world.plan.scripts.clone().into_iter().enumerate() {
        clients.spawn(client::act_out(world.site.clone(), number, script));
    }
    let begun = Instant::now();
    tokio::time::sleep(world.plan.fault_at).await;
    fault.strike(world).await;
    let left = PATIENCE.saturating_sub(begun.elapsed());
    let all = tokio::time::timeout(left, async {
        while let Some(ended) = clients.join_next().await {
            ended.expect("a client");
        }
    });
    assert!(all.await.is_ok(), "clients are still waiting after {PATIENCE:?}");
}

/// Stops all nodes, and starts the first at a later time.
async fn restart(world: &World<'_>, later: Duration) {
    let mut nodes = world.nodes.lock().await;
    for node in nodes.iter_mut() {
        node.stop();
    }
    nodes[0].launch(later);
    nodes[0].ready().await;
}
