//! The benchmarks of `cargo xtask bench` in Rust, each printed as one JSON object: `slots` (sixty days of slots),
//! `bookings` (bookings through HTTP compared with the store alone), `accounts` (the session check compared with a
//! profile read, sign-ins with argon2 alone, other calls during sign-ins), `content` (a delivery read compared with a
//! constant body), `reads` (pages, settings and availability compared with constant bodies), `delivery` (staff's calls
//! after five years), `board` (the index of a million compared with Redis),
//! `standings` (building it, and boards through HTTP compared with a constant body), `live` (the event stream with many
//! clients), `crews` (a crew of 500 who all look at its board), `cards` (story cards and their pictures), `abuse` (how attacks from one address affect other clients),
//! `nodes` (three nodes on PostgreSQL that is failed over), `rush` (people who arrive whether or not the site answers),
//! `crowd` (more of them than are let in) or `idle` (a node that nobody needs).

mod abuse;
mod academy;
mod accounts;
mod arrivals;
mod board;
mod bookings;
mod cards;
mod cluster;
mod content;
mod crews;
mod crowd;
mod delivery;
mod failover;
mod field;
mod group_commit;
mod idle;
mod live;
mod logins;
mod nodes;
mod pgbench;
mod reads;
mod redis;
mod rush;
mod served;
mod sessions;
mod slots;
mod sorted_sets;
mod stage;
mod standings;
mod store;
mod streams;
mod turns;
mod visits;

use clap::Parser;
use serde_json::Value;
use sixfold_tests::{child_process, dice, http};

/// The allocator of the product.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

type Bench = (&'static str, fn() -> Value);

const BENCHES: [Bench; 16] = [
    ("slots", slots::measure),
    ("bookings", || on_runtime(bookings::measure())),
    ("accounts", || on_runtime(accounts::measure())),
    ("content", || on_runtime(content::measure())),
    ("reads", || on_runtime(reads::measure())),
    ("delivery", || on_runtime(delivery::measure())),
    ("board", board::measure),
    ("standings", || on_runtime(standings::measure())),
    ("live", || on_runtime(live::measure())),
    ("crews", || on_runtime(crews::measure())),
    ("cards", || on_runtime(cards::measure())),
    ("abuse", || on_runtime(abuse::measure())),
    ("nodes", || on_runtime(nodes::measure())),
    ("rush", || on_runtime(rush::measure())),
    ("crowd", || on_runtime(crowd::measure())),
    ("idle", || on_runtime(idle::measure())),
];

fn main() {
    let question = arguments().find(|argument| !argument.starts_with("--"));
    let asked = BENCHES.iter().find(|(name, _)| question.as_deref() == Some(*name));
    let Some((_, measure)) = asked else {
        eprintln!("usage: load {}", BENCHES.map(|(name, _)| name).join("|"));
        std::process::exit(2);
    };
    println!("{}", measure());
}

fn on_runtime(bench: impl Future<Output = Value>) -> Value {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(bench)
}

/// What the command line varies of a benchmark.
fn plan<P: Parser>() -> P {
    P::parse_from(arguments())
}

/// cargo adds `--bench`.
fn arguments() -> impl Iterator<Item = String> {
    std::env::args().skip(1).filter(|argument| argument != "--bench")
}
