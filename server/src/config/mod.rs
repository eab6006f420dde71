//! The settings of a running server, checked once at start. A wrong one stops the start with a line that names it.

pub mod backups;
pub mod cli;
pub mod clock;
pub mod content;
pub mod data_dir;
mod error;
mod in_clear;
mod live;
pub mod network;
pub mod nodes;
pub mod notifications;
pub mod oidc;
mod operations;
mod private_file;
pub mod region;
mod region_source;
pub(crate) mod secrets;
pub mod tls;
mod transport;
pub mod wallets;

use std::net::SocketAddr;
use std::path::PathBuf;

use lettre::message::Mailbox;

pub use error::ConfigError;
pub use live::LiveSettings;
pub use operations::Operations;
pub use transport::{Transport, mail_files};

use crate::config::cli::{AuthMode, AutoSwitch, Flags, LogFormat, Switch};
use crate::config::clock::Clock;
use crate::config::data_dir::DataDir;
use crate::config::region::Region;
use crate::db::engines::open::Target;
use crate::db::engines::postgres::PostgresSettings;

#[derive(Clone)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The origin that visitors see, without a trailing slash.
    pub public_url: String,
    pub database: Target,
    /// How this node is connected to PostgreSQL.
    pub postgres: PostgresSettings,
    /// Whether this node runs background jobs.
    pub jobs: bool,
    /// For the secret, mails and the default database.
    pub data_dir: PathBuf,
    /// The secret from which every key is derived; empty for a command without need of it ([`DataDir::Unused`]).
    pub secret: Vec<u8>,
    /// Earlier secrets; values encrypted with them can still be read.
    pub previous_secrets: Vec<Vec<u8>>,
    /// How many days after the last test health data is erased.
    pub health_days: u32,
    /// Days after which an entry of the audit log is deleted.
    pub audit_days: u32,
    /// Whether to seed and show the demo.
    pub demo: bool,
    /// Whether sign-in attempts are limited.
    pub rate_limit: bool,
    /// Whether staff need a one-time code in addition to the password.
    pub require_second_factor: bool,
    /// The relay, `smtp://user:password@host:587?tls=required`; none writes `.eml` files under the data directory.
    pub smtp_url: Option<String>,
    /// The sender of mails.
    pub mail_from: Mailbox,
    /// How log lines look.
    pub log_format: LogFormat,
    /// Which log lines are written, such as `info,sqlx=warn`.
    pub log_filter: String,
    /// How long an offer from the waiting list stays open, in minutes.
    pub offer_minutes: u32,
    pub site_title: String,
    /// How people may sign in.
    pub auth_mode: AuthMode,
    /// The OpenID Connect providers; none if there are only our own accounts.
    pub providers: Vec<oidc::OidcProvider>,
    /// Where the country of an address is looked up.
    pub region: Region,
    /// The remote content hub, unless the content is in our own store.
    pub content: Option<content::RemoteHub>,
    /// Other origins, proxies and signing keys.
    pub network: network::NetworkConfig,
    /// The certificate, if the server does TLS itself.
    pub tls: Option<tls::TlsFiles>,
    pub live: LiveSettings,
    /// How many people are let in at first before others wait.
    pub people: u32,
    /// Backups that the server makes by itself.
    pub backups: Option<backups::Backups>,
    pub operations: Operations,
    pub wallets: wallets::Wallets,
    pub notifications: notifications::Notifications,
    /// Settings that work but are not recommended, a line each that names the setting.
    pub warnings: Vec<String>,
}

impl std::fmt::Debug for Config {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Config")
            .field("listen", &self.listen)
            .field("public_url", &self.public_url)
            .field("data_dir", &self.data_dir)
            .finish_non_exhaustive()
    }
}

impl Config {
    /// Checks the flags of a server. Creates the data directory and, on the first run, the secret.
    pub fn from_flags(flags: &Flags) -> Result<(Self, Clock), ConfigError> {
        Self::for_command(flags, DataDir::Made)
    }

    /// Checks the flags.
    pub fn for_command(flags: &Flags, data_dir: DataDir) -> Result<(Self, Clock), ConfigError> {
        let flags = &secrets::from_files(flags)?;
        let listen = flags.listen.parse().map_err(|_| {
            ConfigError::new("--listen", "needs an address with a port, such as 127.0.0.1:8080")
        })?;
        let public_url = read_origin(&flags.public_url)?;
        let https = public_url.starts_with("https://");
        if https && flags.demo {
            return Err(ConfigError::new(
                "--demo",
                "refused with an https --public-url: its sign-ins are public",
            ));
        }
        flags.operations.check()?;
        let rate_limit = flags.rate_limit == Switch::On;
        if https && !rate_limit {
            return Err(ConfigError::new("--rate-limit", "cannot be off with an https --public-url"));
        }
        let clock = read_clock(flags.test_clock.as_deref(), https)?;
        let database_url = flags
            .database_url
            .clone()
            .unwrap_or_else(|| format!("sqlite:{}", flags.data_dir.join("sixfold.db").display()));
        let database =
            Target::parse(&database_url).map_err(|reason| ConfigError::new("--database-url", reason))?;
        let postgres = nodes::read(&flags.nodes, &database)?;
        match data_dir {
            DataDir::Made => std::fs::create_dir_all(&flags.data_dir).map_err(|error| {
                let reason = format!("{} cannot be made: {error}", flags.data_dir.display());
                ConfigError::new("--data-dir", reason)
            })?,
            DataDir::Found => require(flags, &database)?,
            DataDir::Unused => {}
        }
        let mut warnings: Vec<String> = secrets::exposed(&flags.data_dir).into_iter().collect();
        warnings
            .extend(cli::unknown_variables().iter().map(|name| format!("{name}: there is no such setting")));
        if https {
            warnings.extend(in_clear::check(flags)?);
        }
        let secret = match data_dir {
            DataDir::Unused => Vec::new(),
            DataDir::Found => secrets::find(flags.secret.as_deref(), &flags.data_dir, https)?,
            DataDir::Made => {
                secrets::find_or_make(flags.secret.as_deref(), &flags.data_dir, &database, https)?
            }
        };
        let smtp_url = flags.smtp_url.clone().filter(|url| !url.is_empty());
        Transport::from_config(smtp_url.as_deref(), &flags.data_dir)
            .map_err(|reason| ConfigError::new("--smtp-url", reason))?;
        let serves = https && data_dir == DataDir::Made;
        if serves && smtp_url.is_none() {
            let mails = mail_files(&flags.data_dir);
            warnings.push(format!(
                "--smtp-url: none is given: nobody gets letters, they are files in {}",
                mails.display()
            ));
        }
        let tls = tls::read(flags.tls_cert.as_ref(), flags.tls_key.as_ref(), https)?;
        if serves && tls.is_none() && flags.trusted_proxies.is_empty() {
            warnings.push(
                "--trusted-proxies: none is given: everybody who comes through a proxy counts as one address"
                    .to_owned(),
            );
        }
        let mail_from = flags.mail_from.parse().map_err(|_| {
            ConfigError::new("--mail-from", "needs an address such as Sixfold <hello@example.org>")
        })?;
        let mut providers = oidc::read(&flags.providers, https)?;
        let auth_mode = oidc::read_mode(flags.auth_mode, !providers.is_empty())?;
        if auth_mode == AuthMode::Credentials {
            providers.clear();
        }
        let wallets = wallets::read(&flags.wallets, clock.now_ms(), &mut warnings)?;
        let config = Self {
            listen,
            public_url,
            database: database.clone(),
            postgres,
            jobs: flags.nodes.jobs == Switch::On,
            data_dir: flags.data_dir.clone(),
            secret,
            previous_secrets: secrets::read_previous(flags)?,
            health_days: flags.health_days,
            demo: flags.demo,
            rate_limit,
            require_second_factor: match flags.require_second_factor {
                AutoSwitch::Auto => https,
                AutoSwitch::On => true,
                AutoSwitch::Off => false,
            },
            audit_days: flags.audit_days,
            smtp_url,
            mail_from,
            log_format: flags.log_format,
            log_filter: flags.log.clone(),
            offer_minutes: flags.offer_minutes,
            site_title: flags.site_title.clone(),
            network: network::NetworkConfig::from_flags(flags, https)?,
            tls,
            people: flags.people,
            live: LiveSettings {
                per_address: usize::try_from(flags.streams_per_address).unwrap_or(usize::MAX),
                ..LiveSettings::new(usize::try_from(flags.live_streams).unwrap_or(usize::MAX))
            },
            backups: backups::read(&flags.backups, &database)?,
            operations: flags.operations.clone(),
            auth_mode,
            providers,
            region: region_source::read(flags)?,
            content: content::read(flags)?,
            wallets,
            notifications: notifications::read(&flags.notifications)?,
            warnings,
        };
        Ok((config, clock))
    }

    /// Whether people can sign in with our own accounts and passwords.
    pub fn takes_passwords(&self) -> bool {
        self.auth_mode != AuthMode::Sso
    }

    /// Whether visitors come over https: decides cookie prefixes and HSTS.
    pub fn https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

/// Refuses a data directory that is missing where something is read from it, and a SQLite database that is.
fn require(flags: &Flags, database: &Target) -> Result<(), ConfigError> {
    let is_needed = flags.secret.is_none() || flags.database_url.is_none();
    if is_needed && !flags.data_dir.is_dir() {
        let reason = format!("{} is not there; give the directory of the server", flags.data_dir.display());
        return Err(ConfigError::new("--data-dir", reason));
    }
    database.require().map_err(|reason| ConfigError::new("--database-url", reason))
}

fn read_origin(url: &str) -> Result<String, ConfigError> {
    network::origin(url.trim_end_matches('/')).ok_or_else(|| {
        ConfigError::new(
            "--public-url",
            "needs an origin without a path, such as https://sixfold.example.org",
        )
    })
}

fn read_clock(start: Option<&str>, https: bool) -> Result<Clock, ConfigError> {
    let Some(start) = start else { return Ok(Clock::system()) };
    if https {
        return Err(ConfigError::new("--test-clock", "refused with an https --public-url"));
    }
    let at: jiff::Timestamp = start.parse().map_err(|_| {
        ConfigError::new("--test-clock", "needs an RFC 3339 time, such as 2026-03-01T09:00:00Z")
    })?;
    Ok(Clock::starting_at(at.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_url_is_read_as_browsers_write_it() {
        for (url, origin) in [
            ("https://Sixfold.Example.org/", "https://sixfold.example.org"),
            ("https://sixfold.example.org:443", "https://sixfold.example.org"),
            ("http://localhost:80", "http://localhost"),
            ("https://localhost:80", "https://localhost:80"),
            ("http://localhost:8080", "http://localhost:8080"),
            ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        ] {
            assert_eq!(read_origin(url).unwrap(), origin);
        }
        for wrong in [
            "sixfold.example.org",
            "ftp://sixfold.example.org",
            "https://",
            "https://:443",
            "https://:8443",
            "https://sixfold.example.org:",
            "https://sixfold.example.org:0",
            "https://sixfold.example.org:99999",
            "https://sixfold.example.org/path",
        ] {
            assert_eq!(read_origin(wrong).unwrap_err().setting, "--public-url", "{wrong}");
        }
    }
}
