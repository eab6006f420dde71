//! Checks dependencies against `deny.toml` (crates), the required Node version (npm packages) and
//! `docs/DEPENDENCIES.md` (both).
//!
//! `cargo deny` reads the same `deny.toml`, but takes minutes to compile; these checks only need cargo's own metadata.
//! If it is installed, it is run for the advisories, whose database it downloads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::command::Program;
use crate::failure::{Context, Failure, Outcome};
use crate::node::{self, Version};
use crate::place::{Place, in_path};

const PAGE: &str = "docs/DEPENDENCIES.md";
/// The package.json files of the tree.
const MANIFESTS: [&str; 4] =
    ["package.json", "pkg/package.json", "web/package.json", "tests/browser/package.json"];

/// The check.
pub(crate) fn check(place: &Place) -> Outcome {
    let policy = read(place, "deny.toml")?;
    let policy: Value = toml::from_str(&policy).context("cannot read deny.toml")?;
    let crates = crates(place, &policy)?;
    let mut faults = Vec::new();
    faults.extend(licences(&policy, &crates));
    faults.extend(bans(&policy, &crates));
    faults.extend(sources(&policy, &crates));
    let node = node::minimum(place)?;
    faults.extend(engines(&json(place, "package-lock.json")?, node));
    if !read(place, "README.md")?.contains(&format!("Node {} or newer", node::short(node))) {
        faults.push(format!(
            "README.md does not ask for Node {} or newer, as package.json does",
            node::short(node)
        ));
    }
    faults.extend(unlisted(&read(place, PAGE)?, &direct(place, &crates)?));
    if !faults.is_empty() {
        return Err(Failure::new(faults.join("\n    ")));
    }
    if in_path("cargo-deny").is_some() {
        return Program::cargo(place).args(["deny", "check", "advisories"]).run();
    }
    println!("    advisories were not looked up: there is no cargo-deny in PATH");
    Ok(())
}

fn read(place: &Place, path: &str) -> Outcome<String> {
    fs::read_to_string(place.root.join(path)).context(format!("cannot read {path}"))
}

fn json(place: &Place, path: &str) -> Outcome<Value> {
    serde_json::from_str(&read(place, path)?).context(format!("cannot read {path}"))
}

/// The crates compiled for any of the policy's targets. Only `cargo tree` knows them: `cargo metadata` also lists what
/// no enabled feature needs.
fn crates(place: &Place, policy: &Value) -> Outcome<Vec<Value>> {
    let mut used = BTreeSet::new();
    for target in texts(&policy["graph"]["targets"]) {
        let line =
            ["tree", "--workspace", "--locked", "--prefix", "none", "--format", "{p}", "--target", target];
        let tree = Program::cargo(place).args(line).read()?;
        let tree = String::from_utf8_lossy(&tree);
        let packages = tree.lines().filter_map(|package| {
            let (name, rest) = package.split_once(" v")?;
            Some((name.to_owned(), rest.split(' ').next()?.to_owned()))
        });
        used.extend(packages);
    }
    let metadata = Program::cargo(place).args(["metadata", "--format-version", "1", "--locked"]).read()?;
    let mut metadata: Value =
        serde_json::from_slice(&metadata).context("cannot read the answer of cargo metadata")?;
    let Value::Array(mut packages) = metadata["packages"].take() else {
        return Err(Failure::new("cargo metadata lists no packages"));
    };
    packages.retain(|package| {
        used.contains(&(text(&package["name"]).to_owned(), text(&package["version"]).to_owned()))
    });
    Ok(packages)
}

/// External crates: our own have no source.
fn foreign(crates: &[Value]) -> impl Iterator<Item = &Value> {
    crates.iter().filter(|package| !package["source"].is_null())
}

fn licences(policy: &Value, crates: &[Value]) -> Vec<String> {
    let general = texts(&policy["licenses"]["allow"]);
    let exceptions = list(&policy["licenses"]["exceptions"]);
    let mut faults = Vec::new();
    for package in foreign(crates) {
        let own = exceptions.iter().filter(|exception| exception["crate"] == package["name"]);
        let own: Vec<&str> = own.flat_map(|exception| texts(&exception["allow"])).collect();
        let licence = text(&package["license"]);
        if !satisfied(licence, |name| general.contains(&name) || own.contains(&name)) {
            faults.push(format!(
                "{}: its licence is {licence:?}, which deny.toml does not allow",
                named(package)
            ));
        }
    }
    faults
}

/// Whether the allowed licences satisfy an SPDX expression. A slash is the `OR` of older packages.
fn satisfied(expression: &str, allowed: impl Fn(&str) -> bool + Copy) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = &words[..];
    !words.is_empty() && any_of(&mut rest, allowed) && rest.is_empty()
}

fn any_of(words: &mut &[&str], allowed: impl Fn(&str) -> bool + Copy) -> bool {
    let mut fine = all_of(words, allowed);
    while let ["OR", rest @ ..] = *words {
        *words = rest;
        fine |= all_of(words, allowed);
    }
    fine
}

fn all_of(words: &mut &[&str], allowed: impl Fn(&str) -> bool + Copy) -> bool {
    let mut fine = one_of(words, allowed);
    while let ["AND", rest @ ..] = *words {
        *words = rest;
        fine &= one_of(words, allowed);
    }
    fine
}

fn one_of(words: &mut &[&str], allowed: impl Fn(&str) -> bool + Copy) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let fine = any_of(words, allowed);
            let [")", rest @ ..] = *words else { return false };
            *words = rest;
            fine
        }
        [licence, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed(&format!("{licence} WITH {exception}"))
        }
        [licence, rest @ ..] => {
            *words = rest;
            allowed(licence)
        }
        [] => false,
    }
}

fn bans(policy: &Value, crates: &[Value]) -> Vec<String> {
    let bans = &policy["bans"];
    let mut faults = Vec::new();
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in foreign(crates) {
        let (name, version) = (text(&package["name"]), text(&package["version"]));
        if let Some(ban) = list(&bans["deny"]).iter().find(|ban| names(ban, name, version)) {
            faults.push(format!("{name} is banned: {}", text(&ban["reason"])));
        }
        versions.entry(name).or_default().insert(version);
    }
    let skips = list(&bans["skip"]);
    for (name, versions) in &versions {
        let left: Vec<_> =
            versions.iter().filter(|version| !skips.iter().any(|skip| names(skip, name, version))).collect();
        if left.len() > 1 {
            faults.push(format!("{name} is there in {} versions: {left:?}", left.len()));
        }
    }
    for skip in skips {
        let used = versions.iter().any(|(name, versions)| {
            versions.len() > 1 && versions.iter().any(|version| names(skip, name, version))
        });
        if !used {
            faults.push(format!("deny.toml skips {}, which is no duplicate", text(&skip["crate"])));
        }
    }
    faults
}

/// Whether an entry of the policy matches this crate: `name`, or `name@version` with as many parts of the version as
/// needed.
fn names(entry: &Value, name: &str, version: &str) -> bool {
    let (wanted, wanted_version) =
        text(&entry["crate"]).split_once('@').unwrap_or((text(&entry["crate"]), ""));
    let rest = version.strip_prefix(wanted_version);
    wanted == name
        && (wanted_version.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.')))
}

fn sources(policy: &Value, crates: &[Value]) -> Vec<String> {
    let registries = texts(&policy["sources"]["allow-registry"]);
    foreign(crates)
        .filter(|package| {
            let source = text(&package["source"]);
            !source.strip_prefix("registry+").is_some_and(|registry| registries.contains(&registry))
        })
        .map(|package| format!("{} comes from {}", named(package), text(&package["source"])))
        .collect()
}

/// npm packages that require a newer Node than the repository does.
fn engines(lock: &Value, minimum: Version) -> Vec<String> {
    let Some(packages) = lock["packages"].as_object() else {
        return vec!["package-lock.json lists no packages".to_owned()];
    };
    packages
        .iter()
        .filter_map(|(path, package)| Some((path, package["engines"]["node"].as_str()?)))
        .filter(|(_, range)| !node::within(minimum, range))
        .map(|(path, range)| format!("{path} wants Node {range}, which {} is not", node::short(minimum)))
        .collect()
}

/// The direct dependencies of all crates and npm packages, without our own.
fn direct(place: &Place, crates: &[Value]) -> Outcome<BTreeSet<String>> {
    let ours = crates.iter().filter(|package| package["source"].is_null());
    let mut all: BTreeSet<String> = ours
        .flat_map(|package| list(&package["dependencies"]))
        .filter(|dependency| dependency["path"].is_null())
        .map(|dependency| text(&dependency["name"]).to_owned())
        .collect();
    for manifest in MANIFESTS {
        let manifest = json(place, manifest)?;
        for kind in ["dependencies", "devDependencies", "optionalDependencies"] {
            let names = manifest[kind].as_object().into_iter().flatten().map(|(name, _)| name);
            all.extend(names.filter(|name| !name.starts_with("@sixfold/")).cloned());
        }
    }
    Ok(all)
}

/// Entries on one side only. Each row of the page begins with the dependency's name in backquotes.
fn unlisted(page: &str, direct: &BTreeSet<String>) -> Vec<String> {
    let row = |line: &str| Some(line.strip_prefix("| `")?.split_once('`')?.0.to_owned());
    let listed: BTreeSet<String> = page.lines().filter_map(row).collect();
    let missing = direct.difference(&listed).map(|name| format!("{PAGE} does not say why {name} is there"));
    let gone =
        listed.difference(direct).map(|name| format!("{PAGE} explains {name}, which nothing depends on"));
    missing.chain(gone).collect()
}

fn named(package: &Value) -> String {
    format!("{} {}", text(&package["name"]), text(&package["version"]))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn texts(value: &Value) -> Vec<&str> {
    list(value).iter().filter_map(Value::as_str).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_expression_is_read_as_spdx_has_it() {
        let allowed = |name: &str| ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].contains(&name);
        let fine = [
            "MIT",
            "GPL-3.0 OR MIT",
            "GPL-3.0/MIT",
            "Apache-2.0 WITH LLVM-exception",
            "(MIT OR GPL-3.0) AND ISC",
        ];
        for expression in fine {
            assert!(satisfied(expression, allowed), "{expression}");
        }
        for expression in
            ["", "GPL-3.0", "MIT AND GPL-3.0", "Apache-2.0", "MIT AND (GPL-3.0 OR", "MIT)", "MIT GPL-3.0"]
        {
            assert!(!satisfied(expression, allowed), "{expression}");
        }
    }

    #[test]
    fn a_licence_a_duplicate_a_banned_crate_and_a_strange_source_are_found() {
        let package = |name: &str, version: &str, licence: &str, source: &str| json!({ "name": name, "version": version, "license": licence, "source": source });
        let policy = json!({
            "licenses": { "allow": ["MIT"], "exceptions": [{ "crate": "roots", "allow": ["CDLA"] }] },
            "bans": {
                "deny": [{ "crate": "openssl", "reason": "no" }],
                "skip": [{ "crate": "old@1", "reason": "late" }, { "crate": "gone@0.2", "reason": "stale" }],
            },
            "sources": { "allow-registry": ["https://index"] },
        });
        let good = "registry+https://index";
        let crates = [
            package("roots", "1.0.0", "CDLA", good),
            package("copyleft", "1.0.0", "GPL-3.0", good),
            package("openssl", "1.0.0", "MIT", good),
            package("old", "1.2.0", "MIT", good),
            package("old", "2.0.0", "MIT", good),
            package("twice", "0.1.0", "MIT", good),
            package("twice", "0.10.0", "MIT", "git+https://elsewhere"),
        ];
        assert_eq!(licences(&policy, &crates).len(), 1);
        assert_eq!(
            bans(&policy, &crates),
            [
                "openssl is banned: no",
                "twice is there in 2 versions: [\"0.1.0\", \"0.10.0\"]",
                "deny.toml skips gone@0.2, which is no duplicate",
            ]
        );
        assert_eq!(sources(&policy, &crates), ["twice 0.10.0 comes from git+https://elsewhere"]);
    }

    #[test]
    fn the_page_and_the_manifests_name_the_same_packages() {
        let direct = BTreeSet::from(["serde".to_owned(), "vite".to_owned()]);
        let page = "| package | why |\n| --- | --- |\n| `serde` | JSON |\n| `left-pad` | – |\n";
        assert_eq!(
            unlisted(page, &direct),
            [
                "docs/DEPENDENCIES.md does not say why vite is there",
                "docs/DEPENDENCIES.md explains left-pad, which nothing depends on",
            ]
        );
    }

    #[test]
    fn a_package_that_wants_a_newer_node_is_found() {
        let lock = json!({ "packages": {
            "node_modules/a": { "engines": { "node": "^22.22.2 || ^24.15.0" } },
            "node_modules/b": { "engines": { "node": ">=26" } },
            "node_modules/c": {},
        } });
        let faults = engines(&lock, [24, 15, 0]);
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("node_modules/b wants Node >=26"), "{faults:?}");
    }
}
