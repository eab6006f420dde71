//! Step headings with their durations.

use std::time::{Duration, Instant};

use crate::failure::Outcome;

/// Prints a heading before each step and its duration after it.
pub(crate) struct Report {
    started: Instant,
    done: Vec<(String, Duration)>,
    current: Option<String>,
}

impl Report {
    pub(crate) fn start() -> Self {
        Self { started: Instant::now(), done: Vec::new(), current: None }
    }

    /// Runs one step under a heading.
    pub(crate) fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        println!("\n==> {name}");
        self.current = Some(name.to_owned());
        let begun = Instant::now();
        let value = work()?;
        println!("    done in {}", shown(begun.elapsed()));
        self.done.push((name.to_owned(), begun.elapsed()));
        self.current = None;
        Ok(value)
    }

    /// Lists the steps with their durations.
    pub(crate) fn summary(&self) {
        println!();
        for (name, duration) in &self.done {
            println!("{:>9}  {name}", shown(*duration));
        }
        println!("{:>9}  in all", shown(self.started.elapsed()));
    }

    /// Says which step did not end well.
    pub(crate) fn failed(&self) {
        if let Some(name) = &self.current {
            eprintln!("\n==> FAILED: {name} (after {} in all)", shown(self.started.elapsed()));
        }
    }
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
}
