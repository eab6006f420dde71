//! An identity provider on loopback, which can be made to misbehave. It describes itself, as a node asks at its start, and
//! refuses every code.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use sixfold_tests::peer;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// The provider's id at the nodes.
pub const ID: &str = "acme";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Good,
    /// It delays every answer by this much.
    Slow(Duration),
    /// It closes every connection at once.
    Away,
    /// It takes a request and never answers.
    Silent,
}

#[derive(Clone)]
pub struct Provider {
    address: SocketAddr,
    manner: Arc<Mutex<Manner>>,
}

impl Provider {
    pub async fn open() -> Self {
        let (listener, address) = peer::bind().await;
        let provider = Self { address, manner: Arc::new(Mutex::new(Manner::Good)) };
        let server = provider.clone();
        peer::accept(listener, move |stream| {
            let provider = server.clone();
            async move { provider.converse(stream).await }
        });
        provider
    }

    pub fn behave(&self, manner: Manner) {
        *self.manner.lock().expect("nobody has panicked") = manner;
    }

    pub fn issuer(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The command before a node's own that makes it a client of this provider.
    pub fn configure(&self) -> Vec<String> {
        let of = |part: &str, value: &str| format!("SIXFOLD_OIDC_{}_{part}={value}", ID.to_uppercase());
        let (client, secret) = (of("CLIENT_ID", "sixfold"), of("CLIENT_SECRET", "a secret of both"));
        vec!["env".to_owned(), of("ISSUER", &self.issuer()), client, secret]
    }

    async fn converse(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut stream = BufReader::new(stream);
        let manner = *self.manner.lock().expect("nobody has panicked");
        if manner == Manner::Away {
            return Ok(());
        }
        let (mut first, mut length) = (String::new(), 0);
        stream.read_line(&mut first).await?;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await? <= 2 {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        stream.read_exact(&mut vec![0; length]).await?;
        match manner {
            Manner::Slow(by) => tokio::time::sleep(by).await,
            Manner::Silent => std::future::pending().await,
            Manner::Good | Manner::Away => {}
        }
        let issuer = self.issuer();
        let (status, body) = match first.split(' ').nth(1).unwrap_or_default() {
            "/.well-known/openid-configuration" => (
                "200 OK",
                json!({
                    "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"),
                    "token_endpoint": format!("{issuer}/token"), "jwks_uri": format!("{issuer}/jwks"),
                    "response_types_supported": ["code"], "subject_types_supported": ["public"],
                    "id_token_signing_alg_values_supported": ["EdDSA"],
                }),
            ),
            "/jwks" => ("200 OK", json!({ "keys": [] })),
            _ => ("400 Bad Request", json!({ "error": "invalid_grant" })),
        };
        let (body, kind) = (body.to_string(), "content-type: application/json\r\nconnection: close");
        let head = format!("HTTP/1.1 {status}\r\n{kind}\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.get_mut().write_all(format!("{head}{body}").as_bytes()).await
    }
}
