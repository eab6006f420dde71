//! The season's card: the athlete's shape in the hexagon and the final score.

use maud::{Markup, html};

use super::art::Point;
use super::data::CardData;
use super::facts::Facts;
use super::frame::{Column, Frame};
use super::hexagon::Hexagon;
use super::lettering::Cut;
use super::line::Anchor;
use super::palette::Palette;

pub(super) fn draw(data: &CardData, frame: &Frame, colours: &Palette) -> (String, Markup) {
    let latest = &data.latest;
    let season = data.season.as_deref().unwrap_or("Six tests. One score.");
    let words = format!("Season card of {}, {season}: final score {}", data.name, latest.score);
    let (left, figure) = frame.halves();
    let hexagon = Hexagon {
        centre: frame.pick(
            Point { x: 540.0, y: 852.0 },
            Point { x: 690.0, y: 532.0 },
            Point { x: 1408.0, y: 532.0 },
        ),
        radius: frame.pick(280.0, 196.0, 236.0),
        labels: frame.pick(figure, Column { left: 372.0, right: 1008.0 }, figure),
        sizes: frame.pick((36.0, 46.0), (27.0, 37.0), (33.0, 43.0)),
    };
    let beside = !data.facts().is_empty();
    // In a story the facts stand beside the final, in a square beside the hexagon, in a landscape below the final.
    let facts = Facts {
        anchor: frame.pick(Anchor::End, Anchor::Start, Anchor::Start),
        size: frame.pick(38.0, 30.0, 42.0),
        step: frame.pick(54.0, 46.0, 58.0),
    };
    let room =
        frame.pick(Column { left: 600.0, right: left.right }, Column { left: left.left, right: 350.0 }, left);
    let score = if beside { frame.pick(480.0, 480.0, left.width()) } else { left.width() };
    let heading = frame.pick((438.0, 92.0), (232.0, 60.0), (318.0, 84.0));
    let drawing = html! {
        (frame.column().line(heading.0, heading.1, colours.text).within(left.width(), 0.0).cut(Cut::Black).draw(season))
        (hexagon.draw(latest, colours))
        (left.line(frame.pick(1304.0, 762.0, 436.0), frame.pick(40.0, 30.0, 38.0), colours.quiet).cut(Cut::Body)
            .draw("Final score"))
        (left.line(frame.pick(1456.0, 892.0, 650.0), frame.pick(190.0, 138.0, 230.0), colours.text).within(score, 0.0)
            .cut(Cut::Black).draw(&latest.score.to_string()))
        (facts.draw(room, frame.pick(1456.0, 440.0, 856.0), data, colours))
    };
    (words + &data.told_facts() + &told_marks(data), drawing)
}

/// The measurements, for the card's description.
pub(super) fn told_marks(data: &CardData) -> String {
    let marks = super::data::named_marks(&data.latest.marks);
    if marks.is_empty() { String::new() } else { format!(". {}", marks.join(", ")) }
}
