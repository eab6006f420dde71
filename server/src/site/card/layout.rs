//! What all cards share: background, signature, foot, bars and the document.

use maud::{Markup, html};
use sixfold_domain::score::Score;

use super::art::{self, Point, along, corners, tenth};
use super::data::CardData;
use super::frame::{Column, Frame};
use super::lettering::Cut;
use super::line::{Anchor, TextLine};
use super::palette::Palette;
use super::photo::Backdrop;
use crate::content::dates::day;
use crate::db::sharing::share::Template;

/// How far a bar's right end is slanted, beside its height: the hexagon's angle.
const LEAN: f32 = 0.75;
/// The smallest size of a name.
const NAME_LEAST: f32 = 36.0;
/// The gap at each end of a side of the mark, as a share of the side.
const GAP: f32 = 0.09;

/// A score as a share of the maximum, 0 to 1.
pub(super) fn share(score: Option<Score>) -> f32 {
    let hundredths = score.map_or(0, Score::hundredths).clamp(0, Score::FULL.hundredths());
    f32::from(u16::try_from(hundredths).unwrap_or_default()) / 10_000.0
}

/// A score as text, or a dash for a test that was not taken.
pub(super) fn points(score: Option<Score>) -> String {
    score.map_or_else(|| "–".to_owned(), |score| score.to_string())
}

pub(super) fn bar(column: Column, (y, height): (f32, f32), share: f32, colours: &Palette) -> Markup {
    let left = column.left;
    let lean = tenth(height * LEAN);
    let outline = |width: f32| format!("M{left} {y}h{}l{} {height}H{left}z", tenth(width), -lean);
    html! {
        path d=(outline(column.width())) fill=(colours.line) fill-opacity="0.45" {}
        @if share > 0.0 { path d=(outline((column.width() * share).max(lean * 2.0))) fill=(colours.mark) {} }
    }
}

/// The site's mark: six strokes around a core, one of them highlighted.
pub(super) fn mark(centre: Point, radius: f32, text: &str, lit: &str) -> Markup {
    let rim = corners(centre, radius);
    let side = |index: usize| {
        let (from, to) = (rim[index], rim[(index + 1) % rim.len()]);
        let (from, to) = (along(from, to, GAP), along(from, to, 1.0 - GAP));
        format!("M{} {}L{} {}", tenth(from.x), tenth(from.y), tenth(to.x), tenth(to.y))
    };
    html! {
        g stroke-width=(tenth(radius * 0.29)) {
            @for index in 0..rim.len() {
                path d=(side(index)) stroke=(if index == 0 { lit } else { text }) {}
            }
            polygon points=(art::points(&corners(centre, radius * 0.45))) fill=(lit) {}
        }
    }
}

/// Large hexagons in the background.
pub(super) fn rings(centre: Point, radii: [f32; 3], line: &str) -> Markup {
    html! {
        @for radius in radii {
            polygon points=(art::points(&corners(centre, radius))) fill="none" stroke=(line) stroke-opacity="0.3"
                stroke-width="3" {}
        }
    }
}

/// A card around its content: background, signature, and the athlete's name.
pub(super) fn around(
    template: Template,
    data: &CardData,
    (frame, backdrop): (&Frame, &Backdrop),
    colours: &Palette,
    content: &Markup,
) -> Markup {
    let Palette { text, quiet, mark: lit, line, .. } = *colours;
    let (scale, column) = (frame.scale, frame.column());
    let handle_width = column.width() - frame.name_width - 32.0;
    let least = NAME_LEAST * scale;
    html! {
        (background(frame, backdrop, colours))
        (mark(Point { x: frame.margin + 33.0 * scale, y: frame.top + 52.0 * scale }, 38.0 * scale, text, lit))
        (column.line(frame.top + 69.0 * scale, 48.0 * scale, text).at(frame.margin + 88.0 * scale, Anchor::Start)
            .within(frame.name_width, 24.0 * scale).draw(&data.site))
        (column.end(frame.top + 67.0 * scale, 36.0 * scale, quiet).cut(Cut::Body).draw(&corner(template, data)))
        (content)
        rect x=(frame.margin) y=(tenth(frame.bottom - 98.0 * scale)) width=(column.width()) height="4" fill=(line) {}
        (column.line(frame.bottom - 28.0 * scale, 56.0 * scale, text).within(frame.name_width, least).draw(&data.name))
        @if let Some(handle) = &data.handle {
            (column.end(frame.bottom - 30.0 * scale, 36.0 * scale, quiet).within(handle_width, 24.0 * scale).cut(Cut::Body)
                .draw(handle))
        }
    }
}

/// What is in the upper right corner: the day, or which card of a recap it is.
fn corner(template: Template, data: &CardData) -> String {
    match template {
        Template::SeasonCard
        | Template::ResultDetails
        | Template::ResultOverview
        | Template::ScoreCard
        | Template::Challenge => day(data.latest.date),
        Template::RecapResult => "Recap 1/3".to_owned(),
        Template::RecapProgress => "Recap 2/3".to_owned(),
        Template::RecapTests => "Recap 3/3".to_owned(),
    }
}

fn background(frame: &Frame, backdrop: &Backdrop, colours: &Palette) -> Markup {
    let Frame { width, height, rings: (centre, radii), .. } = *frame;
    match backdrop {
        Backdrop::Plain => html! {
            rect width=(width) height=(height) fill=(colours.ground) {}
            @if let Some(fade) = colours.fade { (fading(frame, fade)) }
            (rings(centre, radii, colours.line))
        },
        Backdrop::Clear => super::photo::scrim(frame, colours),
        Backdrop::Photo(photo) => html! { (photo.draw(frame)) (super::photo::scrim(frame, colours)) },
    }
}

fn fading(frame: &Frame, fade: &str) -> Markup {
    html! {
        defs {
            linearGradient id="card-fade" x1="0" y1="0" x2="0.35" y2="1" {
                stop offset="0.1" stop-color=(fade) stop-opacity="0" {}
                stop offset="1" stop-color=(fade) stop-opacity="0.5" {}
            }
        }
        rect width=(frame.width) height=(frame.height) fill="url(#card-fade)" {}
    }
}

/// A label with a value below it, as large as the room.
pub(super) fn labelled(
    column: Column,
    (label_y, value_y): (f32, f32),
    (label_size, value_size): (f32, f32),
    (label, value): (&str, &str),
    (quiet, fill): (&str, &str),
) -> Markup {
    html! {
        (column.line(label_y, label_size, quiet).cut(Cut::Body).draw(label))
        (column.line(value_y, value_size, fill).cut(Cut::Black).draw(value))
    }
}

/// A drawing as a standalone document, with its description.
pub(super) fn document(frame: &Frame, words: &str, content: &Markup) -> Markup {
    let (width, height) = (frame.width, frame.height);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
            role="img" aria-label=(words) {
            title { (words) }
            (content)
        }
    }
}

/// A line of text in the middle of the card.
pub(super) fn centred<'a>(frame: &Frame, y: f32, size: f32, fill: &'a str) -> TextLine<'a> {
    frame.column().line(y, size, fill).at(frame.middle(), Anchor::Middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_as_everywhere() {
        assert_eq!(points(Some(Score::from_hundredths(700))), "7.00");
        assert_eq!(points(None), "–");
    }

    #[test]
    fn a_share_stays_between_nothing_and_all() {
        for (hundredths, expected) in [(-5, 0.0), (0, 0.0), (2_500, 0.25), (10_000, 1.0), (12_000, 1.0)] {
            assert!(
                (share(Some(Score::from_hundredths(hundredths))) - expected).abs() < 1e-6,
                "{hundredths}"
            );
        }
        assert!(share(None).abs() < 1e-6);
    }
}
