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
/// How many requests run at once, besides those that visitors composed.
const AT_ONCE: usize = 16;
/// How many that visitors composed, searches and items without a copy, run at once: slow ones must not hold up the pages.
const VISITORS_AT_ONCE: usize = 8;
/// The longest entity tag that is sent back.
const LONGEST_TAG: usize = 200;

/// The client of the hub.
#[derive(Debug)]
pub(super) struct Client {
    hub: RemoteHub,
    http: reqwest::Client,
    places: Semaphore,
    visitors_places: Semaphore,
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
        let (places, visitors_places) = (Semaphore::new(AT_ONCE), Semaphore::new(VISITORS_AT_ONCE));
        Ok(Self { http: client(&hub)?, hub, places, visitors_places })
    }

    /// The URL of a request; none if it cannot be made.
    pub(super) fn url(&self, request: &HubRequest) -> Option<Url> {
        request.url(&self.hub.url)
    }

    /// Sends a request, among those that visitors composed if it is one; with a tag, the hub may answer that nothing has changed.
    pub(super) async fn fetch(
        &self,
        request: &HubRequest,
        url: Url,
        tag: Option<&str>,
        is_visitors: bool,
    ) -> Result<Fetched, Failure> {
        let places = if is_visitors { &self.visitors_places } else { &self.places };
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

#[cfg(test)]
mod tests {
    use futures::FutureExt as _;
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn what_visitors_ask_for_takes_no_place_of_the_pages() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        let client = Client::new(RemoteHub { url, authorisation: None }).unwrap();
        for (is_visitors, free) in [(true, (16, 7)), (false, (15, 8))] {
            let request = HubRequest::Item("home".into());
            let url = client.url(&request).unwrap();
            let mut asked = Box::pin(client.fetch(&request, url, None, is_visitors));
            assert!(asked.as_mut().now_or_never().is_none(), "it never answers");
            let places = [&client.places, &client.visitors_places].map(Semaphore::available_permits);
            assert_eq!((places[0], places[1]), free);
        }
    }
}
