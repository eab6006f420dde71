//! Every card in every colour, with all kinds of names.

use resvg::tiny_skia::Rect;
use resvg::usvg;
use sha2::{Digest as _, Sha256};
use sixfold_domain::score::Score;
use sixfold_domain::time::Date;

use super::data::{Final, Latest};
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

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn score(hundredths: i32) -> Score {
    Score::from_hundredths(hundredths)
}

/// Three visits, the last of them with all tests.
fn three_visits(name: &str) -> CardData {
    let finals = vec![
        Final { date: date("2026-04-12"), score: score(6_512) },
        Final { date: date("2026-07-02"), score: score(7_088) },
        Final { date: date("2026-11-02"), score: score(8_137) },
    ];
    CardData {
        site: "Sixfold".to_owned(),
        name: name.to_owned(),
        handle: Some(format!("@{name}")),
        season: Some("Season 14 2026".to_owned()),
        latest: Latest {
            date: date("2026-11-02"),
            score: score(8_137),
            tests: [Some(7_420), Some(8_815), Some(9_340), Some(8_277), Some(6_904), Some(8_066)]
                .map(|test| test.map(score)),
        },
        finals,
        ratings: Ratings {
            overall: Some(92),
            tests: [Some(71), Some(88), Some(99), Some(90), Some(0), None],
        },
    }
}

fn everything(mut check: impl FnMut(Template, Colour, &str)) {
    for template in Template::ALL {
        for colour in Colour::ALL {
            check(template, colour, &draw(template, colour, &three_visits("Robin H.")).svg);
        }
    }
}

fn tree(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap()
}

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

#[test]
fn every_template_draws_in_every_colour() {
    everything(|template, colour, svg| {
        let tree = tree(svg);
        assert_eq!((tree.size().width(), tree.size().height()), (WIDTH, HEIGHT), "{template:?} {colour:?}");
        for forbidden in ["<text", "<image", "href", "font-family", "<style", "<script"] {
            assert!(!svg.contains(forbidden), "{template:?} {colour:?}: {forbidden}");
        }
        let ground = template.colour(colour).palette().ground;
        assert!(svg.contains(&format!("fill=\"{ground}\"")), "{template:?} {colour:?}");
        assert!(svg.contains("<title>") && svg.contains("role=\"img\""), "{template:?}");
        assert!(svg.len() < 120_000, "{template:?} {colour:?}: {} bytes", svg.len());
    });
}

#[test]
fn what_a_card_says_is_said_in_words_too() {
    let said = |template| draw(template, Colour::Black, &three_visits("Robin H.")).words;
    assert_eq!(
        said(Template::SeasonCard),
        "Season card of Robin H., Season 14 2026: final score 81.37. @Robin H."
    );
    assert_eq!(
        said(Template::ResultDetails),
        "Result of Robin H.: final score 81.37; Cognitive 74.20, Strength 88.15, Power 93.40, Speed 82.77, \
         Agility 69.04, Endurance 80.66. @Robin H."
    );
    assert_eq!(
        said(Template::ResultOverview),
        "Results of Robin H.: 12 Apr 2026 65.12, 2 Jul 2026 70.88, 2 Nov 2026 81.37. @Robin H."
    );
    assert_eq!(
        said(Template::ScoreCard),
        "Score card of Robin H.: final score 81.37. Better than 92% of the field. Cognitive 74.20, better than 71%; \
         Strength 88.15, better than 88%; Power 93.40, better than 99%; Speed 82.77, better than 90%; \
         Agility 69.04, all of the field to chase; Endurance 80.66. @Robin H."
    );
    assert_eq!(said(Template::Challenge), "Challenge of Robin H., Season 14 2026: beat my 81.37. @Robin H.");
}

#[test]
fn the_overview_and_the_score_card_are_black_whatever_is_picked() {
    let data = three_visits("Robin H.");
    for template in [Template::ResultOverview, Template::ScoreCard] {
        let black = draw(template, Colour::Black, &data).svg;
        for colour in Colour::ALL {
            assert_eq!(draw(template, colour, &data).svg, black);
        }
    }
}

#[test]
fn no_name_leaves_the_card_or_its_markup() {
    let plain = draw(Template::SeasonCard, Colour::Black, &three_visits("Robin H.")).svg;
    for name in HOSTILE {
        for template in Template::ALL {
            let mut data = three_visits(name);
            name.clone_into(&mut data.site);
            let svg = draw(template, Colour::White, &data).svg;
            // As many elements as with a plain name, or fewer if nothing of it can be drawn.
            if template == Template::SeasonCard {
                assert!(svg.matches('<').count() <= plain.matches('<').count(), "{name}");
            }
            let tree = tree(&svg);
            let mut found = Vec::new();
            boxes(tree.root(), &mut found);
            // Whatever is smaller than the card itself is between its margins.
            for place in found.iter().filter(|place| place.width() < WIDTH) {
                let inside = place.left() >= layout::MARGIN - 8.0
                    && place.right() <= WIDTH - layout::MARGIN + 8.0
                    && place.top() >= layout::SAFE_TOP
                    && place.bottom() <= layout::SAFE_BOTTOM;
                assert!(inside, "{name:?} on {template:?}: {place:?}");
            }
        }
    }
}

#[test]
fn a_name_never_runs_into_the_handle() {
    for name in HOSTILE {
        let mut found = Vec::new();
        boxes(tree(&draw(Template::SeasonCard, Colour::Black, &three_visits(name)).svg).root(), &mut found);
        let foot: Vec<&Rect> = found.iter().filter(|place| place.top() > 1_490.0).collect();
        for (index, one) in foot.iter().enumerate() {
            for other in &foot[index + 1..] {
                let apart = one.right() + 24.0 < other.left() || other.right() + 24.0 < one.left();
                assert!(apart, "{name:?}: {one:?} {other:?}");
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
                date: date("2026-01-31").add_days(place * 30),
                score: score(6_000 + place * 450),
            })
            .collect();
        let mut found = Vec::new();
        let tree = tree(&draw(Template::ResultOverview, Colour::Black, &data).svg);
        boxes(tree.root(), &mut found);
        assert!(found.iter().all(|place| place.width() == WIDTH || place.right() <= WIDTH - 70.0), "{count}");
    }
    let mut data = three_visits("Robin H.");
    data.finals.iter_mut().for_each(|result| result.score = score(0));
    data.latest.score = score(0);
    data.latest.tests = [None; 6];
    data.season = None;
    for template in Template::ALL {
        tree(&draw(template, Colour::Grey, &data).svg);
    }
}

#[test]
fn the_picture_of_a_page_is_of_the_size_that_is_told() {
    for template in Template::ALL {
        let svg = open_graph::document(template, Colour::AppColorGradient, &three_visits("Robin H."));
        let png = studio::render(&svg).unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        assert_eq!((number(16), number(20)), (PICTURE_WIDTH, PICTURE_HEIGHT));
    }
}

#[test]
fn a_long_name_stays_beside_the_card_on_a_picture() {
    for name in HOSTILE {
        let mut data = three_visits(name);
        name.clone_into(&mut data.site);
        let svg = open_graph::document(Template::ResultDetails, Colour::White, &data);
        let mut found = Vec::new();
        boxes(tree(&svg).root(), &mut found);
        let (card, rest): (Vec<Rect>, Vec<Rect>) = found.into_iter().partition(|place| place.left() > 820.0);
        assert!(card.len() > 8, "{name:?}");
        for place in rest.iter().filter(|place| place.width() < 1_000.0) {
            assert!(place.right() < 800.0 && place.left() > 40.0, "{name:?}: {place:?}");
        }
    }
}

/// Pixels are the same on every machine, so a difference is always a change of ours.
#[test]
fn the_drawing_is_what_it_was() {
    let hash = |bytes: &[u8]| hex::encode(&Sha256::digest(bytes)[..8]);
    let data = three_visits("Robin H. مريم");
    let pixels = |svg: &str| hash(&studio::pixels(svg).unwrap().take());
    let found = [
        hash(draw(Template::SeasonCard, Colour::AppColorGradient, &data).svg.as_bytes()),
        pixels(&open_graph::document(Template::SeasonCard, Colour::AppColorGradient, &data)),
        pixels(&open_graph::document(Template::ResultOverview, Colour::Black, &data)),
    ];
    assert_eq!(found, ["73140bea907a0323", "9cc57e46e0524021", "6e3d269948ccc71b"]);
}
