//! Counting tests in what the test programs print.

/// How many tests have passed so far.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// What Schemathesis says at its end.
    pub(crate) contract: Option<String>,
}

impl Tally {
    /// Reads one line of output: libtest's `test result: ok. 3 passed; 0 failed; …`, Vitest's
    /// `Tests  1 failed | 3 passed (4)`, or Schemathesis's `schemathesis: 37 operations, 5522 requests, 0 failures`.
    pub(crate) fn read(&mut self, line: &str) {
        let line = without_colours(line);
        let line = line.trim();
        if line.starts_with("test result:") || line.starts_with("Tests ") {
            self.passed += before(line, "passed");
            self.failed += before(line, "failed");
        } else if line.starts_with("schemathesis:") {
            // Each operation counts as one test.
            let failed = before(line, "failures");
            self.passed += before(line, "operations").saturating_sub(failed);
            self.failed += failed;
            self.contract = Some(line.to_owned());
        }
    }
}

/// The number in front of a word, 0 when there is none.
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
        tally.read("schemathesis: 40 operations, 5522 requests, 2 failures");
        assert_eq!((tally.passed, tally.failed), (83, 3));
        assert_eq!(tally.contract.as_deref(), Some("schemathesis: 40 operations, 5522 requests, 2 failures"));
    }
}
