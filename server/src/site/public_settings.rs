//! The public settings in the forms in which they are sent.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use serde_json::Value;
use sixfold_domain::season::Season;

use super::settings::Settings;
use crate::booking::event_snapshot::EventSnapshot;
use crate::http::ApiError;
use crate::http::etag;
use crate::http::timed_text::TimedText;

/// The public settings at one state of the event and of the content, in the forms in which they are sent.
#[derive(Debug)]
pub struct PublicSettings {
    pub(super) snapshot: Arc<EventSnapshot>,
    /// The state of the content ([`Hub::generation`](crate::content::hub::Hub::generation)).
    pub(super) generation: Option<u64>,
    /// Whether tickets could go into Apple Wallet: until its certificate expires.
    pub(super) apple: bool,
    /// Without the time, which must not be cached.
    pub(super) config: Value,
    /// What pages take from the settings item.
    pub(super) settings: Settings,
    /// The answer of `event/config`.
    pub(super) body: TimedText,
    /// A weak tag of the answer, since the time is not part of it.
    pub(super) tag: HeaderValue,
}

impl PublicSettings {
    /// The answer of `event/config`, with the clock's time.
    pub fn answer(&self, request: &HeaderMap, now_ms: i64) -> Result<Response, ApiError> {
        let now = jiff::Timestamp::from_millisecond(now_ms).map_err(ApiError::internal)?;
        let body = || self.body.at(&now.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string());
        // Pages set their clock by it: from a browser's cache it would have a former time.
        Ok(etag::json(request, &self.tag, "no-store", body))
    }

    /// Whether they were made of this event and this content, which is known of our own content alone, and of this offer of
    /// Apple Wallet.
    pub(super) fn is_of(&self, snapshot: &Arc<EventSnapshot>, generation: Option<u64>, apple: bool) -> bool {
        generation.is_some()
            && self.generation == generation
            && self.apple == apple
            && Arc::ptr_eq(&self.snapshot, snapshot)
    }

    pub(super) fn seasons(&self) -> &[Season] {
        &self.snapshot.seasons
    }

    /// Whether pages made of the one and the other are equal.
    pub(super) fn equals(&self, other: &Self) -> bool {
        self.config == other.config && self.settings == other.settings
    }
}
