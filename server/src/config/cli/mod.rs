//! The command line of the one binary, `sixfold`. Every flag can also be set as `SIXFOLD_` and its name in upper case.

mod commands;
mod flags;
mod switch;
pub mod values;

use std::collections::HashSet;
use std::error::Error as _;
use std::ffi::{OsStr, OsString};

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, FromArgMatches as _, Parser};

pub use commands::{ClockCommand, Command, CopyUrls, ImportCommand, KeysCommand, MailCommand, UserCommand};
pub use flags::{AuthMode, AutoSwitch, Flags, LogFormat, PROVIDER_PREFIX};
pub use switch::Switch;

/// The settings that `-h` shows; `--help` shows all.
const ESSENTIAL: [&str; 6] =
    ["data_dir", "database_url", "database_url_file", "secret", "secret_file", "public_url"];

/// The athletic-testing programme: site, API and store in one process.
#[derive(Debug, Parser)]
#[command(
    name = "sixfold",
    version,
    after_help = "Every command takes the settings: give it the server's. Each can also be a variable: --data-dir is \
        SIXFOLD_DATA_DIR. --help lists all of them."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The settings, the same for every command.
    #[command(flatten)]
    pub flags: Flags,
}

impl Cli {
    /// Reads the process's arguments and variables.
    pub fn from_process() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&without_empty(shortened(Self::command())).try_get_matches()?)
    }
}

/// An empty variable counts as absent, so that a template may list every one.
fn without_empty(command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| {
            let is_empty =
                argument.get_env().is_some_and(|name| std::env::var_os(name).is_some() && !is_set(name));
            if is_empty { argument.env(None::<&'static str>) } else { argument }
        })
        .mut_subcommands(without_empty)
}

/// Whether a variable has a value.
fn is_set(name: impl AsRef<OsStr>) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.to_string_lossy().trim().is_empty())
}

/// Keeps the settings apart from a command's own arguments, and `-h` short.
fn shortened(command: clap::Command) -> clap::Command {
    command.mut_args(|argument| {
        let is_short = ESSENTIAL.contains(&argument.get_id().as_str());
        argument.help_heading("Settings").hide_short_help(!is_short).hide_env(true)
    })
}

/// A flag as an error names it: with its variable, if the value came from there.
pub fn named(flag: &str) -> String {
    let Some(name) = flag.strip_prefix("--") else { return flag.to_owned() };
    let variable = format!("SIXFOLD_{}", name.replace('-', "_").to_ascii_uppercase());
    let is_given = std::env::args_os().any(|given| {
        let given = given.to_string_lossy();
        given.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    });
    if is_set(&variable) && !is_given { format!("{flag} ({variable})") } else { flag.to_owned() }
}

/// Variables that look like settings and are none, such as `SIXFOLD_DATADIR`.
pub fn unknown_variables() -> Vec<String> {
    fn known(command: &clap::Command, names: &mut HashSet<OsString>) {
        names.extend(command.get_arguments().filter_map(|argument| argument.get_env()).map(OsString::from));
        command.get_subcommands().for_each(|command| known(command, names));
    }
    let mut names = HashSet::new();
    known(&Cli::command(), &mut names);
    let given = std::env::vars_os().map(|(name, _)| name).filter(|name| !names.contains(name));
    let mut unknown: Vec<String> = given
        .filter_map(|name| name.into_string().ok())
        .filter(|name| name.starts_with("SIXFOLD_") && !name.starts_with(PROVIDER_PREFIX))
        .collect();
    unknown.sort();
    unknown
}

/// The error of a command line in one line that names the flag; `None` if help or the version was requested.
pub fn complaint(error: &clap::Error) -> Option<String> {
    use clap::error::ErrorKind as Kind;
    let informative =
        [Kind::DisplayHelp, Kind::DisplayVersion, Kind::DisplayHelpOnMissingArgumentOrSubcommand];
    if informative.contains(&error.kind()) {
        return None;
    }
    if let Some(line) = wrong_value(error) {
        return Some(line);
    }
    let text = error.render().to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    Some(lines.join(" ").trim_start_matches("error: ").to_owned())
}

/// The sentence about a value that does not read; `None` if something else is wrong.
fn wrong_value(error: &clap::Error) -> Option<String> {
    // `--offer-minutes <OFFER_MINUTES>`
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
    let flag = named(argument.split(' ').next()?);
    if let Some(reason) = error.source() {
        return Some(format!("{flag}: {reason}"));
    }
    match (error.get(ContextKind::ValidValue), error.get(ContextKind::InvalidValue)) {
        (Some(ContextValue::Strings(words)), Some(ContextValue::String(given))) if !given.is_empty() => {
            Some(format!("{flag}: needs one of {}, not {given:?}", words.join(", ")))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        shortened(without_empty(Cli::command())).debug_assert();
    }

    fn complaint_of(arguments: &[&str]) -> Option<String> {
        complaint(&Cli::try_parse_from(arguments).unwrap_err())
    }

    #[test]
    fn a_wrong_flag_is_told_in_one_line_that_names_it() {
        let line = complaint_of(&["sixfold", "serve", "--auth-mode", "nonsense"]).unwrap();
        assert!(line.contains("--auth-mode") && line.contains("credentials, sso, both"), "{line}");
        for wrong in [["--offer-minutes", "0"], ["--rate-limit", "maybe"], ["--no-such-flag", "1"]] {
            let line = complaint_of(&["sixfold", "serve", wrong[0], wrong[1]]).unwrap();
            assert!(line.contains(wrong[0]) && !line.contains('\n') && !line.starts_with("error"), "{line}");
        }
        for (wrong, told) in [
            (
                ["--offer-minutes", "soon"],
                "--offer-minutes: needs a whole number from 1 to 1440, not \"soon\"",
            ),
            (
                ["--backup-keep", "70000"],
                "--backup-keep: needs a whole number from 1 to 10000, not \"70000\"",
            ),
            (["--rate-limit", "maybe"], "--rate-limit: needs one of on, off, not \"maybe\""),
            (
                ["--metrics-listen", "9464"],
                "--metrics-listen: needs an address with a port, such as 127.0.0.1:9464",
            ),
        ] {
            let line = complaint_of(&["sixfold", "serve", wrong[0], wrong[1]]).unwrap();
            assert!(line.contains(told), "{line}");
        }
        assert_eq!(complaint_of(&["sixfold", "--help"]), None);
        assert_eq!(complaint_of(&["sixfold"]), None);
    }
}
