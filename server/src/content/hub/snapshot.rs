//! A library in memory at one version. Each form of an item is created once: with the HTML of its texts, with
//! everything on the page, as an answer's bytes. The next change creates a new library.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use moka::sync::Cache;
use serde_json::Value;

use super::answer::Answer;
use super::status::HubError;
use crate::content::image::ImageInfo;
use crate::content::matching::Prepared;
use crate::content::render::{deliver, render};
use crate::content::search::{OutOfTime, Search};
use crate::db::content::item::Item;

/// The most memory for answers to searches, in bytes.
const SEARCHES: u64 = 16 * 1024 * 1024;

/// The public items of a library.
#[derive(Debug)]
pub(super) struct Library {
    items: BTreeMap<String, Item>,
    derived: HashMap<String, DerivedForms>,
    paths: HashMap<String, String>,
    pictures: HashMap<String, ImageInfo>,
    searches: Cache<String, Answer>,
}

/// The forms of an item, each created when it is first requested.
#[derive(Debug, Default)]
struct DerivedForms {
    /// Its form for searches.
    prepared: OnceLock<Prepared>,
    /// As JSON, as delivered.
    whole: OnceLock<Value>,
    answer: OnceLock<Answer>,
    rendered: OnceLock<Arc<Value>>,
    rendered_answer: OnceLock<Answer>,
}

impl Library {
    pub(super) fn new(items: BTreeMap<String, Item>, pictures: HashMap<String, ImageInfo>) -> Self {
        let derived = items.keys().map(|id| (id.clone(), DerivedForms::default())).collect();
        // Of two pages at one path the one with the lower id is served.
        let paths = items.values().rev().filter_map(|item| Some((item.path()?.to_owned(), item.id.clone())));
        let weigh = |query: &String, answer: &Answer| {
            u32::try_from(query.len() + answer.body.len() + 200).unwrap_or(u32::MAX)
        };
        Self {
            derived,
            paths: paths.collect(),
            items,
            pictures,
            searches: Cache::builder().weigher(weigh).max_capacity(SEARCHES).build(),
        }
    }

    /// An item as stored.
    pub(super) fn item(&self, id: &str) -> Option<&Item> {
        self.items.get(id)
    }

    /// The id of the page at a path.
    pub(super) fn at(&self, path: &str) -> Option<&str> {
        self.paths.get(path).map(String::as_str)
    }

    /// The items that have a path.
    pub(super) fn pages(&self) -> impl Iterator<Item = &Item> {
        self.items.values().filter(|item| item.path().is_some())
    }

    /// An item with its references filled in.
    pub(super) fn rendered(&self, id: &str) -> Option<Arc<Value>> {
        let derived = self.derived.get(id)?;
        if let Some(rendered) = derived.rendered.get() {
            return Some(rendered.clone());
        }
        let mut page = render(id, &self.items)?;
        deliver(&mut page, &self.pictures);
        Some(derived.rendered.get_or_init(|| Arc::new(page)).clone())
    }

    /// The same, encoded.
    pub(super) fn rendered_answer(&self, id: &str) -> Result<Option<Answer>, HubError> {
        let Some(derived) = self.derived.get(id) else { return Ok(None) };
        if let Some(answer) = derived.rendered_answer.get() {
            return Ok(Some(answer.clone()));
        }
        let Some(rendered) = self.rendered(id) else { return Ok(None) };
        let answer = Answer::of(&*rendered)?;
        Ok(Some(derived.rendered_answer.get_or_init(|| answer).clone()))
    }

    /// An item with its references as they are, encoded.
    pub(super) fn item_answer(&self, id: &str) -> Result<Option<Answer>, HubError> {
        let (Some(derived), Some(item)) = (self.derived.get(id), self.items.get(id)) else { return Ok(None) };
        if let Some(answer) = derived.answer.get() {
            return Ok(Some(answer.clone()));
        }
        let answer = Answer::of(self.whole(derived, item))?;
        Ok(Some(derived.answer.get_or_init(|| answer).clone()))
    }

    /// The cached answer to a search with the same query string.
    pub(super) fn kept_answer(&self, query: &str) -> Option<Answer> {
        self.searches.get(query)
    }

    /// The answer to a search, cached under its query string unless it depends on the time. Takes a while: not for a
    /// thread that serves requests.
    pub(super) fn search(
        &self,
        query: &str,
        search: &Search,
        now: &str,
        deadline: Instant,
    ) -> Result<Answer, HubError> {
        let all = self.items.values().filter_map(|item| Some((item, self.derived.get(&item.id)?)));
        let prepared = all.map(|(item, derived)| {
            (derived.prepared.get_or_init(|| Prepared::new(&item.to_json())), (item, derived))
        });
        let found = search.run_over(prepared, (now, deadline), |(item, derived)| self.whole(derived, item));
        let answer = Answer::of(&found.map_err(|OutOfTime| HubError::Busy)?)?;
        if !search.asks_for_now() {
            self.searches.insert(query.to_owned(), answer.clone());
        }
        Ok(answer)
    }

    fn whole<'a>(&self, derived: &'a DerivedForms, item: &Item) -> &'a Value {
        derived.whole.get_or_init(|| {
            let mut whole = item.to_json();
            deliver(&mut whole, &self.pictures);
            whole
        })
    }
}
