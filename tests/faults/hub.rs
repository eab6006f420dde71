//! A content hub on loopback: a node with a store of its own, behind a proxy that can be made to misbehave.

use std::net::SocketAddr;
use std::time::Duration;

use sixfold_tests::peer;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, watch};

use crate::node::Node;
use crate::relay::Relay;
use crate::stage;
use crate::store::Store;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Good,
    /// It delays every request by this much.
    Slow(Duration),
    /// It closes every connection at once.
    Away,
    /// It takes a request and never answers.
    Silent,
}

pub struct Hub {
    address: SocketAddr,
    manner: watch::Sender<Manner>,
    /// Where the node is, once it runs.
    target: watch::Sender<Option<SocketAddr>>,
    node: Mutex<Option<(Node, Store)>>,
}

impl Hub {
    /// Opens the proxy, behind which nothing runs yet.
    pub async fn open() -> Self {
        let (listener, address) = peer::bind().await;
        let (manner, manners) = watch::channel(Manner::Good);
        let (target, targets) = watch::channel(None);
        peer::accept(listener, move |stream| converse(stream, *targets.borrow(), manners.clone()));
        Self { address, manner, target, node: Mutex::default() }
    }

    pub fn behave(&self, manner: Manner) {
        self.manner.send_replace(manner);
    }

    /// Starts the node; returns the flags of the nodes whose hub it is.
    pub async fn start(&self, relay: &Relay) -> Vec<String> {
        let store = Store::beside();
        let people = stage::set(&store.url(), store.directory.path()).await;
        let mut node = Node::new(&store, 0, relay.address);
        node.launch(Duration::ZERO);
        node.ready().await;
        self.target.send_replace(Some(node.host));
        *self.node.lock().await = Some((node, store));
        let url = format!("http://{}/api/content", self.address);
        ["--content-url", &url, "--content-key", &people.staff.token].map(str::to_owned).to_vec()
    }
}

/// Handles a connection until one side closes it or the hub changes its manner.
async fn converse(stream: TcpStream, node: Option<SocketAddr>, mut manners: watch::Receiver<Manner>) {
    let Some(node) = node else { return };
    let manner = *manners.borrow_and_update();
    let conversation = async {
        match manner {
            Manner::Good => forward(stream, node, Duration::ZERO).await.ok(),
            Manner::Slow(by) => forward(stream, node, by).await.ok(),
            Manner::Away => None,
            Manner::Silent => {
                let _open = stream;
                std::future::pending().await
            }
        }
    };
    tokio::select! {
        _ = conversation => {}
        _ = manners.changed() => {}
    }
}

/// Forwards requests, each after a pause, and the answers.
async fn forward(client: TcpStream, node: SocketAddr, pause: Duration) -> std::io::Result<()> {
    let server = TcpStream::connect(node).await?;
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let requests = async {
        let mut buffer = vec![0; 16 * 1024];
        loop {
            let length = from_client.read(&mut buffer).await?;
            if length == 0 {
                return Ok(());
            }
            tokio::time::sleep(pause).await;
            to_server.write_all(&buffer[..length]).await?;
        }
    };
    tokio::select! {
        ended = requests => ended,
        ended = tokio::io::copy(&mut from_server, &mut to_client) => ended.map(drop),
    }
}
