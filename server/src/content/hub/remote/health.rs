//! The health of the remote hub: which requests fail, since when, and how long the hub is not asked because of it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::copy::Failure;
use super::request::HubRequest;
use crate::config::clock;
use crate::content::hub::status::HubState;

/// How long the hub is not asked after a failure, in milliseconds.
const REST_MS: i64 = 5_000;
/// A failing request that was not made again for this long says nothing about the present, in milliseconds.
const FORGOTTEN_MS: i64 = 10 * 60_000;
/// The most failing requests that are tracked.
const MOST: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct Health(Mutex<HashMap<String, FailingRequest>>);

#[derive(Debug, Clone)]
struct FailingRequest {
    since_ms: i64,
    last_ms: i64,
    message: String,
    /// Whether the host could not be reached, so that no other request needs to be tried.
    unreachable: bool,
    /// Whether there was a cached copy to serve.
    covered: bool,
    /// Whether the hub is at fault, and staff should know.
    counts: bool,
}

impl Health {
    /// Why a request should not be made now; none if it may.
    pub(super) fn suspended(&self, key: &str, now_ms: i64) -> Option<String> {
        let failing = self.failing();
        let suspended =
            |request: &&FailingRequest| (request.last_ms..request.last_ms + REST_MS).contains(&now_ms);
        let own = failing.get(key).filter(suspended);
        own.or_else(|| failing.values().filter(suspended).find(|request| request.unreachable))
            .map(|request| request.message.clone())
    }

    /// Records that the hub answered correctly.
    pub(super) fn record_success(&self, key: &str) {
        let mut failing = self.failing();
        let before = failing.values().any(|request| request.counts);
        failing.retain(|name, request| name != key && !request.unreachable);
        if before && !failing.values().any(|request| request.counts) {
            tracing::info!("the content hub elsewhere answers again");
        }
    }

    /// Records a failure of a request, and whether a visitor composed it; returns the message for the log.
    pub(super) fn record_failure(
        &self,
        request: &HubRequest,
        is_visitors: bool,
        failure: Failure,
        covered: bool,
        now_ms: i64,
    ) -> String {
        let message = format!("{}: {failure}", request.what());
        let counts = !(request.is_search() && failure.is_refusal());
        let mut failing = self.failing();
        let key = request.key();
        let before = failing.get(&key);
        if counts && before.is_none_or(|before| before.message != message) {
            tracing::warn!(asked = request.what(), %failure, covered, "the content hub elsewhere fails");
        }
        let since_ms = before.map_or(now_ms, |before| before.since_ms);
        failing.retain(|_, request| request.last_ms + FORGOTTEN_MS > now_ms);
        if failing.len() < MOST || failing.contains_key(&key) {
            // What a visitor typed or made up may be slow; that must not keep the pages from everybody.
            let unreachable = failure.is_unreachable() && !(is_visitors && failure == Failure::TimedOut);
            let message = message.clone();
            failing.insert(
                key,
                FailingRequest { since_ms, last_ms: now_ms, message, unreachable, covered, counts },
            );
        }
        message
    }

    pub(super) fn state(&self, now_ms: i64) -> HubState {
        let failing = self.failing();
        let now: Vec<&FailingRequest> = failing
            .values()
            .filter(|request| request.counts && request.last_ms + FORGOTTEN_MS > now_ms)
            .collect();
        let last = now.iter().max_by_key(|request| (request.last_ms, !request.covered));
        HubState {
            mode: "remote",
            state: match &last {
                None => "ok",
                Some(_) if now.iter().all(|request| request.covered) => "stale",
                Some(_) => "away",
            },
            since: now.iter().map(|request| request.since_ms).min().and_then(|at| clock::iso(at).ok()),
            last_error: last.map(|request| request.message.clone()),
        }
    }

    fn failing(&self) -> MutexGuard<'_, HashMap<String, FailingRequest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_search_or_made_up_item_keeps_nobody_from_the_pages() {
        let (search, page) = (HubRequest::Search("q=*:*".into()), HubRequest::Rendered("home".into()));
        let made_up = HubRequest::Item("made-up".into());
        for (request, is_visitors, failure, waits) in [
            (&search, true, Failure::TimedOut, false),
            (&search, true, Failure::Unreachable, true),
            (&made_up, true, Failure::TimedOut, false),
            (&made_up, true, Failure::Unreachable, true),
            (&page, false, Failure::TimedOut, true),
            (&page, false, Failure::Status(500), false),
        ] {
            let health = Health::default();
            health.record_failure(request, is_visitors, failure, true, 1_000);
            assert!(health.suspended(&request.key(), 1_000).is_some(), "{request:?} {failure}");
            assert_eq!(health.suspended("content/faq", 1_000).is_some(), waits, "{request:?} {failure}");
            assert_eq!(health.suspended("content/faq", 1_000 + REST_MS), None);
        }
    }
}
