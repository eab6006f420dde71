//! The binary as an operator runs it: which start is refused, and how it stops.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};

const SECRET: &str = "a secret that only tests know, 32+";

fn sixfold(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixfold"));
    command
        .args(arguments)
        .args(["--secret", SECRET, "--listen", "127.0.0.1:0", "--log", "info", "--data-dir"])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command that ends by itself.
fn ended(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let Output { status, stdout, stderr } = sixfold(folder, arguments).output().unwrap();
    (status.success(), [stdout, stderr].map(|text| String::from_utf8(text).unwrap()).concat())
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], reason: &str) {
    let (success, told) = ended(folder, arguments);
    assert!(!success, "{arguments:?} was let through: {told}");
    let last = told.trim_end().lines().last().unwrap_or_default();
    assert!(last.starts_with("sixfold: ") && last.contains(reason), "{arguments:?}: {told}");
}

/// A server that has opened its doors.
struct Server(Child);

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = sixfold(folder, &["serve"]).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("Sixfold is open at"), "{line}");
        Self(child)
    }

    /// Sends it a signal and gives its exit code; none if the signal ended it.
    fn end(mut self, signal: Signal) -> Option<i32> {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
        self.0.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn only_serve_on_a_fresh_directory_and_migrate_make_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for arguments in [
        &["user", "create", "--email", "a@b.example", "--role", "3"][..],
        &["keys", "rotate"],
        &["clock", "accept"],
        &["seed", "--demo"],
    ] {
        refused(folder, arguments, "sixfold.db is not there");
        assert!(!folder.join("sixfold.db").exists(), "{arguments:?}");
    }
    assert_eq!(Server::start(folder).end(Signal::TERM), Some(0));
    assert!(ended(folder, &["clock", "accept"]).0);
    for ending in ["", "-wal", "-shm"] {
        std::fs::remove_file(folder.join(format!("sixfold.db{ending}"))).ok();
    }
    refused(folder, &["serve"], "sixfold.db is not there");
    assert!(ended(folder, &["migrate"]).0);
    assert_eq!(Server::start(folder).end(Signal::TERM), Some(0));
}

#[test]
fn a_second_server_on_a_file_is_refused_and_other_commands_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    refused(folder, &["serve"], "a server is running on");
    let backup = folder.join("backup.db");
    assert!(ended(folder, &["backup", backup.to_str().unwrap()]).0);
    refused(folder, &["restore", backup.to_str().unwrap()], "a server is running on");
    assert!(ended(folder, &["user", "create", "--email", "a@b.example", "--role", "3"]).0);
    assert_eq!(server.end(Signal::TERM), Some(0));
    let (restored, told) = ended(folder, &["restore", backup.to_str().unwrap()]);
    assert!(restored && told.contains("before-restore-"), "{told}");
    // What came after the backup is not in it.
    assert!(ended(folder, &["user", "create", "--email", "a@b.example", "--role", "3"]).0);
}

#[test]
fn the_end_of_the_terminal_stops_it_as_politely_as_the_signal_to_end() {
    for signal in [Signal::HUP, Signal::TERM, Signal::INT] {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Server::start(folder.path()).end(signal), Some(0), "{signal:?}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused_in_one_line() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;

    /// Nobody in particular: root may write everything.
    const NOBODY: u32 = 65_534;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(ended(folder, &["migrate"]).0);
    let binary = folder.join("sixfold");
    std::fs::copy(env!("CARGO_BIN_EXE_sixfold"), &binary).unwrap();
    let mode = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(&binary, 0o755);
    mode(&folder.join("sixfold.db"), 0o444);
    let mut command = Command::new(&binary);
    command
        .args(["serve", "--secret", SECRET, "--listen", "127.0.0.1:0", "--log", "off", "--data-dir"])
        .arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if rustix::process::getuid().is_root() {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for path in entries.chain([folder.to_owned()]) {
            chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        command.uid(NOBODY).gid(NOBODY).current_dir("/");
    }
    let mut child = command.spawn().unwrap();
    for _ in 0..300 {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().ok();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(!child.wait().unwrap().success());
    assert!(told.starts_with("sixfold: --database-url: ") && told.lines().count() == 1, "{told}");
}
