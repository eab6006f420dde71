//! A client of the stream that reads it as a browser does.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, BodyDataStream};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request};
use futures::StreamExt as _;
use serde_json::Value;
use sixfold_server::app::router;
use sixfold_server::board::live;
use sixfold_server::db::topic::topics::EVERY;
use sixfold_server::state::{AppState, Services};
use sixfold_tests::{PATIENCE, Reply, TestApp};
use tokio::task::JoinSet;
use tower::ServiceExt as _;

pub(super) const STREAM: &str = "/api/event/livescreen/stream";

/// How long to wait before concluding that nothing more will come.
const QUIET: Duration = Duration::from_secs(1);

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Event {
    pub kind: String,
    pub data: Value,
}

pub(super) struct Listener {
    body: BodyDataStream,
    text: String,
    pub headers: HeaderMap,
    /// The id of the last event, as a browser remembers it.
    pub last: Option<String>,
}

/// Where a listener connects from.
#[derive(Default)]
pub(super) struct From {
    peer: Option<SocketAddr>,
    forwarded: Option<String>,
}

impl From {
    pub(super) fn peer(address: &str) -> Self {
        Self { peer: Some(SocketAddr::new(address.parse().unwrap(), 40_000)), forwarded: None }
    }

    /// Through a proxy that sends `X-Forwarded-For`.
    pub(super) fn behind(proxy: &str, forwarded: &str) -> Self {
        Self { forwarded: Some(forwarded.to_owned()), ..Self::peer(proxy) }
    }

    fn request(&self) -> axum::http::request::Builder {
        let mut request = Request::get(STREAM);
        if let Some(peer) = self.peer {
            request = request.extension(ConnectInfo(peer));
        }
        if let Some(forwarded) = &self.forwarded {
            request = request.header("x-forwarded-for", forwarded);
        }
        request
    }
}

impl Listener {
    /// Opens the stream without an earlier event.
    pub(super) async fn open(router: &Router) -> Self {
        Self::back(router, None).await
    }

    pub(super) async fn open_from(router: &Router, from: From) -> Self {
        Self::begin(router, &from, None).await
    }

    /// Reopens the stream after an earlier event.
    pub(super) async fn back(router: &Router, last: Option<&str>) -> Self {
        Self::begin(router, &From::default(), last).await
    }

    async fn begin(router: &Router, from: &From, last: Option<&str>) -> Self {
        let mut request = from.request();
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        assert_eq!(parts.status, 200);
        Self {
            body: body.into_data_stream(),
            text: String::new(),
            headers: parts.headers,
            last: last.map(str::to_owned),
        }
    }

    /// The next block, up to an empty line; `None` once the stream has ended.
    pub(super) async fn block(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let block = self.text[..end].to_owned();
                self.text.drain(..end + 2);
                return Some(block);
            }
            let piece = tokio::time::timeout(PATIENCE, self.body.next()).await.expect("something comes");
            self.text.push_str(std::str::from_utf8(&piece?.unwrap()).unwrap());
        }
    }

    /// The next event; comments and lines for browsers are skipped.
    pub(super) async fn event(&mut self) -> Event {
        loop {
            let block = self.block().await.expect("the stream goes on");
            let of = |field: &str| block.lines().find_map(|line| line.strip_prefix(&format!("{field}: ")));
            if let Some(id) = of("id") {
                self.last = Some(id.to_owned());
            }
            if let (Some(kind), Some(data)) = (of("event"), of("data")) {
                return Event { kind: kind.to_owned(), data: serde_json::from_str(data).unwrap() };
            }
        }
    }

    /// The next event of a kind.
    pub(super) async fn next(&mut self, kind: &str) -> Value {
        loop {
            let event = self.event().await;
            if event.kind == kind {
                return event.data;
            }
        }
    }

    /// The three events that every listener gets first.
    pub(super) async fn beginning(&mut self) -> [Value; 3] {
        let mut all = Vec::new();
        for kind in ["leaderboard", "reveal", "config"] {
            let event = self.event().await;
            assert_eq!(event.kind, kind);
            all.push(event.data);
        }
        all.try_into().unwrap()
    }

    /// The kinds of events: this many, and those that come until nothing has come for a while.
    pub(super) async fn kinds(&mut self, at_least: usize) -> Vec<String> {
        let mut kinds = Vec::new();
        while kinds.len() < at_least {
            kinds.push(self.event().await.kind);
        }
        while let Ok(event) = tokio::time::timeout(QUIET, self.event()).await {
            kinds.push(event.kind);
        }
        kinds
    }
}

/// The answer when a stream is refused.
pub(super) async fn refused(router: &Router) -> Reply {
    refused_from(router, From::default()).await
}

/// The answer when a stream is refused to an address.
pub(super) async fn refused_from(router: &Router, from: From) -> Reply {
    let request = from.request().body(Body::empty()).unwrap();
    let (parts, body) = router.clone().oneshot(request).await.unwrap().into_parts();
    assert_ne!(parts.status, 200);
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    Reply { status: parts.status, headers: parts.headers, body }
}

/// The tasks of a server that follow the store, as the binary runs them; they end when the set is dropped.
pub(super) fn follow(state: &AppState) -> JoinSet<()> {
    let mut jobs = JoinSet::new();
    jobs.spawn(state.topics.clone().follow(EVERY));
    let (boards, db, topics) = (state.boards.clone(), state.db.clone(), state.topics.clone());
    jobs.spawn(async move { boards.follow(&db, &topics).await });
    jobs.spawn(live::follow(state.clone()));
    jobs
}

/// Another process on the same store.
pub(super) fn another(app: &TestApp) -> (AppState, Router) {
    let (config, db) = ((*app.state.config).clone(), app.state.db.clone());
    let state = AppState::new(config, db, app.state.clock.clone()).unwrap();
    (state.clone(), router::router(state))
}

/// The same server with other settings of its live streams.
pub(super) fn with(app: &TestApp, settings: sixfold_server::config::LiveSettings) -> (AppState, Router) {
    let live = std::sync::Arc::new(live::Live::new(settings));
    let state = AppState::from(Services { live, ..(*app.state).clone() });
    (state.clone(), router::router(state))
}
