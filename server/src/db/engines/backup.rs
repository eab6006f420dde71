//! Backups of an SQLite store: a checked copy that gets its name only once it is whole.

use std::fs::File;
use std::path::{Path, PathBuf};

pub use super::file::remove;
use super::file::{self, CHECK_QUICKLY};

/// What a backup is called while it is being written.
pub fn unfinished(backup: &Path) -> PathBuf {
    file::beside(backup, ".partial")
}

/// Copies a database, consistent and compact, into a new file that is readable by its owner only. The error is a sentence
/// for the operator.
pub(in crate::db) async fn make(database: &Path, backup: &Path) -> Result<(), String> {
    let partial = unfinished(backup);
    if backup.exists() {
        return Err(format!("{} exists already", backup.display()));
    }
    if partial.exists() {
        let partial = partial.display();
        return Err(format!("{partial} exists already; remove it, unless a backup is being made now"));
    }
    let made = match write(database, &partial).await {
        Ok(()) => name(&partial, backup).await.map_err(|error| error.to_string()),
        Err(reason) => Err(reason),
    };
    if made.is_err() {
        remove(&partial).ok();
    }
    made.map_err(|reason| format!("{}: {reason}", backup.display()))
}

async fn write(database: &Path, partial: &Path) -> Result<(), String> {
    file::copy(database, partial).await.map_err(|error| error.to_string())?;
    file::check(partial, CHECK_QUICKLY).await
}

/// Gives a whole backup its name, once it is on the disk.
async fn name(partial: &Path, backup: &Path) -> std::io::Result<()> {
    let (partial, backup) = (partial.to_owned(), backup.to_owned());
    // A large file takes a while.
    let named = tokio::task::spawn_blocking(move || {
        File::open(&partial)?.sync_all()?;
        std::fs::rename(&partial, &backup)?;
        file::sync_folder(&backup)
    });
    named.await.map_err(std::io::Error::other)?
}
