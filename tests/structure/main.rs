//! Checks of the whole source tree.

mod contract;
mod health;
mod imports;
mod rules;
mod source;
mod styles;
mod wildcards;
