//! Checks of the whole source tree.

mod codes;
mod contract;
mod docs;
mod health;
mod imports;
mod responses;
mod rules;
mod source;
mod styles;
mod wildcards;
mod words;
