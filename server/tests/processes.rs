//! The binary as an operator runs it: which start is refused, and how it stops.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use sixfold_server::config::cli::Cli;

const SECRET: &str = "a secret that only tests know, 32+";

fn sixfold(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixfold"));
    command
        .args(arguments)
        .args(["--secret", SECRET, "--listen", "127.0.0.1:0", "--log", "info", "--data-dir"])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A command without a secret or settings of this process.
fn bare(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixfold"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("SIXFOLD_")) {
        command.env_remove(name);
    }
    command.args(arguments).arg("--data-dir").arg(folder).stdin(Stdio::null());
    command
}

/// The exit code of a command that is refused, and its only line.
#[track_caller]
fn refusal(command: &mut Command) -> (i32, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let told = [stdout, stderr].map(|text| String::from_utf8(text).unwrap()).concat();
    assert!(!status.success() && told.starts_with("sixfold: ") && told.lines().count() == 1, "{told}");
    (status.code().unwrap(), told.trim_end().to_owned())
}

/// Runs a command that ends by itself.
fn ended(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let Output { status, stdout, stderr } = sixfold(folder, arguments).output().unwrap();
    (status.success(), [stdout, stderr].map(|text| String::from_utf8(text).unwrap()).concat())
}

#[track_caller]
fn refused(folder: &Path, arguments: &[&str], reason: &str) {
    let (success, told) = ended(folder, arguments);
    assert!(!success, "{arguments:?} was let through: {told}");
    let last = told.trim_end().lines().last().unwrap_or_default();
    assert!(last.starts_with("sixfold: ") && last.contains(reason), "{arguments:?}: {told}");
}

/// A server that has opened its doors.
struct Server(Child);

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = sixfold(folder, &["serve"]).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("Sixfold is open at"), "{line}");
        Self(child)
    }

    /// Sends it a signal and gives its exit code; none if the signal ended it.
    fn end(mut self, signal: Signal) -> Option<i32> {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
        self.0.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[test]
fn only_serve_on_a_fresh_directory_and_migrate_make_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for arguments in [
        &["user", "create", "--email", "a@b.example", "--role", "3"][..],
        &["keys", "rotate"],
        &["clock", "accept"],
        &["seed", "--demo"],
    ] {
        refused(folder, arguments, "sixfold.db is not there");
        assert!(!folder.join("sixfold.db").exists(), "{arguments:?}");
    }
    assert_eq!(Server::start(folder).end(Signal::TERM), Some(0));
    assert!(ended(folder, &["clock", "accept"]).0);
    for ending in ["", "-wal", "-shm"] {
        std::fs::remove_file(folder.join(format!("sixfold.db{ending}"))).ok();
    }
    refused(folder, &["serve"], "sixfold.db is not there");
    assert!(ended(folder, &["migrate"]).0);
    assert_eq!(Server::start(folder).end(Signal::TERM), Some(0));
}

/// Every command that is for a site that exists.
const OF_A_SITE: [&[&str]; 9] = [
    &["user", "create", "--email", "a@b.example", "--role", "3"],
    &["user", "set-role", "--email", "a@b.example", "--role", "3"],
    &["user", "reset-factor", "--email", "a@b.example"],
    &["user", "erase", "--email", "a@b.example"],
    &["keys", "rotate"],
    &["clock", "accept"],
    &["mail", "retry"],
    &["import", "results", "results.csv"],
    &["seed", "--demo"],
];

#[test]
fn a_slip_in_the_data_directory_begins_no_second_site() {
    let place = tempfile::tempdir().unwrap();
    let (slip, empty) = (place.path().join("slip"), place.path().join("empty"));
    std::fs::create_dir(&empty).unwrap();
    for arguments in OF_A_SITE {
        let (code, told) = refusal(&mut bare(&slip, arguments));
        assert!(code == 2 && told.contains("--data-dir") && told.contains("slip is not there"), "{told}");
        let (_, told) = refusal(&mut bare(&empty, arguments));
        assert!(told.contains("sixfold.db is not there"), "{told}");
    }
    let (_, told) = refusal(&mut bare(&slip, &["backup", place.path().join("b.db").to_str().unwrap()]));
    assert!(told.contains("sixfold.db is not there"), "{told}");
    assert!(!slip.exists());
    assert_eq!(std::fs::read_dir(&empty).unwrap().count(), 0);
}

#[test]
fn no_secret_is_made_beside_a_database_that_has_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(ended(folder, &["migrate"]).0);
    for arguments in [&["serve"][..], &["migrate"], &["clock", "accept"]] {
        let (code, told) = refusal(&mut bare(folder, arguments));
        assert!(code == 2 && told.starts_with("sixfold: --secret: none is given"), "{told}");
    }
    let backup = folder.join("backup.db");
    for arguments in [["backup", backup.to_str().unwrap()], ["restore", backup.to_str().unwrap()]] {
        assert!(bare(folder, &arguments).status().unwrap().success(), "{arguments:?} needs none");
    }
    assert!(!folder.join("secret").exists());
    // As at a first start.
    let fresh = folder.join("fresh");
    assert!(bare(&fresh, &["migrate"]).status().unwrap().success());
    assert!(bare(&fresh, &["clock", "accept"]).status().unwrap().success());
}

#[test]
fn an_empty_variable_is_none() {
    fn variables(command: &clap::Command) -> Vec<String> {
        let own =
            command.get_arguments().filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned));
        own.chain(command.get_subcommands().flat_map(variables)).collect()
    }
    let folder = tempfile::tempdir().unwrap();
    let names = variables(&<Cli as clap::CommandFactory>::command());
    assert!(names.len() > 70, "{names:?}");
    for empty in ["", " "] {
        // The data directory is given as a flag; its variable counts as little as the others.
        let mut command = bare(folder.path(), &["migrate"]);
        let Output { status, stderr, .. } =
            command.envs(names.iter().map(|name| (name, empty))).output().unwrap();
        assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    }
}

#[test]
fn a_value_that_does_not_read_is_told_with_its_flag_and_its_variable() {
    let folder = tempfile::tempdir().unwrap();
    for (variable, value, told) in [
        (
            "OFFER_MINUTES",
            "soon",
            "--offer-minutes (SIXFOLD_OFFER_MINUTES): needs a whole number from 1 to 1440, not \"soon\"",
        ),
        (
            "METRICS_LISTEN",
            ":9464",
            "--metrics-listen (SIXFOLD_METRICS_LISTEN): needs an address with a port, such as",
        ),
        ("DEMO", "perhaps", "--demo (SIXFOLD_DEMO): needs on or off, not \"perhaps\""),
        ("LOG_FORMAT", "xml", "--log-format (SIXFOLD_LOG_FORMAT): needs one of text, json, not \"xml\""),
        ("PUBLIC_URL", "sixfold.example", "--public-url (SIXFOLD_PUBLIC_URL): needs an origin"),
        ("LISTEN", "localhost", "--listen (SIXFOLD_LISTEN): needs an address with a port"),
    ] {
        let mut command = bare(folder.path(), &["migrate"]);
        let (code, line) = refusal(command.env(format!("SIXFOLD_{variable}"), value));
        assert!(code == 2 && line.starts_with(&format!("sixfold: {told}")), "{line}");
    }
    let mut flag = bare(folder.path(), &["migrate", "--offer-minutes", "0"]);
    let (_, line) = refusal(flag.env("SIXFOLD_OFFER_MINUTES", "5"));
    assert_eq!(line, "sixfold: --offer-minutes: needs a whole number from 1 to 1440, not \"0\"");
    assert_eq!(refusal(&mut bare(folder.path(), &["serve", "--no-such-flag"])).0, 2);
    // What another try may find in order is no fault of the settings.
    let away = ["migrate", "--log", "off", "--database-url", "postgres://somebody@127.0.0.1:1/x"];
    assert_eq!(refusal(&mut bare(folder.path(), &away)).0, 1);
}

#[test]
fn a_command_line_that_is_wrong_ends_with_its_own_code() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(bare(folder, &["migrate"]).status().unwrap().success());
    for (arguments, told, exit) in [
        (&["user", "create", "--email", "nobody", "--role", "3"][..], "--email: ", 2),
        (&["user", "set-password", "--email", "nobody"][..], "--email: ", 2),
        (&["user", "set-password", "--email", "a@b.example"][..], "--email: a@b.example has no account", 1),
        (&["copy", "--from", "mysql://x", "--to", "sqlite:x.db"][..], "--from: must begin with", 2),
        (&["copy", "--from-file", "/nothing", "--to", "sqlite:x.db"][..], "--from-file: /nothing cannot", 2),
    ] {
        let (code, line) = refusal(bare(folder, arguments).env("SIXFOLD_LOG", "off"));
        assert!(code == exit && line.starts_with(&format!("sixfold: {told}")), "{code} {line}");
    }
}

#[test]
fn no_log_has_the_sql_of_a_migration() {
    let folder = tempfile::tempdir().unwrap();
    let Output { status, stderr, .. } = bare(folder.path(), &["migrate", "--log", "debug"]).output().unwrap();
    let log = String::from_utf8_lossy(&stderr);
    assert!(status.success() && log.contains("the schema is up to date"), "{log}");
    assert!(!log.contains("CREATE TABLE account"), "{log}");
}

#[test]
fn the_help_of_a_command_is_short_and_begins_with_its_own_arguments() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in OF_A_SITE.into_iter().chain([&["serve"][..], &["migrate"], &["copy"], &["backup"]]) {
        let command: Vec<&str> = arguments
            .iter()
            .copied()
            .take_while(|word| !word.starts_with('-') && !word.contains('.'))
            .collect();
        let help = |flag| {
            let output = bare(folder.path(), &[&command[..], &[flag]].concat()).output().unwrap();
            assert!(output.status.success());
            String::from_utf8(output.stdout).unwrap()
        };
        let (short, long) = (help("-h"), help("--help"));
        assert!(short.lines().count() <= 40, "{short}");
        assert!(short.contains("--data-dir") && !short.contains("--backup-keep"), "{short}");
        assert!(long.contains("--backup-keep") && long.contains("Settings:"), "{long}");
    }
}

#[test]
fn a_second_server_on_a_file_is_refused_and_other_commands_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::start(folder);
    refused(folder, &["serve"], "a server is running on");
    let backup = folder.join("backup.db");
    assert!(ended(folder, &["backup", backup.to_str().unwrap()]).0);
    refused(folder, &["restore", backup.to_str().unwrap()], "a server is running on");
    assert!(ended(folder, &["user", "create", "--email", "a@b.example", "--role", "3"]).0);
    assert_eq!(server.end(Signal::TERM), Some(0));
    let (restored, told) = ended(folder, &["restore", backup.to_str().unwrap()]);
    assert!(restored && told.contains("before-restore-"), "{told}");
    // What came after the backup is not in it.
    assert!(ended(folder, &["user", "create", "--email", "a@b.example", "--role", "3"]).0);
}

#[test]
fn the_end_of_the_terminal_stops_it_as_politely_as_the_signal_to_end() {
    for signal in [Signal::HUP, Signal::TERM, Signal::INT] {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Server::start(folder.path()).end(signal), Some(0), "{signal:?}");
    }
}

#[test]
fn what_root_restores_belongs_to_the_owner_of_the_directory() {
    use std::os::unix::fs::{MetadataExt as _, chown};

    if !rustix::process::getuid().is_root() {
        return println!("SKIPPED: needs root");
    }
    let place = tempfile::tempdir().unwrap();
    let (old, new) = (place.path().join("old"), place.path().join("new"));
    assert!(ended(&old, &["migrate"]).0);
    let backup = place.path().join("backup.db");
    assert!(ended(&old, &["backup", backup.to_str().unwrap()]).0);
    std::fs::create_dir(&new).unwrap();
    chown(&new, Some(65_534), Some(65_534)).unwrap();
    for _ in 0..2 {
        assert!(ended(&new, &["restore", backup.to_str().unwrap()]).0);
        for name in ["sixfold.db", "sixfold.db.lock"] {
            assert_eq!(std::fs::metadata(new.join(name)).unwrap().uid(), 65_534, "{name}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused_in_one_line() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;

    /// Nobody in particular: root may write everything.
    const NOBODY: u32 = 65_534;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    assert!(ended(folder, &["migrate"]).0);
    let binary = folder.join("sixfold");
    // Another process copies it: a program that another test starts meanwhile would inherit this process's handle for
    // writing, and a file that somebody can still write to is not run.
    let copy = Command::new("cp").arg(env!("CARGO_BIN_EXE_sixfold")).arg(&binary).status();
    assert!(copy.unwrap().success());
    let mode = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode(&binary, 0o755);
    mode(&folder.join("sixfold.db"), 0o444);
    let mut command = Command::new(&binary);
    command
        .args(["serve", "--secret", SECRET, "--listen", "127.0.0.1:0", "--log", "off", "--data-dir"])
        .arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if rustix::process::getuid().is_root() {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        for path in entries.chain([folder.to_owned()]) {
            chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
        command.uid(NOBODY).gid(NOBODY).current_dir("/");
    }
    let mut child = command.spawn().unwrap();
    for _ in 0..300 {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().ok();
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(!child.wait().unwrap().success());
    assert!(told.starts_with("sixfold: --database-url: ") && told.lines().count() == 1, "{told}");
}
