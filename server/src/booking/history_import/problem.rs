//! What is wrong with a file of results, by line and column.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

/// One thing that keeps a file from being imported. Its sentence repeats nothing of the file but column names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[schema(as = ImportProblem)]
pub struct Problem {
    /// The line of the file, from 1; the header's is 1.
    pub line: u64,
    /// The column's name; absent where the whole line is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub column: Option<Cow<'static, str>>,
    /// A stable upper-case word.
    #[schema(value_type = String)]
    pub code: Cow<'static, str>,
    /// A sentence for people.
    pub message: String,
}

impl Problem {
    pub fn of_line(line: u64, code: &'static str, message: impl Into<String>) -> Self {
        Self { line, column: None, code: code.into(), message: message.into() }
    }

    /// The same problem, of one column of its line.
    pub fn column(self, column: impl Into<Cow<'static, str>>) -> Self {
        Self { column: Some(column.into()), ..self }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.column {
            Some(column) => write!(f, "line {}, {column}: {} ({})", self.line, self.message, self.code),
            None => write!(f, "line {}: {} ({})", self.line, self.message, self.code),
        }
    }
}
