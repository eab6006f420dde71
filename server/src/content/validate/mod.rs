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
use super::types::TypeDef;

pub use shape::{drop_malformed, malformed, normalise};

/// One thing that is wrong with an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
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

/// What `#` leads to: letters, digits and hyphens, the first a letter.
fn is_anchor(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}
