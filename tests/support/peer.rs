//! Services on loopback that a server under test talks to.

use std::io;
use std::net::SocketAddr;

use axum::Router;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::patience::until;

/// A listener on a free port, and its address.
pub async fn bind() -> (TcpListener, SocketAddr) {
    bind_at("127.0.0.1").await
}

pub async fn bind_at(ip: &str) -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind((ip, 0)).await.expect("a port");
    let address = listener.local_addr().expect("its address");
    (listener, address)
}

/// Converses with everybody who connects, each in a task of its own, until the process ends.
pub fn accept<F>(listener: TcpListener, converse: impl Fn(TcpStream) -> F + Send + 'static)
where
    F: Future<Output: Send> + Send + 'static,
{
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(converse(stream));
        }
    });
}

/// Forwards everybody who connects.
pub fn forward<S, F>(listener: TcpListener, connect: impl Fn() -> F + Send + 'static)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    F: Future<Output = io::Result<S>> + Send + 'static,
{
    accept(listener, move |mut from| {
        let connecting = connect();
        async move {
            let Ok(mut to) = connecting.await else { return };
            tokio::io::copy_bidirectional(&mut from, &mut to).await.ok();
        }
    });
}

/// A service over HTTP, stopped when dropped.
#[derive(Debug)]
pub struct Peer {
    pub host: SocketAddr,
    task: JoinHandle<()>,
}

impl Peer {
    pub async fn serve(router: Router) -> Self {
        let (listener, host) = bind().await;
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let task = tokio::spawn(async move { axum::serve(listener, service).await.expect("it serves") });
        Self { host, task }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.host)
    }

    /// Closes its port.
    pub async fn stop(&self) {
        self.task.abort();
        until("its port stays open", async || self.task.is_finished()).await;
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.task.abort();
    }
}
