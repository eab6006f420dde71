//! `GET /api/user/crew/{crewId}/stream` (RULES 15.8).

use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::http::{HeaderMap, Request};
use futures::StreamExt as _;
use serde_json::{Value, json};
use sixfold_server::app::router;
use sixfold_server::board::crew;
use sixfold_server::config::LiveSettings;
use sixfold_server::db::topic::topics::EVERY;
use sixfold_server::state::{AppState, Services};
use sixfold_tests::{PATIENCE, Person, TestApp, both};
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use super::{board, guardian, joined, made, one, set};
use crate::user::results::tested;

/// How long to wait before concluding that nothing more will come.
const QUIET: Duration = Duration::from_millis(700);
const DAYS: [&str; 3] = ["2025-10-01", "2025-10-20", "2025-11-20"];

struct Listener {
    body: BodyDataStream,
    text: String,
    headers: HeaderMap,
}

impl Listener {
    async fn open(router: &Router, person: &Person, crew: &Value) -> Self {
        Self::back(router, person, crew, None).await
    }

    async fn back(router: &Router, person: &Person, crew: &Value, last: Option<&str>) -> Self {
        let mut request = Request::get(format!("{}/stream", one(crew)))
            .header("authorization", format!("Bearer {}", person.token));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        assert_eq!(parts.status, 200);
        Self { body: body.into_data_stream(), text: String::new(), headers: parts.headers }
    }

    /// The next block with an event; none once the stream has ended.
    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let block = self.text[..end].to_owned();
                self.text.drain(..end + 2);
                if block.contains("event: ") {
                    return Some(block);
                }
                continue;
            }
            let piece = tokio::time::timeout(PATIENCE, self.body.next()).await.expect("something comes");
            self.text.push_str(std::str::from_utf8(&piece?.unwrap()).unwrap());
        }
    }

    async fn version(&mut self) -> String {
        let block = self.block().await.expect("the stream goes on");
        let of =
            |field: &str| block.lines().find_map(|line| line.strip_prefix(&format!("{field}: "))).unwrap();
        assert_eq!(of("event"), "changed");
        let data: Value = serde_json::from_str(of("data")).unwrap();
        assert_eq!(data, json!({ "version": of("id") }), "it says nothing else");
        of("id").to_owned()
    }

    /// Reads events up to that version: changes close together may come as one.
    async fn until(&mut self, version: &Value) {
        while self.version().await != *version.as_str().unwrap() {}
    }

    async fn is_quiet(&mut self) -> bool {
        tokio::time::timeout(QUIET, self.block()).await.is_err()
    }
}

/// A server with its tasks, which end with the set, and with short beats.
fn serve(app: &TestApp) -> (AppState, Router, JoinSet<()>) {
    let settings = LiveSettings { beat: Duration::from_millis(150), ..LiveSettings::new(2_000) };
    let crews = std::sync::Arc::new(crew::Crews::new(settings));
    let state = AppState::from(Services { crews, ..(*app.state).clone() });
    let mut jobs = JoinSet::new();
    jobs.spawn(state.topics.clone().follow(EVERY));
    jobs.spawn(crew::follow(state.clone()));
    (state.clone(), router::router(state), jobs)
}

/// Acts through a server.
async fn act(router: &Router, person: &Person, method: &str, path: &str, body: Value) -> Value {
    person.client().through(router.clone()).json(method.parse().unwrap(), path, &body, &[]).await.data()
}

both! {
    // RULES 15.8
    async fn a_change_of_a_result_a_member_sharing_or_a_name_is_told(app) {
        let (_, router, _jobs) = serve(&app);
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        let mut stream = Listener::open(&router, &ada, &crew).await;
        assert_eq!(stream.headers["content-type"], "text/event-stream");
        let first = board(&ada, &crew).await["version"].clone();
        assert_eq!(stream.version().await, first);
        // Who comes back with the newest id hears nothing new.
        let mut back = Listener::back(&router, &ada, &crew, first.as_str()).await;
        let mut seen = vec![first];

        joined(&ben, &crew).await;
        seen.push(board(&ada, &crew).await["version"].clone());
        assert_eq!(stream.version().await, seen[1]);
        assert_eq!(back.version().await, seen[1]);
        tested(&app, &ben, DAYS[0], 50).await;
        for change in 0..7 {
            if change > 0 {
                match change {
                    1 => drop(act(&router, &ben, "PUT", &format!("{}/membership", one(&crew)), json!({ "shareFinal": false })).await),
                    2 => set(&app, &ben, "first_name = 'Ben'").await,
                    3 => drop(act(&router, &ada, "PUT", &one(&crew), json!({ "name": "Thursday squad" })).await),
                    4 => drop(act(&router, &ada, "POST", &format!("{}/link", one(&crew)), json!({})).await),
                    5 => set(&app, &ben, "date_of_birth = '2009-09-09'").await,
                    _ => guardian(&app, &ben, true).await,
                }
            }
            let version = board(&ada, &crew).await["version"].clone();
            assert_ne!(seen.last(), Some(&version), "change {change}");
            stream.until(&version).await;
            seen.push(version);
        }
        // What does not change the board is not told.
        tested(&app, &app.athlete().await, DAYS[0], 50).await;
        set(&app, &ben, "phone_number = '+447700900123'").await;
        assert!(stream.is_quiet().await);
    }

    // RULES 15.4
    async fn nothing_is_told_of_a_held_final(app) {
        let (_, router, _jobs) = serve(&app);
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        joined(&ben, &crew).await;
        tested(&app, &ben, DAYS[0], 40).await;
        let mut stream = Listener::open(&router, &ada, &crew).await;
        stream.version().await;
        let held = format!("UPDATE booking SET held = TRUE, score_hundredths = 5917 WHERE uaid = '{}' AND test_date = '{}'",
            ben.uaid, DAYS[2]);
        // Stored and held in one go, as the desk does it.
        let past = tested(&app, &ben, DAYS[2], 1).await;
        assert!(past < 40.0, "a worse final, which the board does not show");
        app.execute(held).await;
        assert!(stream.is_quiet().await);
        // The control: once it is revealed, an event comes.
        app.execute("UPDATE booking SET held = FALSE").await;
        assert_eq!(stream.version().await, board(&ada, &crew).await["version"]);
    }

    // RULES 15.8
    async fn who_was_removed_or_left_hears_nothing_more(app) {
        let (_, router, _jobs) = serve(&app);
        let [ada, ben, cat, dan] = [app.athlete().await, app.athlete().await, app.athlete().await, app.athlete().await];
        let crew = made(&ada).await;
        let bens = joined(&ben, &crew).await;
        joined(&cat, &crew).await;
        joined(&dan, &crew).await;
        guardian(&app, &dan, true).await;
        let mut streams = Vec::new();
        for person in [&ada, &ben, &cat, &dan] {
            let mut stream = Listener::open(&router, person, &crew).await;
            stream.version().await;
            streams.push(stream);
        }
        let member = format!("{}/member/{}", one(&crew), bens["me"]["memberId"].as_str().unwrap());
        act(&router, &ada, "DELETE", &member, json!({})).await;
        act(&router, &cat, "DELETE", &format!("{}/membership", one(&crew)), json!({})).await;
        // The answer has come: from this moment on neither hears anything.
        tested(&app, &ada, DAYS[0], 61).await;
        assert_eq!(streams[1].block().await, None, "removed");
        // Events from before Cat left may still reach her.
        let last = board(&ada, &crew).await["version"].clone();
        while let Some(block) = streams[2].block().await {
            assert!(!block.contains(last.as_str().unwrap()), "left");
        }
        // The control: who stayed hears of it.
        streams[0].until(&last).await;
        streams[3].until(&last).await;
        // Turned into somebody under 18 without a guardian.
        guardian(&app, &dan, false).await;
        set(&app, &dan, "date_of_birth = '2009-09-09'").await;
        assert_eq!(streams[3].block().await, None, "out of view");
        streams[0].version().await;
        act(&router, &ada, "DELETE", &one(&crew), json!({})).await;
        assert_eq!(streams[0].block().await, None, "deleted");
    }

    async fn a_stream_ends_with_its_session_and_with_the_server(app) {
        let (state, router, _jobs) = serve(&app);
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        joined(&ben, &crew).await;
        let mut streams = Vec::new();
        for person in [&ada, &ben] {
            let mut stream = Listener::open(&router, person, &crew).await;
            stream.version().await;
            streams.push(stream);
        }
        ben.client().delete("/api/user/sessions", json!({ "all": true })).await;
        app.execute(format!("UPDATE session SET revoked_at = 1 WHERE uaid = '{}'", ben.uaid)).await;
        assert_eq!(streams[1].block().await, None);
        assert!(streams[0].is_quiet().await);
        state.crews.stop();
        assert_eq!(streams[0].block().await, None);
        let refused = ada.client().through(router).get(&format!("{}/stream", one(&crew))).await;
        refused.refused(503, "UNAVAILABLE");
    }

    async fn a_change_on_another_node_is_told(app) {
        let (_, router, _jobs) = serve(&app);
        let (_, other, _others) = serve(&app);
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        let crew = made(&ada).await;
        joined(&ben, &crew).await;
        let mut stream = Listener::open(&router, &ada, &crew).await;
        let mut there = Listener::open(&other, &ben, &crew).await;
        assert_eq!(stream.version().await, there.version().await, "the same on every node");
        let leave = format!("{}/membership", one(&crew));
        act(&router, &ben, "DELETE", &leave, json!({})).await;
        assert_eq!(there.block().await, None);
        stream.until(&board(&ada, &crew).await["version"]).await;
    }
}
