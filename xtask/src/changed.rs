//! What a change can reach: from the files that differ from main to the checks of `test --changed`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::command::Program;
use crate::failure::{Context, Outcome};
use crate::place::Place;

/// The checks that a change asks for. A filter is the beginning of a Rust test's path.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Files whose format Prettier may check.
    pub(crate) formats: Vec<String>,
    /// Whether there is Rust to format.
    pub(crate) rust: bool,
    /// Licences, sources, duplicates and the page of dependencies.
    pub(crate) dependencies: bool,
    /// The rules through WebAssembly.
    pub(crate) pkg: bool,
    /// npm workspaces whose types are checked.
    pub(crate) types: BTreeSet<&'static str>,
    /// Files to lint.
    pub(crate) lints: Vec<String>,
    /// Files whose unit tests, and those of all that imports them, are run.
    pub(crate) related: Vec<String>,
    /// The crate of the rules.
    pub(crate) domain: bool,
    /// The commands' own tests.
    pub(crate) xtask: bool,
    /// Test programs of `tests/` other than `api`.
    pub(crate) programs: BTreeSet<&'static str>,
    /// Filters of `tests/api`.
    pub(crate) api: BTreeSet<String>,
    /// Filters of the server's unit tests.
    pub(crate) units: BTreeSet<String>,
    /// Generated files.
    pub(crate) generated: bool,
    /// Schemathesis.
    pub(crate) contract: bool,
    /// Journeys by file, from `tests/browser`.
    pub(crate) journeys: Vec<String>,
}

/// The API tests of a part of the server that none of them is named after. The first row that fits counts.
const PARTS: [(&str, &[&str]); 15] = [
    ("app/demo", &["demo::"]),
    ("app/jobs", &["mail::", "health::retention::", "ops::"]),
    ("app", &["access::", "edge::", "ops::"]),
    ("auth", &["access::", "auth::", "user::login::", "user::second_factor::", "user::sessions::"]),
    ("board", &["event::livescreen::", "user::boards::", "user::leaderboard::"]),
    ("booking", &["event::"]),
    ("config", &["edge::", "ops::"]),
    ("content", &["content::", "site::"]),
    ("http", &["edge::"]),
    ("mail", &["mail::"]),
    ("notification", &["notification::"]),
    ("routes", &["access::", "ops::document::"]),
    ("site", &["site::"]),
    ("state", &["ops::"]),
    ("wallet", &["event::ticket::", "wallet::"]),
];

/// The files that differ from where this branch left main, committed or not; on main itself, those that are not committed.
pub(crate) fn files(place: &Place) -> Outcome<Vec<String>> {
    let git = |arguments: &[&str]| -> Outcome<String> {
        let output = Program::new(place, "git").args(arguments).read()?;
        Ok(String::from_utf8_lossy(&output).trim().to_owned())
    };
    let branches =
        git(&["for-each-ref", "--format=%(refname)", "refs/remotes/origin/main", "refs/heads/main"])?;
    // The remote's main sorts after one's own, and is where a change of several commits begins.
    let base = match branches.lines().last() {
        Some(main) => git(&["merge-base", "HEAD", main])?,
        None => "HEAD".to_owned(),
    };
    let known = git(&["diff", "--name-only", "--no-renames", &base])?;
    let new = git(&["ls-files", "--others", "--exclude-standard"])?;
    Ok(known.lines().chain(new.lines()).map(str::to_owned).collect())
}

impl Plan {
    /// The checks for these files of the tree at `root`.
    pub(crate) fn of(files: &[String], root: &Path) -> Outcome<Self> {
        let tests = api_tests(root)?;
        let mut plan = Self::default();
        for file in files {
            plan.add(file, root, &tests);
        }
        Ok(plan)
    }

    fn add(&mut self, file: &str, root: &Path, tests: &[String]) {
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
        let is_there = root.join(file).is_file();
        let is_script = ["ts", "tsx", "js"].contains(&extension);
        if extension == "rs" {
            self.rust = true;
        } else if is_there {
            self.formats.push(file.to_owned());
        }
        if is_script && is_there {
            self.lints.push(file.to_owned());
        }
        if ["rs", "ts", "tsx", "css", "md"].contains(&extension) {
            self.programs.insert("structure");
        }
        let (first, rest) = file.split_once('/').unwrap_or(("", file));
        match first {
            "server" => {
                self.generated = true;
                match stem.strip_prefix("server/src/") {
                    Some(module) if extension == "rs" => self.add_server(module, file, root, tests),
                    _ => _ = self.api.insert("ops::".to_owned()),
                }
            }
            "migrations" => _ = self.programs.insert("db"),
            "crates" => {
                self.pkg = true;
                self.domain |= rest.starts_with("domain/");
                self.generated |= rest.starts_with("domain/");
            }
            "pkg" => {
                self.pkg = true;
                self.types.insert("web");
            }
            "web" => {
                self.types.insert("web");
                if rest.starts_with("src/offline/") {
                    self.types.insert("tests/browser");
                }
                // Written from the server and the rules; everything imports them.
                if rest == "src/api/schema.ts" || rest.starts_with("src/academy/") {
                    self.generated = true;
                }
                if is_there && rest != "src/api/schema.ts" {
                    self.related.push(file.to_owned());
                }
            }
            "content" => {
                let is_letter = rest.starts_with("items/letter-");
                let filters: &[&str] = if is_letter { &["mail::"] } else { &["content::", "site::"] };
                self.api.extend(filters.iter().map(|&filter| filter.to_owned()));
            }
            "tests" => self.add_tests(rest, extension, is_there),
            "xtask" => self.xtask = true,
            "fuzz" => _ = self.programs.insert("parsers"),
            "docs" => self.generated |= rest == "openapi.json",
            _ => {}
        }
        let name = file.rsplit_once('/').map_or(file, |(_, name)| name);
        if ["Cargo.toml", "Cargo.lock", "package.json", "package-lock.json", "deny.toml"].contains(&name)
            || ["README.md", "docs/DEPENDENCIES.md"].contains(&file)
        {
            self.dependencies = true;
        }
    }

    /// A module of the server: the API tests named after it and those of its part, and its unit tests.
    fn add_server(&mut self, module: &str, file: &str, root: &Path, tests: &[String]) {
        let module = module.trim_end_matches("mod").trim_end_matches('/');
        if module.starts_with("db/") {
            self.programs.insert("db");
        }
        let part = PARTS.iter().find(|(part, _)| module == *part || module.starts_with(&format!("{part}/")));
        self.api.extend(part.into_iter().flat_map(|(_, filters)| *filters).map(|&filter| filter.to_owned()));
        // The folders of calls and of their tests mirror each other.
        if let Some(call) = module.strip_prefix("routes/") {
            let mut nearest = Path::new(call).ancestors().filter_map(Path::to_str);
            let tested = nearest.find(|&near| tests.iter().any(|test| test == near));
            self.api.extend(tested.map(filter));
        }
        let name = |path: &str| path.rsplit_once('/').map_or(path, |(_, name)| name).to_owned();
        let alike = tests.iter().filter(|&test| name(test) == name(module));
        self.api.extend(alike.map(|test| filter(test)));
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        if text.contains("#[cfg(test)]") || text.contains("#[test]") {
            self.units.insert(filter(module));
        }
    }

    fn add_tests(&mut self, rest: &str, extension: &str, is_there: bool) {
        let (program, file) = rest.split_once('/').unwrap_or((rest, ""));
        match program {
            "api" if extension == "rs" => {
                let path = file.trim_end_matches(".rs").trim_end_matches("/mod");
                self.api.insert(if ["main", "cases"].contains(&path) { String::new() } else { filter(path) });
            }
            "db" => _ = self.programs.insert("db"),
            "faults" => _ = self.programs.insert("faults"),
            "parsers" => _ = self.programs.insert("parsers"),
            "support" if file.starts_with("parsers/") => _ = self.programs.insert("parsers"),
            "support" => {
                self.programs.insert("db");
                self.api.insert(String::new());
            }
            "vectors" => {
                self.domain = true;
                self.pkg = true;
                if is_there {
                    self.related.push(format!("tests/vectors/{file}"));
                }
            }
            "browser" => {
                self.types.insert("tests/browser");
                if is_there && file.ends_with(".test.ts") {
                    self.journeys.push(file.to_owned());
                }
            }
            "load" => _ = self.types.insert("tests/browser"),
            "schemathesis" => self.contract = true,
            _ => {}
        }
    }

    /// Whether any check needs the Rust crates compiled.
    pub(crate) fn needs_crates(&self) -> bool {
        self.rust
            || self.generated
            || self.contract
            || !self.journeys.is_empty()
            || !self.api.is_empty()
            || !self.programs.is_empty()
    }

    /// Whether any test needs PostgreSQL.
    pub(crate) fn needs_databases(&self) -> bool {
        !self.api.is_empty() || self.programs.contains("db") || self.programs.contains("faults")
    }
}

fn filter(path: &str) -> String {
    format!("{}::", path.replace('/', "::"))
}

/// The files and folders of `tests/api` that hold tests, without their extension.
fn api_tests(root: &Path) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let directory = root.join("tests/api").join(&folder);
        for entry in fs::read_dir(&directory).context(format!("cannot list {}", directory.display()))? {
            let entry = entry.context("cannot list the API tests")?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{folder}{}", name.trim_end_matches(".rs"));
            if entry.path().is_dir() {
                folders.push(format!("{path}/"));
                found.push(path);
            } else if !["main.rs", "mod.rs", "cases.rs"].contains(&&*name) {
                found.push(path);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
    }

    /// A tree with these files.
    fn tree(files: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, if file.ends_with("etag.rs") { "#[cfg(test)]\nmod tests {}" } else { "" })
                .unwrap();
        }
        root
    }

    fn plan(files: &[&str]) -> Plan {
        let tests = [
            "tests/api/main.rs",
            "tests/api/demo.rs",
            "tests/api/event/mod.rs",
            "tests/api/event/booking.rs",
            "tests/api/event/waitlist.rs",
            "tests/api/user/share.rs",
            "tests/api/site/share.rs",
        ];
        let root = tree(&[files, &tests].concat());
        Plan::of(&files.iter().map(|&file| file.to_owned()).collect::<Vec<_>>(), root.path()).unwrap()
    }

    fn api(files: &[&str]) -> Vec<String> {
        plan(files).api.into_iter().collect()
    }

    #[test]
    fn a_call_reaches_the_tests_of_its_folder_or_its_own() {
        assert_eq!(
            api(&["server/src/routes/event/booking.rs"]),
            ["access::", "event::booking::", "ops::document::"]
        );
        assert_eq!(
            api(&["server/src/routes/event/admin/day.rs"]),
            ["access::", "event::", "ops::document::"]
        );
        assert_eq!(api(&["server/src/routes/event/mod.rs"]), ["access::", "event::", "ops::document::"]);
        assert!(plan(&["server/src/routes/event/mod.rs"]).generated);
    }

    #[test]
    fn a_module_reaches_the_tests_named_after_it_and_those_of_its_part() {
        assert_eq!(api(&["server/src/db/sharing/share.rs"]), ["site::share::", "user::share::"]);
        assert_eq!(api(&["server/src/app/demo/people.rs"]), ["demo::"]);
        assert_eq!(api(&["server/src/site/share.rs"]), ["site::", "site::share::", "user::share::"]);
        let plan = plan(&["server/src/http/etag.rs", "server/src/db/bookings/waitlist.rs"]);
        assert_eq!(plan.units.iter().collect::<Vec<_>>(), ["http::etag::"]);
        assert_eq!(plan.programs.iter().collect::<Vec<_>>(), [&"db", &"structure"]);
        assert!(plan.needs_databases() && plan.needs_crates());
    }

    #[test]
    fn the_site_reaches_its_types_lints_and_related_tests_alone() {
        let plan =
            plan(&["web/src/features/booking/Ticket.tsx", "web/src/features/booking/Ticket.module.css"]);
        assert_eq!(plan.related.len(), 2);
        assert_eq!(plan.lints, ["web/src/features/booking/Ticket.tsx"]);
        assert_eq!(plan.formats.len(), 2);
        assert_eq!(plan.types.iter().collect::<Vec<_>>(), [&"web"]);
        assert!(!plan.rust && !plan.generated && !plan.needs_databases());
    }

    #[test]
    fn the_rules_reach_both_languages() {
        let plan = plan(&["crates/domain/src/slot/refusal.rs"]);
        assert!(plan.domain && plan.pkg && plan.generated && plan.api.is_empty());
        assert!(self::plan(&["tests/vectors/slots.json"]).domain);
    }

    #[test]
    fn what_concerns_the_parsers_reaches_their_checks_alone() {
        for file in ["fuzz/corpus/csv/order", "tests/support/parsers/csv.rs", "tests/parsers/properties.rs"] {
            let plan = plan(&[file]);
            assert!(
                plan.programs.contains("parsers") && !plan.needs_databases() && plan.api.is_empty(),
                "{file}"
            );
        }
    }

    #[test]
    fn what_is_gone_is_neither_formatted_nor_run() {
        let gone = ["web/src/old.ts".to_owned(), "tests/browser/journeys/old.test.ts".to_owned()];
        let plan = Plan::of(&gone, tree(&["tests/api/demo.rs"]).path()).unwrap();
        assert!(plan.formats.is_empty() && plan.lints.is_empty() && plan.journeys.is_empty());
        assert_eq!(plan.types.len(), 2);
    }

    #[test]
    fn documents_reach_the_structure_and_manifests_the_dependencies() {
        let docs = plan(&["docs/STORE.md"]);
        assert_eq!(
            docs,
            Plan {
                formats: vec!["docs/STORE.md".to_owned()],
                programs: ["structure"].into(),
                ..Plan::default()
            }
        );
        assert!(plan(&["web/package.json"]).dependencies && plan(&["docs/DEPENDENCIES.md"]).dependencies);
        assert!(plan(&["xtask/src/main.rs"]).xtask);
    }

    #[test]
    fn every_part_of_the_server_and_every_filter_is_there() {
        for entry in fs::read_dir(root().join("server/src")).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            let known = PARTS.iter().any(|(part, _)| *part == name);
            assert!(known || name == "db" || path.is_file(), "PARTS has no row for {name}");
        }
        let tests = api_tests(root()).unwrap();
        for filter in PARTS.iter().flat_map(|(_, filters)| *filters) {
            let path = filter.trim_end_matches("::").replace("::", "/");
            assert!(tests.contains(&path), "there is no tests/api/{path}");
        }
    }
}
