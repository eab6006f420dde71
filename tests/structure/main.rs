//! Checks of the whole source tree.

mod contract;
mod docs;
mod health;
mod imports;
mod rules;
mod source;
mod styles;
mod wildcards;
mod words;
