//! The sockets that a server listens on: one that systemd hands over (socket activation, so that nothing is refused
//! while a server restarts), or new ones.

use std::net::SocketAddr;

use listenfd::ListenFd;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::app::error::RunError;
use crate::app::tls;
use crate::config::cli::named;
use crate::config::{Config, ConfigError, Operations};

pub(super) struct Listeners {
    pub public: TcpListener,
    /// For `/metrics`, if that has one of its own.
    pub metrics: Option<TcpListener>,
    /// TLS of the public one.
    pub tls: Option<TlsAcceptor>,
}

impl Listeners {
    pub(super) async fn open(config: &Config) -> Result<Self, RunError> {
        let tls = config.tls.as_ref().map(tls::acceptor).transpose()?;
        Ok(Self { public: public(config.listen).await?, metrics: metrics(&config.operations).await?, tls })
    }
}

/// The public socket: systemd's, if it hands one over, else a new one at `--listen`.
async fn public(address: SocketAddr) -> Result<TcpListener, RunError> {
    let mut handed = ListenFd::from_env();
    if handed.len() == 0 {
        return bind("--listen", address).await;
    }
    let wrong = |reason: String| RunError::Config(ConfigError::new("LISTEN_FDS", reason));
    if handed.len() > 1 {
        return Err(wrong("one socket can be handed over, the public one".to_owned()));
    }
    let taken = handed.take_tcp_listener(0).and_then(|socket| {
        let socket = socket.ok_or_else(|| std::io::Error::other("it was taken already"))?;
        socket.set_nonblocking(true)?;
        TcpListener::from_std(socket)
    });
    taken.map_err(|error| wrong(format!("what was handed over cannot be listened on: {error}")))
}

/// The socket for `/metrics`, if there is to be one.
async fn metrics(operations: &Operations) -> Result<Option<TcpListener>, RunError> {
    match operations.metrics_listen {
        Some(address) => bind("--metrics-listen", address).await.map(Some),
        None => Ok(None),
    }
}

async fn bind(setting: &'static str, address: SocketAddr) -> Result<TcpListener, RunError> {
    // It may be in use for a moment only.
    TcpListener::bind(address).await.map_err(|error| {
        RunError::Other(format!("{}: {address} cannot be listened on: {error}", named(setting)))
    })
}
