//! A remote hub: the delivery calls are passed on to that host alone, its answers are checked and cached, and when it
//! fails the cached copies are served. [`health`] tracks its state.

mod cache;
mod copy;
mod fetch;
mod files;
mod health;
mod read;
mod request;
pub(super) mod schedule;
mod single_flight;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use openidconnect::reqwest;
use serde_json::Value;

use super::answer::Answer;
use super::status::{HubError, HubState};
use crate::config::clock::Clock;
use crate::config::content::RemoteHub;
use crate::content::search::{MAX_ROWS, Search, SearchResults};
use crate::content::seed::{CONSENT, SETTINGS};
use crate::db::content::item::Item;
use cache::{CacheEntry, CopyCache};
use copy::Copy;
use fetch::{Client, Fetched};
use health::Health;
use request::HubRequest;
use schedule::ScheduleHub;
use single_flight::SingleFlight;

/// The most memory for copies of items and pages, in bytes, and the most files.
const ITEMS: (u64, usize) = (64 * 1024 * 1024, 1_000);
/// The same for answers to searches, which visitors compose.
const SEARCHES: (u64, usize) = (16 * 1024 * 1024, 200);
/// The most answers from which the list of pages is read.
const PAGE_LISTS: usize = 10;
/// What jobs take from memory: the text of the consents, and the site's title.
const FOLLOWED: [&str; 2] = [CONSENT, SETTINGS];
/// How often that is read again, whether anybody asks for it or not.
const FOLLOWED_EVERY: Duration = Duration::from_secs(30);

/// Who needs an answer of the hub.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asker {
    Site,
    /// Anybody, who may make up ids.
    Visitor,
}

#[derive(Debug)]
pub(super) struct Remote {
    client: Client,
    schedule: ScheduleHub,
    clock: Clock,
    items: CopyCache,
    searches: CopyCache,
    flights: SingleFlight,
    health: Health,
}

impl Remote {
    pub(super) fn new(hub: RemoteHub, data_dir: &Path, clock: Clock) -> Result<Self, reqwest::Error> {
        let folder = data_dir.join("content-cache");
        Ok(Self {
            schedule: ScheduleHub::new(hub.clone())?,
            client: Client::new(hub)?,
            clock,
            items: CopyCache::new(folder.join("items"), ITEMS),
            searches: CopyCache::new(folder.join("searches"), SEARCHES),
            flights: SingleFlight::default(),
            health: Health::default(),
        })
    }

    pub(super) fn state(&self) -> HubState {
        self.health.state(self.clock.now_ms())
    }

    pub(super) fn schedule(&self) -> &ScheduleHub {
        &self.schedule
    }

    /// Keeps copies of what jobs need in memory, until the task ends.
    pub(super) async fn follow(&self) {
        loop {
            for id in FOLLOWED {
                // A failure is part of the hub's state; until the hub is well again the last copy counts.
                self.item(id).await.ok();
            }
            tokio::time::sleep(FOLLOWED_EVERY).await;
        }
    }

    /// An item as it was last read, without asking the hub.
    pub(super) fn known(&self, id: &str) -> Option<Arc<Value>> {
        let entry = self.items.get(&HubRequest::Item(id.to_owned()).key())?;
        entry.copy.map(|copy| copy.value)
    }

    pub(super) async fn item(&self, id: &str) -> Result<Option<Item>, HubError> {
        let copy = self.copy(HubRequest::Item(id.to_owned()), Asker::Site).await?;
        Ok(copy.and_then(|copy| serde_json::from_value(copy.value.as_ref().clone()).ok()))
    }

    pub(super) async fn rendered(&self, id: &str) -> Result<Option<Arc<Value>>, HubError> {
        Ok(self.copy(HubRequest::Rendered(id.to_owned()), Asker::Site).await?.map(|copy| copy.value))
    }

    /// Every page, by id.
    pub(super) async fn pages(&self) -> Result<Vec<Item>, HubError> {
        let mut pages: Vec<Item> = Vec::new();
        for list in 0..PAGE_LISTS {
            let Some(copy) = self.copy(HubRequest::Pages(list * MAX_ROWS), Asker::Site).await? else { break };
            let documents = copy.value["documents"].as_array().map(Vec::as_slice).unwrap_or_default();
            let items = documents.iter().filter_map(read::item_of);
            pages.extend(items.filter(|item| item.path().is_some()));
            if documents.len() < MAX_ROWS {
                break;
            }
        }
        pages.sort_by(|a, b| a.id.cmp(&b.id));
        pages.dedup_by(|a, b| a.id == b.id);
        Ok(pages)
    }

    pub(super) async fn item_answer(&self, id: &str) -> Result<Option<Answer>, HubError> {
        Ok(self.copy(HubRequest::Item(id.to_owned()), Asker::Visitor).await?.map(|copy| copy.answer))
    }

    pub(super) async fn rendered_answer(&self, id: &str) -> Result<Option<Answer>, HubError> {
        Ok(self.copy(HubRequest::Rendered(id.to_owned()), Asker::Visitor).await?.map(|copy| copy.answer))
    }

    pub(super) async fn search_answer(&self, search: &Search) -> Result<Answer, HubError> {
        match self.copy(HubRequest::Search(search.to_query()), Asker::Visitor).await? {
            Some(copy) => Ok(copy.answer),
            None => Answer::of(&SearchResults::nothing()),
        }
    }

    /// The hub's present or last answer; `None` if it says that there is no such thing.
    async fn copy(&self, request: HubRequest, asker: Asker) -> Result<Option<Copy>, HubError> {
        let Some(url) = self.client.url(&request) else { return Ok(None) };
        let (key, copies) = (request.key(), if request.is_search() { &self.searches } else { &self.items });
        let mut cached = copies.get(&key);
        if let Some(entry) = cached.as_ref().filter(|entry| entry.is_fresh(self.clock.now_ms())) {
            return Ok(entry.copy.clone());
        }
        // One request asks the hub; the others take the old copy, or wait if there is none.
        let turn = self.flights.flight(&key);
        let _turn = match (turn.try_acquire(), &cached) {
            (Some(taken), _) => taken,
            (None, Some(entry)) => return Ok(entry.copy.clone()),
            (None, None) => turn.acquire().await,
        };
        let now_ms = self.clock.now_ms();
        cached = copies.get(&key);
        if let Some(entry) = cached.as_ref().filter(|entry| entry.is_fresh(now_ms)) {
            return Ok(entry.copy.clone());
        }
        if cached.is_none() {
            cached = copies.filed(&key).await;
        }
        if let Some(failure) = self.health.suspended(&key, now_ms) {
            return cached.map(|entry| entry.copy).ok_or(HubError::Away(failure));
        }
        let has_copy = cached.as_ref().is_some_and(|entry| entry.copy.is_some());
        let is_visitors = asker == Asker::Visitor && (request.is_search() || !has_copy);
        let tag = cached.as_ref().and_then(|entry| entry.tag.as_deref());
        match self.client.fetch(&request, url, tag, is_visitors).await {
            Ok(Fetched::Same) if cached.is_some() => {
                self.health.record_success(&key);
                let copy = cached.and_then(|entry| {
                    let copy = entry.copy.clone();
                    copies.keep(&key, CacheEntry { at_ms: now_ms, ..entry });
                    copy
                });
                Ok(copy)
            }
            Ok(Fetched::New { copy, tag }) => {
                self.health.record_success(&key);
                copies.store(&key, CacheEntry { copy: Some(copy.clone()), tag, at_ms: now_ms }).await;
                Ok(Some(copy))
            }
            Ok(Fetched::Same | Fetched::Nothing) => {
                self.health.record_success(&key);
                copies.store(&key, CacheEntry { copy: None, tag: None, at_ms: now_ms }).await;
                Ok(None)
            }
            Err(failure) => {
                let covered = cached.is_some();
                let message = self.health.record_failure(&request, is_visitors, failure, covered, now_ms);
                if let Some(entry) = &cached {
                    copies.keep(&key, entry.clone());
                }
                cached.map(|entry| entry.copy).ok_or(HubError::Away(message))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde_json::json;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;
    use tokio::sync::watch;

    use super::*;

    /// The address of a hub whose text of the consents and settings have as version and title which request for them it was.
    async fn numbering_hub() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            let mut requests: HashMap<&str, u32> = HashMap::new();
            while let Ok((mut stream, _)) = listener.accept().await {
                let mut request = [0; 1_024];
                let length = stream.read(&mut request).await.unwrap();
                let asked = String::from_utf8_lossy(&request[..length]);
                let id = FOLLOWED.into_iter().find(|id| asked.contains(id)).unwrap();
                let number = requests.entry(id).or_default();
                *number += 1;
                let text = json!({ "elementType": "text", "value": number.to_string() });
                let elements = json!({ "version": text, "title": text });
                let body = json!({ "id": id, "typeId": "text", "elements": elements }).to_string();
                let head =
                    format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
                stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
            }
        });
        url
    }

    /// The address of a hub that never answers, and a count of the requests that it has taken.
    async fn silent_hub() -> (RemoteHub, watch::Receiver<u32>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        let (count, counted) = watch::channel(0);
        tokio::spawn(async move {
            let mut taken = Vec::new();
            while let Ok((stream, _)) = listener.accept().await {
                stream.readable().await.unwrap();
                taken.push(stream);
                count.send_modify(|count| *count += 1);
            }
        });
        (RemoteHub { url, authorisation: None }, counted)
    }

    #[tokio::test]
    async fn only_what_the_site_asks_for_itself_marks_a_silent_hub_as_away() {
        let folder = tempfile::tempdir().unwrap();
        let (hub, mut counted) = silent_hub().await;
        let remote = Arc::new(Remote::new(hub, folder.path(), Clock::manual(0)).unwrap());
        for (asker, id, is_away) in [(Asker::Visitor, "made-up", false), (Asker::Site, "home", true)] {
            let (asked, request) = (remote.clone(), HubRequest::Item(id.to_owned()));
            let asking = tokio::spawn(async move { asked.copy(request, asker).await.is_err() });
            counted.changed().await.unwrap();
            tokio::time::pause();
            tokio::time::advance(fetch::LIMIT + Duration::from_secs(1)).await;
            assert!(asking.await.unwrap(), "{id}");
            tokio::time::resume();
            assert_eq!(remote.health.suspended("content/faq", 0).is_some(), is_away, "{id}");
        }
    }

    async fn wait_for(remote: &Remote, number: &str) {
        let known = |id, element: &str| {
            remote.known(id).map(|item| item["elements"][element]["value"].clone()) == Some(json!(number))
        };
        let waiting = async {
            while !known(CONSENT, "version") || !known(SETTINGS, "title") {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), waiting).await.expect("both are read");
    }

    // RULES 6.2
    #[tokio::test]
    async fn the_text_of_the_consents_and_the_title_are_read_again_though_nobody_asks_for_them() {
        let (folder, clock) = (tempfile::tempdir().unwrap(), Clock::manual(0));
        let hub = RemoteHub { url: numbering_hub().await.parse().unwrap(), authorisation: None };
        let remote = Arc::new(Remote::new(hub, folder.path(), clock.clone()).unwrap());
        let follower = remote.clone();
        let following = tokio::spawn(async move { follower.follow().await });
        wait_for(&remote, "1").await;
        // Both clocks move on, as time does.
        clock.advance(i64::try_from(FOLLOWED_EVERY.as_millis()).unwrap());
        tokio::time::pause();
        tokio::time::advance(FOLLOWED_EVERY).await;
        tokio::time::resume();
        wait_for(&remote, "2").await;
        following.abort();
    }
}
