//! The session check compared with a profile read, with 100,000 sessions in the store: both in this process, without a
//! network, in alternating turns.

use std::hint::black_box;
use std::time::Instant;

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use sixfold_server::auth::credentials::Credentials;
use sixfold_server::auth::extract;
use sixfold_server::db::Engine;
use tower::ServiceExt as _;

use crate::accounts::{Crowd, Member, median};

const PEOPLE: usize = 20_000;
const SESSIONS_EACH: usize = 5;
/// Checks in one turn if sessions are cached; otherwise as many as reads.
const CHECKS: usize = 20_000;
const READS: usize = 1_000;
const TURNS: usize = 7;

/// Microseconds per first check of a session, per later one and per read, each the median of the turns.
pub(crate) async fn measure(engine: Engine) -> Value {
    let crowd = Crowd::gather(engine, PEOPLE, SESSIONS_EACH).await;
    let presented: Vec<Credentials> = crowd.members.iter().enumerate().map(present).collect();
    let in_memory = engine == Engine::Sqlite;
    let (new, in_turn) = if in_memory { (presented.len() / TURNS, CHECKS) } else { (READS, READS) };
    let (mut first, mut check, mut read) = (Vec::new(), Vec::new(), Vec::new());
    for turn in 0..TURNS {
        let seen = (turn + 1) * new;
        first.push(checks(&crowd, presented[turn * new..seen].iter()).await);
        // Of those that have been checked. The strides are prime, so that neighbours in the list are not used in succession.
        let chosen = |count: usize, stride: usize| {
            let begin = turn * count;
            (begin..begin + count).map(move |step| step * stride % seen)
        };
        check.push(checks(&crowd, chosen(in_turn, 7_919).map(|index| &presented[index])).await);
        read.push(reads(&crowd, chosen(READS, 7_907).map(|index| &crowd.members[index])).await);
    }
    crowd.state.db.close().await;
    json!({
        "engine": if in_memory { "SQLite" } else { "PostgreSQL" },
        "sessions": crowd.members.len(),
        "first": median(first),
        "check": median(check),
        "read": median(read),
    })
}

/// Half by cookie, half by token.
fn present((index, member): (usize, &Member)) -> Credentials {
    if index % 2 == 0 {
        Credentials { cookie: Some(member.cookie.clone()), tokens: Vec::new() }
    } else {
        Credentials { cookie: None, tokens: vec![member.token.clone()] }
    }
}

async fn checks<'a>(crowd: &Crowd, presented: impl Iterator<Item = &'a Credentials>) -> f64 {
    let begun = Instant::now();
    let mut count = 0_u32;
    for presented in presented {
        let (user, _) = extract::check(black_box(presented), &crowd.state).await.expect("an answer");
        assert!(black_box(user).is_some(), "every session is live");
        count += 1;
    }
    begun.elapsed().as_secs_f64() * 1e6 / f64::from(count)
}

async fn reads<'a>(crowd: &Crowd, members: impl Iterator<Item = &'a Member>) -> f64 {
    let begun = Instant::now();
    let mut count = 0_u32;
    for member in members {
        let request = Request::get("/api/user/profile")
            .header(header::AUTHORIZATION, format!("Bearer {}", member.token))
            .body(Body::empty())
            .expect("a request");
        let response = crowd.router.clone().oneshot(request).await.expect("an answer");
        assert_eq!(response.status(), 200);
        black_box(axum::body::to_bytes(response.into_body(), usize::MAX).await.expect("a body"));
        count += 1;
    }
    begun.elapsed().as_secs_f64() * 1e6 / f64::from(count)
}
