//! Personal details: names, date of birth, gender, T-shirt size.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use super::ProfileError;
use crate::eligibility::rules::EligibilityRules;
use crate::time::Date;

/// The most characters of a name (RULES 9.10).
pub const NAME_MAX: usize = 60;

/// Combining marks that `char::is_alphanumeric` does not include, so that names may have the accents, points and viramas of
/// their scripts.
const MARKS: [(char, char); 43] = [
    ('\u{0300}', '\u{036F}'),
    ('\u{0483}', '\u{0487}'),
    ('\u{0591}', '\u{05BD}'),
    ('\u{05BF}', '\u{05BF}'),
    ('\u{05C1}', '\u{05C2}'),
    ('\u{05C4}', '\u{05C5}'),
    ('\u{05C7}', '\u{05C7}'),
    ('\u{0610}', '\u{061A}'),
    ('\u{064B}', '\u{065F}'),
    ('\u{0670}', '\u{0670}'),
    ('\u{06D6}', '\u{06DC}'),
    ('\u{06DF}', '\u{06E8}'),
    ('\u{06EA}', '\u{06ED}'),
    ('\u{0711}', '\u{0711}'),
    ('\u{0730}', '\u{074A}'),
    ('\u{093C}', '\u{093C}'),
    ('\u{094D}', '\u{094D}'),
    ('\u{09BC}', '\u{09BC}'),
    ('\u{09CD}', '\u{09CD}'),
    ('\u{0A3C}', '\u{0A3C}'),
    ('\u{0A4D}', '\u{0A4D}'),
    ('\u{0ABC}', '\u{0ABC}'),
    ('\u{0ACD}', '\u{0ACD}'),
    ('\u{0B3C}', '\u{0B3C}'),
    ('\u{0B4D}', '\u{0B4D}'),
    ('\u{0BCD}', '\u{0BCD}'),
    ('\u{0C4D}', '\u{0C4D}'),
    ('\u{0CBC}', '\u{0CBC}'),
    ('\u{0CCD}', '\u{0CCD}'),
    ('\u{0D4D}', '\u{0D4D}'),
    ('\u{0DCA}', '\u{0DCA}'),
    ('\u{0E3A}', '\u{0E3A}'),
    ('\u{0E47}', '\u{0E4E}'),
    ('\u{0EC8}', '\u{0ECE}'),
    ('\u{0F39}', '\u{0F39}'),
    ('\u{0F84}', '\u{0F84}'),
    ('\u{1037}', '\u{103A}'),
    ('\u{17C9}', '\u{17D3}'),
    ('\u{1AB0}', '\u{1AFF}'),
    ('\u{1DC0}', '\u{1DFF}'),
    ('\u{20D0}', '\u{20FF}'),
    ('\u{3099}', '\u{309A}'),
    ('\u{FE20}', '\u{FE2F}'),
];

/// The most marks on one letter; higher stacks would run into the lines above on a board.
const MARKS_MAX: usize = 3;

/// The name of a person, a contact, a team or a kiosk: 1 to 60 letters, marks, digits, spaces and `'`, `-`, `.`, `,`, `(`, `)`,
/// `&`, trimmed, with at least one letter and at most three marks on each (RULES 9.10). Control and direction characters are
/// refused. The curly apostrophes and dashes that telephones type become plain ones.
pub fn name(text: &str) -> Result<String, ProfileError> {
    let name: String = text.trim().chars().map(plain).collect();
    let known = |c: char| {
        c.is_alphanumeric() || is_mark(c) || matches!(c, ' ' | '\'' | '-' | '.' | ',' | '(' | ')' | '&')
    };
    let sound = (1..=NAME_MAX).contains(&name.chars().count())
        && name.chars().all(known)
        && name.chars().any(|c| c.is_alphabetic() && !is_mark(c))
        && most_marks(&name) <= MARKS_MAX;
    if sound { Ok(name) } else { Err(ProfileError::Name) }
}

/// The name that somebody types for a team, a crew or a passkey: as [`name`], of one line and at most `max` characters, with runs
/// of spaces collapsed.
pub fn typed_name(typed: &str, max: usize) -> Result<String, ProfileError> {
    if typed.trim().chars().any(char::is_control) {
        return Err(ProfileError::Name);
    }
    let name = name(&typed.split_whitespace().collect::<Vec<_>>().join(" "))?;
    if name.chars().count() <= max { Ok(name) } else { Err(ProfileError::Name) }
}

/// The length of the longest run of marks.
fn most_marks(name: &str) -> usize {
    name.split(|c| !is_mark(c)).map(|marks| marks.chars().count()).max().unwrap_or(0)
}

fn plain(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        other => other,
    }
}

fn is_mark(c: char) -> bool {
    MARKS.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// A date of birth: a real date before `today`, at an age within `ages`.
pub fn date_of_birth(text: &str, today: Date, ages: &EligibilityRules) -> Result<Date, ProfileError> {
    let born: Date = text.trim().parse().map_err(|_| ProfileError::DateOfBirth)?;
    match born.years_until(today) {
        _ if born >= today => Err(ProfileError::DateOfBirth),
        age if ages.admits(age) => Ok(born),
        _ => Err(ProfileError::AgeOutOfRange),
    }
}

/// A gender as stated. Only the first two have a board of their own; everybody is on the overall one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the words of the form")]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum Gender {
    Male,
    Female,
    Other,
    /// Not stated.
    #[default]
    None,
}

impl Gender {
    /// Every gender, in the order of the form.
    pub const ALL: [Self; 4] = [Self::Female, Self::Male, Self::Other, Self::None];

    /// The label on screen.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Male => "Male",
            Self::Female => "Female",
            Self::Other => "Other",
            Self::None => "Prefer not to say",
        }
    }

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Male => "male",
            Self::Female => "female",
            Self::Other => "other",
            Self::None => "none",
        }
    }
}

impl FromStr for Gender {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|gender| gender.as_str().eq_ignore_ascii_case(text.trim()))
            .ok_or(ProfileError::Gender)
    }
}

impl fmt::Display for Gender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The size of the T-shirt that an athlete is given; M unless they choose (RULES 9.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "the letters on the label")]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum TShirtSize {
    Xxs,
    Xs,
    S,
    #[default]
    M,
    L,
    Xl,
    Xxl,
    Xxxl,
}

impl TShirtSize {
    /// Every size, smallest first.
    pub const ALL: [Self; 8] =
        [Self::Xxs, Self::Xs, Self::S, Self::M, Self::L, Self::Xl, Self::Xxl, Self::Xxxl];

    /// The word on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Xxs => "XXS",
            Self::Xs => "XS",
            Self::S => "S",
            Self::M => "M",
            Self::L => "L",
            Self::Xl => "XL",
            Self::Xxl => "XXL",
            Self::Xxxl => "XXXL",
        }
    }
}

impl FromStr for TShirtSize {
    type Err = ProfileError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|size| size.as_str().eq_ignore_ascii_case(text.trim()))
            .ok_or(ProfileError::TShirtSize)
    }
}

impl fmt::Display for TShirtSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
