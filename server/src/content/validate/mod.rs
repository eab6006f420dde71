//! Whether an item is what its type says. What is malformed is never kept; what is not ready may be kept as a draft. Pure:
//! everything an item is checked against is handed in.

mod link;
mod path;
mod ready;
mod shape;

use serde::Serialize;
use utoipa::ToSchema;

use super::item::Item;
use super::library::Library;
use super::seed::SETTINGS;
use super::types::TypeDef;

pub use shape::{drop_malformed, malformed, normalise};

/// One thing that is wrong with an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ContentProblem)]
pub struct Problem {
    /// Which element: `headline`, `questions[2].answer`.
    pub element: String,
    /// A stable word, such as `REQUIRED`.
    #[schema(value_type = String)]
    pub problem: &'static str,
    /// A sentence for editors.
    pub message: String,
}

impl Problem {
    fn new(element: &str, problem: &'static str, message: impl Into<String>) -> Self {
        Self { element: element.to_owned(), problem, message: message.into() }
    }

    /// There is no such type.
    pub fn unknown_type(type_id: &str) -> Self {
        Self::new("typeId", "UNKNOWN_TYPE", format!("There is no type “{type_id}”."))
    }

    /// An item keeps its type.
    pub fn fixed_type(name: &str) -> Self {
        Self::new(
            "typeId",
            "TYPE_FIXED",
            format!("This item stays a {name}. Make a new one for another type."),
        )
    }
}

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

/// What `#` leads to: letters, digits and hyphens, the first a letter.
fn is_anchor(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
