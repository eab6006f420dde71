//! The content hub misbehaves, while people read pages of which the node has a copy, and others.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::Value;
use sixfold_tests::http::{Answer, Connection};
use tokio::time::{sleep, timeout};

use crate::hub::Manner;
use crate::world::{About, World};

/// The server gives a hub three seconds.
const WITHIN: Duration = Duration::from_secs(5);
/// The server tries a hub again after five seconds.
const WELL_AGAIN_WITHIN: Duration = Duration::from_secs(10);
/// Read before the fault.
const COPIED: [&str; 3] =
    ["/en-gb/", "/en-gb/frequently-asked-questions", "/api/content/sixfold-en-gb/delivery/v1/content/home"];
/// Read for the first time while the hub misbehaves.
const NEW: [&str; 2] = [
    "/api/content/sixfold-en-gb/delivery/v1/rendering/context/about",
    "/api/content/sixfold-en-gb/delivery/v1/content/faqs",
];
const STATE: &str = "/api/content/sixfold-en-gb/authoring/v1/hub";

pub async fn away(world: &World<'_>) {
    visit(world, Manner::Away).await;
}

pub async fn slow(world: &World<'_>) {
    visit(world, Manner::Slow(Duration::from_millis(900))).await;
}

pub async fn silent(world: &World<'_>) {
    visit(world, Manner::Silent).await;
}

/// People read the site before, while and after the hub misbehaves. What goes wrong is recorded.
pub async fn visit(world: &World<'_>, manner: Manner) {
    let host = world.hosts()[world.victim().await];
    for path in COPIED {
        read(world, host, path, &[200]).await;
    }
    if state(world, host).await != "remote ok" {
        world.complain(
            About::Content,
            "the node does not take its content from a hub that is well".to_owned(),
        );
        return;
    }
    world.services.hub.behave(manner);
    let begun = Instant::now();
    for path in COPIED {
        read(world, host, path, &[200]).await;
    }
    let is_slow = matches!(manner, Manner::Slow(_));
    for path in NEW {
        read(world, host, path, if is_slow { &[200] } else { &[503] }).await;
    }
    let state_meanwhile = state(world, host).await;
    if (state_meanwhile == "remote ok") != is_slow {
        world.complain(
            About::Content,
            format!("staff are told that the hub is {state_meanwhile}, and it is {manner:?}"),
        );
    }
    sleep(world.plan.lasts.saturating_sub(begun.elapsed())).await;
    world.services.hub.behave(Manner::Good);
    let well_again = async {
        while get(world, host, NEW[0]).await.is_none_or(|answer| answer.status != 200) {
            sleep(Duration::from_millis(100)).await;
        }
    };
    if timeout(WELL_AGAIN_WITHIN, well_again).await.is_err() {
        world.complain(
            About::Content,
            format!("{} is not there {WELL_AGAIN_WITHIN:?} after the hub is well", NEW[0]),
        );
    }
}

async fn read(world: &World<'_>, host: SocketAddr, path: &str, expected: &[u16]) {
    let Some(answer) = get(world, host, path).await else { return };
    if !expected.contains(&answer.status) {
        world.complain(About::Content, format!("{path} is answered {}", answer.status));
    } else if answer.status == 503 && answer.retry_after.is_none() {
        world.complain(About::Content, format!("{path} does not say when to come back"));
    }
}

async fn state(world: &World<'_>, host: SocketAddr) -> String {
    let Some(answer) = get(world, host, STATE).await else { return String::new() };
    let state: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let of = |field: &str| state["data"][field].as_str().unwrap_or_default().to_owned();
    format!("{} {}", of("mode"), of("state"))
}

/// One request with the staff's session, on a connection of its own.
async fn get(world: &World<'_>, host: SocketAddr, path: &str) -> Option<Answer> {
    let headers = format!("authorization: Bearer {}\r\n", world.people().staff.token);
    let request = async { Connection::open(host).await?.get(path, &headers).await };
    match timeout(WITHIN, request).await {
        Ok(Ok(answer)) => Some(answer),
        Ok(Err(error)) => {
            world.complain(About::Content, format!("{path}: {error}"));
            None
        }
        Err(_) => {
            world.complain(About::Content, format!("{path} is not answered within {WITHIN:?}"));
            None
        }
    }
}
