//! Story cards (RULES 13.7): their content and how they are drawn. One drawing serves for everything: the preview, the
//! picture that is downloaded, the card on a shared page and, rendered by resvg, the picture that other sites show of
//! that page. Letters are outlines, so it looks the same everywhere.
//!
//! Knows nothing of requests. Only `data` uses the store.

mod art;
mod challenge;
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

pub use art::{HEIGHT, PICTURE_HEIGHT, PICTURE_WIDTH, WIDTH};
pub use data::{CardData, Ratings, load};
pub use studio::{CardRequest, Picture, Studio, StudioError};

impl Template {
    /// The colour to draw in: the one that was picked, if the template has a choice.
    pub const fn colour(self, picked: Colour) -> Colour {
        match self {
            Self::SeasonCard | Self::ResultDetails | Self::Challenge => picked,
            Self::ResultOverview | Self::ScoreCard => Colour::Black,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Drawing {
    /// The card as an SVG document of [`WIDTH`] by [`HEIGHT`].
    pub svg: String,
    /// A description for people who cannot see it.
    pub words: String,
}

pub fn draw(template: Template, colour: Colour, data: &CardData) -> Drawing {
    let (words, content) = content(template, colour, data);
    Drawing { svg: layout::document(&words, &content).into_string(), words }
}

/// A card's description, and the drawing without the document around it.
fn content(template: Template, colour: Colour, data: &CardData) -> (String, Markup) {
    let colours = template.colour(colour).palette();
    let (words, content) = match template {
        Template::SeasonCard => season_card::draw(data, &colours),
        Template::ResultDetails => result_details::draw(data, &colours),
        Template::ResultOverview => result_overview::draw(data, &colours),
        Template::ScoreCard => rated::draw(data, &colours),
        Template::Challenge => challenge::draw(data, &colours),
    };
    let handle = data.handle.as_ref().map(|handle| format!(". {handle}")).unwrap_or_default();
    (lettering::readable(&(words + &handle)), layout::around(data, &colours, &content))
}
