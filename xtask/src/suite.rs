//! Counting tests in what the test programs print, and reading how long each took.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::failure::{Context, Outcome};

/// How many of the slowest tests are listed.
const SLOWEST: usize = 10;

/// How many tests have passed so far.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// What Schemathesis says at its end.
    pub(crate) contract: Option<String>,
    /// Seconds and name of each test that says how long it took.
    times: Vec<(f64, String)>,
    /// Each test that failed, with the first line of why if it says so where it can be read.
    failures: Vec<String>,
}

impl Tally {
    /// Reads one line of output: libtest's `test result: ok. 3 passed; 0 failed; …`, Vitest's
    /// `Tests  1 failed | 3 passed (4)`, `deploy: 44 passed, 0 failed`, or Schemathesis's `schemathesis: 37 operations, 5522 requests, 0 failures`.
    pub(crate) fn read(&mut self, line: &str) {
        let line = without_colours(line);
        let line = line.trim();
        if line.starts_with("test result:") || line.starts_with("Tests ") || line.starts_with("deploy: ") {
            self.passed += before(line, "passed");
            self.failed += before(line, "failed");
        } else if line.starts_with("schemathesis:") {
            // Each operation counts as one test.
            let failed = before(line, "failures");
            self.passed += before(line, "operations").saturating_sub(failed);
            self.failed += failed;
            self.contract = Some(line.to_owned());
        } else if let Some(test) =
            line.strip_prefix("---- ").and_then(|line| line.strip_suffix(" stdout ----"))
        {
            // Not its line `test … FAILED`: a program that the tests run may have begun that line.
            self.failures.push(test.to_owned());
        } else if line.contains(": --fault ") {
            self.failures.push(line.to_owned());
        }
    }

    /// Reads the file in which the Rust tests on a store note their times: one test a line, its seconds before its name.
    pub(crate) fn read_times(&mut self, file: &Path) -> Outcome {
        let text = fs::read_to_string(file).context(format!("cannot read {}", file.display()))?;
        let tests = text.lines().filter_map(|line| line.split_once(' '));
        self.times.extend(tests.filter_map(|(took, name)| Some((took.parse().ok()?, name.to_owned()))));
        Ok(())
    }

    /// Reads the report that Vitest writes as JSON: how long each test took, and what failed.
    pub(crate) fn read_report(&mut self, file: &Path, root: &Path) -> Outcome {
        let text = fs::read(file).context(format!("cannot read {}", file.display()))?;
        let report: Value =
            serde_json::from_slice(&text).context(format!("cannot read {}", file.display()))?;
        for suite in list(&report, "testResults") {
            let path = Path::new(suite["name"].as_str().unwrap_or_default());
            let path = path.strip_prefix(root).unwrap_or(path).display();
            let tests = list(suite, "assertionResults");
            for test in tests {
                let name = format!("{path}: {}", test["fullName"].as_str().unwrap_or_default());
                if test["status"] == "failed" {
                    let why = list(test, "failureMessages").first();
                    self.failures.push(failure(&name, why));
                }
                self.times.extend(test["duration"].as_f64().map(|took| (took / 1000.0, name)));
            }
            // What a hook or the file itself failed with.
            if suite["status"] == "failed" && tests.iter().all(|test| test["status"] != "failed") {
                self.failures.push(failure(&path.to_string(), suite.get("message")));
            }
        }
        Ok(())
    }

    /// The tests that failed, as lines.
    pub(crate) fn failures(&self) -> Option<String> {
        (!self.failures.is_empty()).then(|| format!("failed:\n    {}", self.failures.join("\n    ")))
    }

    /// The slowest of the tests that say how long they took, as lines.
    pub(crate) fn slowest(&self) -> Option<String> {
        if self.times.is_empty() {
            return None;
        }
        let mut tests: Vec<_> = self.times.iter().collect();
        tests.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut lines = format!("the slowest of {} tests that say how long they took:", tests.len());
        for (seconds, name) in tests.into_iter().take(SLOWEST) {
            // A `String` takes whatever is written to it.
            _ = write!(lines, "\n{seconds:>7.1} s  {name}");
        }
        Some(lines)
    }
}

/// The name of a test with the first line of what it failed with.
fn failure(name: &str, why: Option<&Value>) -> String {
    match why.and_then(Value::as_str).and_then(|why| why.lines().next()) {
        Some(why) => format!("{name}: {}", without_colours(why)),
        None => name.to_owned(),
    }
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// The number before a word, 0 if there is none.
fn before(line: &str, word: &str) -> usize {
    let words: Vec<&str> =
        line.split(|letter: char| !letter.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

/// Drops terminal colour sequences.
fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter == '\u{1b}' {
            letters.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(letter);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_cargo_and_vitest_print() {
        let mut tally = Tally::default();
        tally.read("test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
        tally.read("\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m30 passed\u{1b}[39m\u{1b}[22m (30)");
        tally.read(" Tests  1 failed | 3 passed (4)");
        tally.read(" Test Files  9 passed (9)");
        tally.read("test passed 3 passed");
        assert_eq!((tally.passed, tally.failed), (45, 1));
        tally.read("deploy: 44 passed, 0 failed (41 s)");
        assert_eq!((tally.passed, tally.failed), (89, 1));
        tally.read("schemathesis: 40 operations, 5522 requests, 2 failures");
        assert_eq!((tally.passed, tally.failed), (127, 3));
        assert_eq!(tally.contract.as_deref(), Some("schemathesis: 40 operations, 5522 requests, 2 failures"));
    }

    #[test]
    fn names_what_failed() {
        let folder = tempfile::tempdir().unwrap();
        let report = folder.path().join("report.json");
        let json = r#"{"testResults":[
            {"name":"/tree/web/a.test.ts","status":"failed","message":"","assertionResults":[
                {"fullName":"shows it","status":"failed","duration":1,"failureMessages":["\u001b[31mno such row\u001b[39m\n    at a.test.ts:3"]},
                {"fullName":"hides it","status":"passed","duration":1,"failureMessages":[]}]},
            {"name":"/tree/web/b.test.ts","status":"failed","message":"no browser","assertionResults":[]}]}"#;
        fs::write(&report, json).unwrap();
        let mut tally = Tally::default();
        tally.read("test api::quick::sqlite ... ok");
        assert_eq!(tally.failures(), None);
        tally.read("Password: test api::slow::postgres ... FAILED");
        tally.read("---- api::slow::postgres stdout ----");
        tally.read("disk on sqlite fails: --fault disk --engine sqlite --seeds 2..2");
        tally.read("disk on sqlite breaks off: --fault disk --engine sqlite --seeds 3..3");
        tally.read_report(&report, Path::new("/tree")).unwrap();
        assert_eq!(
            tally.failures().unwrap().lines().collect::<Vec<_>>(),
            [
                "failed:",
                "    api::slow::postgres",
                "    disk on sqlite fails: --fault disk --engine sqlite --seeds 2..2",
                "    disk on sqlite breaks off: --fault disk --engine sqlite --seeds 3..3",
                "    web/a.test.ts: shows it: no such row",
                "    web/b.test.ts: no browser",
            ]
        );
    }

    #[test]
    fn lists_the_slowest_tests_of_either_kind() {
        let folder = tempfile::tempdir().unwrap();
        let (times, report) = (folder.path().join("times"), folder.path().join("report.json"));
        fs::write(&times, "0.25 api::quick::sqlite\n3.5 api::slow::postgres\n").unwrap();
        let json = r#"{"testResults":[{"name":"/tree/web/a.test.ts",
            "assertionResults":[{"fullName":"waits","duration":1200},{"fullName":"is skipped"}]}]}"#;
        fs::write(&report, json).unwrap();
        let mut tally = Tally::default();
        assert_eq!(tally.slowest(), None);
        tally.read_times(&times).unwrap();
        tally.read_report(&report, Path::new("/tree")).unwrap();
        let lines = tally.slowest().unwrap();
        let lines: Vec<_> = lines.lines().collect();
        assert_eq!(
            lines[1..],
            [
                "    3.5 s  api::slow::postgres",
                "    1.2 s  web/a.test.ts: waits",
                "    0.2 s  api::quick::sqlite",
            ]
        );
    }
}
