//! A card's ground: plain, a photograph, or transparent for a photograph that the browser lays below it (RULES 13.19). A scrim in
//! the card's own colour keeps the text readable on any photograph.

use std::sync::Arc;

use axum::body::Bytes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};

use super::frame::Frame;
use super::palette::Palette;
use crate::db::sharing::share::Format;

/// How much more of the ground's colour lies on a photograph at the top and at the bottom.
const EDGE: f32 = 0.4;
/// How much lies on the ends of a story, and over how many pixels it fades.
const THIN: f32 = 0.15;
const FADE: f32 = 24.0;

/// What is drawn behind a card.
#[derive(Debug, Clone, Default)]
pub enum Backdrop {
    /// The colour that was picked.
    #[default]
    Plain,
    /// Nothing but the scrim.
    Clear,
    Photo(Arc<Photo>),
}

impl Backdrop {
    /// What makes it differ from others, for the name of a picture in the cache.
    pub(super) fn tag(&self) -> &str {
        match self {
            Self::Plain => "",
            Self::Clear => "clear",
            Self::Photo(photo) => &photo.digest,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Photo {
    pub digest: String,
    /// A JPEG without metadata.
    pub jpeg: Bytes,
}

impl Photo {
    /// The photograph, covering the card.
    pub(super) fn draw(&self, frame: &Frame) -> Markup {
        let address = format!("data:image/jpeg;base64,{}", STANDARD.encode(&self.jpeg));
        html! {
            image href=(address) width=(frame.width) height=(frame.height) preserveAspectRatio="xMidYMid slice" {}
        }
    }
}

/// The scrim: the ground's colour over everything, more of it at the top and at the bottom. In a story it fades towards the ends, where
/// nothing is to be read.
pub(super) fn scrim(frame: &Frame, colours: &Palette) -> Markup {
    let Frame { width, height, .. } = *frame;
    let (ground, veil) = (colours.ground, colours.veil);
    let more = veil + (1.0 - veil) * EDGE;
    let (top, bottom) = ((frame.top - FADE) / height, (frame.bottom + FADE) / height);
    let stops = match frame.format {
        Format::Story => [(0.0, THIN), (top, more), (0.36, veil), (0.6, veil), (bottom, more), (1.0, THIN)],
        Format::Square | Format::Landscape => {
            [(0.0, more), (0.1, more), (0.36, veil), (0.6, veil), (0.9, more), (1.0, more)]
        }
    };
    html! {
        defs {
            linearGradient id="card-scrim" x1="0" y1="0" x2="0" y2="1" {
                @for (offset, opacity) in stops {
                    stop offset=(offset) stop-color=(ground) stop-opacity=(opacity) {}
                }
            }
        }
        rect width=(width) height=(height) fill="url(#card-scrim)" {}
    }
}
