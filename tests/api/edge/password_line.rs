//! Passwords wait to be hashed in a queue that is fair between addresses: a flood from one address delays nobody else.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde_json::json;
use sixfold_server::config::cli::Switch;
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::{Client, Reply, TestApp, both, on_both};
use tokio::task::JoinSet;

const STRANGER: &str = "192.0.2.66";
const LOGIN: &str = "/api/user/login";
const FORGOT: &str = "/api/user/forgot";
/// More than the queue holds.
const AT_ONCE: usize = 290;

/// Sign-ins from one address that continue until this is dropped.
struct Flood {
    stop: Arc<AtomicBool>,
    turned_away: Arc<AtomicU64>,
    #[expect(dead_code, reason = "its drop ends the tasks")]
    tasks: JoinSet<()>,
}

impl Flood {
    /// Starts it and waits until the first call is refused, so that the address's part of the queue is full.
    async fn start(app: &TestApp) -> Self {
        let (stop, turned_away) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut tasks = JoinSet::new();
        for number in 0..AT_ONCE {
            let client = app.client().at(STRANGER);
            let (stop, turned_away) = (stop.clone(), turned_away.clone());
            let body = json!({ "emailAddress": format!("{number}@nobody.example"), "password": PASSWORD });
            tasks.spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    if client.post(LOGIN, body.clone()).await.status == 429 {
                        turned_away.fetch_add(1, Ordering::Relaxed);
                        tokio::time::sleep(Duration::from_millis(20)).await;
                    }
                }
            });
        }
        while turned_away.load(Ordering::Relaxed) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Self { stop, turned_away, tasks }
    }

    fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn home(number: usize) -> String {
    format!("198.51.100.{}", number + 1)
}

async fn sign_in(client: &Client, email: &str) -> Reply {
    client.post(LOGIN, json!({ "emailAddress": email, "password": PASSWORD })).await
}

/// The first of forty calls at once that is answered 429; those answered before it have to be 200. One after another each
/// admitted call would wait for the whole queue.
async fn turned_away<F: Future<Output = Reply> + Send + 'static>(call: impl Fn(usize) -> F) -> Reply {
    let mut calls: JoinSet<Reply> = (0..40).map(call).collect();
    while let Some(reply) = calls.join_next().await {
        let reply = reply.unwrap();
        if reply.status == 429 {
            return reply;
        }
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    panic!("none of forty calls was turned away");
}

both! {
    async fn a_flood_from_one_address_keeps_nobody_else_from_signing_in(app) {
        let emails: Vec<String> = (0..6).map(|number| format!("robin{number}@athletes.example")).collect();
        for email in &emails {
            app.sign_up(email).await;
        }
        let flood = Flood::start(&app).await;
        for (number, email) in emails.iter().enumerate() {
            sign_in(&app.client().at(&home(number)), email).await.data();
            let new = signup_body(&format!("new{number}@athletes.example"));
            app.client().at(&home(number)).post("/api/user/signup", new).await.data();
        }
        assert!(flood.turned_away() > 0);
        // The control: others at the stranger's address share its part of the queue, and get `Retry-After`.
        let reply = turned_away(|number| {
            let (neighbour, email) = (app.client().at(STRANGER), emails[number % 6].clone());
            async move { sign_in(&neighbour, &email).await }
        })
        .await;
        reply.refused(429, "TOO_MANY_REQUESTS");
        assert!(reply.header("retry-after").parse::<u64>().unwrap() > 0);
    }

    async fn a_full_line_is_429_at_sign_up_too(app) {
        let _flood = Flood::start(&app).await;
        let reply = turned_away(|number| {
            let neighbour = app.client().at(STRANGER);
            async move {
                neighbour.post("/api/user/signup", signup_body(&format!("new{number}@athletes.example"))).await
            }
        })
        .await;
        reply.refused(429, "TOO_MANY_REQUESTS");
        assert!(reply.header("retry-after").parse::<u64>().unwrap() > 0);
    }

    async fn a_reset_with_a_token_of_nobody_hashes_nothing(app) {
        let _flood = Flood::start(&app).await;
        // Whatever needs the queue is soon refused for this address; a reset with an unknown token does not need it.
        let neighbour = app.client().at(STRANGER);
        for _ in 0..60 {
            let body = json!({ "token": "f".repeat(64), "password": "a quieter stadium" });
            neighbour.post(FORGOT, body).await.refused_field(422, "TOKEN_INVALID", "token");
        }
    }
}

on_both!(resets_from_one_address_are_limited, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let body = json!({ "token": "f".repeat(64), "password": "a quieter stadium" });
    let stranger = app.client().at(STRANGER);
    for _ in 0..20 {
        stranger.post(FORGOT, body.clone()).await.refused(422, "TOKEN_INVALID");
    }
    let reply = stranger.post(FORGOT, body.clone()).await;
    reply.refused(429, "TOO_MANY_REQUESTS");
    assert_eq!(reply.header("retry-after"), "900");
    app.client().at(&home(0)).post(FORGOT, body.clone()).await.refused(422, "TOKEN_INVALID");
    // An address that has used up its attempts costs the store nothing more, and is let in again when the window ends.
    for _ in 0..5 {
        stranger.post(FORGOT, body.clone()).await.refused(429, "TOO_MANY_REQUESTS");
    }
    let counted = "SELECT CAST(MAX(attempts) AS TEXT) FROM throttle WHERE scope = 'reset-address'";
    assert_eq!(app.texts(counted).await, [Some("21".to_owned())]);
    app.pass_minutes(15);
    stranger.post(FORGOT, body).await.refused(422, "TOKEN_INVALID");
});
