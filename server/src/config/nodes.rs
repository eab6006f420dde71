//! The settings of a node among several on one PostgreSQL (docs/SCALE.md).

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use sqlx::postgres::PgConnectOptions;

use super::cli::{Switch, values};
use super::error::ConfigError;
use crate::db::engines::open::Target;
use crate::db::engines::postgres::{CONNECTIONS, Pooler, PostgresSettings};

/// What is between a node and PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PoolerMode {
    /// Nothing that shares sessions among clients.
    None,
    /// A pooler that lends a session for one transaction, such as `PgBouncer` with `pool_mode = transaction`.
    Transaction,
}

/// The flags.
#[derive(Debug, Clone, Args)]
pub struct NodeFlags {
    /// How many connections to PostgreSQL this node opens at most [default: 24].
    #[arg(long, env = "SIXFOLD_DATABASE_CONNECTIONS", global = true,
        value_parser = values::number::<u32>(4, 1_000))]
    pub database_connections: Option<u32>,
    /// Whether this node runs background jobs, such as sending mail; at least one node of a database has to.
    #[arg(long, env = "SIXFOLD_JOBS", value_enum, default_value = "on", global = true)]
    pub jobs: Switch,
    /// What `--database-url` and `--read-url` lead through; `transaction` needs a direct `--listen-url`.
    #[arg(long, env = "SIXFOLD_POOLER", value_enum, default_value = "none", global = true)]
    pub pooler: PoolerMode,
    /// Where PostgreSQL's notifications are heard: a direct connection to the primary [default: `--database-url`].
    #[arg(long, env = "SIXFOLD_LISTEN_URL", hide_env_values = true, global = true)]
    pub listen_url: Option<String>,
    /// A file that holds that URL.
    #[arg(long, env = "SIXFOLD_LISTEN_URL_FILE", value_name = "FILE", global = true)]
    pub listen_url_file: Option<PathBuf>,
    /// A streaming replica for reads that may lag [default: the primary].
    #[arg(long, env = "SIXFOLD_READ_URL", hide_env_values = true, global = true)]
    pub read_url: Option<String>,
    /// A file that holds that URL.
    #[arg(long, env = "SIXFOLD_READ_URL_FILE", value_name = "FILE", global = true)]
    pub read_url_file: Option<PathBuf>,
    /// How many seconds the replica may lag behind; while it lags more, or does not answer, the primary is read.
    #[arg(long, env = "SIXFOLD_READ_LAG", default_value_t = 5, global = true,
        value_parser = values::number::<u32>(2, 60))]
    pub read_lag: u32,
}

/// Checks the flags against the database's URL.
pub(super) fn read(flags: &NodeFlags, database: &Target) -> Result<PostgresSettings, ConfigError> {
    let url = |setting, url: &Option<String>| match url.as_deref().filter(|url| !url.is_empty()) {
        None => Ok(None),
        Some(url) => server(url).map(Some).map_err(|reason| ConfigError::new(setting, reason)),
    };
    let (read, listen) = (url("--read-url", &flags.read_url)?, url("--listen-url", &flags.listen_url)?);
    let pooler = match flags.pooler {
        PoolerMode::None => Pooler::None,
        PoolerMode::Transaction => Pooler::Transaction,
    };
    if matches!(database, Target::Sqlite(_)) {
        let given = [
            ("--database-connections", flags.database_connections.is_some()),
            ("--pooler", pooler != Pooler::None),
            ("--listen-url", listen.is_some()),
            ("--read-url", read.is_some()),
            ("--jobs", flags.jobs == Switch::Off),
        ];
        if let Some((setting, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            let reason =
                "is for nodes that share a PostgreSQL database, and --database-url names a SQLite file";
            return Err(ConfigError::new(setting, reason));
        }
    }
    if pooler == Pooler::Transaction && listen.is_none() {
        let reason = "transaction: notifications are not heard through such a pooler; --listen-url has to lead past it";
        return Err(ConfigError::new("--pooler", reason));
    }
    Ok(PostgresSettings {
        connections: flags.database_connections.unwrap_or(CONNECTIONS),
        pooler,
        listen,
        read,
        read_lag: Duration::from_secs(flags.read_lag.into()),
    })
}

fn server(url: &str) -> Result<PgConnectOptions, String> {
    match Target::parse(url)? {
        Target::Postgres(options) => Ok(*options),
        Target::Sqlite(_) => {
            Err("wanted a PostgreSQL URL (postgres://user:password@host:5432/name)".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::config::cli::Cli;

    const STORE: &str = "postgres://sixfold@db/sixfold";

    fn given(store: &str, flags: &[&str]) -> Result<PostgresSettings, String> {
        let line = [&["sixfold", "serve"], flags].concat();
        let flags = Cli::try_parse_from(line).map_err(|error| error.to_string())?.flags;
        read(&flags.nodes, &Target::parse(store)?).map_err(|error| error.to_string())
    }

    #[test]
    fn a_node_alone_needs_none_of_them() {
        for store in [STORE, "sqlite:data/sixfold.db"] {
            let settings = given(store, &["--read-url", "", "--listen-url", ""]).unwrap();
            assert_eq!((settings.connections, settings.pooler), (CONNECTIONS, Pooler::None));
            assert!(settings.read.is_none() && settings.listen.is_none());
        }
    }

    #[test]
    fn a_node_among_others_has_its_connections_its_replica_and_its_pooler() {
        let line = ["--database-connections", "9", "--read-url", "postgres://replica/x", "--read-lag", "3"];
        let pooled = ["--pooler", "transaction", "--listen-url", "postgresql://primary/x", "--jobs", "off"];
        let settings = given(STORE, &[&line[..], &pooled].concat()).unwrap();
        assert_eq!(settings.connections, 9);
        assert_eq!(settings.pooler, Pooler::Transaction);
        assert_eq!(settings.read_lag, Duration::from_secs(3));
        assert_eq!(settings.read.unwrap().get_host(), "replica");
        assert_eq!(settings.listen.unwrap().get_host(), "primary");
    }

    #[test]
    fn what_is_wrong_is_told_with_the_name_of_the_setting_and_no_password() {
        for (store, flags, named) in [
            (STORE, ["--pooler", "transaction"], "--pooler: "),
            (STORE, ["--pooler", "session"], "--pooler"),
            (STORE, ["--read-url", "sqlite:secret.db"], "--read-url: "),
            (STORE, ["--listen-url", "http://u:secret@host/"], "--listen-url: "),
            (STORE, ["--database-connections", "3"], "--database-connections"),
            (STORE, ["--read-lag", "1"], "--read-lag"),
            ("sqlite:x.db", ["--read-url", "postgres://u:secret@host/x"], "--read-url: "),
            ("sqlite:x.db", ["--database-connections", "9"], "--database-connections: "),
            ("sqlite:x.db", ["--jobs", "off"], "--jobs: "),
        ] {
            let message = given(store, &flags).unwrap_err();
            assert!(message.contains(named) && !message.contains("secret"), "{message}");
        }
    }
}
