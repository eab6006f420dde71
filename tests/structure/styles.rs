//! Every class of a CSS module is used: by a file that imports the module, or by `composes` of another.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{files, resolved, root};

/// What the name of a sheet ends with.
const SHEET: &str = ".module.css";

fn name(text: &str) -> &str {
    let is_other = |letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '-'));
    &text[..text.find(is_other).unwrap_or(text.len())]
}

fn classes(sheet: &str) -> BTreeSet<String> {
    let mut parts = sheet.split("/*");
    let mut rules = parts.next().unwrap_or_default().to_owned();
    rules.extend(parts.filter_map(|part| Some(part.split_once("*/")?.1)));
    let mut preludes: Vec<&str> = rules.split('{').collect();
    preludes.pop();
    let selectors = preludes.into_iter().filter_map(|part| part.rsplit(['}', ';']).next());
    let selectors = selectors.filter(|selector| !selector.trim_start().starts_with('@'));
    let names = selectors.flat_map(|selector| selector.split('.').skip(1)).map(name);
    names.map(str::to_owned).collect()
}

/// What a file uses, as a sheet and a class; `None` for any class, by an expression.
fn uses(path: &str, text: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    if path.ends_with(SHEET) {
        for line in text.lines().filter_map(|line| line.trim().strip_prefix("composes: ")) {
            let (names, from) = line.trim_end_matches(';').split_once(" from ").unwrap_or((line, ""));
            let sheet =
                if from.is_empty() { path.to_owned() } else { resolved(path, from.trim_matches('\'')) };
            found.extend(names.split_whitespace().map(|class| (sheet.clone(), Some(name(class).to_owned()))));
        }
        return found;
    }
    for line in text.lines().filter_map(|line| line.strip_prefix("import ")) {
        let Some((local, from)) = line.split_once(" from '") else { continue };
        let sheet = resolved(path, from.trim_end_matches('\''));
        for (at, _) in text.match_indices(local) {
            let is_whole = !text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '.');
            let rest = &text[at + local.len()..];
            match rest.strip_prefix('.') {
                Some(class) if is_whole => found.push((sheet.clone(), Some(name(class).to_owned()))),
                None if is_whole && rest.starts_with('[') => found.push((sheet.clone(), None)),
                Some(_) | None => {}
            }
        }
    }
    found
}

/// Classes that nothing uses, as `sheet: class`.
fn unused(files: &BTreeMap<String, String>) -> Vec<String> {
    let used: BTreeSet<_> = files.iter().flat_map(|(path, text)| uses(path, text)).collect();
    let sheets = files.iter().filter(|(path, _)| path.ends_with(SHEET));
    sheets
        .filter(|(sheet, _)| !used.contains(&((*sheet).clone(), None)))
        .flat_map(|(sheet, text)| classes(text).into_iter().map(move |class| (sheet.clone(), Some(class))))
        .filter(|class| !used.contains(class))
        .map(|(sheet, class)| format!("{sheet}: {}", class.unwrap_or_default()))
        .collect()
}

#[test]
fn every_class_of_a_module_is_used() {
    let files = files(&root().join("web/src"), &[".ts", ".tsx", SHEET]);
    assert!(classes(&files["components/Button.module.css"]).contains("primary"), "the sheets are read");
    assert_eq!(unused(&files), Vec::<String>::new());
}

/// The control: what the test above refuses.
#[test]
fn a_class_that_nothing_uses_is_found() {
    let files = [
        (
            "a/One.module.css",
            "/* .said */\n.box > p:hover,\n.line .left {\n  margin: 0.5rem;\n}\n@media (width > 1.5em) {\n  .wide {\n  }\n}\n",
        ),
        (
            "a/One.tsx",
            "import styles from './One.module.css'\nconst a = [styles.box, mystyles.left, styles.line]\n",
        ),
        ("b/two.module.css", ".kept,\n.lost {\n}\n"),
        ("b/three.module.css", ".any {\n  composes: kept from './two.module.css';\n}\n"),
        ("b/three.ts", "import css from './three.module.css'\nexport const of = (way: string) => css[way]\n"),
    ];
    let files = files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
    assert_eq!(
        unused(&files),
        ["a/One.module.css: left", "a/One.module.css: wide", "b/two.module.css: lost"]
    );
}
