//! The command line of the one binary, `sixfold`. Every flag can also be set as `SIXFOLD_` and its name in upper case.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use super::backups::BackupFlags;
use super::nodes::NodeFlags;
use super::operations::Operations;

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// An on/off switch as the command line writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

/// On, off, or decided by the public URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum AutoSwitch {
    /// Under an https public URL.
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

/// How people may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum AuthMode {
    /// With an address and a password of ours.
    Credentials,
    /// With a configured provider only.
    Sso,
    /// Either way.
    Both,
}

impl std::fmt::Display for AuthMode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Credentials => "credentials",
            Self::Sso => "sso",
            Self::Both => "both",
        })
    }
}

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

/// What the binary can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site and the API.
    Serve,
    /// Bring the database's schema up to date and end.
    Migrate,
    /// Fill the database with the demo and end.
    Seed,
    /// Look after accounts.
    User {
        /// Which act.
        #[command(subcommand)]
        act: UserAct,
    },
    /// Look after the secret.
    Keys {
        /// Which act.
        #[command(subcommand)]
        act: KeysAct,
    },
    /// Bring in what was recorded elsewhere; a server may be running.
    Import {
        /// What.
        #[command(subcommand)]
        what: ImportWhat,
    },
    /// Look after the clock.
    Clock {
        /// Which act.
        #[command(subcommand)]
        act: ClockAct,
    },
    /// Look after letters.
    Mail {
        /// Which act.
        #[command(subcommand)]
        act: MailAct,
    },
    /// Print the OpenAPI document.
    Openapi,
    /// Copy a SQLite database, consistent, into a new file; a server may be running.
    Backup {
        /// The new file.
        file: PathBuf,
    },
    /// Copy a whole database, SQLite or PostgreSQL, into an empty one, and compare both; no server may be running. Run
    /// again, a copy that was interrupted goes on.
    Copy(CopyUrls),
    /// Put a backup in the place of a SQLite database that no server has open; the former one is kept beside it.
    Restore {
        /// The backup.
        file: PathBuf,
    },
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
pub enum ClockAct {
    /// Say that the clock is right though it has jumped: what waited for this goes on.
    Accept,
}

/// Acts on letters.
#[derive(Debug, Subcommand)]
pub enum MailAct {
    /// Make letters due again that were given up, or failed repeatedly; a running server sends them.
    Retry {
        /// One letter [default: all of them].
        #[arg(long, value_name = "ID")]
        id: Option<String>,
    },
}

/// Acts on the secret.
#[derive(Debug, Subcommand)]
pub enum KeysAct {
    /// Re-encrypt with `--secret` what was encrypted with one of `--previous-secrets`; servers that have both may be running.
    Rotate,
}

/// What can be brought in.
#[derive(Debug, Subcommand)]
pub enum ImportWhat {
    /// Results of past tests, all of the file or nothing; reports errors by line.
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
pub enum UserAct {
    /// Make an account.
    Create {
        /// The e-mail address.
        #[arg(long)]
        email: String,
        /// 1 athlete, 2 in-store, 3 programme delivery, 4 coach.
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
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
        #[arg(long)]
        email: String,
        /// A file that holds the new password; `-` is standard input. Without one a link is printed.
        #[arg(long, value_name = "FILE")]
        password_file: Option<PathBuf>,
    },
    /// Give an account a role and end its sessions. The last account with role 3 keeps it.
    SetRole {
        /// The e-mail address.
        #[arg(long)]
        email: String,
        /// 1 athlete, 2 in-store, 3 programme delivery, 4 coach.
        #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
        role: u8,
    },
    /// Remove an account's two-step sign-in, when phone and recovery codes are lost. Ends its sessions and sends its
    /// owner a letter.
    ResetFactor {
        /// The e-mail address.
        #[arg(long)]
        email: String,
    },
}

/// What the variables of OpenID Connect providers begin with.
pub const PROVIDER_PREFIX: &str = "SIXFOLD_OIDC_";

/// What the process's environment says of providers: their names are free, so they are no flags.
fn provider_variables() -> Vec<(String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.to_string_lossy().into_owned())))
        .filter(|(name, _)| name.starts_with(PROVIDER_PREFIX))
        .collect()
}

/// The settings.
#[derive(Debug, Clone, Args)]
pub struct Flags {
    /// Where to listen.
    #[arg(long, env = "SIXFOLD_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: String,
    /// The origin that people see.
    #[arg(long, env = "SIXFOLD_PUBLIC_URL", default_value = "http://localhost:8080", global = true)]
    pub public_url: String,
    /// `sqlite:PATH` or `postgres://…` [default: sqlite:DATA_DIR/sixfold.db].
    #[arg(long, env = "SIXFOLD_DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// A file that holds the database URL.
    #[arg(long, env = "SIXFOLD_DATABASE_URL_FILE", value_name = "FILE", global = true)]
    pub database_url_file: Option<PathBuf>,
    /// Where files live.
    #[arg(long, env = "SIXFOLD_DATA_DIR", default_value = "data", global = true)]
    pub data_dir: PathBuf,
    /// The secret from which every key is derived, at least 32 characters [default: made on the first run and kept in
    /// the data directory].
    #[arg(long, env = "SIXFOLD_SECRET", hide_env_values = true, global = true)]
    pub secret: Option<String>,
    /// A file that holds the secret.
    #[arg(long, env = "SIXFOLD_SECRET_FILE", value_name = "FILE", global = true)]
    pub secret_file: Option<PathBuf>,
    /// Demo athletes, staff, schedule and results, once for each database; prints the sign-ins. Refused with https.
    #[arg(long, env = "SIXFOLD_DEMO", value_parser = clap::builder::BoolishValueParser::new(),
        action = clap::ArgAction::SetTrue, global = true)]
    pub demo: bool,
    /// Start the clock at this RFC 3339 time. Refused with https.
    #[arg(long, env = "SIXFOLD_TEST_CLOCK", global = true)]
    pub test_clock: Option<String>,
    /// Whether sign-in attempts are limited. Off is refused with https.
    #[arg(long, env = "SIXFOLD_RATE_LIMIT", value_enum, default_value = "on", global = true)]
    pub rate_limit: Switch,
    /// The mail relay, such as smtp://user:password@host:587?tls=required [default: files under DATA_DIR/mail].
    #[arg(long, env = "SIXFOLD_SMTP_URL", hide_env_values = true, global = true)]
    pub smtp_url: Option<String>,
    /// A file that holds the mail relay's URL.
    #[arg(long, env = "SIXFOLD_SMTP_URL_FILE", value_name = "FILE", global = true)]
    pub smtp_url_file: Option<PathBuf>,
    /// Who mails come from.
    #[arg(long, env = "SIXFOLD_MAIL_FROM", default_value = "Sixfold <hello@sixfold.example>", global = true)]
    pub mail_from: String,
    /// How log lines look.
    #[arg(long, env = "SIXFOLD_LOG_FORMAT", value_enum, default_value = "text", global = true)]
    pub log_format: LogFormat,
    /// Which log lines are written.
    #[arg(long, env = "SIXFOLD_LOG", default_value = "info", global = true)]
    pub log: String,
    /// How long an offered place from the waiting list is kept, in minutes.
    #[arg(long, env = "SIXFOLD_OFFER_MINUTES", default_value_t = 30, global = true,
        value_parser = clap::value_parser!(u32).range(1..=1440))]
    pub offer_minutes: u32,
    /// How people may sign in [default: both where a provider is configured, else credentials].
    #[arg(long, env = "SIXFOLD_AUTH_MODE", value_enum, global = true)]
    pub auth_mode: Option<AuthMode>,
    /// Whether staff need a one-time code beside their password; `auto` is on under an https public URL.
    #[arg(long, env = "SIXFOLD_REQUIRE_SECOND_FACTOR", value_enum, default_value = "auto", global = true)]
    pub require_second_factor: AutoSwitch,
    /// Earlier secrets, comma-separated: values encrypted with them can be read until `keys rotate` has re-encrypted them.
    #[arg(
        long,
        env = "SIXFOLD_PREVIOUS_SECRETS",
        hide_env_values = true,
        value_delimiter = ',',
        global = true
    )]
    pub previous_secrets: Vec<String>,
    /// A file that holds the earlier secrets, one a line.
    #[arg(long, env = "SIXFOLD_PREVIOUS_SECRETS_FILE", value_name = "FILE", global = true)]
    pub previous_secrets_file: Option<PathBuf>,
    /// Other origins whose pages may call the API with a token, comma-separated.
    #[arg(long, env = "SIXFOLD_ALLOWED_ORIGINS", value_delimiter = ',', global = true)]
    pub allowed_origins: Vec<String>,
    /// Proxies whose forwarded addresses are believed, as addresses or networks, comma-separated.
    #[arg(long, env = "SIXFOLD_TRUSTED_PROXIES", value_delimiter = ',', global = true)]
    pub trusted_proxies: Vec<String>,
    /// Keys for signed requests, `ID:HEX` comma-separated; where there are any, each API request has to be signed.
    #[arg(long, env = "SIXFOLD_SIGNING_KEYS", hide_env_values = true, value_delimiter = ',', global = true)]
    pub signing_keys: Vec<String>,
    /// A file that holds the keys for signed requests, one a line.
    #[arg(long, env = "SIXFOLD_SIGNING_KEYS_FILE", value_name = "FILE", global = true)]
    pub signing_keys_file: Option<PathBuf>,
    /// Where the country of an address is asked: a URL with `{ip}` in it that answers with the code, as text or JSON.
    #[arg(long, env = "SIXFOLD_REGION_URL", hide_env_values = true, global = true)]
    pub region_url: Option<String>,
    /// A file that holds the region service's URL.
    #[arg(long, env = "SIXFOLD_REGION_URL_FILE", value_name = "FILE", global = true)]
    pub region_url_file: Option<PathBuf>,
    /// A file in MMDB format in which the country of an address is looked up.
    #[arg(long, env = "SIXFOLD_REGION_FILE", global = true)]
    pub region_file: Option<PathBuf>,
    /// A content hub elsewhere whose delivery calls are passed on, such as https://hub.example.org/api/content
    /// [default: the hub in this server's own database].
    #[arg(long, env = "SIXFOLD_CONTENT_URL", global = true)]
    pub content_url: Option<String>,
    /// The key that the content hub elsewhere wants, sent as `Authorization: Bearer`.
    #[arg(long, env = "SIXFOLD_CONTENT_KEY", hide_env_values = true, global = true)]
    pub content_key: Option<String>,
    /// A file that holds the content hub's key.
    #[arg(long, env = "SIXFOLD_CONTENT_KEY_FILE", value_name = "FILE", global = true)]
    pub content_key_file: Option<PathBuf>,
    /// How many days after a person's last test their health data is erased.
    #[arg(long, env = "SIXFOLD_HEALTH_DAYS", default_value_t = 90, global = true,
        value_parser = clap::value_parser!(u32).range(1..=3650))]
    pub health_days: u32,
    /// Days after which a line of the audit log is forgotten.
    #[arg(long, env = "SIXFOLD_AUDIT_DAYS", default_value_t = 730, global = true,
        value_parser = clap::value_parser!(u32).range(30..=36_500))]
    pub audit_days: u32,
    /// How many people one node lets in at once before it has measured how many it serves well; more wait in the waiting
    /// room.
    #[arg(long, env = "SIXFOLD_PEOPLE", default_value_t = 20_000, global = true,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub people: u32,
    /// How many live streams may be open at once in this process.
    #[arg(long, env = "SIXFOLD_LIVE_STREAMS", default_value_t = 20_000, global = true,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub live_streams: u32,
    /// How many live streams one address may have open: a network behind one address counts as one.
    #[arg(long, env = "SIXFOLD_STREAMS_PER_ADDRESS", default_value_t = 50, global = true,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub streams_per_address: u32,
    /// How many connections one address may have open; trusted proxies are not counted.
    #[arg(long, env = "SIXFOLD_CONNECTIONS_PER_ADDRESS", default_value_t = 200, global = true,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub connections_per_address: u32,
    /// What matters where several nodes share a database.
    #[command(flatten)]
    pub nodes: NodeFlags,
    /// Backups that the server makes by itself.
    #[command(flatten)]
    pub backups: BackupFlags,
    #[command(flatten)]
    pub operations: Operations,
    /// The variables of the OpenID Connect providers, as the environment has them.
    #[arg(skip = provider_variables())]
    pub providers: Vec<(String, String)>,
    /// The site's title.
    #[arg(long, env = "SIXFOLD_SITE_TITLE", default_value = "Sixfold UK", global = true)]
    pub site_title: String,
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
