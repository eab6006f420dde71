//! Documents against what they describe: the flags of the binary, and the units of `deploy/`.

use std::collections::BTreeSet;

use clap::CommandFactory as _;
use sixfold_server::config::cli::Cli;

use crate::source::{files, root};

/// How a page says that a server has to be stopped.
const STOPPED: [&str; 3] = ["stop the server", "stop every server", "stop every node"];
/// The command: with the socket left open, the next visitor would start the server again.
const STOP: &str = "`systemctl stop sixfold.socket sixfold.service`";

/// The flags of a command and of those below it.
fn flags(command: &clap::Command) -> BTreeSet<String> {
    let own = command.get_arguments().filter_map(|argument| Some(format!("--{}", argument.get_long()?)));
    own.chain(command.get_subcommands().flat_map(flags)).collect()
}

/// Those that no text names; `--secret-file` does not name `--secret`.
fn unnamed<'f>(flags: &'f BTreeSet<String>, texts: &[&str]) -> Vec<&'f str> {
    let is_other = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '-');
    let words: BTreeSet<&str> = texts.iter().flat_map(|text| text.split(is_other)).collect();
    flags.iter().map(String::as_str).filter(|flag| !words.contains(flag)).collect()
}

/// The sections of a page that stop a server more often than they give the command.
fn half_stopped(page: &str) -> Vec<&str> {
    let is_half = |section: &&str| {
        let text = section.split_whitespace().collect::<Vec<_>>().join(" ");
        let lower = text.to_lowercase();
        let stopped: usize = STOPPED.iter().map(|words| lower.matches(words).count()).sum();
        stopped > text.matches(STOP).count()
    };
    page.split("\n## ").filter(is_half).filter_map(|section| section.lines().next()).collect()
}

/// The actions that a query lists.
fn actions(text: &str) -> Vec<&str> {
    let (_, after) = text.split_once("action IN (").unwrap_or_default();
    let (listed, _) = after.split_once(')').unwrap_or_default();
    listed.split('\'').skip(1).step_by(2).collect()
}

#[test]
fn every_flag_is_in_a_document() {
    let pages = files(&root().join("docs"), &[".md"]);
    let texts: Vec<&str> = pages.values().map(String::as_str).collect();
    let flags = flags(&Cli::command());
    assert!(flags.len() > 70 && flags.contains("--data-dir") && flags.contains("--dry-run"), "{flags:?}");
    assert_eq!(unnamed(&flags, &texts), Vec::<&str>::new());
}

#[test]
fn what_a_restore_brings_back_is_listed_alike_on_both_engines() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("a text");
    let (sqlite, postgres) = (read("server/src/db/upkeep/deletions.rs"), read("docs/RECOVERY.md"));
    let listed = actions(&sqlite);
    assert!(listed.len() > 20 && listed.contains(&"role.changed"), "{listed:?}");
    assert_eq!(actions(&postgres), listed);
}

#[test]
fn a_server_is_stopped_with_its_socket() {
    assert!(root().join("deploy/sixfold.socket").exists(), "the socket is there");
    for name in ["RECOVERY.md", "UPGRADING.md"] {
        let page = std::fs::read_to_string(root().join("docs").join(name)).expect("a page");
        assert!(page.contains(STOP), "{name} stops a server");
        assert_eq!(half_stopped(&page), Vec::<&str>::new(), "{name}");
    }
}

/// The control: what the tests above refuse.
#[test]
fn what_a_document_lacks_is_found() {
    let flags = BTreeSet::from(["--secret", "--secret-file", "--to"].map(str::to_owned));
    assert_eq!(unnamed(&flags, &["| `--secret-file` |", "copy --to URL"]), ["--secret"]);
    let page = "# One\n\nText.\n\n## Two\n\n1. Stop\n   the server.\n\n## Three\n\nStop every node \
         (`systemctl stop sixfold.socket\nsixfold.service`).\n\n## Four\n\nStop the server: \
         `systemctl stop sixfold.socket sixfold.service`. Elsewhere, stop every server.\n";
    assert_eq!(half_stopped(page), ["Two", "Four"]);
}
