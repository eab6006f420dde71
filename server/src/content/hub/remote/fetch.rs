//! A request to the remote hub: never to another host, never longer than [`LIMIT`], never more than [`LARGEST`].

use std::time::Duration;

use axum::http::header;
use openidconnect::reqwest::{self, Response, StatusCode, Url, redirect};
use tokio::sync::Semaphore;

use super::copy::{Copy, Failure, LARGEST};
use super::read;
use super::request::HubRequest;
use crate::config::content::RemoteHub;
use crate::config::oidc::is_loopback;

/// How long connecting may take.
const CONNECT: Duration = Duration::from_secs(1);
/// How long the whole answer may take.
pub(super) const LIMIT: Duration = Duration::from_secs(3);
/// How many requests run at once, besides visitors' searches.
const AT_ONCE: usize = 16;
/// How many of visitors' searches: slow ones must not take the places of the pages.
const SEARCHES_AT_ONCE: usize = 8;
/// The longest entity tag that is sent back.
const LONGEST_TAG: usize = 200;

/// The client of the hub.
#[derive(Debug)]
pub(super) struct Client {
    hub: RemoteHub,
    http: reqwest::Client,
    places: Semaphore,
    search_places: Semaphore,
}

/// The hub's answer.
pub(super) enum Fetched {
    /// It is new to us.
    New {
        copy: Copy,
        /// Its entity tag.
        tag: Option<String>,
    },
    /// It has not changed.
    Same,
    /// It does not exist.
    Nothing,
}

impl Client {
    pub(super) fn new(hub: RemoteHub) -> Result<Self, reqwest::Error> {
        let (places, search_places) = (Semaphore::new(AT_ONCE), Semaphore::new(SEARCHES_AT_ONCE));
        Ok(Self { http: client(&hub)?, hub, places, search_places })
    }

    /// The URL of a request; none if it cannot be made.
    pub(super) fn url(&self, request: &HubRequest) -> Option<Url> {
        request.url(&self.hub.url)
    }

    /// Sends a request; with a tag, the hub may answer that nothing has changed.
    pub(super) async fn fetch(
        &self,
        request: &HubRequest,
        url: Url,
        tag: Option<&str>,
    ) -> Result<Fetched, Failure> {
        let places = if request.is_visitors() { &self.search_places } else { &self.places };
        let answer = async {
            let _place = places.acquire().await.map_err(|_| Failure::Unreachable)?;
            let mut builder = self.http.get(url).header(header::ACCEPT, "application/json");
            if let Some(authorisation) = &self.hub.authorisation {
                builder = builder.header(header::AUTHORIZATION, authorisation.clone());
            }
            if let Some(tag) = tag {
                builder = builder.header(header::IF_NONE_MATCH, tag);
            }
            let response = builder.send().await.map_err(|error| failure(&error))?;
            match response.status() {
                StatusCode::OK => {}
                StatusCode::NOT_MODIFIED if tag.is_some() => return Ok(None),
                StatusCode::NOT_FOUND if request.id().is_some() => return Ok(Some((Vec::new(), None))),
                status if status.is_redirection() => return Err(Failure::Redirect),
                status => return Err(Failure::Status(status.as_u16())),
            }
            let tag = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok());
            let tag = tag.filter(|tag| tag.len() <= LONGEST_TAG).map(str::to_owned);
            Ok(Some((body(response).await?, tag)))
        };
        let answer = tokio::time::timeout(LIMIT, answer).await.map_err(|_| Failure::TimedOut)??;
        let Some((body, tag)) = answer else { return Ok(Fetched::Same) };
        if body.is_empty() && request.id().is_some() {
            return Ok(Fetched::Nothing);
        }
        // Parsing megabytes of text takes a while.
        let id = request.id().map(str::to_owned);
        let read = tokio::task::spawn_blocking(move || read::answer(&body, id.as_deref())).await;
        match read.map_err(|_| Failure::Shape)?? {
            Some(copy) => Ok(Fetched::New { copy, tag }),
            None => Ok(Fetched::Nothing),
        }
    }
}

/// An HTTP client for a hub.
pub(super) fn client(hub: &RemoteHub) -> Result<reqwest::Client, reqwest::Error> {
    // A redirect would send our key to another host.
    let mut http = reqwest::Client::builder()
        .redirect(redirect::Policy::none())
        .connect_timeout(CONNECT)
        .timeout(LIMIT)
        .user_agent("sixfold");
    if is_loopback(&hub.url) {
        http = http.no_proxy();
    }
    http.build()
}

/// Reads the whole body.
pub(super) async fn body(mut response: Response) -> Result<Vec<u8>, Failure> {
    let announced = response.content_length().unwrap_or(0);
    if usize::try_from(announced).is_ok_and(|length| length > LARGEST) {
        return Err(Failure::TooLarge);
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failure(&error))? {
        if body.len() + chunk.len() > LARGEST {
            return Err(Failure::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    // An empty body means "not found" above; an empty answer is not JSON.
    if body.is_empty() { Err(Failure::NotJson) } else { Ok(body) }
}

pub(super) fn failure(error: &reqwest::Error) -> Failure {
    if error.is_connect() {
        Failure::Unreachable
    } else if error.is_timeout() {
        Failure::TimedOut
    } else {
        Failure::Broken
    }
}
