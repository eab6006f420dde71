//! The mail relay: it records every letter that it confirmed, and can be made to misbehave.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sixfold_tests::peer;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    Good,
    /// It delays every answer by this much.
    Slow(Duration),
    /// It closes every connection at once.
    Away,
    /// It takes a letter and closes the connection without confirming it.
    Silent,
    /// It refuses every letter for now.
    Greylisting,
    /// It confirms a letter and drops it. A control.
    Forgetful,
}

/// A relay on loopback.
#[derive(Clone)]
pub struct Relay {
    pub address: SocketAddr,
    manner: Arc<Mutex<Manner>>,
    took: Arc<Mutex<Vec<String>>>,
}

impl Relay {
    pub async fn open() -> Self {
        let (listener, address) = peer::bind().await;
        let relay = Self { address, manner: Arc::new(Mutex::new(Manner::Good)), took: Arc::default() };
        let server = relay.clone();
        peer::accept(listener, move |stream| {
            let relay = server.clone();
            async move { relay.converse(stream).await }
        });
        relay
    }

    pub fn behave(&self, manner: Manner) {
        *self.manner.lock().expect("nobody has panicked") = manner;
    }

    /// The id of each letter that it took, as often as it took it.
    pub fn took(&self) -> Vec<String> {
        self.took.lock().expect("nobody has panicked").clone()
    }

    /// Records a letter as taken. A control.
    pub fn note(&self, id: &str) {
        self.took.lock().expect("nobody has panicked").push(id.to_owned());
    }

    fn manner(&self) -> Manner {
        *self.manner.lock().expect("nobody has panicked")
    }

    async fn converse(&self, stream: TcpStream) -> std::io::Result<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        let mut letter: Option<String> = None;
        self.say(&mut write, "220 relay.example ESMTP").await?;
        while let Some(line) = lines.next_line().await? {
            if let Some(id) = &mut letter {
                if let Some(found) = line.strip_prefix("Message-ID: <") {
                    found.split('@').next().unwrap_or_default().clone_into(id);
                }
                if line != "." {
                    continue;
                }
                let id = letter.take().unwrap_or_default();
                match self.manner() {
                    Manner::Greylisting => self.say(&mut write, "450 4.2.1 Come again").await?,
                    Manner::Silent => {
                        self.note(&id);
                        return Ok(());
                    }
                    manner => {
                        if manner != Manner::Forgetful {
                            self.note(&id);
                        }
                        self.say(&mut write, "250 2.0.0 Queued").await?;
                    }
                }
                continue;
            }
            let word = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
            let answer = match word.as_str() {
                "EHLO" => "250 relay.example",
                "DATA" => {
                    letter = Some(String::new());
                    "354 Go on"
                }
                "QUIT" => "221 Bye",
                _ => "250 Ok",
            };
            self.say(&mut write, answer).await?;
        }
        Ok(())
    }

    async fn say(&self, write: &mut tokio::net::tcp::OwnedWriteHalf, line: &str) -> std::io::Result<()> {
        match self.manner() {
            Manner::Away => return Err(std::io::ErrorKind::ConnectionReset.into()),
            Manner::Slow(by) => tokio::time::sleep(by).await,
            Manner::Good | Manner::Silent | Manner::Greylisting | Manner::Forgetful => {}
        }
        write.write_all(format!("{line}\r\n").as_bytes()).await
    }
}
