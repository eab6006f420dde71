//! Text as outlines. A text is cleaned, put into reading order, shaped with the bundled fonts and measured, so that
//! what is drawn always fits, whatever the name.

mod outline;

use std::ops::Range;
use std::sync::LazyLock;

use harfrust::font::glyph::outline::{DrawMemory, DrawOptions};
use harfrust::{Buffer, Direction, Feature, Font, GlyphId, ShapeOptions, ShaperFont, Tag, shape};
use unicode_bidi::BidiInfo;
use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory as _};

use self::outline::Outline;
use crate::db::people::names::is_mark;

/// A cut of the font family: width and weight make the difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cut {
    /// For shouting: weight 880, width 125 %.
    Black,
    /// For names: weight 800, width 118 %.
    Heavy,
    /// For running text: weight 560, width 100 %.
    Body,
}

impl Cut {
    /// Letter spacing in addition to the font's own, in ems.
    const fn tracking(self) -> f32 {
        match self {
            Self::Black => -0.02,
            Self::Heavy | Self::Body => 0.0,
        }
    }
}

/// The cuts in the order of [`Cut`], then fonts for the letters that they lack (`server/assets/fonts`).
static FACES: LazyLock<[Font; 6]> =
    LazyLock::new(|| FACE_FILES.map(|(_, file)| Font::new(file, 0).expect("the type in the binary reads")));
/// The face whose letters join: no letter spacing is added.
const JOINED: usize = 5;
/// The most marks kept on a letter: a vowel and the sign that doubles a consonant. More would run into the line above.
const MARKS: usize = 2;

/// A positioned letter outline, at size 1.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedGlyph {
    pub(super) face: usize,
    pub(super) glyph: GlyphId,
    pub(super) x: f32,
    /// Downwards.
    pub(super) y: f32,
    /// The character it draws; of several glyphs for one character, the character that is as many places further on.
    pub(super) letter: char,
}

pub(super) const FACE_FILES: [(&str, &[u8]); 6] = [
    ("Archivo-Black", include_bytes!("../../../assets/fonts/archivo-black.ttf")),
    ("Archivo-Heavy", include_bytes!("../../../assets/fonts/archivo-heavy.ttf")),
    ("Archivo-Body", include_bytes!("../../../assets/fonts/archivo-body.ttf")),
    ("NotoSans", include_bytes!("../../../assets/fonts/noto-sans.ttf")),
    ("NotoSansHebrew", include_bytes!("../../../assets/fonts/noto-sans-hebrew.ttf")),
    ("NotoSansArabic", include_bytes!("../../../assets/fonts/noto-sans-arabic.ttf")),
];

/// A face's advance of a glyph, and its measures, in thousandths of an em.
pub(super) fn advance(face: usize, glyph: GlyphId) -> f32 {
    FACES[face].glyph_metrics().scaled_f32(1_000.0).h_advance(glyph)
}

/// Ascent, descent and the height of a capital, in thousandths of an em.
pub(super) fn heights(face: usize) -> (f32, f32, f32) {
    let metrics = FACES[face].metrics().scaled_f32(1_000.0);
    let line = metrics.hhea_line();
    let (ascent, descent) = line.map_or((900.0, -250.0), |line| (line.ascender, line.descender));
    (ascent, descent, metrics.cap_height().unwrap_or(700.0))
}

/// A line of text at size 1, beginning at 0 on the baseline.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    letters: Vec<PlacedGlyph>,
    /// From the start of the first letter to the end of the last, in ems.
    width: f32,
}

/// A letter with its marks, and the face that contains it.
#[derive(Debug, Clone)]
struct Letter {
    text: String,
    face: usize,
}

/// The line and the size, up to `most`, at which a text fits a width. Below `least` the text is truncated with an
/// ellipsis, so that it stays legible.
pub(super) fn fit(text: &str, cut: Cut, most: f32, least: f32, width: f32) -> (Line, f32) {
    let letters = letters(text, cut);
    let mut line = compose(&letters, cut);
    let mut kept = letters.len();
    while line.width * least > width && kept > 1 {
        kept -= 1;
        let mut shorter = letters[..kept].to_vec();
        shorter.truncate(shorter.iter().rposition(|letter| letter.text != " ").map_or(0, |last| last + 1));
        shorter.push(Letter { text: "…".to_owned(), face: cut as usize });
        line = compose(&shorter, cut);
    }
    let size = if line.width > 0.0 { most.min(width / line.width) } else { most };
    // Rounded down, so that the rounded size never makes it wider.
    (line, (size * 10.0).floor() / 10.0)
}

/// A text without control characters: those that change its direction, and those that no document may contain.
pub(super) fn readable(text: &str) -> String {
    let is_read = |letter: &char| !is_of_machines(*letter);
    text.chars().filter(is_read).collect()
}

fn is_of_machines(letter: char) -> bool {
    use GeneralCategory::{Control, Format, PrivateUse, Unassigned};
    matches!(letter.general_category(), Control | Format | PrivateUse | Unassigned)
}

/// Whether any letter or digit of a text can be drawn.
pub(super) fn is_drawn(text: &str) -> bool {
    letters(text, Cut::Heavy).iter().any(|letter| letter.text.starts_with(char::is_alphanumeric))
}

/// Whether every letter and digit of a text can be drawn.
pub(super) fn is_drawn_whole(text: &str) -> bool {
    let mut letters = text.nfc().filter(|letter| letter.is_alphanumeric() && !is_mark(*letter));
    letters.all(|letter| faces(Cut::Heavy).into_iter().any(|face| has(face, letter)))
}

/// The letters of a text that a face contains, in the order in which they were typed, with single spaces between words.
fn letters(text: &str, cut: Cut) -> Vec<Letter> {
    let mut found: Vec<Letter> = Vec::new();
    for letter in text.nfc() {
        if letter.is_whitespace() {
            if found.last().is_some_and(|last| last.text != " ") {
                found.push(Letter { text: " ".to_owned(), face: cut as usize });
            }
        } else if is_mark(letter) {
            let base = found.last_mut().filter(|last| last.text != " " && last.text.chars().count() <= MARKS);
            if let Some(base) = base.filter(|base| has(base.face, letter)) {
                base.text.push(letter);
            }
        } else if !is_of_machines(letter) {
            let face = faces(cut).into_iter().find(|face| has(*face, letter));
            found.extend(face.map(|face| Letter { text: letter.to_string(), face }));
        }
    }
    if found.last().is_some_and(|last| last.text == " ") {
        found.pop();
    }
    found
}

/// The faces in which a letter is looked for, one after the other.
const fn faces(cut: Cut) -> [usize; 4] {
    [cut as usize, 3, 4, 5]
}

fn has(face: usize, letter: char) -> bool {
    FACES[face].charmap().map_unicode(letter).is_some()
}

/// Positions letters in reading order: the first letter with a direction determines that of the line.
fn compose(letters: &[Letter], cut: Cut) -> Line {
    let text: String = letters.iter().map(|letter| letter.text.as_str()).collect();
    let bidi = BidiInfo::new(&text, None);
    let Some(paragraph) = bidi.paragraphs.first() else { return Line::default() };
    let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
    let mut line = Line::default();
    for run in runs {
        let to_the_left = levels[run.start].is_rtl();
        let mut parts = by_face(letters, &run);
        if to_the_left {
            parts.reverse();
        }
        for (part, face) in parts {
            line.append(&text[part], face, to_the_left, cut);
        }
    }
    // No spacing after the last letter.
    line.width = (line.width - cut.tracking()).max(0.0);
    line
}

/// Splits a run of one direction into parts with one face each.
fn by_face(letters: &[Letter], run: &Range<usize>) -> Vec<(Range<usize>, usize)> {
    let mut parts: Vec<(Range<usize>, usize)> = Vec::new();
    let mut at = 0;
    for letter in letters {
        let place = at..at + letter.text.len();
        at = place.end;
        if !run.contains(&place.start) {
            continue;
        }
        match parts.last_mut() {
            Some((part, face)) if *face == letter.face => part.end = place.end,
            _ => parts.push((place, letter.face)),
        }
    }
    parts
}

impl Line {
    fn append(&mut self, text: &str, face: usize, to_the_left: bool, cut: Cut) {
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(if to_the_left { Direction::RightToLeft } else { Direction::LeftToRight });
        let features = unkerned_stops(text);
        shape(&ShaperFont::new(&FACES[face]), &mut buffer, ShapeOptions::new().features(&features))
            .expect("the buffer has a direction");
        let tracking = if face == JOINED { 0.0 } else { cut.tracking() };
        let ems = ems(face);
        let infos = buffer.glyph_infos();
        let mut same = 0;
        for (index, (info, position)) in infos.iter().zip(buffer.glyph_positions()).enumerate() {
            let glyph = GlyphId::new(info.glyph_id);
            let (dx, dy) = (to_f32(position.x_offset) * ems, to_f32(position.y_offset) * ems);
            same = if index > 0 && infos[index - 1].cluster == info.cluster { same + 1 } else { 0 };
            let start = usize::try_from(info.cluster).unwrap_or_default();
            let letter = text.get(start..).and_then(|rest| rest.chars().nth(same)).unwrap_or(' ');
            self.letters.push(PlacedGlyph { face, glyph, x: self.width + dx, y: -dy, letter });
            self.width += to_f32(position.x_advance) * ems;
            // Between letters, not between a letter and its marks.
            if infos.get(index + 1).is_none_or(|next| next.cluster != info.cluster) {
                self.width += tracking;
            }
        }
    }

    /// Its width at a size.
    pub(super) fn width(&self, size: f32) -> f32 {
        self.width * size
    }

    /// Its letters, in reading order.
    pub(super) fn glyphs(&self) -> &[PlacedGlyph] {
        &self.letters
    }

    /// The outline at a position and size, as a path's `d`. Empty if there is nothing to draw.
    pub(super) fn path(&self, x: f32, y: f32, size: f32) -> String {
        let mut outline = Outline::default();
        for letter in &self.letters {
            outline.begin(x + letter.x * size, y + letter.y * size, ems(letter.face) * size);
            if let Some(glyph) = FACES[letter.face].outline_glyphs().get(letter.glyph) {
                glyph
                    .draw(&DrawOptions::new(), DrawMemory::Scratch, &mut outline)
                    .expect("the type in the binary reads");
            }
        }
        outline.into_data()
    }
}

/// Switches kerning off between a letter and a full stop: after an initial, `W.` would run together.
fn unkerned_stops(text: &str) -> Vec<Feature> {
    let before = |stop: usize| text[..stop].char_indices().next_back().map(|(at, _)| at);
    let pairs = text.match_indices('.').filter_map(|(stop, _)| Some(before(stop)?..stop + 1));
    pairs.map(|pair| Feature::new(Tag::new(b"kern"), 0, pair)).collect()
}

/// A face's unit in ems.
fn ems(face: usize) -> f32 {
    1.0 / f32::from(FACES[face].units_per_em())
}

#[expect(clippy::cast_precision_loss, reason = "units of type are far below a float's exact integers")]
fn to_f32(units: i32) -> f32 {
    units as f32
}

#[cfg(test)]
mod tests {
    use sixfold_domain::score::Score;

    use super::*;
    use crate::site::card::gain_words;

    fn drawn(text: &str, cut: Cut) -> String {
        letters(text, cut).iter().map(|letter| letter.text.as_str()).collect()
    }

    fn set(text: &str, cut: Cut) -> Line {
        compose(&letters(text, cut), cut)
    }

    #[test]
    fn figures_are_of_one_width() {
        for cut in [Cut::Black, Cut::Heavy, Cut::Body] {
            let one = set("1", cut).width;
            for figure in "023456789".chars() {
                let other = set(&figure.to_string(), cut).width;
                assert!((other - one).abs() < 0.001, "{cut:?} {figure}: {other} for {one}");
            }
        }
    }

    #[test]
    fn an_initial_keeps_its_distance_from_its_stop() {
        for cut in [Cut::Black, Cut::Heavy, Cut::Body] {
            let (pair, letter, stop) = (set("W.", cut).width, set("W", cut).width, set(".", cut).width);
            assert!(
                (pair - letter - stop - cut.tracking()).abs() < 0.001,
                "{cut:?}: {pair} for {letter} and {stop}"
            );
        }
    }

    #[test]
    fn what_no_face_has_is_left_out() {
        let drawn = |text: &str| drawn(text, Cut::Heavy);
        assert_eq!(drawn("Zoë 🏅 Łukasz"), "Zoë Łukasz");
        assert_eq!(drawn(" a\u{7}\u{202e}b\t\n c "), "ab c");
        assert_eq!(drawn("e\u{301}"), "é");
        assert_eq!(drawn("李"), "");
        assert_eq!(drawn("\u{301}\u{301}a"), "a");
        assert!(is_drawn("Ж") && is_drawn("ש") && is_drawn("م") && is_drawn("Ω"));
        assert!(!is_drawn("李 明") && !is_drawn("🏅") && !is_drawn(""));
        for name in
            ["Zoë Łukasz-Ó Néill", "Anne 🏅 O’Neill", "Владимир 2.", "بِن دَوْد", "Z\u{309}\u{309}\u{309}oe"]
        {
            assert!(is_drawn_whole(name), "{name}");
        }
        for name in ["Ben 李", "李 Ben", "Benज"] {
            assert!(is_drawn(name) && !is_drawn_whole(name), "{name}");
        }
    }

    #[test]
    fn a_name_in_latin_letters_keeps_them_all() {
        for name in ["Əli Məmmədov", "Ɓala Ɗanƙo", "Sẓḥarā", "Oʻktam", "Afɔa Ɛ\u{301}dem"] {
            for cut in [Cut::Black, Cut::Heavy, Cut::Body] {
                assert_eq!(drawn(name, cut), name, "{cut:?}");
            }
        }
    }

    #[test]
    fn a_lost_score_keeps_its_sign() {
        let words = gain_words(Score::from_hundredths(-30));
        for cut in [Cut::Black, Cut::Heavy, Cut::Body] {
            assert_eq!(drawn(&words, cut), words, "{cut:?}");
        }
    }

    #[test]
    fn a_letter_keeps_two_marks() {
        let tower = format!("Z{}", "\u{309}".repeat(59));
        assert_eq!(letters(&tower, Cut::Heavy)[0].text.chars().count(), 1 + MARKS);
    }

    #[test]
    fn a_line_fits_or_ends_early() {
        let wide = "W".repeat(60);
        let (line, size) = fit("Robin H.", Cut::Heavy, 60.0, 34.0, 620.0);
        assert!((size - 60.0).abs() < 0.01 && line.width(size) < 620.0);
        let (line, size) = fit(&wide, Cut::Heavy, 60.0, 34.0, 620.0);
        assert!(size >= 34.0 && line.width(size) <= 620.0 && line.letters.len() < 25);
        let (line, size) = fit("", Cut::Heavy, 60.0, 34.0, 620.0);
        assert!(line.path(0.0, 0.0, size).is_empty());
    }

    #[test]
    fn words_of_the_right_stand_as_they_are_read() {
        // By itself the initial's full stop is on the left of a name that is read from the right.
        let line = set("מרים ל.", Cut::Heavy);
        let stop = FACES[Cut::Heavy as usize].charmap().map_unicode('.').unwrap();
        assert_eq!(line.letters.first().map(|letter| letter.glyph), Some(stop));
        let mixed = set("Zoë מרים", Cut::Heavy);
        assert_eq!(
            (mixed.letters.first().unwrap().face, mixed.letters.last().unwrap().face),
            (Cut::Heavy as usize, 4)
        );
        // Arabic letters join: narrower than the letters alone.
        let joined = set("مريم", Cut::Heavy).width;
        let alone: f32 = "مريم".chars().map(|letter| set(&letter.to_string(), Cut::Heavy).width).sum();
        assert!(joined < alone, "{joined} {alone}");
    }
}
