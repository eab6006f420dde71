//! The parts of the application that pages of the product cannot do without: on the sign-in page without its form nobody
//! signs in any more (RULES 13.1).

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value;

use super::path;
use super::problem::Problem;
use crate::content::library::Library;
use crate::content::references;
use crate::content::seed;
use crate::db::content::item::Item;

/// The types of components that people come for; all others only show something.
const PARTS: [&str; 14] = [
    "arrivals",
    "booking-details",
    "calendar",
    "coach-admin",
    "crews",
    "delivery-admin",
    "form",
    "instore-admin",
    "leaderboard",
    "media-center",
    "my-profile",
    "progress",
    "reveal-desk",
    "what-if",
];

/// A part that a page of the product comes with.
struct Needed {
    type_id: String,
    form: String,
    /// The name of its item, for editors.
    name: String,
}

/// The parts of the product's own pages, by path, as their seeds have them.
static NEEDED: LazyLock<HashMap<String, Vec<Needed>>> = LazyLock::new(|| {
    let seeds = seed::items().unwrap_or_default().into_iter();
    let items: HashMap<String, Item> = seeds.map(|seed| (seed.item.id.clone(), seed.item)).collect();
    let of_page = |page: &Item| {
        let shown = references::inlined(&page.elements);
        let parts = shown.iter().filter_map(|id| items.get(id)).filter_map(|item| {
            let (type_id, form) = part_of(item)?;
            Some(Needed { type_id: type_id.to_owned(), form: form.to_owned(), name: item.name.clone() })
        });
        parts.collect()
    };
    let pages = items.values().filter_map(|page| {
        let path = page.path().filter(|path| path::is_fixed(path))?;
        Some((path.to_owned(), of_page(page)))
    });
    pages.collect()
});

/// The parts that would be missing from a page of the product once the item is published.
pub(super) fn check(item: &Item, library: &Library) -> Vec<Problem> {
    let own = missing(item, item, library).into_iter().map(|part| {
        let message = format!("This page needs “{}”, or another of the same kind. Put it back.", part.name);
        Problem::new("components", "PART_NEEDED", message)
    });
    let mut found: Vec<Problem> = own.collect();
    let Some(before) = library.ready(&item.id).and_then(part_of) else { return found };
    if part_of(item) == Some(before) {
        return found;
    }
    let element = if item.type_id == "form" { "form" } else { "variant" };
    for user in library.public_users_of(&item.id) {
        let Some(page) = library.ready(&user.id) else { continue };
        if missing(page, item, library).into_iter().any(|part| part.is(before)) {
            let message = format!("“{}” needs this as it is. Make a new item for something else.", user.name);
            found.push(Problem::new(element, "PART_NEEDED", message));
        }
    }
    found
}

/// The parts that a page needs and does not show once `changed` is public.
fn missing(page: &Item, changed: &Item, library: &Library) -> Vec<&'static Needed> {
    let needed = page.path().and_then(|path| NEEDED.get(path)).map(Vec::as_slice).unwrap_or_default();
    if needed.is_empty() {
        return Vec::new();
    }
    let item = |id: &String| {
        if *id == changed.id {
            return Some(changed);
        }
        library.ready(id).or_else(|| library.head(id).map(|head| &head.item))
    };
    let shown = references::inlined(&page.elements);
    let parts: Vec<(&str, &str)> = shown.iter().filter_map(item).filter_map(part_of).collect();
    needed.iter().filter(|part| !parts.iter().any(|shown| part.is(*shown))).collect()
}

impl Needed {
    fn is(&self, (type_id, form): (&str, &str)) -> bool {
        self.type_id == type_id && self.form == form
    }
}

/// Which part of the application a component is: its type and, of a form, which one. None of something else, and of a card
/// or the first rows of a board, which lead to the whole.
fn part_of(item: &Item) -> Option<(&str, &str)> {
    let text = |key: &str| item.elements.get(key)?.get("value").and_then(Value::as_str);
    let type_id = item.type_id.as_str();
    if !PARTS.contains(&type_id) || matches!(text("variant"), Some("card" | "top")) {
        return None;
    }
    let form = if type_id == "form" { text("form") } else { None };
    Some((type_id, form.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_browser_treats_as_essential_is_a_part() {
        let traits = include_str!("../../../../web/src/first-html/traits.ts");
        let essential = traits.lines().filter(|line| line.contains("essential: true"));
        let types: Vec<&str> = essential
            .filter_map(|line| line.split_once(':'))
            .map(|(type_id, _)| type_id.trim().trim_matches('\''))
            .collect();
        assert!(types.len() > 8, "{types:?}");
        assert!(types.iter().all(|type_id| PARTS.contains(type_id)), "{types:?}");
    }

    #[test]
    fn pages_of_the_product_need_their_parts_and_the_homepage_none() {
        let parts = |path: &str| -> Vec<(&str, &str)> {
            NEEDED[path].iter().map(|part| (part.type_id.as_str(), part.form.as_str())).collect()
        };
        assert_eq!(parts("/login"), [("form", "login")]);
        assert_eq!(parts("/staff-account-pd-admin"), [("delivery-admin", "")]);
        assert_eq!(parts("/my-account-my-leaderboard"), [("leaderboard", "")]);
        assert!(parts("/").is_empty());
    }
}
