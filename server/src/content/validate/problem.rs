//! Problems with an item, for its editor.

use serde::Serialize;
use utoipa::ToSchema;

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
    pub(super) fn new(element: &str, problem: &'static str, message: impl Into<String>) -> Self {
        Self { element: element.to_owned(), problem, message: message.into() }
    }

    pub fn unknown_type(type_id: &str) -> Self {
        Self::new("typeId", "UNKNOWN_TYPE", format!("There is no type “{type_id}”."))
    }

    /// The type of an item cannot be changed.
    pub fn fixed_type(name: &str) -> Self {
        Self::new(
            "typeId",
            "TYPE_FIXED",
            format!("This item stays a {name}. Make a new one for another type."),
        )
    }
}
