//! Story cards (RULES 13.7): their content and how they are drawn. One drawing serves for everything: the preview, the
//! picture that is downloaded, the card on a shared page and, rendered by resvg, the picture that other sites show of
//! that page. Letters are outlines, so it looks the same everywhere.
//!
//! Knows nothing of requests. Only `data` uses the store.

mod art;
mod certificate;
mod challenge;
mod data;
mod facts;
mod frame;
mod hexagon;
mod layout;
mod lettering;
mod line;
mod list;
mod open_graph;
mod palette;
mod pdf;
mod photo;
mod rated;
mod recap;
mod recap_data;
mod request;
mod result_details;
mod result_overview;
mod results;
mod season_card;
mod season_line;
mod studio;
mod words;

#[cfg(test)]
mod tests;

use maud::Markup;

use crate::db::sharing::share::Template;
use frame::Frame;

pub use art::{PICTURE_HEIGHT, PICTURE_WIDTH};
pub use certificate::Certificate;
pub use data::{CardData, Loaded, Position, Ratings, load};
pub use photo::{Backdrop, Photo};
pub use request::CardRequest;
pub use studio::{Picture, Studio, StudioError};
pub use words::{gain_words, percentile_words};

#[derive(Debug, Clone)]
pub struct Drawing {
    /// The card as an SVG document of its format's size.
    pub svg: String,
    /// A description for people who cannot see it.
    pub words: String,
}

pub fn draw(order: &CardRequest) -> Drawing {
    let (words, content) = content(order);
    let svg = layout::document(&Frame::of(order.format), &words, &content).into_string();
    Drawing { svg, words }
}

/// A card's description, and the drawing without the document around it.
fn content(order: &CardRequest) -> (String, Markup) {
    let CardRequest { template, data, backdrop, .. } = order;
    let colours = template.colour(order.colour).palette();
    let colours = match backdrop {
        Backdrop::Plain => colours,
        Backdrop::Clear | Backdrop::Photo(_) => colours.on_photo(),
    };
    let frame = Frame::of(order.format);
    let recap = data.recap.as_ref();
    let (words, content) = match (template, recap) {
        (Template::ResultDetails, _) => result_details::draw(data, &frame, &colours),
        (Template::ResultOverview, _) => result_overview::draw(data, &frame, &colours),
        (Template::ScoreCard, _) => rated::draw(data, &frame, &colours),
        (Template::Challenge, _) => challenge::draw(data, &frame, &colours),
        (Template::RecapResult, Some(recap)) => recap::result(data, recap, &frame, &colours),
        (Template::RecapProgress, Some(recap)) => recap::progress(data, recap, &frame, &colours),
        (Template::RecapTests, Some(recap)) => recap::tests(data, recap, &frame, &colours),
        (
            Template::SeasonCard | Template::RecapResult | Template::RecapProgress | Template::RecapTests,
            _,
        ) => season_card::draw(data, &frame, &colours),
    };
    let handle = data.handle.as_ref().map(|handle| format!(". {handle}")).unwrap_or_default();
    let drawing = layout::around(*template, data, (&frame, backdrop), &colours, &content);
    (lettering::readable(&(words + &handle)), drawing)
}
