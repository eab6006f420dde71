//! A push service of our own: HTTPS on this machine, with answers as a test wants them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use sixfold_tests::wallet_keys::WalletKeys;

use super::browser::Browser;
use crate::tls_service;

/// A message that it got.
#[derive(Debug, Clone)]
pub(super) struct Got {
    pub method: String,
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Got {
    pub(super) fn is_to(&self, browser: &Browser) -> bool {
        browser.endpoint.ends_with(&self.path)
    }

    pub(super) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

/// What it answers to the next messages, first to last; 201 when there is nothing left.
type Answers = Arc<Mutex<Vec<(StatusCode, &'static str, &'static str)>>>;

pub(super) struct Service {
    /// With its port.
    pub host: String,
    got: Arc<Mutex<Vec<Got>>>,
    answers: Answers,
}

impl Service {
    pub(super) async fn start(keys: &WalletKeys) -> Self {
        let (got, answers) = (Arc::<Mutex<Vec<Got>>>::default(), Answers::default());
        let (kept, given) = (Arc::clone(&got), Arc::clone(&answers));
        let answer = move |request| answer(request, kept.clone(), given.clone());
        let port = tls_service::serve(tls_service::config(keys, None), answer).await;
        Self { host: format!("localhost:{port}"), got, answers }
    }

    pub(super) fn will_answer(&self, status: StatusCode) {
        self.will_answer_with(status, "x-nothing", "");
    }

    pub(super) fn will_answer_with(&self, status: StatusCode, name: &'static str, value: &'static str) {
        self.answers.lock().unwrap().push((status, name, value));
    }

    /// What it got since the last look.
    pub(super) fn got(&self) -> Vec<Got> {
        std::mem::take(&mut *self.got.lock().unwrap())
    }
}

async fn answer(
    request: Request<hyper::body::Incoming>,
    got: Arc<Mutex<Vec<Got>>>,
    answers: Answers,
) -> Result<Response<Body>, std::convert::Infallible> {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(Body::new(body), 10_000).await.unwrap().to_vec();
    let headers =
        parts.headers.iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    got.lock().unwrap().push(Got {
        method: parts.method.to_string(),
        path: parts.uri.path().to_owned(),
        headers: headers.collect(),
        body,
    });
    let mut answers = answers.lock().unwrap();
    let (status, name, value) =
        if answers.is_empty() { (StatusCode::CREATED, "x-nothing", "") } else { answers.remove(0) };
    Ok(Response::builder().status(status).header(name, value).body(Body::empty()).unwrap())
}
