//! A push service of our own: HTTPS on this machine, with answers as a test wants them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use sixfold_tests::wallet_keys::WalletKeys;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::browser::Browser;

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
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![CertificateDer::from_pem_slice(&keys.read("push.pem")).unwrap()],
                PrivateKeyDer::from_pem_slice(&keys.read("push.key")).unwrap(),
            )
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = format!("localhost:{}", listener.local_addr().unwrap().port());
        let service = Self { host, got: Arc::default(), answers: Arc::default() };
        let (got, answers) = (service.got.clone(), service.answers.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, got, answers) = (acceptor.clone(), got.clone(), answers.clone());
                tokio::spawn(async move {
                    let Ok(stream) = acceptor.accept(stream).await else { return };
                    let answer = service_fn(move |request| answer(request, got.clone(), answers.clone()));
                    http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await.ok();
                });
            }
        });
        service
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
