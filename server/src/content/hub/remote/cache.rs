//! The cache of the hub's answers: in memory, bounded by size, and as files, so that there is something to serve after
//! a restart while the hub is unavailable.

use std::path::PathBuf;

use moka::sync::Cache;

use super::copy::Copy;
use super::files::Files;

/// How long a copy is served without asking the hub, in milliseconds.
const FRESH_MS: i64 = 30_000;

#[derive(Debug, Clone)]
pub(super) struct CacheEntry {
    /// None if the hub answered that it does not exist.
    pub(super) copy: Option<Copy>,
    /// The hub's entity tag.
    pub(super) tag: Option<String>,
    /// When the hub last confirmed it.
    pub(super) at_ms: i64,
}

impl CacheEntry {
    /// Whether it is served without asking the hub.
    pub(super) fn is_fresh(&self, now_ms: i64) -> bool {
        (self.at_ms..self.at_ms + FRESH_MS).contains(&now_ms)
    }
}

/// The copies of one kind.
#[derive(Debug)]
pub(super) struct CopyCache {
    memory: Cache<String, CacheEntry>,
    files: Files,
}

impl CopyCache {
    /// At most this many bytes in memory, and files in the folder.
    pub(super) fn new(folder: PathBuf, (bytes, files): (u64, usize)) -> Self {
        // The parsed value takes about three times the size of its text.
        let weigh = |key: &String, entry: &CacheEntry| {
            let body = entry.copy.as_ref().map_or(0, |copy| copy.answer.body.len());
            u32::try_from(key.len() + 4 * body + 200).unwrap_or(u32::MAX)
        };
        let memory = Cache::builder().weigher(weigh).max_capacity(bytes).build();
        Self { memory, files: Files::new(folder, files) }
    }

    pub(super) fn get(&self, key: &str) -> Option<CacheEntry> {
        self.memory.get(key)
    }

    /// Caches it in memory.
    pub(super) fn keep(&self, key: &str, entry: CacheEntry) {
        self.memory.insert(key.to_owned(), entry);
    }

    /// Caches it in memory and as a file.
    pub(super) async fn store(&self, key: &str, entry: CacheEntry) {
        match &entry.copy {
            Some(copy) => self.files.write(key, entry.tag.clone(), copy.value.clone()).await,
            None => self.files.remove(key).await,
        }
        self.keep(key, entry);
    }

    /// The copy in a file, which has to be confirmed by the hub.
    pub(super) async fn filed(&self, key: &str) -> Option<CacheEntry> {
        let (copy, tag) = self.files.read(key).await?;
        Some(CacheEntry { copy: Some(copy), tag, at_ms: i64::MIN / 2 })
    }
}
