//! The content hub: items and their types, when an item may be published, the search language, rendering with
//! references inlined, and the seed. An item whose `rev` differs from the seeded one was changed by a person, and the
//! seed does not touch it.

pub mod dates;
pub mod hub;
pub mod image;
pub mod library;
pub mod mail_wording;
pub mod markup;
pub mod matching;
pub mod measures;
pub mod photo;
pub mod query;
pub mod references;
pub mod render;
pub mod schedule;
pub mod search;
pub mod seed;
pub mod types;
pub mod validate;
