//! Accepting connections: limited per address, and never more than there are file descriptors. Small packets are sent
//! at once, and connections whose client has vanished are closed.

use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::HttpBody;
use axum::extract::ConnectInfo;
use axum::http::{Request, Version, header};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt as _;

use crate::config::Config;
use crate::http::count::{Counted, Counts};
use crate::http::origin::network;

/// How long a connection may be idle before the first TCP keep-alive probe.
const IDLE: Duration = Duration::from_mins(1);
/// The interval of keep-alive probes.
const PROBE_EVERY: Duration = Duration::from_secs(10);
/// How long sent data may stay unacknowledged: two comments of a live stream, so that one lost packet closes nothing.
const ACKNOWLEDGE_WITHIN: Duration = Duration::from_secs(30);
/// The most unsent data per connection in the kernel: a slow reader gets the newest state later, instead of every old
/// one.
#[cfg(target_os = "linux")]
const SEND_BUFFER: u32 = 128 * 1024;
/// The receive buffer per connection: a body that nobody reads costs no more.
const RECEIVE_BUFFER: usize = 256 * 1024;
/// How long the head of the next request may take to arrive, idle time included.
const HEAD_WITHIN: Duration = Duration::from_mins(1);

/// How long a TLS handshake may take.
const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);

/// The pause in accepting after the system ran out of resources, so that connections can end.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
/// File descriptors needed besides connections: for the store, its readers, mail, other servers.
const OTHER_FILES: usize = 200;
/// File descriptors that live streams leave for everything else.
const NOT_FOR_STREAMS: usize = 1_000;
const OVER_LIMIT: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Marks a request without a `Host` header, or with more than one (RFC 9112, 3.2).
#[derive(Debug, Clone, Copy)]
pub struct HostUnclear;

struct ConnectionLimits {
    all: Arc<Semaphore>,
    of_address: Counts<IpAddr>,
    most: usize,
    proxies: Vec<ipnet::IpNet>,
    reported: AtomicBool,
}

/// Held by a connection until it closes.
type ConnectionPermit = (OwnedSemaphorePermit, Option<Counted<IpAddr>>);

impl ConnectionLimits {
    fn new(config: &Config) -> Self {
        let all = config.network.connections;
        Self {
            all: Arc::new(Semaphore::new(all.min(Semaphore::MAX_PERMITS))),
            of_address: Counts::default(),
            // One address never gets all of them.
            most: config.network.connections_per_address.min(all - all / 4),
            proxies: config.network.trusted_proxies.clone(),
            reported: AtomicBool::new(false),
        }
    }

    /// Admits a connection. A proxy's connections belong to many clients, so it is not counted as one address.
    fn enter(&self, peer: IpAddr) -> Option<ConnectionPermit> {
        let peer = peer.to_canonical();
        let counted = if self.proxies.iter().any(|proxy| proxy.contains(&peer)) {
            None
        } else {
            Some(self.of_address.acquire(network(peer), self.most)?)
        };
        let permit = self.all.clone().try_acquire_owned().ok();
        if permit.is_none() && !self.reported.swap(true, Ordering::Relaxed) {
            tracing::warn!("the connection limit is reached; new ones are refused");
        }
        Some((permit?, counted))
    }
}

/// Serves connections until `stopping` completes, then accepts no more and waits for the requests in progress.
///
/// HTTP/1.1 only: detecting other versions would cost every open stream another buffer.
pub async fn serve(
    (listener, tls): (TcpListener, Option<TlsAcceptor>),
    app: Router,
    config: &Config,
    stopping: impl Future<Output = ()>,
) {
    // Connections inherit it from their listener.
    if let Err(error) = SockRef::from(&listener).set_recv_buffer_size(RECEIVE_BUFFER) {
        tracing::debug!(%error, "the receive buffer could not be limited");
    }
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN);
    let connections = GracefulShutdown::new();
    let door = ConnectionLimits::new(config);
    let mut stopping = pin!(stopping);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // A connection that was closed before it was accepted is no problem. Other errors mean that the system
                // has no resources left for now.
                if !is_of_connection(&error) {
                    tracing::error!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
                continue;
            }
        };
        let Some(permit) = door.enter(peer.ip()) else {
            // Fits the kernel's buffer, so it does not block.
            stream.try_write(OVER_LIMIT).ok();
            continue;
        };
        if let Err(error) = tune(&stream) {
            tracing::debug!(%error, "socket options could not be set");
        }
        let app = app.clone();
        // Boxed, so that idle connections do not hold the future's memory.
        let service = service_fn(move |request| Box::pin(answer(app.clone(), request, peer)));
        let Some(tls) = tls.clone() else {
            let connection = connections.watch(protocol.serve_connection(TokioIo::new(stream), service));
            tokio::spawn(ended(permit, connection));
            continue;
        };
        let (protocol, watcher) = (protocol.clone(), connections.watcher());
        tokio::spawn(async move {
            match tokio::time::timeout(HANDSHAKE_WITHIN, tls.accept(stream)).await {
                Ok(Ok(stream)) => {
                    let connection = protocol.serve_connection(TokioIo::new(stream), service);
                    ended(permit, watcher.watch(connection)).await;
                }
                Ok(Err(error)) => tracing::trace!(%error, "a handshake failed"),
                Err(_) => tracing::trace!("a handshake took too long"),
            }
        });
    }
    drop(listener);
    connections.shutdown().await;
}

/// Runs a connection to its end.
async fn ended(permit: ConnectionPermit, connection: impl Future<Output = hyper::Result<()>>) {
    let _permit = permit;
    if let Err(error) = connection.await {
        tracing::trace!(%error, "a connection ended early");
    }
}

fn is_of_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind as Kind;
    matches!(error.kind(), Kind::ConnectionRefused | Kind::ConnectionAborted | Kind::ConnectionReset)
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
    let hosts = request.headers().get_all(header::HOST).iter().count();
    // HTTP/1.0 does not require `Host`.
    if hosts > 1 || (hosts == 0 && request.version() > Version::HTTP_10) {
        request.extensions_mut().insert(HostUnclear);
    }
    app.oneshot(request).await
}

fn tune(stream: &TcpStream) -> std::io::Result<()> {
    // Disables Nagle's algorithm: an event is one small packet and must not wait for an acknowledgement.
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(IDLE).with_interval(PROBE_EVERY))?;
    #[cfg(target_os = "linux")]
    {
        socket.set_tcp_user_timeout(Some(ACKNOWLEDGE_WITHIN))?;
        socket.set_tcp_notsent_lowat(SEND_BUFFER)?;
    }
    Ok(())
}

/// Raises the limit on open files to the hard limit (many systems start at 1,024), and limits connections and live
/// streams to what then fits.
pub fn fit_to_files(config: &mut Config) {
    let Some(files) = raise_file_limit() else { return };
    config.network.connections = files.saturating_sub(OTHER_FILES.min(files / 4));
    let streams = files.saturating_sub(NOT_FOR_STREAMS).max(files / 4);
    if config.live.streams > streams {
        let configured = std::mem::replace(&mut config.live.streams, streams);
        tracing::warn!(
            "--live-streams {configured} is more than the {files} open files of this process leave room for: {streams} are served (ulimit -n)"
        );
    }
}

#[cfg(target_os = "linux")]
fn raise_file_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, ..limit };
    let now = if limit.current == limit.maximum {
        limit.current
    } else {
        match setrlimit(Resource::Nofile, raised) {
            Ok(()) => limit.maximum,
            Err(error) => {
                tracing::debug!(%error, "the limit of open files stays as it is");
                limit.current
            }
        }
    };
    now.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

/// On other systems the limit is left to the operator.
#[cfg(not(target_os = "linux"))]
fn raise_file_limit() -> Option<usize> {
    None
}
