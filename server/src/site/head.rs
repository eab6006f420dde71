//! What a page says of itself to browsers, search engines and those who share it.

use maud::{Markup, html};
use serde_json::Value;

use super::elements::Elements;

/// The page's own words.
pub(super) struct Head<'a> {
    /// The page's title, before the site's.
    pub(super) title: &'a str,
    /// The site's name.
    pub(super) site: &'a str,
    /// One sentence; empty when the page has none.
    pub(super) description: &'a str,
    /// Its canonical address, whole; none for what is no page.
    pub(super) address: Option<String>,
    /// Whether search engines may keep it.
    pub(super) indexable: bool,
    /// The picture that is shown where the page is shared.
    pub(super) share: Option<ShareImage>,
    /// What the page is about, as schema.org has it.
    pub(super) structured: &'a [Value],
}

/// A picture with its size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShareImage {
    url: String,
    alt: String,
    width: Option<u64>,
    height: Option<u64>,
}

impl ShareImage {
    /// The settings' `shareImage`, its address made whole; none when there is none.
    pub(super) fn of(settings: Option<Elements<'_>>, origin: &str) -> Option<Self> {
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
    /// The title as browsers show it.
    pub(super) fn document_title(&self) -> String {
        format!("{} | {}", self.title, self.site)
    }

    /// The tags.
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
            @if let Some(image) = &self.share {
                meta property="og:image" content=(image.url);
                @if let Some(width) = image.width { meta property="og:image:width" content=(width); }
                @if let Some(height) = image.height { meta property="og:image:height" content=(height); }
                @if !image.alt.is_empty() { meta property="og:image:alt" content=(image.alt); }
            }
            meta name="twitter:card" content=(if self.share.is_some() { "summary_large_image" } else { "summary" });
            meta name="twitter:title" content=(title);
            @if !self.description.is_empty() { meta name="twitter:description" content=(self.description); }
            @for part in self.structured { (super::data::script("application/ld+json", None, part)) }
        }
    }
}
