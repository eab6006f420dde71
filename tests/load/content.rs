//! A delivery read of the homepage beside a route of the same server that answers with the same bytes, fixed: both through
//! HTTP on loopback, through every layer of the server, in turn.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::http::{HeaderMap, header};
use axum::routing::get;
use serde_json::{Value, json};
use sixfold_server::{app, routes};
use tokio::task::JoinSet;

use crate::accounts::median;
use crate::http::Connection;
use crate::stage::Stage;

const DELIVERED: &str = "/api/content/sixfold-en-gb/delivery/v1/rendering/context/home";
const FIXED: &str = "/api/content/sixfold-en-gb/delivery/v1/fixed/home";
/// Connections that ask at once.
const AT_ONCE: usize = 16;
/// How long one turn lasts.
const TURN: Duration = Duration::from_millis(500);
/// How often each way takes its turn.
const TURNS: usize = 9;

/// Measures both, in answers a second.
pub(crate) fn measure() -> Value {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(run())
}

async fn run() -> Value {
    let stage = Stage::set(0).await;
    let answer = stage.state.hub.rendered_answer("sixfold-en-gb", "home").await.expect("the hub answers");
    let answer = answer.expect("there is a homepage");
    let (body, mut headers) = (answer.body, HeaderMap::new());
    headers.insert(header::ETAG, answer.tag);
    headers.insert(header::CACHE_CONTROL, "public, no-cache".parse().expect("a header"));
    headers.insert(header::CONTENT_TYPE, "application/json".parse().expect("a header"));
    let (fixed, fixed_headers) = (body.clone(), headers);
    let (api, _) = routes::api();
    let api = api.route(FIXED, get(move || async move { (fixed_headers, fixed) }));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a loopback port");
    let host = listener.local_addr().expect("its address");
    let service =
        app::surrounded(api, stage.state.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let server = tokio::spawn(async move { axum::serve(listener, service).await });

    // Both once, so that neither pays for what is made once.
    for path in [FIXED, DELIVERED] {
        turn(host, path, &body).await;
    }
    let (mut fixed, mut delivered) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        fixed.push(turn(host, FIXED, &body).await);
        delivered.push(turn(host, DELIVERED, &body).await);
    }
    server.abort();
    stage.state.db.close().await;
    json!({ "bytes": body.len(), "atOnce": AT_ONCE, "fixed": median(fixed), "delivered": median(delivered) })
}

/// Answers a second in one turn, each held against what it has to be.
async fn turn(host: SocketAddr, path: &'static str, body: &Bytes) -> f64 {
    let (over, answered) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let begun = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..AT_ONCE {
        let (over, answered, body) = (over.clone(), answered.clone(), body.clone());
        tasks.spawn(async move {
            let mut connection = Connection::open(host).await.expect("a connection");
            while !over.load(Ordering::Relaxed) {
                let answer = connection.get(path, "").await.expect("an answer");
                assert!(answer.status == 200 && answer.body == body, "{path}: {}", answer.status);
                answered.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    tokio::time::sleep(TURN).await;
    over.store(true, Ordering::Relaxed);
    tasks.join_all().await;
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let count = answered.load(Ordering::Relaxed) as f64;
    count / begun.elapsed().as_secs_f64()
}
