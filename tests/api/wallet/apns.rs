//! Apple's service for notifications, as a server of our own: HTTP/2 over TLS, for clients with a certificate.

use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, Version};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::server::WebPkiClientVerifier;
use sixfold_tests::wallet_keys::WalletKeys;

use crate::tls_service;

/// A notification that it got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Got {
    pub path: String,
    pub topic: String,
    pub body: String,
    pub version: Version,
}

/// What it answers to the next notifications, first to last; 200 when there is nothing left.
type Answers = Arc<Mutex<Vec<(StatusCode, &'static str)>>>;

pub(super) struct Service {
    pub url: String,
    got: Arc<Mutex<Vec<Got>>>,
    answers: Answers,
}

impl Service {
    pub(super) async fn start(keys: &WalletKeys) -> Self {
        let authority = CertificateDer::from_pem_slice(&keys.read("apple-ca.pem")).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(authority).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let clients = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build().unwrap();
        let mut config = tls_service::config(keys, Some(clients));
        config.alpn_protocols = vec![b"h2".to_vec()];
        let (got, answers) = (Arc::<Mutex<Vec<Got>>>::default(), Answers::default());
        let (kept, given) = (Arc::clone(&got), Arc::clone(&answers));
        let answer = move |request| answer(request, kept.clone(), given.clone());
        let port = tls_service::serve(config, answer).await;
        Self { url: format!("https://localhost:{port}"), got, answers }
    }

    pub(super) fn will_answer(&self, status: StatusCode, reason: &'static str) {
        self.answers.lock().unwrap().push((status, reason));
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
    let body = axum::body::to_bytes(Body::new(body), 10_000).await.unwrap();
    got.lock().unwrap().push(Got {
        path: parts.uri.path().to_owned(),
        topic: parts.headers["apns-topic"].to_str().unwrap().to_owned(),
        body: String::from_utf8(body.to_vec()).unwrap(),
        version: parts.version,
    });
    let mut answers = answers.lock().unwrap();
    let (status, reason) = if answers.is_empty() { (StatusCode::OK, "") } else { answers.remove(0) };
    let body = if reason.is_empty() { String::new() } else { format!("{{\"reason\":\"{reason}\"}}") };
    Ok(Response::builder().status(status).body(Body::from(body)).unwrap())
}
