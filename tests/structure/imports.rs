//! Which file may import which: no circles in server, domain and web, and between the server's folders only the imports
//! drawn in `docs/ARCHITECTURE.md`. ESLint checks those between folders of the web (`eslint.config.js`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folders of `server/src`, and what each may import: a folder, or one file of it.
const ARROWS: [(&str, &[&str]); 14] = [
    ("config", &["db"]),
    ("db", &["config::clock"]),
    ("http", &["auth", "config", "db", "state"]),
    ("content", &["config", "db", "http"]),
    ("mail", &["auth", "config", "content", "db"]),
    ("auth", &["config", "content", "db", "http", "state"]),
    ("booking", &["auth", "config", "db", "http", "mail", "state"]),
    ("board", &["config", "db", "http", "state"]),
    ("site", &["auth", "booking", "config", "content", "db", "http", "state"]),
    ("state", &["auth", "board", "booking", "config", "content", "db", "http", "site"]),
    ("notification", &["config", "db"]),
    ("wallet", &["config", "db"]),
    (
        "routes",
        &[
            "auth",
            "board",
            "booking",
            "config",
            "content",
            "db",
            "http",
            "mail",
            "notification",
            "site",
            "state",
            "wallet",
        ],
    ),
    (
        "app",
        &[
            "auth",
            "board",
            "booking",
            "config",
            "content",
            "db",
            "http",
            "mail",
            "notification",
            "routes",
            "site",
            "state",
            "wallet",
        ],
    ),
];

/// The imports of each file.
type Imports = BTreeMap<String, BTreeSet<String>>;

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

/// The module of a file: `db/mod.rs` is `db`, `db/slot.rs` is `db::slot`.
fn module(path: &str) -> String {
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
fn rust_imports(sources: &BTreeMap<String, String>) -> Imports {
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
fn web_imports(sources: &BTreeMap<String, String>) -> Imports {
    let resolve = |from: &str, to: &str| {
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
        let path = path.to_string_lossy().replace('\\', "/");
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

/// The transitive imports of a file.
fn reached<'a>(imports: &'a Imports, from: &'a String) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(name) = waiting.pop() {
        waiting.extend(imports.get(name).into_iter().flatten().filter(|target| reached.insert(*target)));
    }
    reached
}

/// Files in circles, each with what it imports of its circle.
fn circles(imports: &Imports) -> Imports {
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|name| (name, reached(imports, name))).collect();
    let in_circle =
        |name: &String, target: &String| reached.get(target).is_some_and(|back| back.contains(name));
    imports
        .iter()
        .map(|(name, of)| {
            (name.clone(), of.iter().filter(|target| in_circle(name, target)).cloned().collect())
        })
        .filter(|(_, of): &(String, BTreeSet<String>)| !of.is_empty())
        .collect()
}

/// Imports that [`ARROWS`] does not allow, as `from -> to`.
fn forbidden(imports: &Imports) -> Vec<String> {
    let folder = |name: &str| name.split("::").next().unwrap_or_default().to_owned();
    let allowed = |from: &str, to: &str| {
        let arrows = ARROWS.iter().find(|(name, _)| *name == from).map(|(_, targets)| *targets);
        let fits = |target: &&str| to == *target || to.starts_with(&format!("{target}::"));
        arrows.is_some_and(|targets| targets.iter().any(fits))
    };
    let all = imports.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (from, to)));
    all.filter(|(from, to)| !matches!(from.as_str(), "lib" | "main") && folder(from) != folder(to))
        .filter(|(from, to)| !allowed(&folder(from), to))
        .map(|(from, to)| format!("{from} -> {to}"))
        .collect()
}

fn given(sources: &[(&str, &str)]) -> BTreeMap<String, String> {
    sources.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn only_tests_are_left_out() {
    let text = "use a;\n#[cfg(test)]\npub mod simulation;\nuse b;\n#[cfg(test)]\nmod tests {\nuse c;\n}\n";
    assert_eq!(test_files(text).collect::<Vec<_>>(), ["simulation"]);
    assert!(without_tests(text).contains("use b;") && !without_tests(text).contains("use c;"));
}

#[test]
fn nothing_in_the_server_imports_in_a_circle_or_against_the_arrows() {
    let imports = rust_imports(&sources(&root().join("server/src")));
    assert!(imports["routes::event::book"].contains("booking::context"), "the imports are read");
    assert_eq!(circles(&imports), Imports::new());
    assert_eq!(forbidden(&imports), Vec::<String>::new());
}

#[test]
fn nothing_in_the_domain_imports_in_a_circle() {
    let imports = rust_imports(&sources(&root().join("crates/domain/src")));
    assert!(imports["slot::compile"].contains("slot::config"), "the imports are read");
    assert_eq!(circles(&imports), Imports::new());
}

#[test]
fn nothing_in_the_web_imports_in_a_circle() {
    let imports = web_imports(&files(&root().join("web/src"), &[".ts", ".tsx"]));
    assert!(imports["main.tsx"].contains("routes.tsx"), "the imports are read");
    assert_eq!(circles(&imports), Imports::new());
}

/// The control: what the tests above refuse.
#[test]
fn a_circle_and_an_arrow_that_is_not_drawn_are_found() {
    let server = given(&[
        ("db/mod.rs", "pub mod slot;\npub use slot::Slot;\nuse crate::mail::Letter;\n"),
        ("db/slot.rs", "use super::Engine;\npub struct Slot;\n"),
        ("mail/mod.rs", "mod letter;\npub(crate) use letter::Letter;\n"),
        ("mail/letter.rs", "use crate::{db::{self, Slot}};\nfn f() { crate::state::f() }\n"),
        ("state.rs", "use std::fmt;\n"),
    ]);
    let imports = rust_imports(&server);
    assert_eq!(imports["mail::letter"], ["db", "db::slot", "state"].map(str::to_owned).into());
    assert_eq!(
        imports["db"],
        ["mail", "mail::letter"].map(str::to_owned).into(),
        "its own child is no import"
    );
    assert_eq!(forbidden(&imports), ["db -> mail", "db -> mail::letter", "mail::letter -> state"]);
    let circle = circles(&imports);
    assert_eq!(circle.keys().collect::<Vec<_>>(), ["db", "db::slot", "mail::letter"]);

    let web = given(&[
        ("a/one.ts", "import { two } from '../two'\nimport './style.css'\n"),
        ("two.tsx", "import {\n  type One,\n} from './a/one'\nimport { three } from './three'\n"),
        ("three.ts", "export const text = 'import'\n"),
    ]);
    assert_eq!(circles(&web_imports(&web)).keys().collect::<Vec<_>>(), ["a/one.ts", "two.tsx"]);
}

/// The control for circles through a re-export or through a lazy import.
#[test]
fn a_circle_through_a_name_given_on_or_a_lazy_import_is_found() {
    let server = given(&[
        ("site/mod.rs", "mod cache;\npub use cache::Site;\nuse crate::state::AppState;\n"),
        ("site/cache.rs", "pub struct Site;\n"),
        ("state.rs", "use crate::site::Site;\npub struct AppState;\n"),
    ]);
    assert_eq!(circles(&rust_imports(&server)).keys().collect::<Vec<_>>(), ["site", "state"]);

    let web = given(&[
        ("registry.ts", "export const load = async () =>\n  (await import('./part')).Part\n"),
        ("part.tsx", "import { face } from './face'\n"),
        ("face.ts", "export type { Parts } from './registry'\n"),
    ]);
    assert_eq!(circles(&web_imports(&web)).len(), 3);
}
