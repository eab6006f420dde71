//! The colours of the cards. The values are the site's own dark theme (`tokens.css`), since a downloaded picture has no
//! style sheet.

use crate::db::sharing::share::Colour;

/// `--color-ground`
pub(super) const GROUND: &str = "#070a08";
/// `--color-plate`
const PLATE: &str = "#2a352f";
/// `--color-plate-strong`
const PLATE_STRONG: &str = "#3a483f";
/// `--color-line-strong`
const LINE_STRONG: &str = "#75857b";
/// `--color-text`
const TEXT: &str = "#f3f6f0";
/// `--color-text-quiet`
const TEXT_QUIET: &str = "#b0bcb3";
/// `--color-accent`
const ACCENT: &str = "#3dff7f";
/// `--color-accent-wash`
const ACCENT_WASH: &str = "#0d2416";
/// `--color-on-accent`
const ON_ACCENT: &str = "#03140a";
/// `--color-paper`
const PAPER: &str = "#ffffff";
/// `--color-ink`
const INK: &str = "#070a08";

/// How much of most grounds lies on a photograph.
const VEIL: f32 = 0.66;

impl Colour {
    pub(super) const fn palette(self) -> Palette {
        match self {
            Self::Black => Palette {
                ground: GROUND,
                fade: None,
                text: TEXT,
                quiet: TEXT_QUIET,
                mark: ACCENT,
                line: PLATE_STRONG,
                veil: VEIL,
            },
            Self::Grey => Palette {
                ground: PLATE,
                fade: None,
                text: TEXT,
                quiet: TEXT_QUIET,
                mark: ACCENT,
                line: LINE_STRONG,
                veil: 0.75,
            },
            Self::White => Palette {
                ground: PAPER,
                fade: None,
                text: INK,
                quiet: PLATE_STRONG,
                mark: INK,
                line: TEXT_QUIET,
                veil: VEIL,
            },
            Self::AppColor => Palette {
                ground: ACCENT,
                fade: None,
                text: ON_ACCENT,
                quiet: ON_ACCENT,
                mark: ON_ACCENT,
                line: ACCENT_WASH,
                veil: VEIL,
            },
            Self::AppColorGradient => Palette {
                ground: GROUND,
                fade: Some(ACCENT),
                text: TEXT,
                quiet: TEXT,
                mark: ACCENT,
                line: LINE_STRONG,
                veil: VEIL,
            },
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Palette {
    pub(super) ground: &'static str,
    /// The colour that fades in from the bottom; none for a plain background.
    pub(super) fade: Option<&'static str>,
    pub(super) text: &'static str,
    pub(super) quiet: &'static str,
    /// The athlete's shape, bars and emphasis.
    pub(super) mark: &'static str,
    /// Rings and empty bars.
    pub(super) line: &'static str,
    /// How much of the ground lies on a photograph: a lighter dark has to cover more of a bright one.
    pub(super) veil: f32,
}

impl Palette {
    /// The same on a photograph, where quiet text would be lost.
    pub(super) const fn on_photo(self) -> Self {
        Self { quiet: self.text, line: self.quiet, ..self }
    }
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator as _;

    use super::*;

    #[test]
    fn the_values_are_those_of_the_night_track() {
        let tokens = include_str!("../../../../web/src/components/tokens.css");
        let night = tokens.split("[data-theme='light']").next().unwrap();
        for (name, value) in [
            ("ground", GROUND),
            ("plate", PLATE),
            ("plate-strong", PLATE_STRONG),
            ("line-strong", LINE_STRONG),
            ("text", TEXT),
            ("text-quiet", TEXT_QUIET),
            ("accent", ACCENT),
            ("accent-wash", ACCENT_WASH),
            ("on-accent", ON_ACCENT),
            ("paper", PAPER),
            ("ink", INK),
        ] {
            assert!(night.contains(&format!("--color-{name}: {value};")), "{name}");
        }
    }

    #[test]
    fn a_word_reads_back() {
        for colour in Colour::iter() {
            assert_eq!(colour.into_str().parse(), Ok(colour));
            assert_eq!(serde_json::to_value(colour).unwrap(), colour.into_str());
        }
        assert!("red".parse::<Colour>().is_err());
    }
}
