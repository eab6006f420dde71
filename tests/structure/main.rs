//! What holds across the whole tree rather than in one part of it.

mod health;
mod imports;
mod rules;
mod wildcards;
