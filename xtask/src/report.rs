//! Step headings with their durations, for steps that may run beside each other.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::failure::{Failure, Outcome};
use crate::place::Place;

/// Prints a heading before each step and its duration after it.
pub(crate) struct Report {
    started: Instant,
    ended: Mutex<Vec<Step>>,
}

struct Step {
    name: String,
    took: Duration,
    /// What it failed with.
    failure: Option<String>,
}

impl Report {
    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), ended: Mutex::default() }
    }

    /// Runs one step under a heading.
    pub(crate) fn step<T>(&self, name: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        println!("\n==> {name}");
        let begun = Instant::now();
        let result = work();
        let step = Step {
            name: name.to_owned(),
            took: begun.elapsed(),
            failure: result.as_ref().err().map(ToString::to_string),
        };
        if step.failure.is_none() {
            println!("    {name}: done in {}", shown(step.took));
        }
        self.ended().push(step);
        result
    }

    /// Lists the steps with their durations.
    pub(crate) fn summary(&self) {
        println!();
        for Step { name, took, failure } in &*self.ended() {
            println!("{:>9}  {name}{}", shown(*took), if failure.is_some() { ": FAILED" } else { "" });
        }
        println!("{:>9}  in all", shown(self.started.elapsed()));
    }

    /// Says which steps did not end well, and why.
    pub(crate) fn failed(&self) {
        for Step { name, failure, .. } in &*self.ended() {
            if let Some(failure) = failure {
                eprintln!("\n==> FAILED: {name}\n    {failure}");
            }
        }
        eprintln!("\n    after {} in all", shown(self.started.elapsed()));
    }

    fn ended(&self) -> MutexGuard<'_, Vec<Step>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs steps whose programs print into a log instead of the terminal, so that they may run beside others. The log is shown whole
/// when one of them fails.
pub(crate) fn aside(place: &Place, name: &str, work: impl FnOnce(&Place) -> Outcome) -> Outcome {
    let aside = place.with_log(name)?;
    work(&aside.place).inspect_err(|failure| {
        let said = show(name, &aside.file, failure);
        said.unwrap_or_else(|error| eprintln!("cannot show {}: {error}", aside.file.display()));
    })
}

/// Prints a log in one piece, whatever else is being printed.
fn show(name: &str, log: &Path, failure: &Failure) -> io::Result<()> {
    let text = fs::read(log)?;
    let mut terminal = io::stdout().lock();
    writeln!(terminal, "\n==> what \"{name}\" printed before it failed")?;
    terminal.write_all(&text)?;
    writeln!(terminal, "\n==> FAILED: {name}: {failure}\n")
}

fn shown(duration: Duration) -> String {
    let seconds = duration.as_secs();
    if seconds >= 60 {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    } else {
        format!("{:.1} s", duration.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_well() {
        assert_eq!(shown(Duration::from_millis(1_240)), "1.2 s");
        assert_eq!(shown(Duration::from_secs(125)), "2 min 05 s");
    }

    #[test]
    fn a_step_that_fails_is_named() {
        let report = Report::start();
        assert!(report.step("one", || Ok(())).is_ok());
        assert!(report.step("two", || Err::<(), _>(Failure::new("no"))).is_err());
        let failed: Vec<_> = report.ended().iter().map(|step| step.failure.clone()).collect();
        assert_eq!(failed, [None, Some("no".to_owned())]);
    }
}
