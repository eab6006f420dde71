//! The file of a SQLite store on its disk: whether it is still where it was opened, the lock of the one server on it, and putting a
//! backup in its place (RULES 14.1).

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use super::error::{DbError, Result};
use super::migrate;

/// The file that was opened, by what the system knows it by: a name can be given to another file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedFile {
    path: PathBuf,
    #[cfg(unix)]
    is: (u64, u64),
}

impl OpenedFile {
    /// The file at a path, as it is now.
    pub(super) fn at(path: &Path) -> Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            #[cfg(unix)]
            is: identity(path).map_err(|error| DbError::Busy(format!("{}: {error}", path.display())))?,
        })
    }

    /// Whether the path still leads to it. What is written to a file that was removed is gone with the process.
    pub(super) fn in_place(&self) -> Result<()> {
        #[cfg(unix)]
        if identity(&self.path).ok() != Some(self.is) {
            let path = self.path.display();
            return Err(DbError::Busy(format!(
                "the database file {path} was moved, removed or replaced; put it back, or restart the server"
            )));
        }
        Ok(())
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> std::io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = std::fs::metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Keeps a second server off a SQLite file for as long as it lives: sessions and boards are held in memory, and two servers would
/// not hear of each other.
#[derive(Debug)]
pub struct ServeLock {
    file: File,
    /// Whether a server has had the database open before.
    used: bool,
}

impl ServeLock {
    /// Takes the lock beside a database file. The error is a sentence.
    pub(super) fn take(database: &Path) -> Result<Self, String> {
        let path = beside(database, ".lock");
        make_folder(database).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut file = private(OpenOptions::new().read(true).write(true).create(true).truncate(false))
            .open(&path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                return Err(format!("a server is running on {}: stop it first", database.display()));
            }
            Err(std::fs::TryLockError::Error(error)) => return Err(format!("{}: {error}", path.display())),
        }
        let mut noted = String::new();
        file.read_to_string(&mut noted).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { file, used: !noted.is_empty() })
    }

    /// Whether a server has had the database open before: then it has to be there, and an empty one in its place would hide
    /// that it is lost.
    pub fn used(&self) -> bool {
        self.used
    }

    /// Notes that the database has been opened.
    pub fn note_opened(&mut self) -> std::io::Result<()> {
        if !self.used {
            self.file
                .write_all(b"Keeps a second server off the database beside it. Leave it where it is.\n")?;
            self.used = true;
        }
        Ok(())
    }
}

/// Puts a backup in the place of the database and gives where the former one lies now; none if there was none. The caller holds
/// the lock. The error is a sentence.
pub(super) async fn restore(database: &Path, backup: &Path, stamp: &str) -> Result<Option<PathBuf>, String> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if !backup.is_file() {
        return Err(format!("{}: there is no such file", backup.display()));
    }
    let fresh = beside(database, ".restoring");
    remove(&fresh).map_err(|error| told(&fresh, &error))?;
    let copied = copy(backup, &fresh).await.map_err(|error| error.to_string());
    let checked = match copied {
        Ok(()) => check(&fresh).await,
        Err(reason) => Err(reason),
    };
    if let Err(reason) = checked {
        remove(&fresh).ok();
        return Err(format!("{}: {reason}; nothing was changed", backup.display()));
    }
    let kept = beside(database, &format!(".before-restore-{stamp}"));
    let mut moved = None;
    // The write-ahead log goes with the file that it belongs to: beside another one it would break that.
    for ending in ["-shm", "-wal", ""] {
        let (from, to) = (beside(database, ending), beside(&kept, ending));
        match std::fs::rename(&from, &to) {
            Ok(()) => moved = Some(kept.clone()).filter(|_| ending.is_empty()).or(moved),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(told(&from, &error)),
        }
    }
    std::fs::rename(&fresh, database).map_err(|error| told(database, &error))?;
    sync_folder(database).map_err(|error| told(database, &error))?;
    Ok(moved)
}

/// A compact copy of its own, log included, whatever journal the original has.
async fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut source =
        SqliteConnectOptions::new().filename(from).create_if_missing(false).read_only(true).connect().await?;
    private(OpenOptions::new().write(true).create_new(true))
        .open(to)
        .map_err(|error| DbError::Other(error.to_string()))?;
    sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy()).execute(&mut source).await?;
    source.close().await?;
    Ok(())
}

/// Whether a file is a whole database of ours that this program knows. The error is the reason.
async fn check(file: &Path) -> Result<(), String> {
    let opened: sqlx::Result<SqliteConnection> =
        SqliteConnectOptions::new().filename(file).create_if_missing(false).connect().await;
    let mut conn = opened.map_err(|error| error.to_string())?;
    let verdict: sqlx::Result<String> =
        sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_one(&mut conn).await;
    let verdict = verdict.map_err(|error| error.to_string())?;
    if verdict != "ok" {
        return Err(format!("it is damaged ({verdict})"));
    }
    let known = migrate::is_known(&mut conn).await;
    conn.close().await.ok();
    known.map_err(|error| error.to_string())
}

fn make_folder(database: &Path) -> std::io::Result<()> {
    match database.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => std::fs::create_dir_all(parent),
        None => Ok(()),
    }
}

/// A path with an ending behind its last letter.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Only its owner may read what is made.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
