//! A `match` over an enum of ours names every variant, so that a new kind, reason, role or status does not compile until each
//! place has decided about it.

use std::collections::{BTreeMap, BTreeSet};

/// The folders whose matches are read, and where our enums are declared.
const FOLDERS: [&str; 3] = ["crates/domain", "crates/wasm", "server/src"];

/// The code with texts, characters and comments emptied, so that braces and words in them do not count.
pub fn bare(text: &str) -> String {
    let text = crate::source::without_tests(text);
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + "r#\"\"#".len())
        } else if letter == '"' {
            quoted(rest, '"')
        } else if letter == '\'' && (rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'')) {
            quoted(rest, '\'')
        } else {
            bare.push(letter);
            letter.len_utf8()
        };
        rest = &rest[skipped..];
    }
    bare
}

/// The length of the quoted text at the start.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == quote => return at + letter.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The names of the enums that a text declares.
fn enums(bare: &str) -> impl Iterator<Item = String> {
    let after = bare.split("enum ").skip(1);
    after.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next()).map(str::to_owned)
}

/// Where the first of `ends` stands outside brackets, with what it is.
pub fn find_outside(text: &str, ends: &[&'static str]) -> Option<(usize, &'static str)> {
    let mut depth = 0_i32;
    for (at, letter) in text.char_indices() {
        if depth == 0
            && let Some(end) = ends.iter().find(|end| text[at..].starts_with(**end))
        {
            return Some((at, end));
        }
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    None
}

/// The patterns of each `match`, without guards, by the line on which it begins. An arm with a guard does not catch all.
fn matches(bare: &str) -> Vec<(usize, Vec<&str>)> {
    let mut found = Vec::new();
    for (at, _) in bare.match_indices("match ") {
        let is_word = bare[..at].ends_with(|c: char| c.is_whitespace() || "(=&!|{".contains(c));
        let Some((open, _)) = find_outside(&bare[at..], &["{"]).filter(|_| is_word) else { continue };
        let mut arms = &bare[at + open + 1..];
        let mut patterns = Vec::new();
        while let Some((arrow, _)) = find_outside(arms, &["=>"]) {
            let pattern = arms[..arrow].trim().trim_start_matches([',', '|']).trim();
            if find_outside(pattern, &[" if "]).is_none() {
                patterns.push(pattern);
            }
            let body = arms[arrow + 2..].trim_start();
            let end = match body.strip_prefix('{') {
                Some(block) => find_outside(block, &["}"]).map(|(end, _)| end + 2),
                None => find_outside(body, &[","]).map(|(end, _)| end + 1),
            };
            let Some(end) = end else { break };
            arms = &body[end..];
        }
        found.push((bare[..at].matches('\n').count() + 1, patterns));
    }
    found
}

/// Whether a pattern names a variant of an enum of ours; `Self` is one where its file declares one.
fn is_named(pattern: &str, ours: &BTreeSet<String>, declares: bool) -> bool {
    pattern.match_indices("::").any(|(at, _)| {
        let is_variant = pattern[at + 2..].starts_with(|c: char| c.is_ascii_uppercase());
        let name = pattern[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        is_variant && (ours.contains(name) || (name == "Self" && declares))
    })
}

/// `Some`, `Ok`, `Err` or nothing, and the rest of a pattern.
fn wrapped(pattern: &str) -> (&str, &str) {
    let wrapper = ["Some", "Ok", "Err"].into_iter().find(|name| pattern.starts_with(&format!("{name}(")));
    pattern.split_at(wrapper.map_or(0, str::len))
}

/// Whether a pattern matches every variant that `others` do not name: `_`, `(_, _)`, `Some(_)` beside a `Some(Kind::A)`.
fn is_wildcard(pattern: &str, others: &[&str]) -> bool {
    let (wrapper, inner) = wrapped(pattern);
    inner.contains('_')
        && inner.chars().all(|c| "_(), \n.".contains(c))
        && others.iter().any(|other| wrapper.is_empty() || wrapped(other).0 == wrapper)
}

/// Each `match` over an enum of ours that has an arm for all other variants.
fn problems(sources: &BTreeMap<String, String>) -> Vec<String> {
    let bare: BTreeMap<&String, String> = sources.iter().map(|(path, text)| (path, bare(text))).collect();
    let mut ours: BTreeSet<String> = bare.values().flat_map(|text| enums(text)).collect();
    for text in bare.values() {
        let uses = text.lines().filter_map(|line| line.trim().strip_prefix("use ")?.strip_suffix(';'));
        let renamed: Vec<String> = uses
            .filter_map(|path| path.split_once(" as "))
            .filter(|(path, _)| path.rsplit(':').next().is_some_and(|name| ours.contains(name)))
            .map(|(_, short)| short.to_owned())
            .collect();
        ours.extend(renamed);
    }
    let mut problems = Vec::new();
    for (path, text) in bare {
        let declares = enums(&text).next().is_some();
        for (line, patterns) in matches(&text) {
            let named: Vec<&str> =
                patterns.iter().copied().filter(|pattern| is_named(pattern, &ours, declares)).collect();
            if let Some(pattern) = patterns.iter().find(|pattern| is_wildcard(pattern, &named)) {
                problems
                    .push(format!("{path}:{line} has an arm `{pattern}`; name the variants it stands for"));
            }
        }
    }
    problems
}

#[test]
fn a_match_over_an_enum_of_ours_names_every_variant() {
    let mut sources = BTreeMap::new();
    for folder in FOLDERS {
        let files = crate::source::sources(&crate::source::root().join(folder));
        sources.extend(files.into_iter().map(|(path, text)| (format!("{folder}/{path}"), text)));
    }
    let read: usize = sources.values().map(|text| matches(&bare(text)).len()).sum();
    assert!(read > 300, "{read} matches are read");
    let found = problems(&sources);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The control: a wildcard in each position is found, and what is none is not.
#[test]
fn each_wildcard_is_found() {
    let source = |body: &str| {
        let text = format!("use crate::Kind as K;\nenum Kind {{ A, B }}\nfn f() {{\n    {body}\n}}\n");
        problems(&BTreeMap::from([("a.rs".to_owned(), text)])).len()
    };
    for found in [
        "match kind { Kind::A => 1, _ => 2 }",
        "match kind { K::A => { 1 } _ => 2 }",
        "match (kind, kind) { (Kind::A, true) => f(1, 2), (_, _) => 2, }",
        "match kind { Some(Kind::A) => 1, Some(_) => 2, None => 3 }",
        "match self { Self::A => 'x', _ => '{' }",
        "match text { \"}\" => match kind { Kind::A => 1, _ => 2 }, other => 3 }",
    ] {
        assert_eq!(source(found), 1, "{found}");
    }
    for right in [
        "match kind { Kind::A => 1, Kind::B => 2 }",
        "match kind { _ if late => 1, Kind::A => 2, Kind::B => 3 }",
        "match number { 1 => Kind::A, _ => Kind::B }",
        "match (kind, flag) { (Kind::A, _) => 1, (Kind::B, _) => 2 }",
        "match sqlx { sqlx::Error::RowNotFound => 1, _ => 2 }",
        "match tried { Ok(Kind::A) => 1, Ok(Kind::B) => 2, Err(_) => 3 }",
        "// match kind { Kind::A => 1, _ => 2 }",
    ] {
        assert_eq!(source(right), 0, "{right}");
    }
}
