//! The commands, each with its own arguments.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::values;
use crate::config::data_dir::DataDir;

/// What the binary can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site and the API.
    Serve,
    /// Bring the database's schema up to date; creates the database if there is none.
    Migrate,
    /// Add the demo's data; needs `--demo`.
    Seed,
    /// Manage accounts.
    User {
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Manage the keys of encryption and of notifications.
    Keys {
        #[command(subcommand)]
        command: KeysCommand,
    },
    /// Import what was recorded elsewhere; a server may be running.
    Import {
        #[command(subcommand)]
        command: ImportCommand,
    },
    /// Confirm a clock that has jumped.
    Clock {
        #[command(subcommand)]
        command: ClockCommand,
    },
    /// Manage letters.
    Mail {
        #[command(subcommand)]
        command: MailCommand,
    },
    /// Print the OpenAPI document.
    Openapi,
    /// Copy a SQLite database, consistent, into a new file; a server may be running.
    Backup {
        /// The new file.
        file: PathBuf,
    },
    /// Copy a whole database, SQLite or PostgreSQL, into an empty one, and compare both; no server may be running. Run
    /// again, it continues a copy that was interrupted.
    Copy(CopyUrls),
    /// Put a backup in the place of a SQLite database that no server has open; the former one is kept beside it.
    Restore {
        /// The backup.
        file: PathBuf,
    },
}

impl Command {
    /// What it does about the data directory.
    pub fn data_dir(&self) -> DataDir {
        match self {
            Self::Serve | Self::Migrate => DataDir::Made,
            Self::Seed
            | Self::User { .. }
            | Self::Keys { .. }
            | Self::Import { .. }
            | Self::Clock { .. }
            | Self::Mail { .. } => DataDir::Found,
            Self::Openapi | Self::Backup { .. } | Self::Copy(_) | Self::Restore { .. } => DataDir::Unused,
        }
    }
}

/// Between which databases to copy. Others on this machine can read a URL here: rather name a file, or use the variable.
#[derive(Debug, Args)]
pub struct CopyUrls {
    /// The database that is copied: `sqlite:PATH` or `postgres://…`.
    #[arg(
        long,
        env = "SIXFOLD_FROM",
        hide_env_values = true,
        value_name = "URL",
        required_unless_present = "from_file",
        conflicts_with = "from_file"
    )]
    pub from: Option<String>,
    /// A file that holds its URL.
    #[arg(long, value_name = "FILE")]
    pub from_file: Option<PathBuf>,
    /// The empty database that it is copied to.
    #[arg(
        long,
        env = "SIXFOLD_TO",
        hide_env_values = true,
        value_name = "URL",
        required_unless_present = "to_file",
        conflicts_with = "to_file"
    )]
    pub to: Option<String>,
    /// A file that holds its URL.
    #[arg(long, value_name = "FILE")]
    pub to_file: Option<PathBuf>,
}

/// Acts on the clock.
#[derive(Debug, Subcommand)]
pub enum ClockCommand {
    /// Confirm that the clock is right although it has jumped; jobs that wait for this continue.
    Accept,
}

/// Acts on letters.
#[derive(Debug, Subcommand)]
pub enum MailCommand {
    /// Make letters due again that were given up, or failed repeatedly; a running server sends them.
    Retry {
        /// One letter [default: all of them].
        #[arg(long, value_name = "ID")]
        id: Option<String>,
    },
}

/// Acts on the secret.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// Re-encrypt with `--secret` what was encrypted with one of `--previous-secrets`; servers that have both may be running.
    Rotate,
    /// Make a key for notifications (`--push-key-file`) in a new file, and print its public half. Needs no database.
    Push {
        /// The new file.
        file: PathBuf,
    },
}

/// What can be imported.
#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// Import results of past tests: the whole file or nothing. Reports errors by line.
    Results {
        /// The CSV file: uaid,date,test,attempt1,attempt2,attempt3.
        file: PathBuf,
        /// Only report what would be imported and what is wrong.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Acts on accounts.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Create an account.
    Create {
        /// The e-mail address.
        #[arg(long, value_parser = values::email)]
        email: String,
        /// 1 athlete, 2 in-store, 3 programme delivery, 4 coach.
        #[arg(long, value_parser = values::number::<u8>(1, 4))]
        role: u8,
        /// The password; without one a link is printed with which its owner sets one. Others on this machine can read it here:
        /// rather name a file.
        #[arg(long, conflicts_with = "password_file")]
        password: Option<String>,
        /// A file that holds the password; `-` is standard input.
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
    },
    /// Set an account's password and end its sessions, or print a link with which its owner sets one.
    SetPassword {
        /// The e-mail address.
        #[arg(long, value_parser = values::email)]
        email: String,
        /// A file that holds the new password; `-` is standard input. Without one a link is printed.
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
    },
    /// Give an account a role and end its sessions. The last account with role 3 keeps it.
    SetRole {
        /// The e-mail address.
        #[arg(long, value_parser = values::email)]
        email: String,
        /// 1 athlete, 2 in-store, 3 programme delivery, 4 coach.
        #[arg(long, value_parser = values::number::<u8>(1, 4))]
        role: u8,
    },
    /// Remove an account's two-step sign-in, when phone and recovery codes are lost. Ends its sessions and sends its
    /// owner a letter.
    ResetFactor {
        /// The e-mail address.
        #[arg(long, value_parser = values::email)]
        email: String,
    },
    /// Delete an account, as its owner can: erase its personal data, free its seats and end its sessions. Finals stay without a
    /// name. The last account with role 3 stays.
    Erase {
        /// The e-mail address.
        #[arg(long, value_parser = values::email)]
        email: String,
    },
}
