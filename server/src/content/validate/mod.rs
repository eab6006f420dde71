//! Validates an item against its type. A malformed item is never stored; one that is not ready may be stored as a
//! draft. Pure: everything that an item is checked against is a parameter.

mod link;
mod needed;
mod path;
mod problem;
mod ready;
mod shape;

use super::library::Library;
use super::seed::{CONSENT, SETTINGS};
use super::types::TypeDef;
use crate::db::content::item::Item;

pub use problem::Problem;
pub use shape::{drop_malformed, malformed, normalise};

/// Why a well-formed item cannot be published.
pub fn not_ready(item: &Item, def: &TypeDef, library: &Library) -> Vec<Problem> {
    ready::Check::new(item, library).run(&def.elements)
}

pub fn problems(item: &Item, def: &TypeDef, library: &Library) -> Vec<Problem> {
    let mut found = malformed(&item.elements, def);
    found.extend(not_ready(item, def, library));
    found
}

/// Items that the site reads by id: its settings, the screening questions and the texts to agree to.
const READ_BY_ID: [&str; 4] = [SETTINGS, "parq", CONSENT, "not-found"];

/// Whether the site needs an item, so that it can be neither taken down nor deleted.
pub fn is_needed(item: &Item, library: &Library) -> bool {
    let public = library.ready(&item.id).and_then(Item::path);
    READ_BY_ID.contains(&item.id.as_str()) || public.is_some_and(path::is_fixed)
}
