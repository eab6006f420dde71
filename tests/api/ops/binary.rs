//! The binary, as an operator starts it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::Response;
use openidconnect::reqwest;
use rustix::process::{Pid, Signal, kill_process};
use sixfold_tests::{Client, PATIENCE};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// The binary in `SIXFOLD_BINARY`, else the one built beside this test.
fn binary() -> PathBuf {
    let beside = || std::env::current_exe().unwrap().parent().unwrap().with_file_name("sixfold");
    let path = std::env::var_os("SIXFOLD_BINARY").map_or_else(beside, PathBuf::from);
    assert!(path.exists(), "{} is not built: run `cargo build`", path.display());
    path
}

/// The binary after a shell command such as `umask 022` or `ulimit -n 300`, in a data directory.
fn command(shell: &str, directory: &Path) -> Command {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &format!("{shell}; exec \"$@\""), "sh"]).arg(binary());
    command.arg("--data-dir").arg(directory);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SIXFOLD_")) {
        command.env_remove(name);
    }
    command
}

/// The output of a command that has ended, and whether it succeeded.
pub(super) struct Ended {
    pub(super) good: bool,
    pub(super) told: String,
}

/// Runs a command to its end, with text on its standard input.
pub(super) fn run(shell: &str, directory: &Path, arguments: &[&str], input: &str) -> Ended {
    let mut command = command(shell, directory);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The command may have ended without reading it.
    child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let told = format!("{}{}", String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    Ended { good: status.success(), told }
}

/// A running server, stopped when dropped.
pub(super) struct Served {
    pub(super) host: SocketAddr,
    pub(super) metrics: Option<SocketAddr>,
    child: Child,
    log: PathBuf,
}

impl Served {
    /// Starts a server and waits until it listens.
    pub(super) fn start(shell: &str, directory: &Path, flags: &[&str]) -> Self {
        let mut command = command(shell, directory);
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(flags);
        Self::begin(command, directory)
    }

    /// Starts a server that is handed its socket, as by systemd.
    pub(super) fn activated(socket: std::net::TcpListener, directory: &Path) -> Self {
        let hand_over = "exec 3<&0 0</dev/null; export LISTEN_FDS=1 LISTEN_PID=$$";
        let mut command = command(hand_over, directory);
        command.arg("serve").stdin(Stdio::from(std::os::fd::OwnedFd::from(socket)));
        Self::begin(command, directory)
    }

    pub(super) fn start_in(variables: &[(&str, &str)], directory: &Path, flags: &[&str]) -> Self {
        let mut command = command(":", directory);
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(flags).envs(variables.iter().copied());
        Self::begin(command, directory)
    }

    fn begin(mut command: Command, directory: &Path) -> Self {
        let log = directory.with_extension("log");
        command.stdout(Stdio::piped()).stderr(std::fs::File::create(&log).unwrap());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut metrics = None;
        let host = lines.find_map(|line| {
            let line = line.unwrap();
            if let Some(rest) = line.strip_prefix("Metrics are at http://") {
                metrics = rest.strip_suffix("/metrics.").and_then(|address| address.parse().ok());
            }
            line.split("listening on ").nth(1)?.trim_end_matches(").").parse().ok()
        });
        let host = host.unwrap_or_else(|| panic!("{}", std::fs::read_to_string(&log).unwrap()));
        // Later output would fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { host, metrics, child, log }
    }

    pub(super) fn client(&self) -> Client {
        let host = self.host;
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Client::new(Router::new().fallback(move |request: Request| {
            let http = http.clone();
            async move { forward(&http, host, request).await }
        }))
    }

    /// Tells it to stop, as systemd does.
    pub(super) fn terminate(&self) {
        let pid = Pid::from_raw(i32::try_from(self.child.id()).unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
    }

    /// Waits until it has ended; returns how, and how long that took.
    pub(super) async fn ended(&mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return (status, begun.elapsed());
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end: {}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// What it has logged so far.
    pub(super) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap()
    }

    /// A connection from the n-th address of this machine.
    pub(super) async fn connect(&self, n: u8) -> std::io::Result<TcpStream> {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, n)), 0)).unwrap();
        socket.connect(self.host).await
    }

    /// The beginning of the answer to text sent on a connection; empty if the server has closed it.
    pub(super) async fn say(stream: &mut TcpStream, text: &str) -> String {
        if stream.write_all(text.as_bytes()).await.is_err() {
            return String::new();
        }
        let mut bytes = vec![0; 4_096];
        let read = tokio::time::timeout(PATIENCE, stream.read(&mut bytes)).await;
        let count = read.expect("an answer comes").unwrap_or_default();
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    }

    /// The status of `GET /healthz` from the n-th address of this machine.
    pub(super) async fn health(&self, n: u8) -> String {
        let mut stream = self.connect(n).await.unwrap();
        let answer = Self::say(&mut stream, "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await;
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    }
}

async fn forward(http: &reqwest::Client, host: SocketAddr, request: Request) -> Response {
    let (mut parts, body) = request.into_parts();
    parts.uri = format!("http://{host}{}", parts.uri).parse().unwrap();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let answer = http.execute(Request::from_parts(parts, body).try_into().unwrap()).await.unwrap();
    let mut response = Response::new(Body::empty());
    *response.status_mut() = answer.status();
    *response.headers_mut() = answer.headers().clone();
    *response.body_mut() = Body::from(answer.bytes().await.unwrap());
    response
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
        std::fs::remove_file(&self.log).ok();
    }
}
