//! What visitors read first (a page's HTML, `event/config`, the availability of the coming weeks), each beside a route of
//! the same server that returns the same bytes as a constant: both through HTTP on loopback and every layer of the server,
//! in alternating turns.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, Request, StatusCode};
use axum::routing::get;
use serde_json::{Value, json};
use sixfold_server::app::router;
use sixfold_server::routes;
use sixfold_tests::Peer;
use tower::ServiceExt as _;

use crate::accounts::median;
use crate::stage::Stage;
use crate::turns::turn;

const AT_ONCE: usize = 64;
const TURNS: usize = 7;
/// What is read, with the headers of the request and the path of its constant twin.
const READS: [(&str, &str, &str, &str); 3] = [
    (
        "a page's HTML, brotli",
        "/en-gb/frequently-asked-questions",
        "/api/fixed/page",
        "accept-encoding: br\r\n",
    ),
    ("event/config", "/api/event/config", "/api/fixed/config", ""),
    ("availability, 30 days", "/api/event/availability", "/api/fixed/availability", ""),
];
/// The headers that a constant takes over.
const KEPT: [&str; 4] = ["content-type", "content-encoding", "cache-control", "etag"];

/// Responses per second of each, and of its twin.
pub(crate) async fn measure() -> Value {
    let stage = Stage::set(0).await;
    let whole = router::router(stage.state.clone());
    let mut api = routes::router();
    let mut sizes = Vec::new();
    for (_, path, twin, accept) in READS {
        let mut request = Request::get(path);
        if let Some((name, value)) = accept.trim_end().split_once(": ") {
            request = request.header(name, value);
        }
        let request = request.body(axum::body::Body::empty()).expect("a request");
        let response = whole.clone().oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        let kept =
            |name: &str| Some((name.parse::<HeaderName>().ok()?, response.headers().get(name)?.clone()));
        let headers: HeaderMap = KEPT.iter().filter_map(|name| kept(name)).collect();
        let body: Bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.expect("a body");
        sizes.push(body.len());
        api = api.route(twin, get(move || async move { (headers, body) }));
    }
    let server = Peer::serve(router::surrounded(api, stage.state.clone())).await;
    let host = server.host;
    let mut measured = Vec::new();
    for ((name, path, twin, accept), size) in READS.into_iter().zip(sizes) {
        let clients = vec![accept.to_owned(); AT_ONCE];
        let complete = move |answer: &[u8]| answer.len() == size;
        for path in [twin, path] {
            turn(host, path, &clients, complete).await;
        }
        let (mut fixed, mut read) = (Vec::new(), Vec::new());
        for _ in 0..TURNS {
            fixed.push(turn(host, twin, &clients, complete).await);
            read.push(turn(host, path, &clients, complete).await);
        }
        measured.push(json!({
            "name": name, "bytes": size, "atOnce": AT_ONCE, "fixed": median(fixed), "read": median(read),
        }));
    }
    drop(server);
    stage.state.db.close().await;
    json!({ "reads": measured })
}
