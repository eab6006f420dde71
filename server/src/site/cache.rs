//! What the site caches between requests: the built template, and pages.

use std::sync::{Arc, Mutex, PoisonError};

use super::page::PageCache;
use super::template::Template;

#[derive(Debug, Default)]
pub struct Site {
    template: Mutex<Option<Arc<Template>>>,
    pub(super) pages: PageCache,
}

impl Site {
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
