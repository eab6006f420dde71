//! Story cards (spec §2, media centre): what a card tells and how it is drawn. One drawing serves everybody: it is the
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
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use data::{CardData, Person, Ratings, load};
pub use palette::Colour;
pub use studio::{Order, Picture, Studio, StudioError};

/// A story's width, in pixels.
pub const WIDTH: f32 = 1080.0;
/// A story's height, in pixels.
pub const HEIGHT: f32 = 1920.0;
/// The width of the picture that other sites show of a shared page, in pixels.
pub const PICTURE_WIDTH: u32 = 1200;
/// Its height, in pixels.
pub const PICTURE_HEIGHT: u32 = 630;

/// The cards there are (spec §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Template {
    /// The shape of six tests and the final score.
    SeasonCard,
    /// One visit in full.
    ResultDetails,
    /// All results so far; black alone.
    ResultOverview,
    /// The final score and the six tests, each with its rating in the season's field; black alone, and never shared.
    ScoreCard,
}

impl Template {
    /// Every template.
    pub const ALL: [Self; 4] = [Self::SeasonCard, Self::ResultDetails, Self::ResultOverview, Self::ScoreCard];

    /// The word of the wire and the store.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SeasonCard => "season_card",
            Self::ResultDetails => "result_details",
            Self::ResultOverview => "result_overview",
            Self::ScoreCard => "score_card",
        }
    }

    /// The template of a stored word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|template| template.as_str() == word)
    }

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
