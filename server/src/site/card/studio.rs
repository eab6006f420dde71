//! Drawing cards: on threads that may block, a few at a time. What shared pages have of a card is cached under a digest of its
//! content, so a card that changes is another entry and nothing has to be invalidated.

use std::num::NonZero;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::body::Bytes;
use moka::sync::Cache;
use resvg::{tiny_skia, usvg};
use sha2::{Digest as _, Sha256};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::certificate::Certificate;
use super::request::CardRequest;
use super::{Drawing, PICTURE_HEIGHT, PICTURE_WIDTH, draw, open_graph};

/// The size of the cache in bytes: some hundreds of pictures.
const CACHE_BYTES: u64 = 32 * 1024 * 1024;
/// How long an unused picture stays in the cache.
const IDLE: Duration = Duration::from_hours(1);
/// How long a request waits for its turn.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The cache key of a request: 64 hex digits after a letter for the form.
fn name(order: &CardRequest, form: char) -> Result<Arc<str>, StudioError> {
    let parts = (form, order.template, order.colour, order.format, order.backdrop.tag(), &order.data);
    let text = serde_json::to_vec(&parts).map_err(StudioError::broken)?;
    Ok(hex::encode(Sha256::digest(text)).into())
}

#[derive(Debug, Clone)]
pub struct Picture {
    pub bytes: Bytes,
    pub tag: Arc<str>,
}

#[derive(Debug, Clone, thiserror::Error)]
pub enum StudioError {
    /// Too many requests are waiting.
    #[error("too many cards are being drawn")]
    Busy,
    /// The drawing failed, which is a bug.
    #[error("a card cannot be drawn: {0}")]
    Broken(Arc<str>),
}

impl StudioError {
    fn broken(cause: impl std::fmt::Display) -> Self {
        Self::Broken(cause.to_string().into())
    }
}

impl From<StudioError> for crate::http::ApiError {
    fn from(error: StudioError) -> Self {
        match error {
            StudioError::Busy => Self::unavailable(2),
            StudioError::Broken(_) => Self::internal(error),
        }
    }
}

#[derive(Debug)]
pub struct Studio {
    turns: Semaphore,
    cache: Cache<Arc<str>, Bytes>,
}

impl Default for Studio {
    fn default() -> Self {
        let weigh = |_: &Arc<str>, bytes: &Bytes| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let cache = Cache::builder().max_capacity(CACHE_BYTES).weigher(weigh).time_to_idle(IDLE).build();
        // Leave a core for everything else.
        let cores = std::thread::available_parallelism().map_or(2, NonZero::get);
        Self { turns: Semaphore::new(cores.saturating_sub(1).max(1)), cache }
    }
}

impl Studio {
    /// Draws a card for its owner; not cached.
    pub async fn draw(&self, order: CardRequest) -> Result<Drawing, StudioError> {
        let _turn = self.turn().await?;
        run(move || Ok(draw(&order))).await
    }

    /// A certificate, for its owner; not cached.
    pub async fn certificate(&self, certificate: Certificate) -> Result<Vec<u8>, StudioError> {
        let _turn = self.turn().await?;
        run(move || certificate.draw().map_err(StudioError::broken)).await
    }

    /// The description of a card on a shared page.
    pub async fn words(&self, order: CardRequest) -> Result<String, StudioError> {
        let kept = self.kept_or(name(&order, 'w')?, move || Ok(draw(&order).words.into())).await?;
        String::from_utf8(kept.bytes.into()).map_err(StudioError::broken)
    }

    pub async fn card(&self, order: CardRequest) -> Result<Picture, StudioError> {
        let tag = name(&order, 'c')?;
        self.kept_or(tag, move || Ok(draw(&order).svg.into())).await
    }

    /// The picture of a shared page, PNG of [`PICTURE_WIDTH`] by [`PICTURE_HEIGHT`].
    pub async fn picture(&self, order: CardRequest) -> Result<Picture, StudioError> {
        let tag = name(&order, 'p')?;
        self.kept_or(tag, move || render(&open_graph::document(&order)).map(Bytes::from)).await
    }

    async fn kept_or(
        &self,
        tag: Arc<str>,
        make: impl FnOnce() -> Result<Bytes, StudioError> + Send + 'static,
    ) -> Result<Picture, StudioError> {
        if let Some(bytes) = self.cache.get(&tag) {
            return Ok(Picture { bytes, tag });
        }
        let _turn = self.turn().await?;
        let (cache, name) = (self.cache.clone(), tag.clone());
        // Others who request the same picture meanwhile wait for this one.
        let made = run(move || cache.try_get_with(name, make).map_err(|error| (*error).clone())).await;
        made.map(|bytes| Picture { bytes, tag })
    }

    async fn turn(&self) -> Result<SemaphorePermit<'_>, StudioError> {
        match tokio::time::timeout(MAX_WAIT, self.turns.acquire()).await {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(StudioError::Busy),
        }
    }
}

async fn run<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StudioError> + Send + 'static,
) -> Result<T, StudioError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|error| Err(StudioError::broken(error)))
}

/// A drawing names no file and no address: only a photograph that it contains is read.
static OPTIONS: LazyLock<usvg::Options<'static>> = LazyLock::new(|| usvg::Options {
    image_href_resolver: usvg::ImageHrefResolver {
        resolve_data: Box::new(|kind, data, _| (kind == "image/jpeg").then_some(usvg::ImageKind::JPEG(data))),
        resolve_string: Box::new(|_, _| None),
    },
    ..usvg::Options::default()
});

/// Renders an SVG document of the picture's size as PNG.
pub(super) fn render(svg: &str) -> Result<Vec<u8>, StudioError> {
    pixels(svg, (PICTURE_WIDTH, PICTURE_HEIGHT))?.encode_png().map_err(StudioError::broken)
}

pub(super) fn pixels(svg: &str, (width, height): (u32, u32)) -> Result<tiny_skia::Pixmap, StudioError> {
    let tree = usvg::Tree::from_str(svg, &OPTIONS).map_err(StudioError::broken)?;
    let pixels = tiny_skia::Pixmap::new(width, height);
    let mut pixels = pixels.ok_or_else(|| StudioError::broken("no room for its pixels"))?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{order, three_visits};
    use super::*;
    use crate::db::sharing::share::{Colour, Template};

    #[tokio::test]
    async fn the_second_page_of_an_unchanged_card_takes_no_turn() {
        let studio = Studio::default();
        let card = |name| order(Template::SeasonCard, Colour::Black, three_visits(name));
        let first = studio.words(card("Robin H.")).await.unwrap();
        assert_eq!(first, draw(&card("Robin H.")).words);
        studio.turns.close();
        assert_eq!(studio.words(card("Robin H.")).await.unwrap(), first);
        assert!(matches!(studio.words(card("Ada F.")).await, Err(StudioError::Busy)), "another is drawn");
    }
}
