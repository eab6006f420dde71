//! What the site caches between requests: the built template, the public settings, pages, and what search engines read.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::document::CachedDocument;
use super::page::PageCache;
use super::public_settings::PublicSettings;
use super::template::Template;

#[derive(Debug, Default)]
pub struct Site {
    template: Mutex<Option<Arc<Template>>>,
    settings: RwLock<Option<Arc<PublicSettings>>>,
    pub(super) pages: PageCache,
    pub(super) robots: CachedDocument,
    pub(super) sitemap: CachedDocument,
}

impl Site {
    pub(super) fn settings(&self) -> Option<Arc<PublicSettings>> {
        self.settings.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn keep_settings(&self, settings: Arc<PublicSettings>) {
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = Some(settings);
    }

    /// The template of the present build, which can change in a debug build.
    pub(super) fn template(&self) -> Option<Arc<Template>> {
        let build = Template::current_build()?;
        let mut held = self.template.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_none_or(|template| template.build != build) {
            *held = Template::load().map(Arc::new);
        }
        held.clone()
    }
}
