//! Story cards (RULES 13.7): what a card tells and how it is drawn. One drawing serves everybody: it is the
//! preview, the source of the picture that is saved, the card of a shared page, and by resvg the picture that other sites
//! show of that page. Letters are outlines, so it looks the same wherever it goes.
//!
//! Knows nothing of requests. `data` is the only file that knows the store.

mod art;
mod data;
mod layout;
mod lettering;
mod open_graph;
mod palette;
mod rated;
mod result_details;
mod result_overview;
mod season_card;
mod studio;

#[cfg(test)]
mod tests;

use maud::Markup;

use crate::db::share::{Colour, Template};

pub use data::{CardData, Ratings, load};
pub use studio::{Order, Picture, Studio, StudioError};

/// A story's width, in pixels.
pub const WIDTH: f32 = 1080.0;
/// A story's height, in pixels.
pub const HEIGHT: f32 = 1920.0;
/// The width of the picture that other sites show of a shared page, in pixels.
pub const PICTURE_WIDTH: u32 = 1200;
/// Its height, in pixels.
pub const PICTURE_HEIGHT: u32 = 630;

impl Template {
    /// The colour that it is drawn in: the one that was picked, where there is one to pick.
    pub const fn colour(self, picked: Colour) -> Colour {
        match self {
            Self::SeasonCard | Self::ResultDetails => picked,
            Self::ResultOverview | Self::ScoreCard => Colour::Black,
        }
    }
}

/// A finished drawing.
#[derive(Debug, Clone)]
pub struct Drawing {
    /// The card as an SVG document of [`WIDTH`] by [`HEIGHT`].
    pub svg: String,
    /// What it says, in words, for those who cannot see it.
    pub words: String,
}

pub fn draw(template: Template, colour: Colour, data: &CardData) -> Drawing {
    let (words, content) = content(template, colour, data);
    Drawing { svg: layout::document(&words, &content).into_string(), words }
}

/// What a card says in words, and the drawing without the document around it.
fn content(template: Template, colour: Colour, data: &CardData) -> (String, Markup) {
    let colours = template.colour(colour).palette();
    let (words, content) = match template {
        Template::SeasonCard => season_card::draw(data, &colours),
        Template::ResultDetails => result_details::draw(data, &colours),
        Template::ResultOverview => result_overview::draw(data, &colours),
        Template::ScoreCard => rated::draw(data, &colours),
    };
    let handle = data.handle.as_ref().map(|handle| format!(". {handle}")).unwrap_or_default();
    (lettering::readable(&(words + &handle)), layout::around(data, &colours, &content))
}
