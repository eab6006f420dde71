//! A program that runs during the measurement and ends with it, however that ends: a shell holds the other end of a
//! pipe.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};

/// Prints the program's process id, waits until the pipe is closed, and terminates the program.
const KEEPER: &str = r#"
"$@" >/dev/null 2>&1 &
echo $!
cat >/dev/null
kill "$!"
wait "$!"
"#;

/// A running program.
pub struct ChildProcess {
    pub pid: u32,
    keeper: Child,
}

impl ChildProcess {
    pub fn start<A: AsRef<OsStr>>(line: impl IntoIterator<Item = A>) -> Self {
        let mut keeper = Command::new("/bin/sh")
            .args(["-c", KEEPER, "keeper"])
            .args(line)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C ends the measurement, which closes the pipe and ends this.
            .process_group(0)
            .spawn()
            .expect("the keeper runs");
        let mut first = String::new();
        let output = keeper.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut first).expect("the keeper says something");
        let pid = first.trim().parse().expect("the keeper says a process id");
        Self { pid, keeper }
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        self.keeper.wait().ok();
    }
}

/// A free loopback address.
pub fn free_address() -> SocketAddr {
    let probe = TcpListener::bind("127.0.0.1:0").expect("a loopback port");
    probe.local_addr().expect("its address")
}

/// The processes that a process has started.
pub fn children_of(parent: i32) -> Vec<i32> {
    let processes = std::fs::read_dir("/proc").expect("Linux").filter_map(Result::ok);
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| {
        // `PID (NAME) STATE PARENT …`
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let rest = stat.rsplit_once(") ").map(|(_, rest)| rest.to_owned()).unwrap_or_default();
        rest.split(' ').nth(1).and_then(|word| word.parse().ok()) == Some(parent)
    })
    .collect()
}
