//! A remote hub: a real server on loopback that answers well, badly, slowly or not at all.

mod copies;
mod passed_on;
mod trouble;

use std::sync::{Arc, Mutex};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;
use sixfold_tests::{Engine, Peer, Reply, TestApp};
use tokio::sync::Notify;
use tower::ServiceExt as _;

const HUB: &str = "/api/content/sixfold-en-gb/delivery/v1";
const AUTHORING: &str = "/api/content/sixfold-en-gb/authoring/v1";
const KEY: &str = "a-key-of-the-hub";

/// How the remote server answers.
#[derive(Clone)]
enum Mood {
    /// Correctly.
    Well,
    /// The same without the envelope.
    Bare,
    /// The same, with revisions that are no numbers.
    Revised,
    /// Correctly, but the homepage only once it is released.
    Held(Arc<Notify>),
    /// With this answer.
    Body(StatusCode, &'static str, Bytes),
    /// With megabytes and without a length.
    Endless,
    Never,
}

#[derive(Debug, Clone)]
struct ReceivedRequest {
    target: String,
    headers: HeaderMap,
}

struct Elsewhere {
    app: TestApp,
    url: String,
    mood: Arc<Mutex<Mood>>,
    seen: Arc<Mutex<Vec<ReceivedRequest>>>,
    peer: Peer,
}

#[derive(Clone)]
struct StubHub {
    router: axum::Router,
    mood: Arc<Mutex<Mood>>,
    seen: Arc<Mutex<Vec<ReceivedRequest>>>,
}

async fn answer(State(door): State<StubHub>, request: Request) -> Response {
    let target = request.uri().to_string();
    door.seen.lock().unwrap().push(ReceivedRequest { target, headers: request.headers().clone() });
    let mood = door.mood.lock().unwrap().clone();
    match mood {
        Mood::Well => door.router.oneshot(request).await.unwrap(),
        Mood::Held(go) => {
            if request.uri().path().ends_with("/content/home") {
                go.notified().await;
            }
            door.router.oneshot(request).await.unwrap()
        }
        Mood::Bare => data(door.router, request).await.to_string().into_response(),
        Mood::Revised => {
            let mut data = data(door.router, request).await;
            name_revisions(&mut data);
            data.to_string().into_response()
        }
        Mood::Body(status, location, body) => (status, [(header::LOCATION, location)], body).into_response(),
        Mood::Endless => {
            let chunk = Bytes::from(vec![b' '; 64 * 1024]);
            let chunks = futures::stream::iter(
                std::iter::repeat_with(move || Ok::<_, std::io::Error>(chunk.clone())).take(160),
            );
            Body::from_stream(chunks).into_response()
        }
        Mood::Never => std::future::pending().await,
    }
}

/// The data of the router's answer.
async fn data(router: axum::Router, request: Request) -> Value {
    let response = router.oneshot(request).await.unwrap();
    let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    serde_json::from_slice::<Value>(&body).unwrap()["data"].take()
}

/// Turns every `rev` into text.
fn name_revisions(value: &mut Value) {
    if let Some(parts) = value.as_object_mut() {
        if let Some(rev) = parts.get_mut("rev") {
            *rev = Value::String(format!("{rev}-917fa238"));
        }
        parts.values_mut().for_each(name_revisions);
    } else if let Some(values) = value.as_array_mut() {
        values.iter_mut().for_each(name_revisions);
    }
}

impl Elsewhere {
    async fn open() -> Self {
        let app = TestApp::spawn(Engine::Sqlite).await;
        let (mood, seen) = (Arc::new(Mutex::new(Mood::Well)), Arc::default());
        let door = StubHub { router: app.router.clone(), mood: mood.clone(), seen: Arc::clone(&seen) };
        let peer = Peer::serve(axum::Router::new().fallback(answer).with_state(door)).await;
        Self { app, url: format!("{}/api/content", peer.url()), mood, seen, peer }
    }

    /// A Sixfold server that takes its content from this hub.
    async fn reader(&self, engine: Engine) -> TestApp {
        let url = self.url.clone();
        TestApp::spawn_with(engine, move |flags| {
            flags.content_url = Some(url);
            flags.content_key = Some(KEY.to_owned());
        })
        .await
    }

    fn is(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    fn seen(&self) -> Vec<ReceivedRequest> {
        self.seen.lock().unwrap().clone()
    }

    fn times(&self, what: &str) -> usize {
        self.seen().iter().filter(|seen| seen.target.contains(what)).count()
    }
}

async fn get(app: &TestApp, path: &str) -> Reply {
    app.client().get(&format!("{HUB}/{path}")).await
}

async fn state(app: &TestApp) -> Value {
    app.person(3).await.client().get("/api/content/sixfold-en-gb/authoring/v1/hub").await.data()
}

fn seconds(app: &TestApp, seconds: i64) {
    app.state.clock.advance(seconds * 1_000);
}
