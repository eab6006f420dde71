//! The head of a page: for browsers, search engines, and previews on other sites.

use maud::{Markup, html};
use serde_json::Value;

use super::elements::Elements;

pub(super) struct Head<'a> {
    /// Without the site's title, which follows it.
    pub(super) title: &'a str,
    pub(super) site: &'a str,
    /// One sentence; empty if the page has none.
    pub(super) description: &'a str,
    /// The full canonical address; none for an error page.
    pub(super) address: Option<String>,
    /// Whether search engines may index it.
    pub(super) indexable: bool,
    pub(super) share: ShareImage,
    /// What the page is about, in schema.org's vocabulary.
    pub(super) structured: &'a [Value],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShareImage {
    url: String,
    alt: String,
    width: Option<u64>,
    height: Option<u64>,
}

impl ShareImage {
    /// The settings' `shareImage` with its full address; our own picture if there is none.
    pub(super) fn from_settings(settings: Option<Elements<'_>>, origin: &str) -> Self {
        Self::authored(settings, origin).unwrap_or_else(|| Self::own(origin))
    }

    /// A picture that the server draws.
    pub(super) fn drawn(url: String, alt: String, width: u32, height: u32) -> Self {
        Self { url, alt, width: Some(width.into()), height: Some(height.into()) }
    }

    /// Our own (`web/build/share-image.ts`).
    fn own(origin: &str) -> Self {
        Self {
            url: format!("{origin}/share.png"),
            alt: "A sprinter in a hexagon of light. Six tests. One score.".to_owned(),
            width: Some(1200),
            height: Some(630),
        }
    }

    fn authored(settings: Option<Elements<'_>>, origin: &str) -> Option<Self> {
        let image = settings?.image("shareImage")?;
        let url = image["url"].as_str()?;
        Some(Self {
            url: if url.starts_with('/') { format!("{origin}{url}") } else { url.to_owned() },
            alt: image["altText"].as_str().unwrap_or_default().to_owned(),
            width: image["width"].as_u64(),
            height: image["height"].as_u64(),
        })
    }
}

impl Head<'_> {
    pub(super) fn document_title(&self) -> String {
        format!("{} | {}", self.title, self.site)
    }

    pub(super) fn markup(&self) -> Markup {
        let title = self.document_title();
        html! {
            title { (title) }
            @if !self.description.is_empty() { meta name="description" content=(self.description); }
            @if !self.indexable { meta name="robots" content="noindex"; }
            @if let Some(address) = &self.address {
                link rel="canonical" href=(address);
                meta property="og:url" content=(address);
            }
            meta property="og:type" content="website";
            meta property="og:locale" content="en_GB";
            meta property="og:site_name" content=(self.site);
            meta property="og:title" content=(title);
            @if !self.description.is_empty() { meta property="og:description" content=(self.description); }
            meta property="og:image" content=(self.share.url);
            @if let Some(width) = self.share.width { meta property="og:image:width" content=(width); }
            @if let Some(height) = self.share.height { meta property="og:image:height" content=(height); }
            @if !self.share.alt.is_empty() { meta property="og:image:alt" content=(self.share.alt); }
            meta name="twitter:card" content="summary_large_image";
            meta name="twitter:title" content=(title);
            @if !self.description.is_empty() { meta name="twitter:description" content=(self.description); }
            @for part in self.structured { (super::data::script("application/ld+json", None, part)) }
        }
    }
}
