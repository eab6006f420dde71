//! The requests to a remote hub: the delivery calls, and nothing else.

use openidconnect::reqwest::Url;

use crate::content::search::MAX_ROWS;
use crate::db::content::LIBRARY;

/// The longest id that is requested; ours are far shorter.
const LONGEST_ID: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum HubRequest {
    /// An item as stored.
    Item(String),
    /// An item with its references filled in.
    Rendered(String),
    /// The pages of the site, from the nth on.
    Pages(usize),
    /// A visitor's search, as a query string of known parameters.
    Search(String),
}

impl HubRequest {
    /// The key under which the answer is cached.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Item(id) => format!("content/{id}"),
            Self::Rendered(id) => format!("rendering/context/{id}"),
            Self::Pages(start) => format!("pages/{start}"),
            Self::Search(query) => format!("search?{query}"),
        }
    }

    /// A description for logs and staff, without what a visitor typed.
    pub(super) fn what(&self) -> String {
        match self {
            Self::Search(_) => "a search".to_owned(),
            Self::Pages(_) => "the list of pages".to_owned(),
            Self::Item(_) | Self::Rendered(_) => self.key(),
        }
    }

    pub(super) fn is_search(&self) -> bool {
        matches!(self, Self::Search(_))
    }

    /// The id that the answer must have.
    pub(super) fn id(&self) -> Option<&str> {
        match self {
            Self::Item(id) | Self::Rendered(id) => Some(id),
            Self::Pages(_) | Self::Search(_) => None,
        }
    }

    /// The URL below the hub's address; none for an id that no item can have.
    pub(super) fn url(&self, base: &Url) -> Option<Url> {
        let mut url = base.clone();
        let mut path = url.path_segments_mut().ok()?;
        path.pop_if_empty().extend([LIBRARY, "delivery", "v1"]);
        match self {
            Self::Item(id) => path.extend(["content", plain(id)?]),
            Self::Rendered(id) => path.extend(["rendering", "context", plain(id)?]),
            Self::Pages(_) | Self::Search(_) => path.push("search"),
        };
        drop(path);
        match self {
            Self::Pages(start) => {
                let (rows, start) = (MAX_ROWS.to_string(), start.to_string());
                url.query_pairs_mut().extend_pairs([
                    ("q", "path:*"),
                    ("sort", "id asc"),
                    ("rows", &rows),
                    ("start", &start),
                ]);
            }
            Self::Search(query) => url.set_query(Some(query)),
            Self::Item(_) | Self::Rendered(_) => {}
        }
        Some(url)
    }
}

/// An id that stays one segment of a path.
fn plain(id: &str) -> Option<&str> {
    let good = !id.is_empty()
        && id.len() <= LONGEST_ID
        && !matches!(id, "." | "..")
        && !id.contains(char::is_control);
    good.then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_stays_below_the_hubs_address() {
        let base = Url::parse("https://hub.example.org/api/content").unwrap();
        let below = "https://hub.example.org/api/content/sixfold-en-gb/delivery/v1/";
        for (request, rest) in [
            (HubRequest::Item("home".into()), "content/home"),
            (HubRequest::Item("../../secret".into()), "content/..%2F..%2Fsecret"),
            (HubRequest::Item("%2e%2e".into()), "content/%252e%252e"),
            (HubRequest::Rendered("a b?x#y".into()), "rendering/context/a%20b%3Fx%23y"),
            (HubRequest::Search("q=a%26b&rows=7".into()), "search?q=a%26b&rows=7"),
            (HubRequest::Pages(100), "search?q=path%3A*&sort=id+asc&rows=100&start=100"),
        ] {
            assert_eq!(request.url(&base).unwrap().as_str(), format!("{below}{rest}"));
        }
        for id in ["", ".", "..", "a\nb", &"x".repeat(201)] {
            assert!(
                HubRequest::Item(id.into()).url(&base).is_none()
                    && HubRequest::Rendered(id.into()).url(&base).is_none(),
                "{id}"
            );
        }
        let bare = Url::parse("http://127.0.0.1:9").unwrap();
        let url = HubRequest::Item("home".into()).url(&bare).unwrap();
        assert_eq!(url.as_str(), "http://127.0.0.1:9/sixfold-en-gb/delivery/v1/content/home");
    }
}
