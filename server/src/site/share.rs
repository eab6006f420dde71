//! A shared story card's page (`/en-gb/share/{id}`), the form to report it (`/report`), and its pictures: the card (`.svg`) and the
//! preview for other sites (`.png`). They exist for as long as the athlete shares the card and its result may be seen; after that
//! all are not found, and cached copies expire within minutes.

use std::sync::Arc;

use axum::http::request::Parts as Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use serde_json::Value;

use super::card_position::with_position;
use super::event_config::{self, title};
use super::head::{Head, ShareImage};
use super::pages::{PagePath, page_path};
use super::report_page;
use super::share_page::{self, PATH, address};
use super::shell::Shell;
use super::template::Template;
use crate::db::sharing::share::{self, Card, Shared, photo};
use crate::http::ApiError;
use crate::http::etag::is_current;
use crate::site::card::{self, Backdrop, CardRequest, Loaded, PICTURE_HEIGHT, PICTURE_WIDTH, Photo, Picture};
use crate::state::AppState;

/// How long a picture may be cached without revalidation.
const CACHEABLE: HeaderValue = HeaderValue::from_static("public, max-age=300");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShareFormat {
    Page,
    /// The form with which anybody reports the card.
    Report,
    Card,
    Picture,
}

impl ShareFormat {
    /// Whether the photograph is drawn, not only named.
    const fn is_drawn(self) -> bool {
        match self {
            Self::Card | Self::Picture => true,
            Self::Page | Self::Report => false,
        }
    }
}

pub(super) fn parse_path(path: &str) -> Option<(&str, ShareFormat)> {
    let name = path.strip_prefix(PATH)?;
    if let Some(id) = name.strip_suffix("/report") {
        return share::is_id(id).then_some((id, ShareFormat::Report));
    }
    let (id, form) = match name.rsplit_once('.') {
        None => (name, ShareFormat::Page),
        Some((id, "svg")) => (id, ShareFormat::Card),
        Some((id, "png")) => (id, ShareFormat::Picture),
        Some(_) => return None,
    };
    share::is_id(id).then_some((id, form))
}

/// Whether a request sends the form with which a card is reported.
pub(super) fn is_report(method: &Method, path: &str) -> bool {
    let is_form = |asked: PagePath| matches!(parse_path(&asked.path), Some((_, ShareFormat::Report)));
    *method == Method::POST && page_path(path).is_some_and(is_form)
}

/// The page or a picture; none if there is no such card, or no longer.
pub(super) async fn answer(
    state: &AppState,
    request: &HeaderMap,
    (id, form): (&str, ShareFormat),
) -> Result<Option<Response>, ApiError> {
    let Some(order) = find(state, id, form).await? else { return Ok(None) };
    Ok(Some(match form {
        ShareFormat::Card => picture(request, &state.cards.card(order).await?, "image/svg+xml"),
        ShareFormat::Picture => picture(request, &state.cards.picture(order).await?, "image/png"),
        ShareFormat::Page => page(state, id, order).await?,
        ShareFormat::Report => {
            report_page::form(state, &address(&state.config.public_url, id), &order).await?
        }
    }))
}

/// The answer to the form with which a card is reported; none if there is no such card, or no longer.
pub(super) async fn reported(
    state: &AppState,
    request: &Request,
    id: &str,
) -> Result<Option<Response>, ApiError> {
    let Some(order) = find(state, id, ShareFormat::Report).await? else { return Ok(None) };
    report_page::sent(state, request, id, &order).await
}

/// A not-found page that is not cached: the card may be shared again.
pub(super) fn gone(mut page: Response) -> Response {
    page.headers_mut().insert(header::CACHE_CONTROL, NO_STORE);
    page.headers_mut().remove(header::ETAG);
    page
}

/// A shared card as it is stored, and what is read of its result.
struct Found {
    shared: Shared,
    loaded: Loaded,
    photo: Option<Photo>,
}

/// The content of a shared card, if it is public now.
async fn find(state: &AppState, id: &str, form: ShareFormat) -> Result<Option<CardRequest>, ApiError> {
    let (site, now_ms) = (title(state).await, state.clock.now_ms());
    let found = state.db.read(async |conn| {
        let Some(shared) = share::find(conn, id).await? else { return Ok(None) };
        let Some(athlete) = share::athlete(conn, &shared.uaid).await? else { return Ok(None) };
        if !athlete.lets_open(shared.created_at) {
            return Ok(None);
        }
        let person = athlete.person.in_public();
        let whose = (shared.uaid.as_str(), &person);
        let booking = Some(shared.card.booking_id.as_str());
        let loaded = card::load(conn, shared.card.template, whose, booking, (&site, now_ms)).await?;
        let Some(loaded) = loaded else { return Ok(None) };
        let photo = match shared.card.photo_id.as_ref().filter(|_| form.is_drawn()) {
            None => None,
            Some(photo_id) => {
                let (digest, jpeg) = photo::body(conn, photo_id).await?;
                Some(Photo { digest, jpeg: jpeg.into() })
            }
        };
        Ok::<_, ApiError>(Some(Found { shared, loaded, photo }))
    });
    let Some(Found { shared, loaded, photo }) = found.await? else { return Ok(None) };
    let Card { template, colour, format, shows, .. } = shared.card;
    let data = with_position(state, loaded).await?.showing(template, &shows);
    let backdrop = photo.map_or(Backdrop::Plain, |photo| Backdrop::Photo(Arc::new(photo)));
    Ok(Some(CardRequest { template, colour, format, backdrop, data }))
}

/// A picture with its tag, or 304 if the client's copy is current.
fn picture(request: &HeaderMap, picture: &Picture, kind: &'static str) -> Response {
    let tag = HeaderValue::from_str(&format!("\"{}\"", &picture.tag[..32])).ok();
    let mut response = if tag.as_ref().is_some_and(|tag| is_current(request, tag)) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, HeaderValue::from_static(kind))], picture.bytes.clone()).into_response()
    };
    response.headers_mut().insert(header::CACHE_CONTROL, CACHEABLE);
    if let Some(tag) = tag {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The page, rendered for each request: it is small, and must not outlive the card.
async fn page(state: &AppState, id: &str, order: CardRequest) -> Result<Response, ApiError> {
    let Some(template) = state.site.template() else { return Err(ApiError::unavailable(60)) };
    let settings = event_config::current(state).await?;
    let origin = &state.config.public_url;
    let address = address(origin, id);
    let words = state.cards.words(order.clone()).await?;
    let image = ShareImage::drawn(format!("{address}.png"), words.clone(), PICTURE_WIDTH, PICTURE_HEIGHT);
    let text = render(&template, &settings.config, &address, &order, &words, image);
    let headers = [(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    Ok((headers, Html(text)).into_response())
}

fn render(
    template: &Arc<Template>,
    config: &Value,
    address: &str,
    order: &CardRequest,
    words: &str,
    image: ShareImage,
) -> String {
    let shell = Shell { template, config };
    let text = share_page::ShareText::new(order);
    let head = Head {
        title: &text.title,
        site: shell.title(),
        description: &text.description,
        address: Some(address.to_owned()),
        indexable: false,
        share: image,
        structured: &[],
    };
    let content = share_page::content(&text, address, (words, order.format));
    template.still_page(
        &head.markup().0,
        share_page::STYLE,
        &["components/Button.tsx"],
        &shell.around(&content).0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_asks_for_a_page_or_a_picture() {
        let id = "0123456789abcdefghjkmnpqrs";
        for (path, expected) in [
            (format!("/share/{id}"), Some((id, ShareFormat::Page))),
            (format!("/share/{id}.svg"), Some((id, ShareFormat::Card))),
            (format!("/share/{id}.png"), Some((id, ShareFormat::Picture))),
            (format!("/share/{id}/report"), Some((id, ShareFormat::Report))),
            (format!("/share/{id}.jpg"), None),
            (format!("/share/{id}/x"), None),
            (format!("/{id}"), None),
            ("/share/".to_owned(), None),
            ("/share/news".to_owned(), None),
        ] {
            assert_eq!(parse_path(&path), expected, "{path}");
        }
    }
}
