//! A program that runs beside the measurement and ends with it, however that ends: a shell holds the other end of a pipe.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

/// Says the program's process id, waits until nobody holds the pipe any more, and asks the program to end.
const KEEPER: &str = r#"
"$@" >/dev/null 2>&1 &
echo $!
cat >/dev/null
kill "$!"
wait "$!"
"#;

/// The running program.
pub(crate) struct Kept {
    /// Its process id.
    pub(crate) pid: u32,
    keeper: Child,
}

impl Kept {
    /// Starts a program with its arguments.
    pub(crate) fn start<A: AsRef<OsStr>>(line: impl IntoIterator<Item = A>) -> Self {
        let mut keeper = Command::new("/bin/sh")
            .args(["-c", KEEPER, "keeper"])
            .args(line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // A key pressed in the terminal ends the measurement, and the pipe this.
            .process_group(0)
            .spawn()
            .expect("the keeper runs");
        let mut first = String::new();
        let said = keeper.stdout.take().expect("a pipe");
        BufReader::new(said).read_line(&mut first).expect("the keeper says something");
        let pid = first.trim().parse().expect("the keeper says a process id");
        Self { pid, keeper }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        self.keeper.wait().ok();
    }
}

/// A loopback address that nobody uses.
pub(crate) fn free_address() -> SocketAddr {
    let probe = TcpListener::bind("127.0.0.1:0").expect("a loopback port");
    probe.local_addr().expect("its address")
}
