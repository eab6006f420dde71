//! Simulates reveals in memory, one for each seed: operators at two tablets press steps twice, late and on an outdated view, at
//! several nodes that share one store. Nodes die or stand still in the middle of something, notifications are lost or come
//! twice, and screens, boards and profiles are read in between. `SIXFOLD_SIMULATION_SEEDS=10000` runs more seeds.

mod hall;
mod model;
mod node;
mod operator;
mod store;
mod stream;

use clap::Parser as _;

use self::hall::Hall;
use self::node::Fault;
use crate::config::Config;
use crate::config::cli::Cli;
use crate::config::clock::Clock;
#[cfg(target_os = "linux")]
use crate::db::engines::one_core;
use crate::state::AppState;

/// Seed 78 once took a screen back: it had changed over to a node that lagged.
const SEEDS: u64 = 100;
/// 15 January 2027, 8:00 in London.
const START_MS: i64 = 1_800_000_000_000;
const DAY: &str = "2027-01-15";
/// The last day of the season before.
const LAST_DAY: &str = "2027-01-14";
/// The season of `DAY`.
const SEASON: u32 = 2;
/// How long operators press, and nodes and network are unreliable.
const TROUBLED_MS: i64 = 9_000;
/// A press that is not answered by then never will be.
const PATIENCE_MS: i64 = 120_000;
const STEP_MS: i64 = 800;
const ATHLETES: u64 = 8;

async fn run(seeds: u64, fault: Option<Fault>) {
    #[cfg(target_os = "linux")]
    one_core::stay_on_one_core().unwrap();
    let db = store::open().await;
    let mut flags = Cli::parse_from(["sixfold", "serve"]).flags;
    flags.secret = Some("a secret for the simulation of a reveal".to_owned());
    let (config, _) = Config::from_flags(&flags).unwrap();
    let base = AppState::new(config, db, Clock::manual(START_MS)).unwrap();
    for seed in 0..seeds {
        Hall::new(seed, &base, fault).await.run().await;
    }
}

#[tokio::test]
async fn a_reveal_goes_step_by_step_whoever_presses_and_whatever_is_late_or_lost() {
    let seeds = std::env::var("SIXFOLD_SIMULATION_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    run(seeds.unwrap_or(SEEDS), None).await;
}

#[tokio::test]
#[should_panic(expected = "at another step")]
async fn a_node_that_counts_steps_is_noticed() {
    run(SEEDS, Some(Fault::CountsSteps)).await;
}

#[tokio::test]
#[should_panic(expected = "a press on an outdated view counted")]
async fn a_node_that_ignores_which_step_was_seen_is_noticed() {
    run(SEEDS, Some(Fault::IgnoresExpect)).await;
}

#[tokio::test]
#[should_panic(expected = "a press that was sent again was taken for another")]
async fn a_node_that_carries_out_a_press_again_is_noticed() {
    run(SEEDS, Some(Fault::ForgetsKeys)).await;
}

#[tokio::test]
#[should_panic(expected = "a screen shows something else than the store")]
async fn a_node_that_takes_old_rows_for_new_ones_is_noticed() {
    run(SEEDS, Some(Fault::VersionsLast)).await;
}

#[tokio::test]
#[should_panic(expected = "a final was shown before its step")]
async fn a_node_that_shows_held_finals_is_noticed() {
    run(SEEDS, Some(Fault::ShowsHeld)).await;
}
