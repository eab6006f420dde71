//! Starting other programs: a clean environment, a clear message when one fails.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use crate::failure::{Context, Failure, Outcome};
use crate::place::{Place, cargo};
use crate::suite::Tally;

/// A program to be run in the repository.
pub(crate) struct Program {
    command: Command,
    line: String,
    log: Option<Arc<File>>,
}

impl Program {
    pub(crate) fn new(place: &Place, program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(&program);
        command.current_dir(&place.root);
        // `cargo run` describes this package in the environment. Build scripts that watch those variables would be
        // run again by every nested cargo.
        for (name, _) in env::vars_os() {
            if describes_a_package(&name) {
                command.env_remove(name);
            }
        }
        let line = Path::new(program.as_ref()).file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { command, line, log: place.log.clone() }
    }

    /// The cargo that started this program.
    pub(crate) fn cargo(place: &Place) -> Self {
        Self::new(place, cargo())
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        for argument in arguments {
            self.line.push(' ');
            self.line.push_str(&argument.as_ref().to_string_lossy());
            self.command.arg(argument);
        }
        self
    }

    /// `input -o output`, the way of `wasm-opt`.
    pub(crate) fn convert(self, input: &Path, output: &Path) -> Self {
        self.args([input.as_os_str(), OsStr::new("-o"), output.as_os_str()])
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Puts a directory first on `PATH`.
    pub(crate) fn path_first(mut self, directory: &Path) -> Self {
        let set = self.command.get_envs().find(|(name, _)| *name == "PATH").and_then(|(_, value)| value);
        let rest = set.map(OsString::from).or_else(|| env::var_os("PATH")).unwrap_or_default();
        let mut path = OsString::from(directory);
        path.push(if cfg!(windows) { ";" } else { ":" });
        path.push(rest);
        self.command.env("PATH", path);
        self
    }

    pub(crate) fn directory(mut self, directory: &Path) -> Self {
        self.command.current_dir(directory);
        self
    }

    /// Uses a file as standard input.
    pub(crate) fn stdin(mut self, file: std::fs::File) -> Self {
        self.command.stdin(file);
        self
    }

    /// Runs it to its end; fails unless it succeeds.
    pub(crate) fn run(mut self) -> Outcome {
        if let Some(log) = &self.log {
            self.command.stdout(another(log)?).stderr(another(log)?);
        }
        let status = self.command.status().context(format!("cannot start {}", self.line))?;
        self.ended(status)
    }

    /// Runs it and returns its output.
    pub(crate) fn read(mut self) -> Outcome<Vec<u8>> {
        let errors = self.log.as_deref().map_or_else(|| Ok(Stdio::inherit()), another)?;
        let output = self.command.stderr(errors).output().context(format!("cannot start {}", self.line))?;
        self.ended(output.status)?;
        Ok(output.stdout)
    }

    /// Runs a test suite: shows what it prints and counts its tests.
    pub(crate) fn count(self, tally: &Mutex<Tally>) -> Outcome {
        let log = self.log.clone();
        self.each_line(|line| {
            tally.lock().unwrap_or_else(PoisonError::into_inner).read(line);
            // A closed terminal must not end the tests.
            match log.as_deref() {
                Some(mut log) => writeln!(log, "{line}").ok(),
                None => writeln!(std::io::stdout(), "{line}").ok(),
            };
        })
    }

    /// Runs it to its end, passing each line of its output to a function.
    pub(crate) fn each_line(mut self, mut take: impl FnMut(&str)) -> Outcome {
        if let Some(log) = &self.log {
            self.command.stderr(another(log)?);
        }
        let mut child = self
            .command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .context(format!("cannot start {}", self.line))?;
        let lines = BufReader::new(child.stdout.take().expect("stdout is piped"));
        for line in lines.split(b'\n') {
            let line = line.context(format!("cannot read the output of {}", self.line))?;
            take(&String::from_utf8_lossy(&line));
        }
        let status = child.wait().context(format!("cannot wait for {}", self.line))?;
        self.ended(status)
    }

    /// Replaces this process with it. Returns only if it cannot be started or, not on Unix, when it has ended.
    pub(crate) fn become_it(mut self) -> Outcome {
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt;
            Err(self.command.exec()).context(format!("cannot start {}", self.line))
        }
        #[cfg(not(unix))]
        self.run()
    }

    /// Starts it without waiting for its end.
    pub(crate) fn spawn(mut self) -> Outcome<std::process::Child> {
        self.command.spawn().context(format!("cannot start {}", self.line))
    }

    fn ended(&self, status: ExitStatus) -> Outcome {
        if status.success() {
            return Ok(());
        }
        Err(Failure::new(format!("`{}` failed ({status})", self.line)))
    }
}

fn another(log: &File) -> Outcome<Stdio> {
    log.try_clone().map(Stdio::from).context("cannot write the log")
}

fn describes_a_package(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("CARGO_PKG_")
        || matches!(
            &*name,
            "CARGO_MANIFEST_DIR" | "CARGO_MANIFEST_PATH" | "CARGO_BIN_NAME" | "CARGO_CRATE_NAME" | "OUT_DIR"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_description_of_this_package_is_removed() {
        assert!(describes_a_package(OsStr::new("CARGO_PKG_NAME")));
        assert!(describes_a_package(OsStr::new("CARGO_MANIFEST_DIR")));
        assert!(!describes_a_package(OsStr::new("CARGO_TARGET_DIR")));
        assert!(!describes_a_package(OsStr::new("CARGO_HOME")));
    }
}
