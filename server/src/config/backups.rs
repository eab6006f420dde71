//! When the server makes backups of its SQLite database by itself, and where it puts them.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::cli::values;
use super::error::ConfigError;
use crate::db::engines::open::Target;

#[derive(Debug, Clone, Args)]
pub struct BackupFlags {
    /// How often the server backs up its SQLite database by itself, such as 24h, 90m or 7d [default: never].
    #[arg(long, env = "SIXFOLD_BACKUP_EVERY", value_name = "PERIOD", global = true)]
    pub backup_every: Option<String>,
    /// Where those backups are put, a directory that is there; best on another disk than the database.
    #[arg(long, env = "SIXFOLD_BACKUP_DIR", value_name = "DIR", global = true)]
    pub backup_dir: Option<PathBuf>,
    /// How many of them are kept; older ones are removed.
    #[arg(long, env = "SIXFOLD_BACKUP_KEEP", default_value_t = 7, global = true,
        value_parser = values::number::<u16>(1, 10_000))]
    pub backup_keep: u16,
}

/// Scheduled backups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backups {
    pub every: Duration,
    pub directory: PathBuf,
    pub keep: usize,
    /// The path of the database, so that backups of another one in the same directory are left alone.
    pub database: String,
}

/// The schedule, if one was asked for.
pub(super) fn read(flags: &BackupFlags, database: &Target) -> Result<Option<Backups>, ConfigError> {
    let every = flags.backup_every.as_deref().map(str::trim).filter(|every| !every.is_empty());
    let directory = flags.backup_dir.as_ref().filter(|directory| !directory.as_os_str().is_empty());
    if every.is_none() && directory.is_none() {
        return Ok(None);
    }
    let Target::Sqlite(database) = database else {
        let setting = if every.is_some() { "--backup-every" } else { "--backup-dir" };
        return Err(ConfigError::new(
            setting,
            "is for SQLite; back PostgreSQL up with pg_dump or base backups",
        ));
    };
    let Some(every) = every else {
        return Err(ConfigError::new("--backup-every", "wanted with --backup-dir: how often, such as 24h"));
    };
    let Some(directory) = directory else {
        return Err(ConfigError::new(
            "--backup-dir",
            "wanted with --backup-every: where the backups are put",
        ));
    };
    let every = period(every).ok_or_else(|| {
        ConfigError::new("--backup-every", "wanted minutes, hours or days, such as 90m, 24h or 7d")
    })?;
    Ok(Some(Backups {
        every,
        directory: directory.clone(),
        keep: usize::from(flags.backup_keep),
        database: std::path::absolute(database).unwrap_or_else(|_| database.clone()).display().to_string(),
    }))
}

/// At least a minute, at most a thousand days.
fn period(text: &str) -> Option<Duration> {
    let (number, seconds) = match (text.strip_suffix('m'), text.strip_suffix('h'), text.strip_suffix('d')) {
        (Some(minutes), None, None) => (minutes, 60),
        (None, Some(hours), None) => (hours, 60 * 60),
        (None, None, Some(days)) => (days, 24 * 60 * 60),
        _ => return None,
    };
    let seconds = number.parse::<u32>().ok()?.checked_mul(seconds)?;
    (60..=1_000 * 24 * 60 * 60).contains(&seconds).then(|| Duration::from_secs(seconds.into()))
}

impl Backups {
    /// Refuses a directory in which nothing can be written. It is never made: what is missing may be the disk.
    pub fn check_directory(&self) -> Result<(), ConfigError> {
        let directory = self.directory.display();
        if !self.directory.is_dir() {
            let reason = format!("{directory} is not there: mount its disk, or make the directory");
            return Err(ConfigError::new("--backup-dir", reason));
        }
        probe(&self.directory).map_err(|error| {
            ConfigError::new("--backup-dir", format!("{directory} cannot be written: {error}"))
        })
    }
}

/// Writes a file and removes it.
fn probe(directory: &Path) -> std::io::Result<()> {
    let file = directory.join(format!(".sixfold-{}", hex::encode(crate::db::random_bytes::<8>())));
    std::fs::OpenOptions::new().write(true).create_new(true).open(&file)?;
    std::fs::remove_file(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(
        every: Option<&str>,
        directory: Option<&str>,
        database: &str,
    ) -> Result<Option<Backups>, String> {
        let flags = BackupFlags {
            backup_every: every.map(str::to_owned),
            backup_dir: directory.map(PathBuf::from),
            backup_keep: 3,
        };
        read(&flags, &Target::parse(database).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_schedule_needs_a_period_and_a_place() {
        let sqlite = "sqlite:/x/sixfold.db";
        assert_eq!(parsed(None, None, sqlite), Ok(None));
        assert_eq!(parsed(Some(""), Some(""), sqlite), Ok(None), "an empty variable is none");
        let backups = parsed(Some("24h"), Some("/y"), sqlite).unwrap().unwrap();
        assert_eq!((backups.every, backups.keep), (Duration::from_hours(24), 3));
        for (every, directory, setting) in [
            (Some("24h"), None, "--backup-dir: "),
            (None, Some("/y"), "--backup-every: "),
            (Some("24"), Some("/y"), "--backup-every: "),
            (Some("h"), Some("/y"), "--backup-every: "),
            (Some("0m"), Some("/y"), "--backup-every: "),
            (Some("-5m"), Some("/y"), "--backup-every: "),
            (Some("1001d"), Some("/y"), "--backup-every: "),
            (Some("4294967295d"), Some("/y"), "--backup-every: "),
        ] {
            let line = parsed(every, directory, sqlite).unwrap_err();
            assert!(line.starts_with(setting), "{every:?} {directory:?}: {line}");
        }
        for text in ["1m", "90m", "7d", "1000d"] {
            assert!(period(text).is_some(), "{text}");
        }
    }

    #[test]
    fn postgres_has_its_own_programs() {
        let postgres = "postgres://u:p@localhost/x";
        assert_eq!(parsed(None, None, postgres), Ok(None));
        for (every, directory) in [(Some("24h"), Some("/y")), (None, Some("/y")), (Some("24h"), None)] {
            let line = parsed(every, directory, postgres).unwrap_err();
            assert!(line.contains("pg_dump") && !line.contains('\n'), "{line}");
        }
    }
}
