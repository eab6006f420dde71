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
    /// Whether it took the item down.
    pub taken_down: bool,
}

impl TryFrom<RevisionRow> for Revision {
    type Error = DbError;

    fn try_from(row: RevisionRow) -> Result<Self, DbError> {
        Ok(Self {
            saved_at: iso(row.saved_at).map_err(|_| DbError::broken("instant"))?,
            saved_by: row.saved_by(),
            restored_from: row.restored_from,
            taken_down: row.took_down,
            rev: row.rev,
            status: row.status,
            name: row.name,
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
    pub async fn load(conn: &mut Conn, library_id: &str) -> Result<Self, DbError> {
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
        self.others(id, |head| self.states(head).any(|item| references::refers_to(&item.elements, id)))
    }

    /// The items that refer to an item in their public state.
    pub fn public_users_of(&self, id: &str) -> Vec<ItemRef> {
        let refers = |item: &Item| references::refers_to(&item.elements, id);
        self.others(id, |head| self.ready(&head.item.id).is_some_and(refers))
    }

    /// The items that link to a public page in their public state. Links do not keep a page: they are only named.
    pub fn links_to(&self, id: &str) -> Vec<ItemRef> {
        let Some(path) = self.ready(id).and_then(Item::path) else { return Vec::new() };
        let links = |item: &Item| references::links_to(&item.elements, path);
        self.others(id, |head| self.ready(&head.item.id).is_some_and(links))
    }

    /// The items that show a picture, in their newest or their public state.
    pub fn users_of_image(&self, id: &str) -> Vec<ItemRef> {
        self.others("", |head| self.states(head).any(|item| references::shows_image(&item.elements, id)))
    }

    /// The newest and the public state of an item.
    fn states<'a>(&'a self, head: &'a Head) -> impl Iterator<Item = &'a Item> {
        std::iter::once(&head.item).chain(self.ready(&head.item.id))
    }

    /// The items that are not deleted and for which something is true, except one, by id.
    fn others(&self, except: &str, is_true: impl Fn(&Head) -> bool) -> Vec<ItemRef> {
        self.heads
            .values()
            .filter(|head| head.deleted_at.is_none() && head.item.id != except && is_true(head))
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
