//! The network between a node and PostgreSQL: the node runs in a namespace of its own, with one link to its clients and one
//! to the database. When the second is down, packets are lost without an error.

use std::net::SocketAddr;
use std::process::Command;
use std::time::{Duration, Instant};

use sixfold_tests::dice::Dice;
use sixfold_tests::peer;
use tokio::net::{TcpStream, UnixStream};
use tokio::time::sleep;

use super::disk::tool;
use crate::node::Node;
use crate::store::{Store, Template};
use crate::world::World;

const SPACE: &str = "sixfold-faults";
/// Both ends of each link and their addresses, from the networks reserved for benchmarks (RFC 2544).
const CLIENTS: [(&str, &str); 2] = [("sffclient0", "198.18.7.1"), ("sffclient1", "198.18.7.2")];
const DATABASE: [(&str, &str); 2] = [("sffstore0", "198.18.8.1"), ("sffstore1", "198.18.8.2")];

/// Whether this machine allows network namespaces.
pub fn is_possible() -> bool {
    let ip =
        |line: &[&str]| Command::new("ip").args(line).output().is_ok_and(|output| output.status.success());
    let probe = format!("{SPACE}-probe");
    ip(&["netns", "add", &probe]) && ip(&["netns", "del", &probe])
}

/// Moves the first node into the namespace.
pub async fn prepare(template: &Template, store: &Store, nodes: &mut [Node]) {
    remove();
    tool("ip", &["netns", "add", SPACE]);
    for [(ours, our_address), (theirs, their_address)] in [CLIENTS, DATABASE] {
        tool("ip", &["link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", SPACE]);
        tool("ip", &["addr", "add", &format!("{our_address}/30"), "dev", ours]);
        tool("ip", &["link", "set", ours, "up"]);
        tool("ip", &["-n", SPACE, "addr", "add", &format!("{their_address}/30"), "dev", theirs]);
        tool("ip", &["-n", SPACE, "link", "set", theirs, "up"]);
    }
    tool("ip", &["-n", SPACE, "link", "set", "lo", "up"]);
    let socket = template.server().lock().await.socket();
    let (listener, database) = peer::bind_at(DATABASE[0].1).await;
    peer::forward(listener, move || UnixStream::connect(socket.clone()));
    let relay = nodes[0].relay;
    let (listener, mail) = peer::bind_at(CLIENTS[0].1).await;
    peer::forward(listener, move || TcpStream::connect(relay));
    let node = &mut nodes[0];
    node.url = format!("postgres://postgres@{database}/{}", store.database());
    node.relay = mail;
    node.host = SocketAddr::new(CLIENTS[1].1.parse().expect("an address"), 8_080);
    node.before = ["ip", "netns", "exec", SPACE].map(str::to_owned).to_vec();
}

pub fn remove() {
    // The links go with the namespace.
    Command::new("ip").args(["netns", "del", SPACE]).output().ok();
    for [(ours, _), _] in [CLIENTS, DATABASE] {
        Command::new("ip").args(["link", "del", ours]).output().ok();
    }
}

/// Takes the link down for a while.
pub async fn silence(world: &World<'_>) {
    link("down");
    sleep(world.plan.lasts).await;
    link("up");
}

/// Takes the link down for half of the time, a few milliseconds at a time.
pub async fn lose(world: &World<'_>) {
    let mut dice = Dice::new(world.plan.seed);
    let begun = Instant::now();
    while begun.elapsed() < world.plan.lasts {
        for state in ["down", "up"] {
            link(state);
            sleep(Duration::from_millis(u64::from(5 + dice.roll(40)))).await;
        }
    }
}

/// The node's end is left alone, so that its routes and connections stay.
fn link(state: &str) {
    tool("ip", &["link", "set", DATABASE[0].0, state]);
}
