//! A small HTTP/1.1 client for loopback: one persistent connection, one request at a time.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};

pub struct Answer {
    pub status: u16,
    /// `Retry-After`, in seconds.
    pub retry_after: Option<u64>,
    /// The last cookie that was set, as `name=value`.
    pub cookie: Option<String>,
    pub body: Vec<u8>,
}

pub struct Connection {
    stream: BufReader<TcpStream>,
    host: SocketAddr,
}

impl Connection {
    pub async fn open(host: SocketAddr) -> io::Result<Self> {
        Self::of(TcpStream::connect(host).await?, host)
    }

    /// From another address of this machine.
    pub async fn open_from(source: Ipv4Addr, host: SocketAddr) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((source, 0)))?;
        Self::of(socket.connect(host).await?, host)
    }

    fn of(stream: TcpStream, host: SocketAddr) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), host })
    }

    /// Posts a JSON body and reads the complete response.
    pub async fn post(&mut self, path: &str, headers: &str, body: &str) -> io::Result<Answer> {
        self.send("POST", path, headers, body).await
    }

    /// Sends a JSON body and reads the complete response.
    pub async fn send(&mut self, method: &str, path: &str, headers: &str, body: &str) -> io::Result<Answer> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n{body}",
            self.host,
            body.len(),
        );
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        self.answer().await
    }

    /// Sends a file and reads the complete response.
    pub async fn upload(&mut self, path: &str, headers: &str, file: &[u8]) -> io::Result<Answer> {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\n{headers}content-length: {}\r\n\r\n",
            self.host,
            file.len(),
        );
        self.stream.get_mut().write_all(head.as_bytes()).await?;
        self.stream.get_mut().write_all(file).await?;
        self.answer().await
    }

    /// Sends a request and reads the complete response.
    pub async fn get(&mut self, path: &str, headers: &str) -> io::Result<Answer> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{headers}\r\n", self.host);
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        self.answer().await
    }

    /// Sends a request and reads only the status: for responses that never end.
    pub async fn head_of(&mut self, path: &str, headers: &str) -> io::Result<u16> {
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\n{headers}\r\n", self.host);
        self.stream.get_mut().write_all(request.as_bytes()).await?;
        self.status().await
    }

    /// Starts a request without finishing it.
    pub async fn half_ask(&mut self) -> io::Result<()> {
        self.stream.get_mut().write_all(b"GET /healthz HTTP/1.1\r\n").await
    }

    async fn status(&mut self) -> io::Result<u16> {
        let first = self.line().await?;
        first.split(' ').nth(1).and_then(|word| word.parse().ok()).ok_or_else(broken)
    }

    async fn answer(&mut self) -> io::Result<Answer> {
        let status = self.status().await?;
        let (mut length, mut retry_after, mut cookie) = (None, None, None);
        loop {
            let line = self.line().await?;
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(':') {
                if name.eq_ignore_ascii_case("content-length") {
                    length = value.trim().parse().ok();
                } else if name.eq_ignore_ascii_case("retry-after") {
                    retry_after = value.trim().parse().ok();
                } else if name.eq_ignore_ascii_case("set-cookie") {
                    cookie = value.trim().split(';').next().map(str::to_owned);
                }
            }
        }
        let mut body = vec![0; length.ok_or_else(broken)?];
        self.stream.read_exact(&mut body).await?;
        Ok(Answer { status, retry_after, cookie, body })
    }

    async fn line(&mut self) -> io::Result<String> {
        let mut line = Vec::new();
        loop {
            match self.stream.read_u8().await? {
                b'\n' => break,
                b'\r' => {}
                byte => line.push(byte),
            }
        }
        String::from_utf8(line).map_err(|_| broken())
    }
}

fn broken() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not an HTTP/1.1 answer with a content length")
}
