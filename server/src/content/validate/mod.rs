//! Whether an item is what its type says. What is malformed is never kept; what is not ready may be kept as a draft. Pure:
//! everything an item is checked against is handed in.

mod link;
mod path;
mod problem;
mod ready;
mod shape;

use super::library::Library;
use super::seed::SETTINGS;
use super::types::TypeDef;
use crate::db::content::item::Item;

pub use problem::Problem;
pub use shape::{drop_malformed, malformed, normalise};

/// What keeps a well-formed item from being shown to visitors.
pub fn not_ready(item: &Item, def: &TypeDef, library: &Library) -> Vec<Problem> {
    ready::Check::new(item, library).run(&def.elements)
}

/// Everything that is wrong with an item.
pub fn problems(item: &Item, def: &TypeDef, library: &Library) -> Vec<Problem> {
    let mut found = malformed(&item.elements, def);
    found.extend(not_ready(item, def, library));
    found
}

/// Items that the site reads by their ids: its settings, the questions and the words that people agree to.
const READ_BY_ID: [&str; 4] = [SETTINGS, "parq", "consent-text", "not-found"];

/// Whether the site cannot do without an item.
pub fn is_needed(item: &Item, library: &Library) -> bool {
    let public = library.ready(&item.id).and_then(Item::path);
    READ_BY_ID.contains(&item.id.as_str()) || public.is_some_and(path::is_fixed)
}
