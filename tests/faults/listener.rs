//! A peer of the nodes that the faults can make misbehave: its listener on loopback.

use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpStream};

/// A listener on a free port, and its address.
pub async fn bind() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
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
