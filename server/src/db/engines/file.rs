//! The file of an SQLite store: checking that it is still the one that was opened, the lock of the single server, and
//! restoring a backup (RULES 14.1).

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use super::migrate;
use crate::db::connection::conn::Conn;
use crate::db::connection::error::{DbError, Result};
use crate::db::params;

/// The file that was opened, by its identity on the disk: another file can be given the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenedFile {
    path: PathBuf,
    #[cfg(unix)]
    is: (u64, u64),
}

impl OpenedFile {
    pub(in crate::db) fn at(path: &Path) -> Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            #[cfg(unix)]
            is: identity(path).map_err(|error| DbError::Busy(format!("{}: {error}", path.display())))?,
        })
    }

    /// Whether the path still leads to this file. What is written to a deleted file is lost when the process ends.
    pub(in crate::db) fn in_place(&self) -> Result<()> {
        #[cfg(unix)]
        if identity(&self.path).ok() != Some(self.is) {
            let path = self.path.display();
            return Err(DbError::Busy(format!(
                "the database file {path} was moved, removed or replaced; put it back, or stop the server and restore a backup"
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

/// Keeps a second server off an SQLite file while it lives: sessions and boards are cached in memory, and neither
/// server would see the other's changes.
#[derive(Debug)]
pub struct ServeLock {
    file: File,
    /// Whether a server has opened the database before.
    used: bool,
}

impl ServeLock {
    /// Takes the lock next to a database file. The error is a sentence for the operator.
    pub(in crate::db) fn take(database: &Path) -> Result<Self, String> {
        // Where a link leads: two servers may know the file by different names.
        let database = &std::fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
        let path = beside(database, ".lock");
        make_folder(database).map_err(|error| format!("{}: {error}", path.display()))?;
        let is_new = !path.exists();
        let mut file = private(OpenOptions::new().read(true).write(true).create(true).truncate(false))
            .open(&path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        if is_new {
            hand_over(&path);
        }
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

    /// Whether a server has opened the database before: then the file has to exist, and creating an empty one would
    /// hide its loss.
    pub fn used(&self) -> bool {
        self.used
    }

    pub fn note_opened(&mut self) -> std::io::Result<()> {
        if !self.used {
            self.file
                .write_all(b"Keeps a second server off the database beside it. Leave it where it is.\n")?;
            self.used = true;
        }
        Ok(())
    }
}

/// Replaces the database with a backup and returns the new path of the former file, if there was one. The caller has
/// the lock. The error is a sentence for the operator.
pub(in crate::db) async fn restore(
    database: &Path,
    backup: &Path,
    stamp: &str,
) -> Result<Option<PathBuf>, String> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    if !backup.is_file() {
        return Err(format!("{}: there is no such file", backup.display()));
    }
    let fresh = beside(database, ".restoring");
    remove(&fresh).map_err(|error| told(&fresh, &error))?;
    let copied = copy(backup, &fresh).await.map_err(|error| error.to_string());
    let checked = match copied {
        Ok(()) => check(&fresh, CHECK_ALL).await,
        Err(reason) => Err(reason),
    };
    if let Err(reason) = checked {
        remove(&fresh).ok();
        return Err(format!("{}: {reason}; nothing was changed", backup.display()));
    }
    hand_over(&fresh);
    let kept = beside(database, &format!(".before-restore-{stamp}"));
    let mut moves = Vec::new();
    // The write-ahead log goes with its database: next to another one it would corrupt that. The database goes first: without its
    // log it would open, and have lost what is only in that.
    let parts = ["", "-wal", "-shm"].map(|ending| (beside(database, ending), beside(&kept, ending)));
    for (from, to) in parts.into_iter().chain([(fresh.clone(), database.to_owned())]) {
        match std::fs::rename(&from, &to) {
            Ok(()) => moves.push((from, to)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && from != fresh => {}
            Err(error) => {
                let put_back = moves.into_iter().rev().all(|(from, to)| std::fs::rename(to, from).is_ok());
                remove(&fresh).ok();
                let reason = told(&from, &error);
                return Err(if put_back {
                    format!("{reason}; nothing was changed")
                } else {
                    format!("{reason}; the database is in parts named {}", kept.display())
                });
            }
        }
    }
    sync_folder(database).map_err(|error| told(database, &error))?;
    Ok(moves.iter().any(|(_, to)| *to == kept).then_some(kept))
}

/// A compact copy, including the write-ahead log, in whatever journal mode the original is.
pub(in crate::db) async fn copy(from: &Path, to: &Path) -> Result<()> {
    let mut source =
        SqliteConnectOptions::new().filename(from).create_if_missing(false).read_only(true).connect().await?;
    private(OpenOptions::new().write(true).create_new(true))
        .open(to)
        .map_err(|error| DbError::Other(error.to_string()))?;
    sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy()).execute(&mut source).await?;
    source.close().await?;
    Ok(())
}

/// Looks at every page and every index.
const CHECK_ALL: &str = "PRAGMA integrity_check(1)";
/// Looks at every page.
pub(in crate::db) const CHECK_QUICKLY: &str = "PRAGMA quick_check(1)";

/// Whether a file is an intact database of a schema that this program knows. The error is the reason.
pub(in crate::db) async fn check(file: &Path, how: &'static str) -> Result<(), String> {
    let opened: sqlx::Result<SqliteConnection> =
        SqliteConnectOptions::new().filename(file).create_if_missing(false).connect().await;
    let mut conn = Conn::sqlite(opened.map_err(|error| error.to_string())?);
    let verdict: Result<String, DbError> = conn.scalar(how, params![]).await;
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

/// Gives a new file to the owner of its folder: the server could not open a file that root made for it. Only root can, or
/// needs to.
pub(in crate::db) fn hand_over(path: &Path) {
    #[cfg(unix)]
    if let Ok(folder) = std::fs::metadata(folder_of(path)) {
        use std::os::unix::fs::{MetadataExt as _, chown};
        chown(path, Some(folder.uid()), Some(folder.gid())).ok();
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

pub(in crate::db) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Removes a file, if it is there.
pub fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

pub(in crate::db) fn sync_folder(path: &Path) -> std::io::Result<()> {
    File::open(folder_of(path))?.sync_all()
}

/// Readable by its owner only.
fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
