//! The hub in this server's own store: every public item in memory, read again after each change.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, watch};

use super::answer::Answer;
use super::snapshot::Library;
use super::status::HubError;
use crate::content::image::ImageInfo;
use crate::content::search::{Search, SearchResults};
use crate::db::content::item::Item;
use crate::db::{self, Conn, Db, DbError};
use crate::http::fair_queue::{Capacity, FairQueue};

/// The pause before another try when the store does not answer.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a search may take, including the wait for its turn.
const SEARCH_LIMIT: Duration = Duration::from_secs(2);
/// How many searches may wait for their turn, and how many of them from one address.
const CAPACITY: Capacity = Capacity { total: 64, per_address: 16 };

/// The store, and what was read from it.
#[derive(Debug)]
pub(super) struct Embedded {
    db: Db,
    in_memory: RwLock<Option<Arc<Loaded>>>,
    /// Locked while the store is read.
    reading: Mutex<()>,
    /// How many readings were requested, and how many of those are done. One reading answers every request that was
    /// made before it began.
    requested: AtomicU64,
    done: AtomicU64,
    /// A reading failed: the libraries in memory may be out of date.
    behind: AtomicBool,
    searches: FairQueue,
}

/// Every library at one version of the content.
#[derive(Debug)]
pub(super) struct Loaded {
    version: i64,
    /// Another one for each reading.
    pub(super) generation: u64,
    libraries: HashMap<String, Arc<Library>>,
}

impl Embedded {
    pub(super) fn new(db: Db) -> Self {
        Self {
            db,
            in_memory: RwLock::default(),
            reading: Mutex::default(),
            requested: AtomicU64::new(0),
            done: AtomicU64::new(0),
            behind: AtomicBool::new(false),
            searches: FairQueue::new("searches", 1, CAPACITY),
        }
    }

    /// The libraries in memory; read from the store the first time, and again if the last reading failed.
    pub(super) async fn loaded(&self) -> Result<Arc<Loaded>, DbError> {
        let loaded = self.in_memory();
        if let Some(loaded) = &loaded
            && (!self.behind.load(Ordering::Acquire) || self.reading.try_lock().is_err())
        {
            return Ok(loaded.clone());
        }
        match self.refresh().await {
            Ok(()) => self.in_memory().ok_or_else(|| DbError::Other("no content was read".to_owned())),
            Err(error) => loaded.ok_or(error),
        }
    }

    /// Reads everything again, unless another reading begins after this call.
    pub(super) async fn refresh(&self) -> Result<(), DbError> {
        let ticket = self.requested.fetch_add(1, Ordering::AcqRel) + 1;
        let _turn = self.reading.lock().await;
        if self.done.load(Ordering::Acquire) >= ticket {
            return Ok(());
        }
        let covers = self.requested.load(Ordering::Acquire);
        let read = self.db.read(async |conn| read(conn, covers).await).await;
        self.behind.store(read.is_err(), Ordering::Release);
        let loaded = read?;
        *self.in_memory.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(loaded));
        self.done.store(covers, Ordering::Release);
        Ok(())
    }

    /// Reads everything again whenever the content's version is not the one in memory.
    pub(super) async fn follow(&self, mut versions: watch::Receiver<i64>) {
        loop {
            let newest = *versions.borrow_and_update();
            if self.in_memory().is_some_and(|loaded| loaded.version < newest)
                && let Err(error) = self.refresh().await
            {
                tracing::warn!(%error, "changed content could not be read");
                tokio::time::sleep(PAUSE).await;
                versions.mark_changed();
            }
            if versions.changed().await.is_err() {
                return;
            }
        }
    }

    /// The answer to a search by a caller from `address`. A new search waits for its turn, runs outside the threads
    /// that serve requests, and is limited in time.
    pub(super) async fn search(
        &self,
        address: &str,
        library_id: &str,
        query: &str,
        now: String,
    ) -> Result<Answer, HubError> {
        let loaded = self.loaded().await?;
        let cached = loaded.library(library_id).and_then(|library| library.kept_answer(query));
        if let Some(answer) = cached {
            return Ok(answer);
        }
        let search = Search::from_query(query)?;
        let Some(library) = loaded.library(library_id).cloned() else {
            return Answer::of(&SearchResults::nothing());
        };
        let deadline = Instant::now() + SEARCH_LIMIT;
        let query = query.to_owned();
        let searched = self.searches.run(address, move || library.search(&query, &search, &now, deadline));
        // The search checks the deadline itself; this is for those that do not get their turn.
        tokio::time::timeout(SEARCH_LIMIT, searched).await.ok().and_then(Result::ok).ok_or(HubError::Busy)?
    }

    /// The libraries as they were last read, without asking the store.
    pub(super) fn in_memory(&self) -> Option<Arc<Loaded>> {
        self.in_memory.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Loaded {
    /// A library, if it has any items.
    pub(super) fn library(&self, id: &str) -> Option<&Arc<Library>> {
        self.libraries.get(id)
    }
}

/// The version is read first: what is committed between the two reads is then read once too often, never missed.
async fn read(conn: &mut Conn, generation: u64) -> Result<Loaded, DbError> {
    let version = db::topic::version(conn, db::topic::CONTENT).await?;
    let mut libraries = HashMap::new();
    for id in db::content::library::list(conn).await? {
        let items = db::content::list_ready(conn, &id).await?;
        let items: BTreeMap<String, Item> = items.into_iter().map(|item| (item.id.clone(), item)).collect();
        let mut pictures = HashMap::new();
        for (image_id, width, height) in db::content::picture::sizes(conn, &id).await? {
            let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else { continue };
            let facts = ImageInfo::new(&id, &image_id, width, height);
            pictures.insert(image_id, facts);
        }
        libraries.insert(id, Arc::new(Library::new(items, pictures)));
    }
    Ok(Loaded { version, generation, libraries })
}
