//! What the site keeps between requests: the frame of the build and the pages that have been made.

use std::sync::{Arc, Mutex, PoisonError};

use super::page::PageCache;
use super::template::Template;

/// What the site keeps between requests.
#[derive(Debug, Default)]
pub struct Site {
    template: Mutex<Option<Arc<Template>>>,
    pub(super) pages: PageCache,
}

impl Site {
    /// The frame of the build that is there now; in a debug build it may change.
    pub(super) fn template(&self) -> Option<Arc<Template>> {
        let build = Template::current_build()?;
        let mut held = self.template.lock().unwrap_or_else(PoisonError::into_inner);
        if held.as_ref().is_none_or(|template| template.build != build) {
            *held = Template::load().map(Arc::new);
        }
        held.clone()
    }
}
