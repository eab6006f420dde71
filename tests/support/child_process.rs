//! A program that runs during a measurement and ends with it.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::process::{Command, Stdio};

use crate::supervisor::Supervisor;

/// Prints the program's process id, waits until the pipe is closed, and terminates the program.
const SCRIPT: &str = r#"
"$@" >/dev/null 2>&1 &
echo $!
cat >/dev/null
kill "$!"
wait "$!"
"#;

pub struct ChildProcess {
    pub pid: u32,
    /// Ends the program when it is dropped.
    _supervisor: Supervisor,
}

impl ChildProcess {
    pub fn start<A: AsRef<OsStr>>(line: impl IntoIterator<Item = A>) -> Self {
        let mut shell = Command::new("/bin/sh");
        let mut supervisor = Supervisor::start(shell.stdout(Stdio::piped()), SCRIPT, line);
        let mut first = String::new();
        let output = supervisor.stdout().expect("a pipe");
        BufReader::new(output).read_line(&mut first).expect("the shell prints a line");
        let pid = first.trim().parse().expect("a process id");
        Self { pid, _supervisor: supervisor }
    }
}

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
