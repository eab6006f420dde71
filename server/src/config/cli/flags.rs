//! The flags that every command takes.

use std::path::PathBuf;

use clap::Args;

use super::switch::Switch;
use super::values;
use crate::config::backups::BackupFlags;
use crate::config::nodes::NodeFlags;
use crate::config::notifications::NotificationFlags;
use crate::config::operations::Operations;
use crate::config::wallets::WalletFlags;

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
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
    #[arg(long, env = "SIXFOLD_DEMO", value_parser = values::truth,
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
        value_parser = values::number::<u32>(1, 1440))]
    pub offer_minutes: u32,
    /// How people may sign in [default: both where a provider is configured, else credentials].
    #[arg(long, env = "SIXFOLD_AUTH_MODE", value_enum, global = true)]
    pub auth_mode: Option<AuthMode>,
    /// Whether staff need a one-time code in addition to their password; `auto` is on under an https public URL.
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
    /// A PEM file with a certificate and its chain: the server then does TLS itself. Read again when it changes.
    #[arg(long, env = "SIXFOLD_TLS_CERT", value_name = "FILE", global = true)]
    pub tls_cert: Option<PathBuf>,
    /// A PEM file with the certificate's key.
    #[arg(long, env = "SIXFOLD_TLS_KEY", value_name = "FILE", global = true)]
    pub tls_key: Option<PathBuf>,
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
        value_parser = values::number::<u32>(1, 3650))]
    pub health_days: u32,
    /// Days until an entry of the audit log is deleted.
    #[arg(long, env = "SIXFOLD_AUDIT_DAYS", default_value_t = 730, global = true,
        value_parser = values::number::<u32>(30, 36_500))]
    pub audit_days: u32,
    /// How many people one node lets in at once before it has measured how many it serves well; more wait in the waiting
    /// room.
    #[arg(long, env = "SIXFOLD_PEOPLE", default_value_t = 20_000, global = true,
        value_parser = values::number::<u32>(1, 1_000_000))]
    pub people: u32,
    /// How many live streams may be open at once in this process.
    #[arg(long, env = "SIXFOLD_LIVE_STREAMS", default_value_t = 20_000, global = true,
        value_parser = values::number::<u32>(1, 1_000_000))]
    pub live_streams: u32,
    /// How many live streams one address may have open: a network behind one address counts as one.
    #[arg(long, env = "SIXFOLD_STREAMS_PER_ADDRESS", default_value_t = 50, global = true,
        value_parser = values::number::<u32>(1, 1_000_000))]
    pub streams_per_address: u32,
    /// How many connections one address may have open; trusted proxies are not counted.
    #[arg(long, env = "SIXFOLD_CONNECTIONS_PER_ADDRESS", default_value_t = 200, global = true,
        value_parser = values::number::<u32>(1, 1_000_000))]
    pub connections_per_address: u32,
    /// What matters where several nodes share a database.
    #[command(flatten)]
    pub nodes: NodeFlags,
    /// Backups that the server makes by itself.
    #[command(flatten)]
    pub backups: BackupFlags,
    #[command(flatten)]
    pub operations: Operations,
    /// The wallets of phones.
    #[command(flatten)]
    pub wallets: WalletFlags,
    /// How people are notified on their devices and by text message.
    #[command(flatten)]
    pub notifications: NotificationFlags,
    /// The variables of the OpenID Connect providers, as the environment has them.
    #[arg(skip = provider_variables())]
    pub providers: Vec<(String, String)>,
    /// The site's title while its settings have none, and its name beside a new passkey.
    #[arg(long, env = "SIXFOLD_SITE_TITLE", default_value = "Sixfold UK", global = true)]
    pub site_title: String,
}
