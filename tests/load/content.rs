//! A delivery read of the homepage beside a route of the same server that returns the same bytes as a constant: both
//! through HTTP on loopback and every layer of the server, in alternating turns.

use axum::http::{HeaderMap, header};
use axum::routing::get;
use serde_json::{Value, json};
use sixfold_server::app::router;
use sixfold_server::routes;
use sixfold_tests::Peer;

use crate::accounts::median;
use crate::stage::Stage;
use crate::turns::turn;

const DELIVERED: &str = "/api/content/sixfold-en-gb/delivery/v1/rendering/context/home";
const FIXED: &str = "/api/content/sixfold-en-gb/delivery/v1/fixed/home";
const AT_ONCE: usize = 16;
const TURNS: usize = 9;

/// Measures both, in responses per second.
pub(crate) async fn measure() -> Value {
    let stage = Stage::set(0).await;
    let answer = stage.state.hub.rendered_answer("sixfold-en-gb", "home").await.expect("the hub answers");
    let answer = answer.expect("there is a homepage");
    let (body, mut headers) = (answer.body, HeaderMap::new());
    headers.insert(header::ETAG, answer.tag);
    headers.insert(header::CACHE_CONTROL, "public, no-cache".parse().expect("a header"));
    headers.insert(header::CONTENT_TYPE, "application/json".parse().expect("a header"));
    let (fixed, fixed_headers) = (body.clone(), headers);
    let api = routes::router();
    let api = api.route(FIXED, get(move || async move { (fixed_headers, fixed) }));
    let server = Peer::serve(router::surrounded(api, stage.state.clone())).await;
    let host = server.host;

    let strangers = vec![String::new(); AT_ONCE];
    let size = body.len();
    let whole = move |answer: &[u8]| body == answer;
    // Warms up both.
    for path in [FIXED, DELIVERED] {
        turn(host, path, &strangers, whole.clone()).await;
    }
    let (mut fixed, mut delivered) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        fixed.push(turn(host, FIXED, &strangers, whole.clone()).await);
        delivered.push(turn(host, DELIVERED, &strangers, whole.clone()).await);
    }
    drop(server);
    stage.state.db.close().await;
    json!({ "bytes": size, "atOnce": AT_ONCE, "fixed": median(fixed), "delivered": median(delivered) })
}
