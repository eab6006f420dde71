//! A query for items: the part of Solr's search language that the site and a typical client use. `parse` reads its
//! text, `matching` runs its tests.

mod parse;

pub use parse::{MAX_LENGTH, QueryError, parse};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Query {
    /// `*:*`
    Everything,
    /// A test of a field; `None` is the whole text.
    Field(Option<String>, Test),
    /// All of them.
    All(Vec<Query>),
    /// At least one of them.
    Any(Vec<Query>),
    /// Not this.
    Not(Box<Query>),
}

impl Query {
    /// How many tests an item may have to pass.
    pub fn clauses(&self) -> usize {
        match self {
            Self::Everything | Self::Field(..) => 1,
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::clauses).sum(),
            Self::Not(inner) => inner.clauses(),
        }
    }

    /// Whether a range in it ends with NOW.
    pub fn asks_for_now(&self) -> bool {
        match self {
            Self::Field(_, Test::Range { from, to, .. }) => {
                [from, to].into_iter().flatten().any(|end| end == "NOW")
            }
            Self::Everything | Self::Field(..) => false,
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::asks_for_now),
            Self::Not(inner) => inner.asks_for_now(),
        }
    }
}

/// A test of a field's values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// In quotes: these words in this order.
    Phrase(String),
    /// A bare word; `*` and `?` are wildcards.
    Word(String),
    /// From one value to another; `None` is open.
    Range {
        /// The lower end.
        from: Option<String>,
        /// The upper end.
        to: Option<String>,
        /// Whether the lower end itself is in.
        with_from: bool,
        /// Whether the upper end itself is in.
        with_to: bool,
    },
}
