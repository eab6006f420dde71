//! The content hub: items, the search language over them, rendering with references inlined, and the seed.
//!
//! Reading only. Who may write an item, and how, is another part's business; it meets this one in the `content_item` table:
//! an item whose `rev` is no longer the seeded one was changed by a person, and the seed leaves it alone.

pub mod hub;
pub mod image;
pub mod item;
pub mod markup;
pub mod matching;
pub mod query;
pub mod render;
pub mod search;
pub mod seed;
