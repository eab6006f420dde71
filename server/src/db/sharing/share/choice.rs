//! What can be chosen of a story card: template, colour, format, and what it shows beside the result.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use strum::{EnumIter, EnumString, IntoEnumIterator as _, IntoStaticStr};
use utoipa::ToSchema;

use crate::db::connection::column::read_from;

/// The cards there are (RULES 13.7, 13.17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ToSchema, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(const_into_str, serialize_all = "snake_case")]
pub enum Template {
    /// The shape of six tests and the final score.
    SeasonCard,
    ResultDetails,
    /// All results so far; black only.
    ResultOverview,
    /// The final score and the six tests, each rated among the season's scores; black only, without a public link.
    ScoreCard,
    /// "Beat my 78.73": the final score alone, for somebody else to beat.
    Challenge,
    /// The first card of a season's recap: the best final and where it stands.
    RecapResult,
    /// The second: how the finals of the season went.
    RecapProgress,
    /// The third: the best of the season in each of the six tests.
    RecapTests,
}

impl Template {
    /// Whether it is about a whole season instead of one visit.
    pub const fn is_recap(self) -> bool {
        match self {
            Self::RecapResult | Self::RecapProgress | Self::RecapTests => true,
            Self::SeasonCard
            | Self::ResultDetails
            | Self::ResultOverview
            | Self::ScoreCard
            | Self::Challenge => false,
        }
    }

    /// The colour to draw in: the one that was picked, if the template has a choice.
    pub const fn colour(self, picked: Colour) -> Colour {
        match self {
            Self::SeasonCard
            | Self::ResultDetails
            | Self::Challenge
            | Self::RecapResult
            | Self::RecapProgress
            | Self::RecapTests => picked,
            Self::ResultOverview | Self::ScoreCard => Colour::Black,
        }
    }

    /// What the template shows of what was picked (RULES 13.16).
    pub fn shows(self, picked: &Shows) -> Shows {
        let choice: &[Show] = match self {
            Self::SeasonCard | Self::ResultDetails => return picked.clone(),
            Self::ResultOverview => &[Show::Rank, Show::Percentile, Show::Gain, Show::Handle],
            // It rates the final among all of the season's already.
            Self::ScoreCard => &[Show::Rank, Show::Gain, Show::Handle],
            // Nothing else of the visit; a recap says what it is about whatever is picked.
            Self::Challenge | Self::RecapResult | Self::RecapProgress | Self::RecapTests => &[Show::Handle],
        };
        Shows(picked.0.iter().copied().filter(|show| choice.contains(show)).collect())
    }
}

/// What a card can be picked in, in the order in which it is offered (RULES 13.7).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ToSchema, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "camelCase")]
#[strum(const_into_str, serialize_all = "camelCase")]
pub enum Colour {
    /// Near black.
    #[default]
    Black,
    /// A dark plate.
    Grey,
    /// Off-white.
    White,
    /// The site's green.
    AppColor,
    /// Near black, fading into green at the bottom.
    AppColorGradient,
}

/// The size of a card (RULES 13.15).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, ToSchema, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(const_into_str, serialize_all = "snake_case")]
#[schema(as = CardFormat)]
pub enum Format {
    /// 9:16, 1080 by 1920.
    #[default]
    Story,
    /// 1:1, 1080 by 1080.
    Square,
    /// 16:9, 1920 by 1080.
    Landscape,
}

impl Format {
    /// Width and height in pixels.
    pub const fn size(self) -> (u16, u16) {
        match self {
            Self::Story => (1080, 1920),
            Self::Square => (1080, 1080),
            Self::Landscape => (1920, 1080),
        }
    }
}

/// What a card can show beside its result (RULES 13.16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[derive(Serialize, Deserialize, ToSchema, EnumIter, EnumString, IntoStaticStr)]
#[serde(rename_all = "camelCase")]
#[strum(const_into_str, serialize_all = "camelCase")]
pub enum Show {
    /// The place on the season's overall board.
    Rank,
    /// The percentile in the season's field.
    Percentile,
    /// What the final gained on the visit before.
    Gain,
    /// The best measurement of each test, beside its points.
    Marks,
    /// The handle for story cards.
    Handle,
}

/// What somebody picked of that; in JSON a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shows(BTreeSet<Show>);

impl Default for Shows {
    /// The handle alone.
    fn default() -> Self {
        Self(BTreeSet::from([Show::Handle]))
    }
}

impl Shows {
    pub fn all() -> Self {
        Self(Show::iter().collect())
    }

    pub fn has(&self, show: Show) -> bool {
        self.0.contains(&show)
    }

    pub fn words(&self) -> Vec<&'static str> {
        self.0.iter().map(Show::into_str).collect()
    }

    /// As it is stored, and written in a query: `rank,gain`.
    pub fn to_text(&self) -> String {
        self.words().join(",")
    }
}

/// Reads that text; nothing is nothing.
impl FromStr for Shows {
    type Err = strum::ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
        words.map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

read_from!(Text, OptionalText: Template, Colour, Format, Shows);

/// Reads [`Shows`] from a query's parameter.
pub fn from_query<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Shows, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.parse().map_err(|_| D::Error::custom("rank, percentile, gain, marks or handle"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        assert!(Template::iter().all(|one| one.into_str().parse() == Ok(one)));
        assert!(Format::iter().all(|one| one.into_str().parse() == Ok(one)));
        assert_eq!(serde_json::to_value(Format::Landscape).unwrap(), "landscape");
        for text in ["", "handle", "rank,percentile,gain,marks,handle"] {
            let shows: Shows = text.parse().unwrap();
            assert_eq!(shows.to_text(), text);
            assert_eq!(
                serde_json::from_value::<Shows>(serde_json::to_value(&shows).unwrap()).unwrap(),
                shows
            );
        }
        assert_eq!("gain, rank,rank".parse::<Shows>().unwrap().to_text(), "rank,gain");
        assert!("rank,uaid".parse::<Shows>().is_err());
    }

    // RULES 13.16
    #[test]
    fn a_challenge_shows_nothing_but_the_handle() {
        assert_eq!(Template::Challenge.shows(&Shows::all()), Shows::default());
        assert_eq!(Template::SeasonCard.shows(&Shows::all()), Shows::all());
        assert!(!Template::ResultOverview.shows(&Shows::all()).has(Show::Marks));
    }
}
