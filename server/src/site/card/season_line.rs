//! The finals of a season as a line, the first and the best with their scores.

use maud::{Markup, html};

use super::art::{self, Point, tenth};
use super::frame::{Column, Frame};
use super::line::{Anchor, TextLine};
use super::palette::Palette;
use super::results::{Final, best};

/// The most finals drawn: the first, and the latest.
const MOST: usize = 12;
/// The least difference that fills the height, in hundredths of a point: small changes look small.
const SPAN_LEAST: i32 = 500;

pub(super) fn draw(visits: &[Final], column: Column, frame: &Frame, colours: &Palette) -> Markup {
    let (top, floor) = frame.pick((900.0, 1_216.0), (566.0, 758.0), (330.0, 740.0));
    let (size, dot) = frame.pick((44.0, 17.0), (34.0, 13.0), (40.0, 15.0));
    let inset = size * 2.0;
    let shown: Vec<Final> = if visits.len() > MOST {
        visits[..1].iter().chain(&visits[visits.len() - MOST + 1..]).copied().collect()
    } else {
        visits.to_vec()
    };
    let scores = || shown.iter().map(|visit| visit.score.hundredths());
    let (low, high) = (scores().min().unwrap_or(0), scores().max().unwrap_or(0));
    let span = (high - low).max(SPAN_LEAST);
    let middle = i32::midpoint(low, high);
    let width = column.width() - 2.0 * inset;
    let points: Vec<Point> = shown
        .iter()
        .enumerate()
        .map(|(index, visit)| {
            let along = if shown.len() == 1 { 0.5 } else { number(index) / number(shown.len() - 1) };
            let up = share(visit.score.hundredths() - middle, span) + 0.5;
            Point { x: column.left + inset + along * width, y: floor - up * (floor - top) }
        })
        .collect();
    let highest = best(&shown);
    html! {
        rect x=(column.left) y=(tenth(floor + size * 1.9)) width=(column.width()) height="4" fill=(colours.line) fill-opacity="0.6" {}
        @if points.len() > 1 {
            polyline points=(art::points(&points)) fill="none" stroke=(colours.mark) stroke-width=(tenth(dot * 0.6))
                stroke-linejoin="round" stroke-linecap="round" {}
        }
        @for (index, (visit, point)) in shown.iter().zip(&points).enumerate() {
            @let is_best = std::ptr::eq(visit, highest);
            circle cx=(tenth(point.x)) cy=(tenth(point.y)) r=(if is_best { dot * 1.35 } else { dot }) fill=(colours.mark) {}
            @if is_best || index == 0 {
                // Above the best; the first stands below, out of the line's way.
                @let y = if is_best { point.y - dot * 2.4 } else { point.y + dot * 1.5 + size };
                (TextLine::new(point.x, y, size, colours.text).at(point.x, Anchor::Middle).draw(&visit.score.to_string()))
            }
        }
    }
}

/// A difference as a share of a span.
fn share(difference: i32, span: i32) -> f32 {
    let small = |value: i32| f32::from(i16::try_from(value).unwrap_or(i16::MAX));
    small(difference) / small(span)
}

fn number(count: usize) -> f32 {
    f32::from(u8::try_from(count).unwrap_or(u8::MAX))
}
