//! Checks of the whole source tree.

mod codes;
mod contract;
mod docs;
mod events;
mod health;
mod imports;
mod keys;
mod responses;
mod rules;
mod source;
mod styles;
mod wildcards;
mod words;
