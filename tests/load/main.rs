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

use sixfold_tests::{child_process, dice, http};

/// The allocator of the product.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() {
    // cargo adds `--bench`.
    let question = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let answer = match question.as_deref() {
        Some("slots") => slots::measure(),
        Some("bookings") => bookings::measure(),
        Some("accounts") => accounts::measure(),
        Some("content") => content::measure(),
        Some("reads") => reads::measure(),
        Some("delivery") => delivery::measure(),
        Some("board") => board::measure(),
        Some("standings") => standings::measure(),
        Some("live") => live::measure(),
        Some("crews") => crews::measure(),
        Some("cards") => cards::measure(),
        Some("abuse") => abuse::measure(),
        Some("nodes") => nodes::measure(),
        Some("rush") => rush::measure(),
        Some("crowd") => crowd::measure(),
        Some("idle") => idle::measure(),
        _ => {
            eprintln!(
                "usage: load slots|bookings|accounts|content|reads|delivery|board|standings|live|crews|cards|abuse|nodes|rush|crowd|idle"
            );
            std::process::exit(2);
        }
    };
    println!("{answer}");
}
