//! A program that ends with this one, however that ends: a shell runs it and waits on a pipe that only this program holds
//! open.

use std::ffi::OsStr;
use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdout, Command, Stdio};

/// A running shell. Its script ends the program once its standard input is closed, which dropping this does.
#[derive(Debug)]
pub(crate) struct Supervisor(Child);

impl Supervisor {
    /// Runs a script, with `$1` and so on.
    pub(crate) fn start<A: AsRef<OsStr>>(
        shell: &mut Command,
        script: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Self {
        let child = shell
            .args(["-c", script, "supervisor"])
            .args(arguments)
            .stdin(Stdio::piped())
            // Ctrl-C ends this program, which closes the pipe.
            .process_group(0)
            .spawn();
        Self(child.expect("a shell runs"))
    }

    /// What the script prints, if the shell's standard output is a pipe.
    pub(crate) fn stdout(&mut self) -> Option<ChildStdout> {
        self.0.stdout.take()
    }

    pub(crate) fn send_line(&mut self) {
        self.0.stdin.as_mut().expect("a pipe").write_all(b"\n").expect("an open pipe");
    }
}

impl Drop for Supervisor {
    /// Waits until the script has ended.
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().ok();
    }
}
