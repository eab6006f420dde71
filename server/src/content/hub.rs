//! Where the content comes from: the tables of this store. Every reader of content (the delivery calls, the first HTML, the
//! settings) asks here and never the tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::item::Item;
use super::render::render;
use super::search::{Found, Search};
use super::seed::{LIBRARY, SETTINGS};
use crate::clock::Clock;
use crate::db::{self, Db, DbError};

/// Why the hub has no answer.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The store refused.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The hub elsewhere does not answer, or with something that cannot be used, and there is no copy.
    #[error("the content hub is away: {0}")]
    Away(String),
}

/// The site's content.
#[derive(Debug)]
pub struct Hub {
    db: Db,
    clock: Clock,
}

impl Hub {
    /// The hub in this server's own store.
    pub fn embedded(db: Db, clock: Clock) -> Self {
        Self { db, clock }
    }

    /// Takes in what this server has just stored: called after the commit and before the answer, so that whoever wrote reads
    /// what they wrote.
    pub async fn refresh(&self) -> Result<(), HubError> {
        self.ready(LIBRARY).await.map(drop)
    }

    /// The public items that a search finds.
    pub async fn search(&self, library_id: &str, search: &Search) -> Result<Found, HubError> {
        let now =
            crate::clock::iso(self.clock.now_ms()).map_err(|error| HubError::Away(error.to_string()))?;
        Ok(search.run(&self.ready(library_id).await?, &now))
    }

    /// A public item as it is stored.
    pub async fn item(&self, library_id: &str, id: &str) -> Result<Option<Item>, HubError> {
        Ok(self.ready(library_id).await?.into_iter().find(|item| item.id == id))
    }

    /// A public item with the items it refers to in the place of the references.
    pub async fn rendered(&self, library_id: &str, id: &str) -> Result<Option<Arc<Value>>, HubError> {
        let items: BTreeMap<String, Item> =
            self.ready(library_id).await?.into_iter().map(|item| (item.id.clone(), item)).collect();
        Ok(render(id, &items).map(Arc::new))
    }

    /// The page (rendered) at a path below the locale's prefix, `/` or `/frequently-asked-questions`.
    pub async fn page(&self, path: &str) -> Result<Option<Arc<Value>>, HubError> {
        let items = self.ready(LIBRARY).await?;
        let Some(page) = items.iter().find(|item| item.path() == Some(path)) else { return Ok(None) };
        self.rendered(LIBRARY, &page.id).await
    }

    /// Every page of the site, in the order of their ids.
    pub async fn pages(&self) -> Result<Vec<Item>, HubError> {
        Ok(self.ready(LIBRARY).await?.into_iter().filter(|item| item.path().is_some()).collect())
    }

    /// The site settings (spec §1 and §3); none while nobody has made them ready.
    pub async fn settings(&self) -> Result<Option<Item>, HubError> {
        self.item(LIBRARY, SETTINGS).await
    }

    async fn ready(&self, library_id: &str) -> Result<Vec<Item>, HubError> {
        let library_id = library_id.to_owned();
        let listed: Result<Vec<Item>, DbError> = self
            .db
            .read(move |conn| Box::pin(async move { db::content::list_ready(conn, &library_id).await }))
            .await;
        Ok(listed?)
    }
}
