//! Which file may import which: no circles in server, domain and web, and between the server's folders, and the modules of
//! `db`, only the imports drawn in `docs/ARCHITECTURE.md`. ESLint checks those between folders of the web (`eslint.config.js`).

mod reader;

use std::collections::{BTreeMap, BTreeSet};

use self::reader::{Imports, rust_imports, web_imports};
use crate::source::{files, root, sources};

/// The folders of `server/src`, and what each may import: a folder, or one file of it.
const ARROWS: [(&str, &[&str]); 14] = [
    ("config", &["db"]),
    ("db", &["config::clock"]),
    ("http", &["auth", "config", "db", "state"]),
    ("content", &["config", "db", "http"]),
    ("mail", &["auth", "config", "content", "db"]),
    ("auth", &["config", "content", "db", "http", "state"]),
    ("booking", &["auth", "config", "content", "db", "http", "mail", "state"]),
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

/// The modules of `server/src/db`, from the lowest up, and what each may import of the others; all may import `db` itself.
/// Only `people` imports from above it: the table of roles asks who comes on a day and who is in a coach's team.
const DB_ARROWS: [(&str, &[&str]); 14] = [
    ("connection", &[]),
    ("topic", &["connection"]),
    ("encryption", &["connection"]),
    ("sign_in", &["connection"]),
    ("engines", &["connection", "sign_in::session_cache", "topic"]),
    ("calendar", &["connection", "topic"]),
    ("content", &["connection", "topic"]),
    ("messages", &["connection", "content", "encryption::field_encryption"]),
    ("results", &["calendar::schedule", "connection", "topic"]),
    ("sharing", &["connection", "encryption::field_encryption", "topic"]),
    (
        "people",
        &[
            "bookings::desk",
            "bookings::team",
            "calendar::calendar_feed",
            "connection",
            "encryption::field_encryption",
            "messages::notification",
            "messages::wallet",
            "sharing",
            "sign_in::email",
            "sign_in::passkey",
            "sign_in::second_factor",
        ],
    ),
    (
        "bookings",
        &[
            "calendar::schedule",
            "calendar::slot",
            "connection",
            "people::account",
            "people::coach",
            "people::eligibility",
            "people::fold",
            "people::health_access",
            "people::search",
            "results::result",
            "topic",
        ],
    ),
    ("boards", &["bookings::booking", "connection", "results::mark", "topic"]),
    (
        "upkeep",
        &[
            "boards::board",
            "bookings::alert",
            "connection",
            "encryption::field_encryption",
            "engines",
            "messages",
            "people::audit",
            "sign_in",
            "topic",
        ],
    ),
];

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

/// Imports between the folders of a module that the arrows do not allow, as `from -> to`; the module is empty for the
/// whole crate.
fn forbidden(imports: &Imports, module: &str, arrows: &[(&str, &[&str])]) -> Vec<String> {
    let folder = |name: &str| name.split("::").next().unwrap_or_default().to_owned();
    let within = |name: &String| match module {
        "" => Some(name.clone()),
        module => Some(name.strip_prefix(module)?.strip_prefix("::")?.to_owned()),
    };
    let allowed = |from: &str, to: &str| {
        let arrows = arrows.iter().find(|(name, _)| *name == from).map(|(_, targets)| *targets);
        let fits = |target: &&str| to == *target || to.starts_with(&format!("{target}::"));
        arrows.is_some_and(|targets| targets.iter().any(fits))
    };
    let all = imports.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (from, to)));
    all.filter_map(|(from, to)| Some((within(from)?, within(to)?)))
        .filter(|(from, to)| !matches!(from.as_str(), "lib" | "main") && folder(from) != folder(to))
        .filter(|(from, to)| !allowed(&folder(from), to))
        .map(|(from, to)| format!("{from} -> {to}"))
        .collect()
}

fn given(sources: &[(&str, &str)]) -> BTreeMap<String, String> {
    sources.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn nothing_in_the_server_imports_in_a_circle_or_against_the_arrows() {
    let imports = rust_imports(&sources(&root().join("server/src")));
    assert!(imports["routes::event::book"].contains("booking::context"), "the imports are read");
    assert_eq!(circles(&imports), Imports::new());
    assert_eq!(forbidden(&imports, "", &ARROWS), Vec::<String>::new());
    assert_eq!(forbidden(&imports, "db", &DB_ARROWS), Vec::<String>::new());
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
    assert_eq!(
        forbidden(&imports, "", &ARROWS),
        ["db -> mail", "db -> mail::letter", "mail::letter -> state"]
    );
    let circle = circles(&imports);
    assert_eq!(circle.keys().collect::<Vec<_>>(), ["db", "db::slot", "mail::letter"]);

    let web = given(&[
        ("a/one.ts", "import { two } from '../two'\nimport './style.css'\n"),
        ("two.tsx", "import {\n  type One,\n} from './a/one'\nimport { three } from './three'\n"),
        ("three.ts", "export const text = 'import'\n"),
    ]);
    assert_eq!(circles(&web_imports(&web)).keys().collect::<Vec<_>>(), ["a/one.ts", "two.tsx"]);
}

/// The control for the modules of `db`: an arrow to one file allows no other, and `db` itself belongs to none of them.
#[test]
fn an_arrow_between_modules_of_db_that_is_not_drawn_is_found() {
    let server = given(&[
        ("db/mod.rs", "pub mod bookings;\npub mod people;\npub struct Conn;\nuse bookings::desk::Desk;\n"),
        ("db/bookings/desk.rs", "use crate::db::Conn;\npub struct Desk;\n"),
        ("db/bookings/kiosk.rs", "pub struct Kiosk;\n"),
        ("db/people/relation.rs", "use crate::db::bookings::desk::Desk;\n"),
        ("db/people/account.rs", "use crate::db::bookings::kiosk::Kiosk;\n"),
    ]);
    let found = forbidden(&rust_imports(&server), "db", &DB_ARROWS);
    assert_eq!(found, ["people::account -> bookings::kiosk"]);
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
