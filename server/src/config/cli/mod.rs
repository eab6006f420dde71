//! The command line of the one binary, `sixfold`. Every flag can also be set as `SIXFOLD_` and its name in upper case.

mod commands;
mod flags;
mod switch;

use std::collections::HashSet;
use std::ffi::OsString;

use clap::{CommandFactory as _, Parser};

pub use commands::{ClockCommand, Command, CopyUrls, ImportCommand, KeysCommand, MailCommand, UserCommand};
pub use flags::{AuthMode, AutoSwitch, Flags, LogFormat, PROVIDER_PREFIX};
pub use switch::Switch;

/// The athletic-testing programme: site, API and store in one process.
#[derive(Debug, Parser)]
#[command(name = "sixfold", version, about)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// The settings, the same for every command.
    #[command(flatten)]
    pub flags: Flags,
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
    let text = error.render().to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    Some(lines.join(" ").trim_start_matches("error: ").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(complaint_of(&["sixfold", "--help"]), None);
        assert_eq!(complaint_of(&["sixfold"]), None);
    }
}
