//! What holds across the whole tree rather than in one part of it.

mod imports;
mod rules;
