//! The binary, as an operator starts it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

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
    child: Child,
    log: PathBuf,
}

impl Served {
    /// Starts a server and waits until it listens.
    pub(super) fn start(shell: &str, directory: &Path, flags: &[&str]) -> Self {
        let log = directory.with_extension("log");
        let mut command = command(shell, directory);
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(flags);
        command.stdout(Stdio::piped()).stderr(std::fs::File::create(&log).unwrap());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let host = lines.find_map(|line| {
            let line = line.unwrap();
            line.split("listening on ").nth(1)?.trim_end_matches(").").parse().ok()
        });
        let host = host.unwrap_or_else(|| panic!("{}", std::fs::read_to_string(&log).unwrap()));
        // Later output would fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { host, child, log }
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
        let read = tokio::time::timeout(std::time::Duration::from_secs(10), stream.read(&mut bytes)).await;
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

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
        std::fs::remove_file(&self.log).ok();
    }
}
