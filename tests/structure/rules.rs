//! `docs/RULES.md` against the code: each citation names a rule, and each rule is cited by code and by a test.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::source::root;

/// The folders whose sources cite rules.
const SOURCES: [&str; 7] = ["crates", "pkg", "server/src", "tests", "web/src", "web/build", "xtask/src"];
/// Folders of generated or downloaded files.
const LEFT_OUT: [&str; 4] = ["node_modules", "generated", "output", "dist"];

/// The numbers of the rules, in order: `**4.2 Title.**` begins one.
fn rules(page: &str) -> Vec<String> {
    page.lines()
        .filter_map(|line| line.strip_prefix("**")?.split_once(' ').map(|(number, _)| number.to_owned()))
        .filter(|number| split(number).is_some())
        .collect()
}

fn split(number: &str) -> Option<(u32, u32)> {
    let (section, rule) = number.split_once('.')?;
    Some((section.parse().ok()?, rule.parse().ok()?))
}

/// The rules that a text cites: `RULES 3.3`, `RULES 3.3, 3.5 and 3.7`, `RULES 6.1 to 6.7`. A citation may not be broken
/// across lines.
fn cited(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("RULES ") {
        let rest = text[at + "RULES ".len()..].lines().next().unwrap_or_default();
        let mut to = None;
        for word in rest.split(' ') {
            let number = word.trim_matches(|c: char| !c.is_ascii_digit());
            match (split(number), word) {
                (Some((section, last)), _) => {
                    let first = to.take().map_or(last, |(_, first): (u32, u32)| first + 1);
                    found.extend((first..=last).map(|rule| (at, format!("{section}.{rule}"))));
                }
                (None, "to") => to = found.last().and_then(|(_, number)| split(number)),
                (None, "and") => {}
                (None, _) => break,
            }
            if !(word.ends_with(|c: char| c.is_ascii_digit())
                || word.ends_with(',')
                || split(number).is_none())
            {
                break;
            }
        }
    }
    found
}

/// Every source file below the folders, by its path from the root.
fn sources(root: &Path) -> BTreeMap<String, String> {
    let mut waiting: Vec<PathBuf> = SOURCES.iter().map(|folder| root.join(folder)).collect();
    let mut texts = BTreeMap::new();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if !LEFT_OUT.contains(&name.as_str()) {
                    waiting.push(path);
                }
            } else if [".rs", ".ts", ".tsx"].iter().any(|end| name.ends_with(end)) {
                let from_root =
                    path.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
                texts.insert(from_root, fs::read_to_string(&path).expect("a source reads"));
            }
        }
    }
    texts
}

/// Where the tests of a file begin: at the top of a test file, otherwise after `mod tests {`.
fn tests_from(path: &str, text: &str) -> usize {
    let of_tests = path.starts_with("tests/") || path.contains("/tests/") || path.contains(".test.");
    if of_tests || path.ends_with("/tests.rs") || path.ends_with("/local_updates.rs") {
        return 0;
    }
    text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len())
}

/// The mismatches between the rules and the sources.
fn problems(page: &str, sources: &BTreeMap<String, String>) -> Vec<String> {
    let rules = rules(page);
    let mut problems = Vec::new();
    let (mut by_code, mut by_tests) = (BTreeSet::new(), BTreeSet::new());
    for (path, text) in sources {
        let tests = tests_from(path, text);
        for (at, number) in cited(text) {
            if !rules.contains(&number) {
                problems.push(format!("{path} cites RULES {number}, which is no rule"));
            }
            if at < tests {
                by_code.insert(number)
            } else {
                by_tests.insert(number)
            };
        }
    }
    for (index, rule) in rules.iter().enumerate() {
        if rules[..index].contains(rule) {
            problems.push(format!("rule {rule} stands twice"));
        }
        if !by_code.contains(rule) {
            problems.push(format!("no code cites RULES {rule}"));
        }
        if !by_tests.contains(rule) {
            problems.push(format!("no test cites RULES {rule}"));
        }
    }
    problems
}

#[test]
fn every_citation_names_a_rule_and_every_rule_is_cited() {
    let root = root();
    let page = fs::read_to_string(root.join("docs/RULES.md")).expect("the page of rules");
    let found = problems(&page, &sources(&root));
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(rules(&page).len() > 90, "the page reads");
}

/// The calls that a page names in code, such as `event/arrival` or `POST event/booking`.
fn calls(page: &str) -> BTreeSet<&str> {
    let code = page.split('`').skip(1).step_by(2);
    let words = code.filter_map(|code| code.split(' ').next_back());
    words.filter(|word| ["api/", "event/", "user/"].iter().any(|start| word.starts_with(start))).collect()
}

/// Those of them that the OpenAPI document does not have.
fn unknown_calls<'p>(page: &'p str, document: &str) -> Vec<&'p str> {
    calls(page).into_iter().filter(|call| !document.contains(&format!("/{call}\": {{"))).collect()
}

#[test]
fn every_call_that_a_rule_names_exists() {
    let read = |path| fs::read_to_string(root().join(path)).expect("a file of the docs");
    let (page, document) = (read("docs/RULES.md"), read("docs/openapi.json"));
    assert_eq!(unknown_calls(&page, &document), Vec::<&str>::new());
    assert!(calls(&page).len() >= 15, "calls are read");
}

/// The control: each kind of problem is found.
#[test]
fn what_is_wrong_is_named() {
    let document = "\"/api/event/waitlist\": {";
    assert_eq!(
        unknown_calls("`event/waitlist`, `DELETE event/wait`, `/en-gb`, `N/A`", document),
        ["event/wait"]
    );
    let page = "## 1 Time\n\n**1.1 London.** Text.\n\n**1.2 Past.** Text.\n\n**1.3 Clock.** Text.\n\n**1.3 Clock.** Text.\n";
    // Split, so that this file does not itself cite the rule.
    let cite = |numbers: &str| format!("// {} {numbers}\n", "RULES");
    let code = cite("1.1 and 1.3; 9.9 is none");
    let sources = BTreeMap::from([
        ("server/src/a.rs".to_owned(), code + &cite("2.1.")),
        ("tests/api/a.rs".to_owned(), cite("1.1 to 1.2, then")),
    ]);
    assert_eq!(
        problems(page, &sources),
        [
            "server/src/a.rs cites RULES 2.1, which is no rule",
            "no code cites RULES 1.2",
            "no test cites RULES 1.3",
            "rule 1.3 stands twice",
            "no test cites RULES 1.3",
        ]
    );
}

#[test]
fn citations_are_read_as_they_are_written() {
    let numbers = |text: &str| -> Vec<String> {
        cited(&format!("({} {text}", "RULES")).into_iter().map(|(_, number)| number).collect()
    };
    assert_eq!(numbers("3.3)."), ["3.3"]);
    assert_eq!(numbers("3.3, 3.5 and 3.7), whatever 4.1"), ["3.3", "3.5", "3.7"]);
    assert_eq!(numbers("6.1 to 6.4. Knows 7.1"), ["6.1", "6.2", "6.3", "6.4"]);
    assert_eq!(numbers("9.6: telephone"), ["9.6"]);
    assert_eq!(numbers("n.m"), Vec::<String>::new());
}
