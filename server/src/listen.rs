//! How connections are taken: what is small leaves at once, and whoever has gone without a word keeps nothing here.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tower::ServiceExt as _;

/// How long a connection may say nothing before it is asked whether it still stands.
const IDLE: Duration = Duration::from_mins(1);
/// How often it is asked then.
const ASK_EVERY: Duration = Duration::from_secs(10);
/// How long what was sent may wait to be taken: two comments of a live stream, so that one lost packet closes nothing.
const TAKE_WITHIN: Duration = Duration::from_secs(30);
/// How much that has not left yet a connection keeps in the system's memory: whoever reads slowly gets the newest state
/// later instead of every old one.
#[cfg(target_os = "linux")]
const UNSENT: u32 = 128 * 1024;
/// How long a connection may take until the head of its next request is here, the quiet before it included.
const ASK_WITHIN: Duration = Duration::from_mins(1);

/// Answers whoever connects until `stopping` ends, then takes nobody any more and waits for the answers that are underway.
///
/// HTTP/1.1 alone: looking out for other versions first would cost every open stream another buffer.
pub async fn serve(mut listener: TcpListener, app: Router, stopping: impl Future<Output = ()>) {
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(ASK_WITHIN);
    let connections = GracefulShutdown::new();
    let mut stopping = pin!(stopping);
    loop {
        let (stream, peer) = tokio::select! {
            // As axum does it: an error of one connection, or of too many, ends nothing.
            accepted = Listener::accept(&mut listener) => accepted,
            () = &mut stopping => break,
        };
        if let Err(error) = tune(&stream) {
            tracing::debug!(%error, "a connection stays as the system made it");
        }
        let app = app.clone();
        // Boxed: only a connection that waits for an answer keeps what makes it.
        let service = service_fn(move |request| Box::pin(answer(app.clone(), request, peer)));
        let connection = connections.watch(protocol.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::trace!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    connections.shutdown().await;
}

async fn answer<B>(
    app: Router,
    mut request: Request<B>,
    peer: SocketAddr,
) -> Result<axum::response::Response, std::convert::Infallible>
where
    B: HttpBody<Data = axum::body::Bytes, Error: Into<axum::BoxError>> + Send + 'static,
{
    request.extensions_mut().insert(ConnectInfo(peer));
    app.oneshot(request).await
}

fn tune(stream: &TcpStream) -> std::io::Result<()> {
    // An event is one small packet: it must not wait for the receipt of the one before.
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(IDLE).with_interval(ASK_EVERY))?;
    #[cfg(target_os = "linux")]
    {
        socket.set_tcp_user_timeout(Some(TAKE_WITHIN))?;
        socket.set_tcp_notsent_lowat(UNSENT)?;
    }
    Ok(())
}

/// Lets this process have as many connections open as the system allows it at all; many systems begin with 1,024.
#[cfg(target_os = "linux")]
pub fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit })
    {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
}

/// Elsewhere the limit is the operator's.
#[cfg(not(target_os = "linux"))]
pub fn raise_file_limit() {}
