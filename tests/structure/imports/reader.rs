//! Reads the imports of a file from its text.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{code, module, resolved};

pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// `a::{b, c::{self, d}}` as `a::b`, `a::c` and `a::c::d`.
fn paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((prefix, rest)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default().trim();
        return vec![path.strip_suffix("::self").unwrap_or(path).to_owned()];
    };
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    let inner = &rest[..rest.rfind('}').unwrap_or(rest.len())];
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inner[from..]);
    let named = parts.into_iter().filter(|part| !part.trim().is_empty());
    named.flat_map(|part| paths(&format!("{prefix}{}", part.trim()))).collect()
}

/// A path resolved from the crate's root; `None` if it is of another crate.
fn from_root(module: &str, path: &str) -> Option<String> {
    if let Some(path) = path.strip_prefix("crate::") {
        return Some(path.to_owned());
    }
    let mut base: Vec<&str> = module.split("::").collect();
    let mut rest = path;
    if let Some(path) = rest.strip_prefix("self::") {
        rest = path;
    } else {
        rest.strip_prefix("super::")?;
        while let Some(path) = rest.strip_prefix("super::") {
            base.pop();
            rest = path;
        }
    }
    Some(base.into_iter().chain([rest]).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("::"))
}

/// Every `use`, with whether it is a re-export, and every path in the code that begins with `crate`, `super` or a child
/// module.
fn mentions(module: &str, text: &str) -> Vec<(bool, String)> {
    let children: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().split_once("mod ")?.1.strip_suffix(';'))
        .filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'))
        .collect();
    let begins_at_child = |path: &str| children.iter().any(|child| path.starts_with(&format!("{child}::")));
    let absolute = |path: &str| {
        from_root(module, path).or_else(|| begins_at_child(path).then(|| format!("{module}::{path}")))
    };
    let mut found = Vec::new();
    let mut rest = String::new();
    for statement in text.split_inclusive(';') {
        match statement.rsplit_once("use ").filter(|(before, _)| {
            before.trim_end().rsplit(['\n', ';', '}']).next().is_some_and(|visibility| {
                let visibility = visibility.trim();
                visibility.is_empty() || visibility.starts_with("pub")
            })
        }) {
            Some((before, tree)) => {
                rest.push_str(before);
                let gives_on = before.rsplit('\n').next().is_some_and(|line| line.contains("pub"));
                let tree = tree.trim_end_matches(';').split_whitespace().collect::<Vec<_>>().join(" ");
                found.extend(
                    paths(&tree).iter().filter_map(|path| absolute(path)).map(|path| (gives_on, path)),
                );
            }
            None => rest.push_str(statement),
        }
    }
    // A visibility such as `pub(in crate::routes)` imports nothing.
    let rest = rest.replace("pub(in crate::", "pub(in ");
    for word in rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        if word.starts_with("crate::") || word.starts_with("super::") || begins_at_child(word) {
            found.extend(absolute(word).map(|path| (false, path)));
        }
    }
    found
}

/// What the modules of a crate import. A re-exported name counts as imported from where it is defined, and outside the
/// re-exporting module's folder from that module too, with everything that it imports.
pub fn rust_imports(sources: &BTreeMap<String, String>) -> Imports {
    let texts: BTreeMap<String, String> =
        sources.iter().map(|(path, text)| (module(path), code(text))).collect();
    let mentioned: BTreeMap<&String, Vec<(bool, String)>> =
        texts.iter().map(|(name, text)| (name, mentions(name, text))).collect();
    let file_of = |path: &str| {
        let mut path = path;
        loop {
            if texts.contains_key(path) {
                return Some(path.to_owned());
            }
            path = path.rsplit_once("::")?.0;
        }
    };
    let is_below =
        |name: &str, module: &str| name.strip_prefix(module).is_some_and(|rest| rest.starts_with("::"));
    // The file that defines what a path names, following re-exports.
    let followed = |from: &str, path: &str| {
        let mut path = path.to_owned();
        let mut faces = Vec::new();
        let mut definition = None;
        while let Some(file) = file_of(&path).filter(|file| !faces.contains(file)) {
            let name = path.strip_prefix(&format!("{file}::")).and_then(|rest| rest.split("::").next());
            let given_on = name.and_then(|name| {
                let of_file = mentioned.get(&file)?.iter();
                of_file
                    .filter(|(gives_on, _)| *gives_on)
                    .find(|(_, target)| target.rsplit("::").next() == Some(name))
                    .map(|(_, target)| target.clone())
            });
            let Some(target) = given_on else {
                definition = Some(file);
                break;
            };
            faces.push(file);
            path = target;
        }
        faces.into_iter().filter(|face| !is_below(from, face)).chain(definition).collect::<Vec<_>>()
    };
    let imports = |name: &String, of: &[(bool, String)]| {
        // Re-exports of a module's own children count as the children's.
        let of = of.iter().filter(|(gives_on, path)| !(*gives_on && is_below(path, name)));
        of.flat_map(|(_, path)| followed(name, path)).filter(|file| file != name).collect()
    };
    mentioned.iter().map(|(name, of)| ((*name).clone(), imports(name, of))).collect()
}

/// What the modules of the web import: `import … from './x'`, `export … from './x'`, `import('./x')`, types too.
pub fn web_imports(sources: &BTreeMap<String, String>) -> Imports {
    let resolve = |from: &str, to: &str| {
        let path = resolved(from, to);
        ["", ".ts", ".tsx"]
            .into_iter()
            .map(|ending| format!("{path}{ending}"))
            .find(|path| sources.contains_key(path))
    };
    let imports = |name: &str, text: &str| {
        let mut found = BTreeSet::new();
        let mut add = |to: &str| found.extend(resolve(name, to).filter(|file| file != name));
        for statement in ["import ", "export "] {
            for part in text.split(&format!("\n{statement}")).skip(usize::from(!text.starts_with(statement)))
            {
                let Some((before, after)) = part.split_once('\'') else { continue };
                let is_import = before.ends_with("from ") || before.trim().is_empty() || before == statement;
                let plain = !before.contains(['=', ';', '(']);
                let Some(to) = after.split('\'').next().filter(|to| to.starts_with('.')) else { continue };
                if is_import && plain {
                    add(to);
                }
            }
        }
        for called in text.split("import(").skip(1) {
            if let Some(to) = called.trim_start().strip_prefix('\'').and_then(|to| to.split('\'').next()) {
                add(to);
            }
        }
        found
    };
    let tested = |name: &&String| !name.contains(".test.") && !name.starts_with("test/");
    sources
        .iter()
        .filter(|(name, _)| tested(name))
        .map(|(name, text)| (name.clone(), imports(name, text)))
        .collect()
}
