//! Copies as files, one for each request, named by its digest. Files are written atomically; the oldest are deleted to
//! make room.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::copy::{Copy, LARGEST};
use super::read;

/// A folder of copies.
#[derive(Debug, Clone)]
pub(super) struct Files {
    folder: PathBuf,
    most: usize,
}

#[derive(Serialize, Deserialize)]
struct File<V> {
    key: String,
    tag: Option<String>,
    value: V,
}

impl Files {
    pub(super) fn new(folder: PathBuf, most: usize) -> Self {
        Self { folder, most }
    }

    fn path(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{}.json", hex::encode(Sha256::digest(key.as_bytes()))))
    }

    /// Writes a copy. If the disk fails, only the copy is lost.
    pub(super) async fn write(&self, key: &str, tag: Option<String>, value: Arc<Value>) {
        let (files, key) = (self.clone(), key.to_owned());
        let written = tokio::task::spawn_blocking(move || {
            let path = files.path(&key);
            fs::create_dir_all(&files.folder)?;
            let text = serde_json::to_vec(&File { key, tag, value: value.as_ref() })?;
            let new = path.with_extension(format!("{}.new", hex::encode(crate::db::random_bytes::<8>())));
            fs::write(&new, text).and_then(|()| fs::rename(&new, &path)).inspect_err(|_| {
                fs::remove_file(&new).ok();
            })?;
            prune(&files.folder, files.most)
        });
        match written.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a copy of the content could not be written"),
            Err(error) => tracing::warn!(%error, "a copy of the content could not be written"),
        }
    }

    /// Deletes a copy, if there is one.
    pub(super) async fn remove(&self, key: &str) {
        let path = self.path(key);
        tokio::task::spawn_blocking(move || fs::remove_file(path)).await.ok();
    }

    /// Reads a copy; none if it is damaged.
    pub(super) async fn read(&self, key: &str) -> Option<(Copy, Option<String>)> {
        let (path, key) = (self.path(key), key.to_owned());
        let read = tokio::task::spawn_blocking(move || {
            // A file contains what was read and the HTML that was made from it.
            if fs::metadata(&path).ok()?.len() > 8 * u64::try_from(LARGEST).ok()? {
                return None;
            }
            let file: File<Value> = serde_json::from_slice(&fs::read(&path).ok()?).ok()?;
            (file.key == key).then_some(())?;
            Some((read::copy(file.value).ok()?, file.tag))
        });
        read.await.ok().flatten()
    }
}

/// Deletes the oldest files until there are at most `most`, and files that an interrupted process left incomplete.
fn prune(folder: &Path, most: usize) -> io::Result<()> {
    let mut files: Vec<_> = fs::read_dir(folder)?
        .filter_map(Result::ok)
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    if files.len() > most {
        files.sort();
        for (_, path) in &files[..files.len() - most] {
            fs::remove_file(path).ok();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn copies_outlive_the_process_and_stay_few() {
        let folder = std::env::temp_dir()
            .join(format!("sixfold-files-{}", hex::encode(crate::db::random_bytes::<8>())));
        let files = Files::new(folder.clone(), 3);
        assert!(files.read("a").await.is_none());
        for number in 0..5 {
            files
                .write(&format!("key {number}"), Some("\"t\"".into()), Arc::new(json!({ "n": number })))
                .await;
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        let again = Files::new(folder.clone(), 3);
        let (copy, tag) = again.read("key 4").await.unwrap();
        assert_eq!((copy.value["n"].as_i64(), tag.as_deref()), (Some(4), Some("\"t\"")));
        fs::write(files.path("key 4"), "{\"key\":").unwrap();
        assert!(again.read("key 4").await.is_none(), "a damaged file is none");
        fs::copy(files.path("key 3"), files.path("key 9")).unwrap();
        assert!(again.read("key 9").await.is_none(), "another question's file is none");
        again.remove("key 3").await;
        assert!(again.read("key 3").await.is_none());
        fs::remove_dir_all(&folder).unwrap();
    }
}
