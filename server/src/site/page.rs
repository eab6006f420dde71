//! The first HTML of a page: its head, its content, and the data that the browser continues with. The same for
//! everybody, so it is cached until one of its parts changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use maud::{Markup, html};
use serde_json::{Value, json};
use tokio::task::JoinError;

use super::blocks::{self, Phase, Surroundings};
use super::document::Document;
use super::elements::{Elements, Item};
use super::head::Head;
use super::pages::{self, PREFIX};
use super::public_settings::PublicSettings;
use super::shell::Shell;
use super::structured::{self, PageInfo};
use super::template::{Assets, Template};
use super::{data, not_found};

/// The route that draws every page.
const ROUTE: &str = "routes/ContentRoute.tsx";

/// Everything that the first HTML of a page is made of.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    /// Without the locale's prefix.
    pub(super) path: String,
    /// 200, or 404 for the not-found page.
    pub(super) status: StatusCode,
    /// None for a page of the application that has no content.
    pub(super) item: Option<Arc<Value>>,
    /// Whether the content could not be read.
    pub(super) unread: bool,
    /// The same on every page.
    pub(super) settings: Arc<PublicSettings>,
    pub(super) phase: Phase,
    pub(super) build: [u8; 32],
}

impl PartialEq for Parts {
    fn eq(&self, other: &Self) -> bool {
        let same_item = match (&self.item, &other.item) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b) || a == b,
            (None, None) => true,
            _ => false,
        };
        let same_settings =
            Arc::ptr_eq(&self.settings, &other.settings) || self.settings.equals(&other.settings);
        same_item
            && same_settings
            && self.unread == other.unread
            && self.path == other.path
            && self.status == other.status
            && self.phase == other.phase
            && self.build == other.build
    }
}

/// The cached pages by path, each with what it was made of.
#[derive(Debug)]
pub(super) struct PageCache<P = Parts> {
    pages: Mutex<HashMap<String, (P, Arc<Document>)>>,
    /// Locked while a page is made. Compressing one takes 10 MiB: a crowd that comes when the content has changed must not
    /// take that for each of its people.
    making: tokio::sync::Mutex<()>,
}

impl<P> Default for PageCache<P> {
    fn default() -> Self {
        Self { pages: Mutex::default(), making: tokio::sync::Mutex::default() }
    }
}

impl<P: PartialEq + Send + 'static> PageCache<P> {
    /// The page of a path, rendered again only if one of its parts has changed. Callers who ask at the same time share one
    /// rendering.
    pub(super) async fn get(
        &self,
        path: &str,
        parts: P,
        make: impl FnOnce(&P) -> Document + Send + 'static,
    ) -> Result<Arc<Document>, JoinError> {
        if let Some(document) = self.find(path, &parts) {
            return Ok(document);
        }
        let _making = self.making.lock().await;
        if let Some(document) = self.find(path, &parts) {
            return Ok(document);
        }
        let made = tokio::task::spawn_blocking(move || {
            let document = Arc::new(make(&parts));
            (parts, document)
        });
        let (parts, document) = made.await?;
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.insert(path.to_owned(), (parts, Arc::clone(&document)));
        Ok(document)
    }

    fn find(&self, path: &str, parts: &P) -> Option<Arc<Document>> {
        let pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        pages.get(path).filter(|(made_of, _)| made_of == parts).map(|(_, document)| Arc::clone(document))
    }
}

/// Renders and compresses a page.
pub(super) fn document(parts: &Parts, template: &Template, origin: &str) -> Document {
    Document::new("text/html; charset=utf-8", render(parts, template, origin))
}

fn render(parts: &Parts, template: &Template, origin: &str) -> String {
    let (config, settings) = (&parts.settings.config, &parts.settings.settings);
    let shell = Shell { template, config };
    let item = parts.item.as_deref().and_then(Item::read);
    let components = item.map(|item| item.elements.items("components")).unwrap_or_default();
    let found = parts.status == StatusCode::OK;
    let title = item.map(|item| item.elements.text("title")).filter(|title| !title.is_empty());
    let title = title.unwrap_or_else(|| if found { shell.title() } else { not_found::TITLE });
    let description = item.map(|item| item.elements.text("description")).filter(|text| !text.is_empty());
    let description = description.unwrap_or(&settings.description);
    let address = format!("{origin}{PREFIX}{}", parts.path);
    let place = PageInfo { origin, site: shell.title(), title, description, address: &address };
    let structured = match (found && item.is_some(), parts.path.as_str()) {
        (false, _) => Vec::new(),
        (true, "/") => structured::home(&place, config),
        (true, _) => structured::page(&place, &components),
    };
    let head = Head {
        title,
        site: shell.title(),
        description,
        address: found.then(|| address.clone()),
        indexable: settings.indexable
            && found
            && !pages::is_private(&parts.path)
            && (parts.unread || item.is_some_and(|item| is_indexable(item.elements))),
        share: settings.share.clone(),
        structured: &structured,
    };
    let around = Surroundings {
        template,
        phase: &parts.phase,
        event: &config["event"],
        protocols: &config["protocols"],
    };
    let content = content(parts, item, &components, around);
    let assets = assets(parts, &components, template);
    let first = json!({"config": config, "page": parts.item.as_deref().map(|item| json!({"path": parts.path, "item": item}))});
    template.page(
        &head.markup().0,
        &assets,
        &shell.around(&content).0,
        &data::script("application/json", Some("first-data"), &first).0,
    )
}

/// Whether the page's own switch lets search engines index it.
pub(super) fn is_indexable(elements: Elements<'_>) -> bool {
    elements.toggle("indexable") == Some(true)
}

/// The content of `main`. Of a person's own page it is the heading alone, if that has no name in it: the browser fills in
/// the rest once it knows who is signed in.
fn content(
    parts: &Parts,
    item: Option<Item<'_>>,
    components: &[Item<'_>],
    around: Surroundings<'_>,
) -> Markup {
    if parts.status == StatusCode::NOT_FOUND {
        return not_found::not_found(item.map(|item| item.elements), around.template);
    }
    let Some(item) = item else { return Markup::default() };
    let is_private = pages::is_private(&parts.path);
    if is_private && item.elements.text("headline").contains('{') {
        return Markup::default();
    }
    let blocks = if is_private { Markup::default() } else { blocks::components(&item, components, around) };
    html! { div.Page_frame.Page_full { (blocks::template(&item, components, &blocks)) } }
}

/// The styles of everything on the page, and the scripts that React needs at once; it draws what is further down only
/// when it comes near the viewport (`web/src/first-html/use-server-drawn.ts`).
fn assets<'a>(parts: &Parts, components: &[Item<'_>], template: &'a Template) -> Assets<'a> {
    if parts.status == StatusCode::NOT_FOUND {
        return template.assets(&[ROUTE, "routes/NotFoundPage.tsx"]);
    }
    let modules = |items: &[&Item<'_>]| {
        let own = items.iter().flat_map(|item| blocks::modules(item).iter().copied());
        std::iter::once(ROUTE).chain(own).collect::<Vec<_>>()
    };
    let early: Vec<_> = components
        .iter()
        .enumerate()
        .filter(|(index, item)| *index == 0 || !blocks::is_drawn(item))
        .map(|(_, item)| item)
        .collect();
    let all: Vec<_> = components.iter().collect();
    Assets { styles: template.assets(&modules(&all)).styles, ..template.assets(&modules(&early)) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_page_is_made_once_however_many_ask_for_it() {
        let (cache, made) = (PageCache::<u32>::default(), Arc::new(AtomicUsize::new(0)));
        let ask = |version: u32| {
            let made = Arc::clone(&made);
            cache.get("/", version, move |version| {
                // Long enough for everybody to ask meanwhile.
                std::thread::sleep(Duration::from_millis(50));
                made.fetch_add(1, Ordering::SeqCst);
                Document::new("text/plain", version.to_string())
            })
        };
        for version in 1..=2 {
            let pages = futures::future::join_all((0..20).map(|_| ask(version))).await;
            let pages: Vec<_> = pages.into_iter().map(Result::unwrap).collect();
            assert!(pages.iter().all(|page| Arc::ptr_eq(page, &pages[0])));
            assert_eq!(made.load(Ordering::SeqCst), usize::try_from(version).unwrap());
        }
    }
}
