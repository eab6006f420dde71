//! The import of a file on this machine, for the command; it works alongside a running server, which sees by the boards' topic that
//! results have come in.

use std::path::{Path, PathBuf};

use super::{BYTES, Outcome, run};
use crate::db::DbError;
use crate::state::AppState;

/// Why a file was not even looked at, or the store refused.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It is not there, not to be read, or no text in UTF-8.
    #[error("import: {0} cannot be read: {1}")]
    Unreadable(PathBuf, std::io::Error),
    /// It has more than [`BYTES`].
    #[error("import: {0} has more than 1 MiB; split it by season")]
    TooLarge(PathBuf),
    #[error("import: the database: {0}")]
    Db(#[from] DbError),
}

/// Imports the results of a file, or only reports its problems in a dry run. If there is any problem, nothing is stored.
///
/// # Errors
/// [`FileError`].
pub async fn from_file(state: &AppState, file: &Path, dry: bool) -> Result<Outcome, FileError> {
    let unreadable = |error| FileError::Unreadable(file.to_owned(), error);
    let bytes = tokio::fs::metadata(file).await.map_err(unreadable)?.len();
    if usize::try_from(bytes).is_ok_and(|bytes| bytes > BYTES) {
        return Err(FileError::TooLarge(file.to_owned()));
    }
    let text = tokio::fs::read_to_string(file).await.map_err(unreadable)?;
    let now_ms = state.clock.now_ms();
    let outcome: Result<Outcome, DbError> = if dry {
        let job = state.db.read(async |conn| run(conn, &text, None, true, now_ms).await);
        job.await
    } else {
        let job = state.db.write(async move |conn| run(conn, &text, None, false, now_ms).await);
        job.await
    };
    Ok(outcome?)
}
