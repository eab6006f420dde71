//! The size of the pictures that other sites show, and the geometry of the hexagon, as in `web/src/components/art/hexagon.ts`. Angles are clockwise from
//! the top corner; lengths are in the drawing's units.

use std::f32::consts::PI;
use std::fmt::Write as _;

/// The width of the picture that other sites show of a shared page, in pixels.
pub const PICTURE_WIDTH: u32 = 1200;
/// Its height, in pixels.
pub const PICTURE_HEIGHT: u32 = 630;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Point {
    pub(super) x: f32,
    pub(super) y: f32,
}

/// Rounded to a tenth, finer than anybody can see on a card.
pub(super) fn tenth(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

/// The six corners of a hexagon with a corner at the top, clockwise from there.
pub(super) fn corners(centre: Point, radius: f32) -> [Point; 6] {
    [0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0].map(|corner| {
        let angle = PI / 3.0 * corner - PI / 2.0;
        Point { x: centre.x + radius * angle.cos(), y: centre.y + radius * angle.sin() }
    })
}

/// A point for each share (0 to 1) on the six axes: the outline of a score.
pub(super) fn shape(centre: Point, radius: f32, shares: [f32; 6]) -> [Point; 6] {
    let mut points = corners(centre, radius);
    for (point, share) in points.iter_mut().zip(shares) {
        *point = along(centre, *point, share.clamp(0.0, 1.0));
    }
    points
}

pub(super) fn along(from: Point, to: Point, share: f32) -> Point {
    Point { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

/// `x,y x,y …` for a `polygon`.
pub(super) fn points(points: &[Point]) -> String {
    points.iter().fold(String::new(), |mut text, point| {
        let space = if text.is_empty() { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{space}{},{}", tenth(point.x), tenth(point.y));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hexagon_stands_on_its_corner() {
        let centre = Point { x: 100.0, y: 100.0 };
        assert_eq!(points(&corners(centre, 50.0)), "100,50 143.3,75 143.3,125 100,150 56.7,125 56.7,75");
        let half = shape(centre, 50.0, [0.5, 2.0, -1.0, 0.0, 1.0, 0.5]);
        assert_eq!(points(&half), "100,75 143.3,75 100,100 100,100 56.7,125 78.3,87.5");
    }
}
