//! Apple's service for notifications, as a server of our own: HTTP/2 over TLS, for clients with a certificate.

use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, Version};
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::RootCertStore;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use sixfold_tests::wallet_keys::WalletKeys;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

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
        let clients =
            WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build().unwrap();
        let mut config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_client_cert_verifier(clients)
            .with_single_cert(
                vec![CertificateDer::from_pem_slice(&keys.read("push.pem")).unwrap()],
                PrivateKeyDer::from_pem_slice(&keys.read("push.key")).unwrap(),
            )
            .unwrap();
        config.alpn_protocols = vec![b"h2".to_vec()];
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
        let service = Self { url, got: Arc::default(), answers: Arc::default() };
        let (got, answers) = (service.got.clone(), service.answers.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, got, answers) = (acceptor.clone(), got.clone(), answers.clone());
                tokio::spawn(async move {
                    let Ok(stream) = acceptor.accept(stream).await else { return };
                    let answer = service_fn(move |request| answer(request, got.clone(), answers.clone()));
                    http2::Builder::new(TokioExecutor::new())
                        .serve_connection(TokioIo::new(stream), answer)
                        .await
                        .ok();
                });
            }
        });
        service
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
