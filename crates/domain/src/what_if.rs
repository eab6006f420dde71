//! What a visit would have come to with other measurements (RULES 7.12 to 7.14): its place and percentile in a season, and the
//! cheapest way to a final.
//!
//! Points and finals are those of `protocol` and `score`; the season's finals are numbers without names.

mod cheapest;
mod cost;
mod counts;
mod field;

pub use cheapest::{cheapest, final_of};
pub use cost::Costs;
pub use counts::ScoreCounts;
pub use field::{Goal, OtherFinals};

#[cfg(test)]
mod tests;
