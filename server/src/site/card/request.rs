//! What is to be drawn.

use super::data::CardData;
use super::photo::Backdrop;
use crate::db::sharing::share::{Colour, Format, Template};

#[derive(Debug, Clone)]
pub struct CardRequest {
    pub template: Template,
    pub colour: Colour,
    pub format: Format,
    pub backdrop: Backdrop,
    pub data: CardData,
}
