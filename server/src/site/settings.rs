//! What the site takes from its settings item (RULES 13.4). While they cannot be read the site stays available.

use serde_json::Value;

use super::closed::MaintenancePage;
use super::elements::{Elements, Item};
use super::head::ShareImage;
use crate::content::hub::{Hub, HubError};
use crate::content::seed::SETTINGS;
use crate::db::content::LIBRARY;

/// What a page takes from the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    /// Whether search engines may index the site.
    pub(super) indexable: bool,
    /// The picture for previews on other sites.
    pub(super) share: ShareImage,
    /// The description of pages without one of their own.
    pub(super) description: String,
}

impl Settings {
    pub(super) async fn load(hub: &Hub, public_url: &str) -> Result<Self, HubError> {
        let item = hub.rendered(LIBRARY, SETTINGS).await?;
        let elements = item.as_deref().and_then(elements);
        Ok(Self {
            indexable: elements.is_some_and(|elements| elements.toggle("indexable") == Some(true)),
            share: ShareImage::from_settings(elements, public_url),
            description: elements.map_or("", |elements| elements.text("description")).to_owned(),
        })
    }

    /// What pages are made with while the settings cannot be read. Search engines are not asked to forget
    /// the site.
    pub(super) fn unread(public_url: &str) -> Self {
        Self {
            indexable: true,
            share: ShareImage::from_settings(None, public_url),
            description: String::new(),
        }
    }

    /// The site's title, if the settings have one.
    pub(super) async fn title(hub: &Hub) -> Option<String> {
        let item = read(hub).await?;
        elements(&item).map(|elements| elements.text("title").to_owned()).filter(|title| !title.is_empty())
    }

    /// The maintenance page; none if the site is open.
    pub(super) async fn maintenance(hub: &Hub) -> Option<MaintenancePage> {
        read(hub).await.as_deref().and_then(elements).and_then(MaintenancePage::from_settings)
    }
}

async fn read(hub: &Hub) -> Option<std::sync::Arc<Value>> {
    match hub.rendered(LIBRARY, SETTINGS).await {
        Ok(item) => item,
        Err(error) => {
            tracing::warn!(%error, "the site settings cannot be read");
            None
        }
    }
}

fn elements(item: &Value) -> Option<Elements<'_>> {
    Item::read(item).map(|item| item.elements)
}
