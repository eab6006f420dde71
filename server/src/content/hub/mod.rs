//! The source of the content: this server's own store, cached in memory, or a remote hub. Every reader of content (the
//! delivery calls, the first HTML, the settings) uses this module, never the tables.

mod answer;
mod embedded;
mod remote;
mod snapshot;
mod status;

use std::path::Path;
use std::sync::Arc;

use openidconnect::reqwest;
use serde_json::Value;

pub use answer::Answer;
pub use remote::schedule::{ScheduleHub, ScheduleHubError};
pub use status::{HubError, HubState};

use super::search::{Search, SearchResults};
use super::seed::{CONSENT, CONSENT_VERSION, SETTINGS};
use crate::config::clock::{self, Clock};
use crate::config::content::RemoteHub;
use crate::db::content::LIBRARY;
use crate::db::content::item::Item;
use crate::db::topic::topics::Topics;
use crate::db::{Db, topic};
use embedded::Embedded;
use remote::Remote;

#[derive(Debug)]
pub struct Hub {
    source: Source,
    clock: Clock,
}

#[derive(Debug)]
enum Source {
    Embedded(Box<Embedded>),
    Remote(Box<Remote>),
}

impl Hub {
    /// The hub in this server's own store.
    pub fn embedded(db: Db, clock: Clock) -> Self {
        Self { source: Source::Embedded(Box::new(Embedded::new(db))), clock }
    }

    /// A remote hub, with copies of its answers under `data_dir`.
    pub fn remote(hub: &RemoteHub, data_dir: &Path, clock: Clock) -> Result<Self, reqwest::Error> {
        let remote = Remote::new(hub.clone(), data_dir, clock.clone())?;
        Ok(Self { source: Source::Remote(Box::new(remote)), clock })
    }

    /// The remote hub if it keeps the schedule too; none if this server does.
    pub fn schedule(&self) -> Option<&ScheduleHub> {
        match &self.source {
            Source::Embedded(_) => None,
            Source::Remote(remote) => Some(remote.schedule()),
        }
    }

    pub fn state(&self) -> HubState {
        match &self.source {
            Source::Embedded(_) => HubState { mode: "embedded", state: "ok", since: None, last_error: None },
            Source::Remote(remote) => remote.state(),
        }
    }

    /// Reads what this server has just stored: to be called after the commit and before the answer, so that writers
    /// read their own writes.
    pub async fn refresh(&self) -> Result<(), HubError> {
        match &self.source {
            Source::Embedded(embedded) => Ok(embedded.refresh().await?),
            Source::Remote(_) => Ok(()),
        }
    }

    /// Reads what other processes and nodes store, and from a remote hub what is needed at once, until the task ends.
    pub async fn follow(&self, topics: &Topics) {
        match &self.source {
            Source::Embedded(embedded) => embedded.follow(topics.watch(topic::CONTENT)).await,
            Source::Remote(remote) => remote.follow().await,
        }
    }

    /// A public item as stored.
    pub async fn item(&self, library_id: &str, id: &str) -> Result<Option<Item>, HubError> {
        match &self.source {
            Source::Embedded(embedded) => {
                Ok(embedded.loaded().await?.library(library_id).and_then(|library| library.item(id)).cloned())
            }
            Source::Remote(_) if library_id != LIBRARY => Ok(None),
            Source::Remote(remote) => remote.item(id).await,
        }
    }

    /// A public item with its references replaced by the items.
    pub async fn rendered(&self, library_id: &str, id: &str) -> Result<Option<Arc<Value>>, HubError> {
        match &self.source {
            Source::Embedded(embedded) => {
                Ok(embedded.loaded().await?.library(library_id).and_then(|library| library.rendered(id)))
            }
            Source::Remote(_) if library_id != LIBRARY => Ok(None),
            Source::Remote(remote) => remote.rendered(id).await,
        }
    }

    /// The rendered page at a path without the locale's prefix, `/` or `/frequently-asked-questions`.
    pub async fn page(&self, path: &str) -> Result<Option<Arc<Value>>, HubError> {
        match &self.source {
            Source::Embedded(embedded) => {
                let loaded = embedded.loaded().await?;
                let Some(library) = loaded.library(LIBRARY) else { return Ok(None) };
                Ok(library.at(path).and_then(|id| library.rendered(id)))
            }
            Source::Remote(remote) => {
                let pages = remote.pages().await?;
                let Some(page) = pages.iter().find(|item| item.path() == Some(path)) else { return Ok(None) };
                remote.rendered(&page.id).await
            }
        }
    }

    /// Every page of the site, by id.
    pub async fn pages(&self) -> Result<Vec<Item>, HubError> {
        match &self.source {
            Source::Embedded(embedded) => {
                let loaded = embedded.loaded().await?;
                Ok(loaded
                    .library(LIBRARY)
                    .map(|library| library.pages().cloned().collect())
                    .unwrap_or_default())
            }
            Source::Remote(remote) => remote.pages().await,
        }
    }

    /// The number of the state in which this server's own content is in memory; none for a remote hub.
    pub async fn generation(&self) -> Result<Option<u64>, HubError> {
        match &self.source {
            Source::Embedded(embedded) => Ok(Some(embedded.loaded().await?.generation)),
            Source::Remote(_) => Ok(None),
        }
    }

    /// The site settings (RULES 13.4); none while nobody has made them ready.
    pub async fn settings(&self) -> Result<Option<Item>, HubError> {
        self.item(LIBRARY, SETTINGS).await
    }

    /// The version of the consents that people are asked for now (RULES 6.2). Taken from memory, which [`Hub::follow`]
    /// keeps up to date, so that a job can ask for it.
    pub fn consent_version(&self) -> String {
        let read = match &self.source {
            Source::Embedded(embedded) => embedded.in_memory().and_then(|loaded| {
                let item = loaded.library(LIBRARY)?.item(CONSENT)?;
                text_of(item.elements.get("version"))
            }),
            Source::Remote(remote) => {
                remote.known(CONSENT).and_then(|item| text_of(item["elements"].get("version")))
            }
        };
        read.unwrap_or_else(|| CONSENT_VERSION.to_owned())
    }

    /// The site's title if a remote hub has the content: as it was read last, or `default` before that. None for this
    /// server's own content, whose title jobs read from the store. Taken from memory like [`Hub::consent_version`].
    pub fn remote_title(&self, default: &str) -> Option<String> {
        let Source::Remote(remote) = &self.source else { return None };
        let title = remote.known(SETTINGS).and_then(|item| text_of(item["elements"].get("title")));
        Some(title.unwrap_or_else(|| default.to_owned()))
    }

    /// [`Hub::item`] with the HTML of its rich texts, encoded.
    pub async fn item_answer(&self, library_id: &str, id: &str) -> Result<Option<Answer>, HubError> {
        match &self.source {
            Source::Embedded(embedded) => match embedded.loaded().await?.library(library_id) {
                Some(library) => library.item_answer(id),
                None => Ok(None),
            },
            Source::Remote(_) if library_id != LIBRARY => Ok(None),
            Source::Remote(remote) => remote.item_answer(id).await,
        }
    }

    /// [`Hub::rendered`], encoded.
    pub async fn rendered_answer(&self, library_id: &str, id: &str) -> Result<Option<Answer>, HubError> {
        match &self.source {
            Source::Embedded(embedded) => match embedded.loaded().await?.library(library_id) {
                Some(library) => library.rendered_answer(id),
                None => Ok(None),
            },
            Source::Remote(_) if library_id != LIBRARY => Ok(None),
            Source::Remote(remote) => remote.rendered_answer(id).await,
        }
    }

    /// The answer to a search by the query string of a request from `address`, encoded.
    pub async fn search_answer(
        &self,
        address: &str,
        library_id: &str,
        query: &str,
    ) -> Result<Answer, HubError> {
        match &self.source {
            Source::Embedded(embedded) => embedded.search(address, library_id, query, self.now()?).await,
            Source::Remote(remote) => {
                let search = Search::from_query(query)?;
                if library_id == LIBRARY {
                    remote.search_answer(&search).await
                } else {
                    Answer::of(&SearchResults::nothing())
                }
            }
        }
    }

    fn now(&self) -> Result<String, HubError> {
        clock::iso(self.clock.now_ms()).map_err(|error| HubError::Broken(error.to_string()))
    }
}

/// The text of an element, unless it is blank.
fn text_of(element: Option<&Value>) -> Option<String> {
    let text = element?.get("value")?.as_str()?;
    (!text.trim().is_empty()).then(|| text.to_owned())
}
