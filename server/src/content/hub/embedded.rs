//! The hub in this server's own store: every public item in memory, read anew after each change.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, watch};

use super::answer::Answer;
use super::snapshot::Library;
use super::status::{HubError, TOPIC};
use crate::content::image::Facts;
use crate::content::search::{Found, Search};
use crate::db::content::item::Item;
use crate::db::{self, Conn, Db, DbError};
use crate::http::fair_queue::{Capacity, FairQueue};

/// How long to wait before another try when the store does not answer.
const PAUSE: Duration = Duration::from_secs(1);
/// How long a search may take, its wait for a turn included.
const SEARCH_LIMIT: Duration = Duration::from_secs(2);
/// How many searches may wait for their turn, and how many of them may come from one address.
const CAPACITY: Capacity = Capacity { total: 64, per_address: 16 };

/// The store and what was read of it.
#[derive(Debug)]
pub(super) struct Embedded {
    db: Db,
    held: RwLock<Option<Arc<Loaded>>>,
    /// Held by whoever reads.
    reading: Mutex<()>,
    /// How many readings were asked for, and how many of those are done. One reading does for all who asked before it began.
    asked: AtomicU64,
    done: AtomicU64,
    /// A reading failed: what is held may be old.
    behind: AtomicBool,
    searches: FairQueue,
}

/// Every library as it was at one version of the content.
#[derive(Debug)]
pub(super) struct Loaded {
    version: i64,
    libraries: HashMap<String, Arc<Library>>,
}

impl Embedded {
    pub(super) fn new(db: Db) -> Self {
        Self {
            db,
            held: RwLock::default(),
            reading: Mutex::default(),
            asked: AtomicU64::new(0),
            done: AtomicU64::new(0),
            behind: AtomicBool::new(false),
            searches: FairQueue::new("searches", 1, CAPACITY),
        }
    }

    /// What is held; read from the store the first time, and again where the last reading failed.
    pub(super) async fn loaded(&self) -> Result<Arc<Loaded>, DbError> {
        let held = self.held();
        if let Some(held) = &held
            && (!self.behind.load(Ordering::Acquire) || self.reading.try_lock().is_err())
        {
            return Ok(held.clone());
        }
        match self.refresh().await {
            Ok(()) => self.held().ok_or_else(|| DbError::Other("no content was read".to_owned())),
            Err(error) => held.ok_or(error),
        }
    }

    /// Reads everything anew. A reading that began after this was asked for is as good as one of its own.
    pub(super) async fn refresh(&self) -> Result<(), DbError> {
        let ticket = self.asked.fetch_add(1, Ordering::AcqRel) + 1;
        let _turn = self.reading.lock().await;
        if self.done.load(Ordering::Acquire) >= ticket {
            return Ok(());
        }
        let covers = self.asked.load(Ordering::Acquire);
        let read = self.db.read(|conn| Box::pin(read(conn))).await;
        self.behind.store(read.is_err(), Ordering::Release);
        let loaded = read?;
        *self.held.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(loaded));
        self.done.store(covers, Ordering::Release);
        Ok(())
    }

    /// Reads anew whenever the content's version is one that is not held.
    pub(super) async fn follow(&self, mut versions: watch::Receiver<i64>) {
        loop {
            let wanted = *versions.borrow_and_update();
            if self.held().is_some_and(|held| held.version < wanted)
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

    /// What a search by a caller from `address` finds, as it is sent. What has not been asked before is looked for in turn, off the threads that serve
    /// requests, and for so long only.
    pub(super) async fn search(
        &self,
        address: &str,
        library_id: &str,
        query: &str,
        now: String,
    ) -> Result<Answer, HubError> {
        let loaded = self.loaded().await?;
        let kept = loaded.library(library_id).and_then(|library| library.kept_answer(query));
        if let Some(answer) = kept {
            return Ok(answer);
        }
        let search = Search::from_query(query)?;
        let Some(library) = loaded.library(library_id).cloned() else { return Answer::of(&Found::nothing()) };
        let deadline = Instant::now() + SEARCH_LIMIT;
        let query = query.to_owned();
        let searched = self.searches.run(address, move || library.search(&query, &search, &now, deadline));
        // It looks at the deadline itself; this is for those that do not get their turn.
        tokio::time::timeout(SEARCH_LIMIT, searched).await.ok().and_then(Result::ok).ok_or(HubError::Busy)?
    }

    fn held(&self) -> Option<Arc<Loaded>> {
        self.held.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Loaded {
    /// A library that has anything.
    pub(super) fn library(&self, id: &str) -> Option<&Arc<Library>> {
        self.libraries.get(id)
    }
}

/// The version comes first: what is committed between the two reads is then read once too often, never once too little.
async fn read(conn: &mut Conn<'_>) -> Result<Loaded, DbError> {
    let version = db::topic::version(conn, TOPIC).await?;
    let mut libraries = HashMap::new();
    for id in db::content_library::list(conn).await? {
        let items = db::content::list_ready(conn, &id).await?;
        let items: BTreeMap<String, Item> = items.into_iter().map(|item| (item.id.clone(), item)).collect();
        let mut pictures = HashMap::new();
        for (image_id, width, height) in db::content_image::sizes(conn, &id).await? {
            let (Ok(width), Ok(height)) = (u32::try_from(width), u32::try_from(height)) else { continue };
            let facts = Facts::new(&id, &image_id, width, height);
            pictures.insert(image_id, facts);
        }
        libraries.insert(id, Arc::new(Library::new(items, pictures)));
    }
    Ok(Loaded { version, libraries })
}
