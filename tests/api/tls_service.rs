//! A service of somebody else, as a server of our own: HTTPS on this machine.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::danger::ClientCertVerifier;
use sixfold_tests::peer;
use sixfold_tests::wallet_keys::WalletKeys;
use tokio_rustls::TlsAcceptor;

/// The certificate for `localhost`; clients need one of their own if there is something that verifies it.
pub(crate) fn config(keys: &WalletKeys, clients: Option<Arc<dyn ClientCertVerifier>>) -> ServerConfig {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder =
        ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let builder = match clients {
        Some(clients) => builder.with_client_cert_verifier(clients),
        None => builder.with_no_client_auth(),
    };
    let certificate = CertificateDer::from_pem_slice(&keys.read("push.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(&keys.read("push.key")).unwrap();
    builder.with_single_cert(vec![certificate], key).unwrap()
}

/// Serves until the test ends, with HTTP/2 if the configuration names it. The port is that of `localhost`.
pub(crate) async fn serve<A>(
    config: ServerConfig,
    answer: impl Fn(Request<Incoming>) -> A + Clone + Send + 'static,
) -> u16
where
    A: Future<Output = Result<Response<Body>, Infallible>> + Send + 'static,
{
    let is_http2 = config.alpn_protocols.iter().any(|name| name == b"h2");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let (listener, address) = peer::bind().await;
    peer::accept(listener, move |stream| {
        let (acceptor, answer) = (acceptor.clone(), answer.clone());
        async move {
            let Ok(stream) = acceptor.accept(stream).await else { return };
            let (stream, answer) = (TokioIo::new(stream), service_fn(answer));
            if is_http2 {
                http2::Builder::new(TokioExecutor::new()).serve_connection(stream, answer).await.ok();
            } else {
                http1::Builder::new().serve_connection(stream, answer).await.ok();
            }
        }
    });
    address.port()
}
