//! The pages of staff have words for what the server names: each action of the audit log, and each kind of letter.

use std::collections::BTreeSet;

/// Texts of the server in the form of an action that are none.
const NO_ACTIONS: [&str; 24] = [
    "common-passwords.txt",
    "elements.dates",
    "elements.sessions",
    "error.type",
    "fcm.googleapis.com",
    "index.html",
    "keys.auth",
    "manifest.json",
    "next-auth.callback-url",
    "next-auth.csrf-token",
    "next-auth.nonce",
    "next-auth.session-token",
    "next-auth.state",
    "otel.name",
    "pass.example.sixfold.ticket",
    "pass.json",
    "service.version",
    "sixfold.db",
    "sixfold.waiting-room",
    "store.read",
    "store.write",
    "sw.js",
    "test.ics",
    "waiting-room.html",
];

/// How texts of letters begin that name no kind: an item with wording, or a page.
const NO_KINDS: [&str; 3] = ["letter-", "my-account-", "staff-account-"];

/// Whether a text is at least two words in lower case, joined by this character.
fn is_joined(text: &str, by: char) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    text.contains(by) && text.split(by).all(is_word)
}

/// `crew.left`, in the server's form.
fn is_action(text: &str) -> bool {
    is_joined(text, '.')
}

/// `booking-moved`, among the texts of letters.
fn is_kind(text: &str) -> bool {
    is_joined(text, '-') && !NO_KINDS.iter().any(|start| text.starts_with(start))
}

/// The texts of the code in double quotes that are of a form. What is between two texts never is.
fn texts(code: &str, is: fn(&str) -> bool) -> BTreeSet<String> {
    code.split('"').filter(|text| is(text)).map(str::to_owned).collect()
}

/// The same of every file below a folder.
fn named(folder: &str, is: fn(&str) -> bool) -> BTreeSet<String> {
    let sources = crate::source::sources(&crate::source::root().join(folder));
    sources.values().flat_map(|text| texts(&crate::source::code(text), is)).collect()
}

/// The keys of an object in the source of a page.
fn keys(page: &str, object: &str) -> BTreeSet<String> {
    let rows = page.split(&format!("const {object}:")).nth(1).unwrap_or_default();
    let rows = rows.split("\n}").next().unwrap_or_default();
    let key = |line: &str| Some(line.trim().strip_prefix('\'')?.split_once("':")?.0.to_owned());
    rows.lines().filter_map(key).collect()
}

/// The names for which a page has no words.
fn without_words(path: &str, object: &str, named: &BTreeSet<String>) -> Vec<String> {
    let page = std::fs::read_to_string(crate::source::root().join(path)).expect("the page is there");
    named.difference(&keys(&page, object)).cloned().collect()
}

#[test]
fn the_audit_log_has_a_sentence_for_each_action() {
    let mut actions = named("server/src", is_action);
    for text in NO_ACTIONS {
        assert!(actions.remove(text), "NO_ACTIONS lists {text}, which the server does not have");
    }
    assert!(actions.len() > 100, "{} actions are read", actions.len());
    let found = without_words("web/src/features/delivery/actions.ts", "SENTENCES", &actions);
    assert!(found.is_empty(), "no sentence in actions.ts, nor listed in NO_ACTIONS: {found:?}");
}

#[test]
fn the_list_of_stuck_e_mails_has_a_name_for_each_kind() {
    let kinds = named("server/src/mail/letters", is_kind);
    assert!(kinds.len() > 30, "{} kinds are read", kinds.len());
    let found = without_words("web/src/features/numbers/StuckLetters.tsx", "KINDS", &kinds);
    assert!(found.is_empty(), "no name in StuckLetters.tsx: {found:?}");
}

/// The control: names and words are found among others.
#[test]
fn names_and_words_are_read() {
    let code = "by(conn, \"crew.left\", \"a.B\", \"x.\"); page(\"my-account-book-test\"); \
        plain(to, \"booking-moved\", site_info.worded(\"letter-booking-moved\", &[]).join(\"-\"))";
    assert_eq!(texts(code, is_action), BTreeSet::from(["crew.left".to_owned()]));
    assert_eq!(texts(code, is_kind), BTreeSet::from(["booking-moved".to_owned()]));
    let page = "const KINDS: Names = {\n  'crew.left': 'Crew left',\n  'crew.made':\n    'Crew made',\n}\n\n\
        const OTHER: Names = {\n  'crew.gone': 'Gone',\n}\n";
    assert_eq!(keys(page, "KINDS"), BTreeSet::from(["crew.left".to_owned(), "crew.made".to_owned()]));
}
