//! Checks of the whole source tree.

mod health;
mod imports;
mod rules;
mod wildcards;
