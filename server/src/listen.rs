//! How connections are taken: what is small leaves at once, and whoever has gone without a word keeps nothing here.

use std::time::Duration;

use axum::serve::{ListenerExt as _, TapIo};
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};

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

/// The listener, each of whose connections is tuned.
pub fn tuned(listener: TcpListener) -> TapIo<TcpListener, fn(&mut TcpStream)> {
    listener.tap_io(|stream| {
        if let Err(error) = tune(stream) {
            tracing::debug!(%error, "a connection stays as the system made it");
        }
    })
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
