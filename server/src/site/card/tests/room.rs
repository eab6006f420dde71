//! Everything on a card has room, whatever the name.

use resvg::tiny_skia::Rect;
use resvg::usvg;

use super::*;

/// Difficult names, and whether anything of each can be drawn.
const HOSTILE: [&str; 14] = [
    "<script>alert(1)</script>",
    "\"><svg onload='x'/>&amp;",
    "Tom & \"Jerry\" O'Neil",
    "🏅🇬🇧👩🏽‍🚀 Ada 🏅",
    "مريم الزهراء",
    "מרים בן־דוד",
    "Zoë مريم Łukasz",
    "Владимир Иванов",
    "Αλεξάνδρα Παπαδοπούλου",
    "Nguyễn Thị Ánh Tuyết",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "Z\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}\u{309}",
    "李小龍",
    "\u{202e}\u{200f}\u{0}\u{7}\u{fffe}",
];

/// The bounding boxes of everything that is filled with a colour, at any depth.
fn boxes(group: &usvg::Group, found: &mut Vec<Rect>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(inner) => boxes(inner, found),
            usvg::Node::Path(path) if path.fill().is_some() => found.push(path.abs_bounding_box()),
            usvg::Node::Path(_) => {}
            other => panic!("a drawing of outlines holds {other:?}"),
        }
    }
}

/// Whatever is smaller than the card itself is between its margins, and where nothing covers it.
fn inside(svg: &str, format: Format, what: &str) {
    let frame = Frame::of(format);
    let mut found = Vec::new();
    boxes(tree(svg).root(), &mut found);
    for place in found.iter().filter(|place| place.width() < frame.width) {
        let inside = place.left() >= frame.margin - 8.0
            && place.right() <= frame.right() + 8.0
            && place.top() >= frame.top
            && place.bottom() <= frame.bottom;
        assert!(inside, "{what} in {format:?}: {place:?}");
    }
}

#[test]
fn no_name_leaves_the_card_or_its_markup() {
    let plain = drawn(Template::SeasonCard, Colour::Black, &three_visits("Robin H.")).svg;
    for name in HOSTILE {
        for template in Template::iter() {
            for format in Format::iter() {
                let mut data = three_visits(name);
                name.clone_into(&mut data.site);
                let svg = draw(&CardRequest { format, ..order(template, Colour::White, data) }).svg;
                // As many elements as with a plain name, or fewer if nothing of it can be drawn.
                if template == Template::SeasonCard {
                    assert!(svg.matches('<').count() <= plain.matches('<').count(), "{name}");
                }
                inside(&svg, format, &format!("{name:?} on {template:?}"));
            }
        }
    }
}

// RULES 13.15
#[test]
fn everything_that_can_be_shown_has_room_in_every_format() {
    for template in Template::iter() {
        for format in Format::iter() {
            for (position, gain) in [(3, 241), (10_482, -10_000)] {
                let mut data = everything_shown("Robin Featherstonehaugh-Cholmondeley");
                data.rank = Some(Position { position, of: 128_000 });
                data.gain = Some(score(gain));
                data.latest.score = score(10_000);
                let svg = draw(&CardRequest { format, ..order(template, Colour::Black, data) }).svg;
                inside(&svg, format, &format!("{template:?}"));
            }
        }
    }
}

#[test]
fn a_name_never_runs_into_the_handle() {
    for name in HOSTILE {
        for (format, above) in [(Format::Story, 1_490.0), (Format::Square, 954.0), (Format::Landscape, 934.0)]
        {
            let request =
                CardRequest { format, ..order(Template::SeasonCard, Colour::Black, three_visits(name)) };
            let mut found = Vec::new();
            boxes(tree(&draw(&request).svg).root(), &mut found);
            let foot: Vec<&Rect> = found.iter().filter(|place| place.top() > above).collect();
            for (index, one) in foot.iter().enumerate() {
                for other in &foot[index + 1..] {
                    let apart = one.right() + 20.0 < other.left() || other.right() + 20.0 < one.left();
                    assert!(apart, "{name:?} in {format:?}: {one:?} {other:?}");
                }
            }
        }
    }
}

#[test]
fn few_and_many_results_have_room() {
    for count in 1..=9_i32 {
        let mut data = three_visits("Robin H.");
        data.finals = (0..count)
            .map(|place| Final {
                date: date("2025-10-31").add_days(place * 30),
                score: score(6_000 + place * 450),
            })
            .collect();
        let templates = [Template::ResultOverview, Template::RecapProgress];
        for (template, format) in
            templates.iter().flat_map(|one| Format::iter().map(move |format| (*one, format)))
        {
            let mut data = data.clone();
            if let Some(recap) = &mut data.recap {
                recap.visits.clone_from(&data.finals);
            }
            let svg = draw(&CardRequest { format, ..order(template, Colour::Black, data) }).svg;
            inside(&svg, format, &format!("{count} on {template:?}"));
        }
    }
    let mut data = three_visits("Robin H.");
    data.finals.iter_mut().for_each(|result| result.score = score(0));
    data.latest.score = score(0);
    data.latest.tests = [None; 6];
    data.season = None;
    for template in Template::iter() {
        tree(&drawn(template, Colour::Grey, &data).svg);
    }
}

#[test]
fn a_long_name_stays_beside_the_card_on_a_picture() {
    for name in HOSTILE {
        let mut data = three_visits(name);
        name.clone_into(&mut data.site);
        for (format, card_at, words_end) in [(Format::Story, 820.0, 800.0), (Format::Square, 610.0, 590.0)] {
            let request = order(Template::ResultDetails, Colour::White, data.clone());
            let svg = open_graph::document(&CardRequest { format, ..request });
            let mut found = Vec::new();
            boxes(tree(&svg).root(), &mut found);
            let (card, rest): (Vec<Rect>, Vec<Rect>) =
                found.into_iter().partition(|place| place.left() > card_at);
            assert!(card.len() > 8, "{name:?}");
            for place in rest.iter().filter(|place| place.width() < 1_000.0) {
                assert!(place.right() < words_end && place.left() > 40.0, "{name:?}: {place:?}");
            }
        }
    }
}
