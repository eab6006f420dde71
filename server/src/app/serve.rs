//! How connections are taken: so many for an address and never more than there are files for; what is small leaves at once, and
//! whoever has gone without a word keeps nothing here.

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
use tower::ServiceExt as _;

use crate::config::Config;
use crate::http::count::{Counted, Counts};
use crate::http::origin::network;

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
/// How much that has not been read yet a connection keeps in the system's memory. A body that nobody wants costs no more.
const UNREAD: usize = 256 * 1024;
/// How long a connection may take until the head of its next request is here, the quiet before it included.
const ASK_WITHIN: Duration = Duration::from_mins(1);

/// How long nobody is taken after the system could not give a connection, so that those that end make room.
const REST: Duration = Duration::from_millis(50);
/// Files that a server needs beside its connections: the store, its readers, mail, other servers.
const OTHER_FILES: usize = 200;
/// Files that live streams leave to everything else.
const NOT_FOR_STREAMS: usize = 1_000;
/// What somebody is told who has too many connections, or finds none free.
const FULL: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 5\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Marks a request that does not name its host, or names more than one (RFC 9112, 3.2).
#[derive(Debug, Clone, Copy)]
pub struct HostUnclear;

/// Who may connect.
struct Door {
    all: Arc<Semaphore>,
    of_address: Counts<IpAddr>,
    most: usize,
    proxies: Vec<ipnet::IpNet>,
    told: AtomicBool,
}

/// What a connection holds as long as it stands.
type Place = (OwnedSemaphorePermit, Option<Counted<IpAddr>>);

impl Door {
    fn new(config: &Config) -> Self {
        let all = config.edge.connections;
        Self {
            all: Arc::new(Semaphore::new(all.min(Semaphore::MAX_PERMITS))),
            of_address: Counts::default(),
            // One address never has all of them.
            most: config.edge.connections_per_address.min(all - all / 4),
            proxies: config.edge.trusted_proxies.clone(),
            told: AtomicBool::new(false),
        }
    }

    /// A place for a connection. A proxy brings everybody's: it is not counted as one caller.
    fn enter(&self, peer: IpAddr) -> Option<Place> {
        let peer = peer.to_canonical();
        let counted = if self.proxies.iter().any(|proxy| proxy.contains(&peer)) {
            None
        } else {
            Some(self.of_address.take(network(peer), self.most)?)
        };
        let place = self.all.clone().try_acquire_owned().ok();
        if place.is_none() && !self.told.swap(true, Ordering::Relaxed) {
            tracing::warn!("every connection that there are open files for is taken; more are refused");
        }
        Some((place?, counted))
    }
}

/// Answers whoever connects until `stopping` ends, then takes nobody any more and waits for the answers that are underway.
///
/// HTTP/1.1 alone: looking out for other versions first would cost every open stream another buffer.
pub async fn serve(listener: TcpListener, app: Router, config: &Config, stopping: impl Future<Output = ()>) {
    // Connections take it over from their listener.
    if let Err(error) = SockRef::from(&listener).set_recv_buffer_size(UNREAD) {
        tracing::debug!(%error, "connections keep as much unread as the system has it");
    }
    let mut protocol = http1::Builder::new();
    protocol.timer(TokioTimer::new()).header_read_timeout(ASK_WITHIN);
    let connections = GracefulShutdown::new();
    let door = Door::new(config);
    let mut stopping = pin!(stopping);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stopping => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // One that has gone again ends nothing. Others are the system's: it has no more to give for now.
                if !is_of_connection(&error) {
                    tracing::error!(%error, "a connection could not be taken");
                    tokio::time::sleep(REST).await;
                }
                continue;
            }
        };
        let Some(place) = door.enter(peer.ip()) else {
            // Into the system's memory, which has room for it: nobody is waited for.
            stream.try_write(FULL).ok();
            continue;
        };
        if let Err(error) = tune(&stream) {
            tracing::debug!(%error, "a connection stays as the system made it");
        }
        let app = app.clone();
        // Boxed: only a connection that waits for an answer keeps what makes it.
        let service = service_fn(move |request| Box::pin(answer(app.clone(), request, peer)));
        let connection = connections.watch(protocol.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            let _place = place;
            if let Err(error) = connection.await {
                tracing::trace!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    connections.shutdown().await;
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
    // HTTP/1.0 knows no hosts.
    if hosts > 1 || (hosts == 0 && request.version() > Version::HTTP_10) {
        request.extensions_mut().insert(HostUnclear);
    }
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

/// Lets this process have as many files open as the system allows it at all (many systems begin with 1,024), and its
/// connections and live streams as many as then fit.
pub fn fit_to_files(config: &mut Config) {
    let Some(files) = raise_file_limit() else { return };
    config.edge.connections = files.saturating_sub(OTHER_FILES.min(files / 4));
    let streams = files.saturating_sub(NOT_FOR_STREAMS).max(files / 4);
    if config.live.streams > streams {
        let wanted = std::mem::replace(&mut config.live.streams, streams);
        tracing::warn!(
            "--live-streams {wanted} is more than the {files} open files of this process leave room for: {streams} are served (ulimit -n)"
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

/// Elsewhere the limit is the operator's.
#[cfg(not(target_os = "linux"))]
fn raise_file_limit() -> Option<usize> {
    None
}
