//! Every card in every colour: what it shows and says.

mod room;

use resvg::{tiny_skia, usvg};
use sha2::{Digest as _, Sha256};
use sixfold_domain::score::Score;
use sixfold_domain::time::Date;
use strum::IntoEnumIterator as _;

use super::art::{PICTURE_HEIGHT, PICTURE_WIDTH};
use super::data::Latest;
use super::photo::Photo;
use super::recap_data::Recap;
use super::results::Final;
use super::*;
use crate::db::sharing::share::{Colour, Format, Shows};

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn score(hundredths: i32) -> Score {
    Score::from_hundredths(hundredths)
}

const MARKS: [&str; 6] = ["48 hits", "21.5 N/kg", "64.25 cm", "2.705 s", "7.82 s", "level 9.4"];

fn marks() -> [Option<String>; 6] {
    MARKS.map(|mark| Some(mark.to_owned()))
}

/// Three visits, the last of them with all tests, as a card shows them by default.
pub(super) fn three_visits(name: &str) -> CardData {
    let finals = vec![
        Final { date: date("2026-04-12"), score: score(6_512) },
        Final { date: date("2026-07-02"), score: score(7_088) },
        Final { date: date("2026-11-02"), score: score(8_137) },
    ];
    let tests = [Some(7_420), Some(8_815), Some(9_340), Some(8_277), Some(6_904), Some(8_066)]
        .map(|test| test.map(score));
    CardData {
        site: "Sixfold".to_owned(),
        name: name.to_owned(),
        handle: Some(format!("@{name}")),
        season: Some("Season 14 2026".to_owned()),
        latest: Latest { date: date("2026-11-02"), score: score(8_137), tests, marks: Default::default() },
        recap: Some(Recap {
            visits: finals.clone(),
            tests,
            marks: marks(),
            grown: Some((sixfold_domain::test_type::TestType::Power, score(1_230))),
        }),
        finals,
        ratings: Ratings {
            overall: Some(92),
            tests: [Some(71), Some(88), Some(99), Some(90), Some(0), None],
        },
        rank: None,
        better_than: None,
        gain: None,
    }
}

/// The same with everything that can be shown.
fn everything_shown(name: &str) -> CardData {
    let mut data = three_visits(name);
    data.rank = Some(Position { position: 3, of: 128 });
    data.better_than = Some(82);
    data.gain = Some(score(1_049));
    data.latest.marks = marks();
    data
}

pub(super) fn order(template: Template, colour: Colour, data: CardData) -> CardRequest {
    CardRequest { template, colour, format: Format::Story, backdrop: Backdrop::Plain, data }
}

fn drawn(template: Template, colour: Colour, data: &CardData) -> Drawing {
    draw(&order(template, colour, data.clone()))
}

fn everything(mut check: impl FnMut(&CardRequest, &str)) {
    for template in Template::iter() {
        for colour in Colour::iter() {
            for format in Format::iter() {
                for data in [three_visits("Robin H."), everything_shown("Robin H.")] {
                    let order = CardRequest { format, ..order(template, colour, data) };
                    check(&order, &draw(&order).svg);
                }
            }
        }
    }
}

fn plain_photo(colour: [u8; 3]) -> Backdrop {
    let pixels = image::RgbImage::from_pixel(400, 300, image::Rgb(colour));
    let mut jpeg = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut jpeg, image::ImageFormat::Jpeg).unwrap();
    Backdrop::Photo(std::sync::Arc::new(Photo {
        digest: format!("{colour:?}"),
        jpeg: jpeg.into_inner().into(),
    }))
}

fn tree(svg: &str) -> usvg::Tree {
    usvg::Tree::from_str(svg, &usvg::Options::default()).unwrap()
}

// RULES 13.15
#[test]
fn every_template_draws_in_every_colour_and_format() {
    everything(|order, svg| {
        let CardRequest { template, colour, format, .. } = order;
        let tree = tree(svg);
        let (width, height) = format.size();
        let of = format!("{template:?} {colour:?} {format:?}");
        assert_eq!(
            (tree.size().width(), tree.size().height()),
            (f32::from(width), f32::from(height)),
            "{of}"
        );
        for forbidden in ["<text", "<image", "href", "font-family", "<style", "<script"] {
            assert!(!svg.contains(forbidden), "{of}: {forbidden}");
        }
        let ground = template.colour(*colour).palette().ground;
        assert!(svg.contains(&format!("fill=\"{ground}\"")), "{of}");
        assert!(svg.contains("<title>") && svg.contains("role=\"img\""), "{of}");
        assert!(svg.len() < 140_000, "{of}: {} bytes", svg.len());
    });
}

// RULES 13.16
#[test]
fn what_is_shown_beside_the_result_is_said_in_words_too() {
    let said = |template: Template| drawn(template, Colour::Black, &everything_shown("Robin H.")).words;
    let season = said(Template::SeasonCard);
    for fact in ["3rd of 128", "Better than 82%", "+10.49 on the last one", "Agility 7.82 s"] {
        assert!(season.contains(fact), "{season}");
    }
    assert!(said(Template::ResultDetails).contains("Speed 82.77 (2.705 s)"));
}

// RULES 13.16
#[test]
fn only_what_was_picked_is_left_on_the_card() {
    let picked = |words: &str| words.parse::<Shows>().unwrap();
    let all = everything_shown("Robin H.");
    for (words, left) in [
        ("rank", (true, false, false, false, false)),
        ("gain,handle", (false, false, true, false, true)),
        ("", (false, false, false, false, false)),
    ] {
        let data = all.clone().showing(Template::SeasonCard, &picked(words));
        let marks = data.latest.marks.iter().any(Option::is_some);
        let found = (
            data.rank.is_some(),
            data.better_than.is_some(),
            data.gain.is_some(),
            marks,
            data.handle.is_some(),
        );
        assert_eq!(found, left, "{words}");
    }
    let recap = all.clone().showing(Template::RecapResult, &picked(""));
    assert!(recap.rank.is_some() && recap.handle.is_none(), "a recap says what it is about");
    assert_eq!(all.showing(Template::Challenge, &Shows::all()).rank, None);
}

// RULES 13.16
#[test]
fn beside_the_best_of_all_visits_is_nothing_of_another_visit() {
    let shown = |data: &CardData| {
        let data = data.clone().showing(Template::ResultOverview, &Shows::all());
        assert_eq!(data.headline_season(Template::ResultOverview), None);
        (data.rank.is_some(), data.better_than.is_some(), data.gain.is_some())
    };
    let mut data = everything_shown("Robin H.");
    assert_eq!(shown(&data), (true, true, true), "the newest is the best");
    data.finals[0].score = score(9_000);
    assert_eq!(shown(&data), (false, false, false));
    let season = data.clone().showing(Template::SeasonCard, &Shows::all());
    assert!(season.rank.is_some() && season.better_than.is_some() && season.gain.is_some());
    assert_eq!(season.headline_season(Template::SeasonCard), Some("Season 14 2026"));
    let later = (1..=6).map(|place| Final { date: date("2026-11-02").add_days(place), score: score(7_000) });
    data.finals.extend(later);
    let words = drawn(Template::ResultOverview, Colour::Black, &data).words;
    assert!(words.starts_with("Results of Robin H.: best final score 90.00; 3 Nov 2026 70.00, "), "{words}");
}

// RULES 13.17
#[test]
fn a_recap_tells_the_season() {
    let data = everything_shown("Robin H.");
    let said = |template: Template| drawn(template, Colour::White, &data).words;
    assert_eq!(
        said(Template::RecapResult),
        "Recap of Robin H., Season 14 2026: best final score 81.37 on 2 Nov 2026. 3rd of 128. Better than 82%. \
         +10.49 on the last one. @Robin H."
    );
    assert_eq!(
        said(Template::RecapProgress),
        "Recap of Robin H., Season 14 2026: 3 visits, first final 65.12, best final 81.37, +16.25. \
         Largest gain: Power +12.30. @Robin H."
    );
    assert!(
        said(Template::RecapTests).contains("Power 93.40")
            && said(Template::RecapTests).contains("Speed 2.705 s")
    );
}

// RULES 13.19
#[test]
fn text_stays_readable_on_any_photograph() {
    let luminance = |pixel: tiny_skia::PremultipliedColorU8| {
        let part = |value: u8| {
            let value = f32::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(pixel.red()) + 0.7152 * part(pixel.green()) + 0.0722 * part(pixel.blue())
    };
    let colour_of = |text: &str| {
        let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
        tiny_skia::PremultipliedColorU8::from_rgba(part(1), part(3), part(5), 255).unwrap()
    };
    for colour in Colour::iter() {
        for format in Format::iter() {
            let (palette, frame) = (colour.palette().on_photo(), Frame::of(format));
            for photo in [[255, 255, 255], [0, 0, 0], [255, 200, 40], [20, 40, 160]] {
                let Backdrop::Photo(photo) = plain_photo(photo) else { unreachable!() };
                let ground = maud::html! { (photo.draw(&frame)) (super::photo::scrim(&frame, &palette)) };
                let svg = layout::document(&frame, "", &ground).into_string();
                let (width, height) = format.size();
                let pixels = studio::pixels(&svg, (width.into(), height.into())).unwrap();
                for (fill, least) in [(palette.text, 4.5), (palette.quiet, 4.5), (palette.mark, 3.0)] {
                    let text = luminance(colour_of(fill));
                    let is_read = |at: usize| {
                        let row = f32::from(u16::try_from(at / usize::from(width)).unwrap());
                        (frame.top..frame.bottom).contains(&row)
                    };
                    let worst = pixels
                        .pixels()
                        .iter()
                        .enumerate()
                        .step_by(997)
                        .filter(|(at, _)| is_read(*at))
                        .map(|(_, pixel)| {
                            let ground = luminance(*pixel);
                            (text.max(ground) + 0.05) / (text.min(ground) + 0.05)
                        })
                        .fold(f32::MAX, f32::min);
                    assert!(worst >= least, "{colour:?} {format:?}: {fill} at {worst}");
                }
            }
        }
    }
}

// RULES 13.19
#[test]
fn a_photograph_is_in_the_card_and_nowhere_else() {
    let data = three_visits("Robin H.");
    for format in Format::iter() {
        let plain = CardRequest { format, ..order(Template::SeasonCard, Colour::Black, data.clone()) };
        let clear = CardRequest { backdrop: Backdrop::Clear, ..plain.clone() };
        let photo = CardRequest { backdrop: plain_photo([200, 30, 30]), ..plain.clone() };
        assert!(!draw(&clear).svg.contains("<image"), "the page lays the photograph below it");
        assert_eq!(draw(&photo).svg.matches("href=\"data:image/jpeg;base64,").count(), 1);
        let shows_red = |order: &CardRequest| {
            let svg = open_graph::document(order);
            let pixels = studio::pixels(&svg, (PICTURE_WIDTH, PICTURE_HEIGHT)).unwrap();
            pixels.pixels().iter().any(|pixel| pixel.red() > pixel.green().saturating_add(25))
        };
        assert!(shows_red(&photo) && !shows_red(&plain), "{format:?}");
    }
}

#[test]
fn what_a_card_says_is_said_in_words_too() {
    let said = |template| drawn(template, Colour::Black, &three_visits("Robin H.")).words;
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
        "Results of Robin H.: best final score 81.37; 12 Apr 2026 65.12, 2 Jul 2026 70.88, 2 Nov 2026 81.37. @Robin H."
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
        let black = drawn(template, Colour::Black, &data).svg;
        for colour in Colour::iter() {
            assert_eq!(drawn(template, colour, &data).svg, black);
        }
    }
}

#[test]
fn the_picture_of_a_page_is_of_the_size_that_is_told() {
    for template in Template::iter() {
        for format in Format::iter() {
            let data = three_visits("Robin H.");
            let svg = open_graph::document(&CardRequest {
                format,
                ..order(template, Colour::AppColorGradient, data)
            });
            let png = studio::render(&svg).unwrap();
            assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
            let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
            assert_eq!((number(16), number(20)), (PICTURE_WIDTH, PICTURE_HEIGHT));
        }
    }
}

/// Pixels are the same on every machine, so a difference is always a change of ours.
#[test]
fn the_drawing_is_what_it_was() {
    let hash = |bytes: &[u8]| hex::encode(&Sha256::digest(bytes)[..8]);
    let data = three_visits("Robin H. مريم");
    let picture = |template: Template, colour: Colour| {
        let svg = open_graph::document(&order(template, colour, data.clone()));
        hash(&studio::pixels(&svg, (PICTURE_WIDTH, PICTURE_HEIGHT)).unwrap().take())
    };
    let found = [
        hash(drawn(Template::SeasonCard, Colour::AppColorGradient, &data).svg.as_bytes()),
        picture(Template::SeasonCard, Colour::AppColorGradient),
        picture(Template::ResultOverview, Colour::Black),
    ];
    assert_eq!(found, ["fe444417c7091e33", "19e8b94285039933", "1446d9ab481d9e90"]);
}
