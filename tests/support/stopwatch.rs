//! Writes how long each test on a store takes, a line each, to the file in `SIXFOLD_TEST_TIMES`, if set. The test
//! harness reports times on nightly compilers only.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::time::Instant;

/// Runs until it is dropped.
#[derive(Debug)]
pub struct Stopwatch {
    name: &'static str,
    started: Instant,
}

impl Stopwatch {
    /// Starts it for a test.
    #[must_use]
    pub fn start(name: &'static str) -> Self {
        Self { name, started: Instant::now() }
    }
}

impl Drop for Stopwatch {
    fn drop(&mut self) {
        let Some(file) = std::env::var_os("SIXFOLD_TEST_TIMES") else { return };
        let line = format!("{:.3} {}\n", self.started.elapsed().as_secs_f64(), self.name);
        // One write per line, since tests run concurrently.
        let written = OpenOptions::new().create(true).append(true).open(file);
        if let Err(error) = written.and_then(|mut file| file.write_all(line.as_bytes())) {
            eprintln!("cannot note the time of {}: {error}", self.name);
        }
    }
}
