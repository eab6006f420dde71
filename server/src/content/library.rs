//! A whole library as its editors see it: the newest and the public state of each item. Items are validated against it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::references;
use crate::config::clock::iso;
use crate::db::content::author::{self, Head, LibraryRows, RevisionRow};
use crate::db::content::item::Item;
use crate::db::{Conn, DbError};

/// A saved revision of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Revision {
    /// The number of the revision.
    pub rev: i64,
    /// `draft` or `ready`.
    pub status: String,
    /// The item's name at the time.
    pub name: String,
    /// When it was saved, ISO with `Z`.
    pub saved_at: String,
    /// Who saved it; absent for the seed and for deleted accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved_by: Option<String>,
    /// The revision that it restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restored_from: Option<i64>,
}

impl TryFrom<RevisionRow> for Revision {
    type Error = DbError;

    fn try_from(row: RevisionRow) -> Result<Self, DbError> {
        Ok(Self {
            saved_at: iso(row.saved_at).map_err(|_| DbError::broken("instant"))?,
            saved_by: row.saved_by(),
            rev: row.rev,
            status: row.status,
            name: row.name,
            restored_from: row.restored_from,
        })
    }
}

/// A reference to an item, with its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(as = Named)]
pub struct ItemRef {
    pub id: String,
    /// The name shown to editors.
    pub name: String,
}

#[derive(Debug, Clone, Default)]
pub struct Library {
    heads: BTreeMap<String, Head>,
    ready: HashMap<String, Item>,
    images: BTreeSet<String>,
}

impl Library {
    pub async fn load(conn: &mut Conn<'_>, library_id: &str) -> Result<Self, DbError> {
        let LibraryRows { heads, ready, images } = author::library(conn, library_id).await?;
        Ok(Self::new(heads, ready, images))
    }

    pub fn new(
        heads: impl IntoIterator<Item = Head>,
        ready: impl IntoIterator<Item = Item>,
        images: impl IntoIterator<Item = String>,
    ) -> Self {
        Self {
            heads: heads.into_iter().map(|head| (head.item.id.clone(), head)).collect(),
            ready: ready.into_iter().map(|item| (item.id.clone(), item)).collect(),
            images: images.into_iter().collect(),
        }
    }

    /// The newest state of an item, deleted ones included.
    pub fn any(&self, id: &str) -> Option<&Head> {
        self.heads.get(id)
    }

    /// The newest state of an item that is not deleted.
    pub fn head(&self, id: &str) -> Option<&Head> {
        self.heads.get(id).filter(|head| head.deleted_at.is_none())
    }

    /// Every item, deleted ones included, by id.
    pub fn all(&self) -> impl Iterator<Item = &Head> {
        self.heads.values()
    }

    /// The public state of an item.
    pub fn ready(&self, id: &str) -> Option<&Item> {
        self.ready.get(id)
    }

    /// Whether there is a picture with that id.
    pub fn has_image(&self, id: &str) -> bool {
        self.images.contains(id)
    }

    /// Another public page at a path.
    pub fn page_at(&self, path: &str, except: &str) -> Option<&Item> {
        self.ready.values().find(|item| item.id != except && item.path() == Some(path))
    }

    /// The items that refer to an item, in their newest or their public state.
    pub fn users_of(&self, id: &str) -> Vec<ItemRef> {
        let uses = |item: &Item| references::all(&item.elements).iter().any(|reference| reference.id == id);
        self.heads
            .values()
            .filter(|head| head.deleted_at.is_none() && head.item.id != id)
            .filter(|head| uses(&head.item) || self.ready(&head.item.id).is_some_and(uses))
            .map(|head| ItemRef { id: head.item.id.clone(), name: head.item.name.clone() })
            .collect()
    }

    /// The items that an item shows inside itself: in its public state, or in its newest if it has none.
    fn shown_by(&self, id: &str) -> Vec<String> {
        let item = self.ready(id).or_else(|| self.head(id).map(|head| &head.item));
        item.map(|item| references::inlined(&item.elements)).unwrap_or_default()
    }

    /// The path by which an item would show itself, through one that it shows: `[id, through, …, id]`.
    pub fn way_back(&self, id: &str, through: &str) -> Option<Vec<String>> {
        let mut came_from: HashMap<String, String> = HashMap::from([(through.to_owned(), id.to_owned())]);
        let mut open = vec![through.to_owned()];
        while let Some(here) = open.pop() {
            if here == id {
                let mut way = vec![id.to_owned()];
                let mut at = came_from.get(id)?;
                while at != id {
                    way.push(at.clone());
                    at = came_from.get(at)?;
                }
                way.push(id.to_owned());
                way.reverse();
                return Some(way);
            }
            for next in self.shown_by(&here) {
                if !came_from.contains_key(&next) {
                    came_from.insert(next.clone(), here.clone());
                    open.push(next);
                }
            }
        }
        None
    }
}
