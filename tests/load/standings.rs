//! Boards of a million athletes through HTTP on loopback, compared with a constant body of the same server in
//! alternating turns; and how long it takes to build them from the store.

use std::time::Instant;

use axum::http::{HeaderMap, header};
use axum::routing::get;
use serde_json::{Value, json};
use sixfold_server::app::router;
use sixfold_server::board::Boards;
use sixfold_server::routes;
use sixfold_tests::Peer;

use crate::accounts::median;
use crate::field::Field;
use crate::http::Connection;
use crate::turns::turn;

const ATHLETES: u32 = 1_000_000;
const REBUILDS: usize = 3;
const AT_ONCE: u32 = 64;
const TURNS: usize = 9;

const FIXED: &str = "/api/user/leaderboard/fixed";
const TOP: &str = "/api/user/leaderboard?season=11&top=15";
const MINE: &str = "/api/user/leaderboard?season=11&top=15&around=10";

/// Measures both, in seconds and in responses per second.
pub(crate) async fn measure() -> Value {
    let field = Field::gather(ATHLETES, 0).await;
    let state = &field.state;
    let mut rebuilds = Vec::with_capacity(REBUILDS);
    for _ in 0..REBUILDS {
        let boards = Boards::new(state.clock.clone());
        let begun = Instant::now();
        boards.current(&state.db).await.expect("the boards are built");
        rebuilds.push(begun.elapsed().as_secs_f64());
    }
    state.boards.current(&state.db).await.expect("the boards are built");

    let fixed = "a fixed body.   ".repeat(128);
    let mut headers = HeaderMap::new();
    headers.insert(header::ETAG, "\"fixed\"".parse().expect("a header"));
    headers.insert(header::CACHE_CONTROL, "public, no-cache".parse().expect("a header"));
    headers.insert(header::VARY, "cookie, authorization".parse().expect("a header"));
    headers.insert(header::CONTENT_TYPE, "application/json".parse().expect("a header"));
    let api = routes::router();
    let api = api.route(FIXED, get(move || async move { (headers, fixed) }));
    let server = Peer::serve(router::surrounded(api, state.clone())).await;
    let host = server.host;

    // Athletes from every part of the board.
    let members = (0..AT_ONCE).map(|number| ATHLETES / AT_ONCE * number).collect();
    let tokens = field.sign_in(members).await;
    let sessions: Vec<String> =
        tokens.iter().map(|token| format!("authorization: Bearer {token}\r\n")).collect();
    let strangers = vec![String::new(); sessions.len()];
    let whole = Connection::open(host).await.expect("a connection").get(TOP, "").await.expect("an answer");
    // All but the timestamp, which comes last.
    let rows = whole.body.windows(11).position(|part| part == b"\"timestamp\"").expect("a timestamp");
    let top_15 = move |answer: &[u8]| answer.get(..rows) == whole.body.get(..rows);
    let mut member = Connection::open(host).await.expect("a connection");
    let first = member.get(MINE, &sessions[0]).await.expect("an answer").body;
    assert!(first.windows(5).any(|part| part == b"\"me\":"), "no row of one's own");
    // Names vary in length.
    let least = first.len() * 9 / 10;
    let own = move |answer: &[u8]| answer.len() > least;

    let (mut fixed, mut top, mut mine) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..=TURNS {
        let turns = [
            turn(host, FIXED, &strangers, |_| true).await,
            turn(host, TOP, &strangers, top_15.clone()).await,
            turn(host, MINE, &sessions, own).await,
        ];
        // Warms up each address.
        if number > 0 {
            fixed.push(turns[0]);
            top.push(turns[1]);
            mine.push(turns[2]);
        }
    }
    drop(server);
    state.db.close().await;
    json!({
        "finals": ATHLETES,
        "rebuild": median(rebuilds),
        "atOnce": AT_ONCE,
        "fixed": median(fixed),
        "top": median(top),
        "mine": median(mine),
    })
}
