//! What a block can see beside its item.

use super::countdown::Phase;
use crate::site::template::Template;

/// What a block can see beside its item.
#[derive(Clone, Copy)]
pub(in crate::site) struct Surroundings<'a> {
    /// The drawings.
    pub(in crate::site) template: &'a Template,
    /// Where now stands among the seasons.
    pub(in crate::site) phase: &'a Phase,
}
