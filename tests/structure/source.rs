//! The source tree, without comments and tests.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests have a parent folder").to_owned()
}

/// The text of each file below a folder with one of these endings, by its relative path.
pub fn files(folder: &Path, endings: &[&str]) -> BTreeMap<String, String> {
    let mut waiting = vec![folder.to_owned()];
    let mut found = BTreeMap::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting
                .extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
            let name =
                path.strip_prefix(folder).expect("a file below it").to_string_lossy().replace('\\', "/");
            found.insert(name, fs::read_to_string(&path).expect("a text"));
        }
    }
    found
}

/// The path of what a file names relative to itself: `../two` in `a/one.ts` is `two`.
pub fn resolved(from: &str, to: &str) -> String {
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    let mut path = PathBuf::new();
    for part in folder.join(to).components() {
        match part {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path.to_string_lossy().replace('\\', "/")
}

/// The module of a file: `db/mod.rs` is `db`, `db/calendar/slot.rs` is `db::calendar::slot`.
pub fn module(path: &str) -> String {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    path.strip_suffix("/mod").unwrap_or(path).replace('/', "::")
}

/// The Rust files below a folder, by their relative path, but those that are modules of tests.
pub fn sources(folder: &Path) -> BTreeMap<String, String> {
    let mut sources = files(folder, &[".rs"]);
    let tests: BTreeSet<String> = sources
        .iter()
        .flat_map(|(path, text)| test_files(text).map(|name| format!("{}::{name}", module(path))))
        .collect();
    sources.retain(|path, _| !tests.contains(&module(path)));
    sources
}

/// What stands behind each `#[cfg(test)] mod`, with its place.
fn test_modules(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("#[cfg(test)]\n").filter_map(|(at, attribute)| {
        let item = &text[at + attribute.len()..];
        let item =
            ["pub(crate) ", "pub "].iter().find_map(|public| item.strip_prefix(public)).unwrap_or(item);
        Some((at, item.strip_prefix("mod ")?))
    })
}

/// The names of modules of tests in files of their own.
fn test_files(text: &str) -> impl Iterator<Item = &str> {
    test_modules(text).filter_map(|(_, item)| item.lines().next()?.strip_suffix(';'))
}

/// The text without the module of tests at its end.
pub fn without_tests(text: &str) -> &str {
    let at_end =
        test_modules(text).find(|(_, item)| item.lines().next().is_some_and(|line| line.contains('{')));
    at_end.map_or(text, |(at, _)| &text[..at])
}

/// The source without comments and without the tests at its end.
pub fn code(text: &str) -> String {
    let text = without_tests(text);
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_tests_are_left_out() {
    let text = "use a;\n#[cfg(test)]\npub mod simulation;\nuse b;\n#[cfg(test)]\nmod tests {\nuse c;\n}\n";
    assert_eq!(test_files(text).collect::<Vec<_>>(), ["simulation"]);
    assert!(without_tests(text).contains("use b;") && !without_tests(text).contains("use c;"));
}
