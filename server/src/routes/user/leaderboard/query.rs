//! The query of a board, each parameter checked by itself so that its refusal can name it.

use std::str::FromStr;

use sixfold_domain::leaderboard::age_group::AgeGroup;
use sixfold_domain::leaderboard::{AROUND_MAX, Board, Cursor, ROWS_MAX};
use sixfold_domain::score::Score;
use sixfold_domain::time::{Date, TimeError, london_date_time, parse_timestamp};

use crate::board::{BoardSelector, DateSpan, Ranked, RowQuery};
use crate::http::ApiError;
use crate::routes::event::id;
use crate::routes::parameter::{given, test};

/// The query before parsing.
#[derive(Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(in crate::routes) struct Params {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
    /// First test date of the window, `YYYY-MM-DD` or a timestamp; only together with `to`.
    from: Option<String>,
    /// Last test date of the window.
    to: Option<String>,
    /// A season's number instead of a window; the current one when all three are absent, between seasons the latest.
    season: Option<String>,
    /// `male` or `female`; everybody when absent.
    gender: Option<String>,
    /// One of the six tests, such as `Cognitive`: ranks its best score in these finals instead of the final score.
    #[serde(alias = "TestType")]
    test_type: Option<String>,
    /// Only finals of this age group, by the age on the day of the test: `U18`, `18-24`, `25-29` and so on in fives to `65-69`,
    /// `70+`.
    age_group: Option<String>,
    /// `gender`: adds `males` and `females` to `leaderboard`.
    group_by: Option<String>,
    /// At most this many rows from the first on, 1 to 100.
    top: Option<String>,
    /// For a caller who is signed in and ranked: how many rows on each side of their own, 0 to 49.
    around: Option<String>,
    /// Where the previous page ended.
    cursor: Option<String>,
    /// Programme delivery: uaids and full names; a coach: those of the athletes who accepted them.
    #[serde(rename = "showUAID", alias = "showUaid")]
    show_uaid: Option<String>,
    /// As `showUAID`; `csv` sends the whole board as a file.
    export: Option<String>,
}

/// A season of an event, before parsing.
#[derive(Debug, Default, serde::Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(in crate::routes) struct SeasonParams {
    /// The event; the academy's own when absent.
    #[serde(alias = "eventID", alias = "eventid", deserialize_with = "id")]
    #[param(value_type = Option<String>)]
    event_id: Option<String>,
    /// A season's number; the current one when absent, between seasons the latest.
    season: Option<String>,
}

impl SeasonParams {
    pub(in crate::routes::user) fn read(self) -> Result<BoardSelector, ApiError> {
        let Self { event_id, season } = self;
        Ok(Params { event_id, season, ..Params::default() }.read()?.at)
    }
}

#[derive(Debug)]
pub(in crate::routes::user) struct BoardQuery {
    pub at: BoardSelector,
    pub ask: RowQuery,
}

impl Params {
    /// Whether uaids and full names are wanted, and whether as a file.
    pub(super) fn wants(&self) -> Result<(bool, bool), ApiError> {
        let file = match given(self.export.as_deref()) {
            Some(word) if word.eq_ignore_ascii_case("csv") => true,
            other => switch(other, "export", "A board is exported as csv.")?,
        };
        let full = switch(given(self.show_uaid.as_deref()), "showUAID", "showUAID is true or false.")?;
        Ok((full || file, file))
    }

    pub(in crate::routes::user) fn read(self) -> Result<BoardQuery, ApiError> {
        let board = match given(self.gender.as_deref()).map(str::to_ascii_lowercase).as_deref() {
            None | Some("all") => Board::Overall,
            Some("male") => Board::Male,
            Some("female") => Board::Female,
            Some(_) => {
                let message = "A board is male or female; leave it out for everybody.";
                return Err(ApiError::invalid("gender", message));
            }
        };
        let ages = given(self.age_group.as_deref())
            .map(str::parse::<AgeGroup>)
            .transpose()
            .map_err(|error| ApiError::invalid("ageGroup", error.to_string()))?;
        let grouped = match given(self.group_by.as_deref()) {
            None => false,
            Some(word) if word.eq_ignore_ascii_case("gender") => true,
            Some(_) => {
                return Err(ApiError::invalid("groupBy", "A board is grouped by gender or not at all."));
            }
        };
        let ranked = match given(self.test_type.as_deref()) {
            None => Ranked::Final,
            Some(word) => Ranked::Test(test(word)?),
        };
        let span = self.span()?;
        let ask = RowQuery {
            board,
            grouped,
            top: count(self.top.as_deref(), "top", 1, ROWS_MAX)?,
            around: count(self.around.as_deref(), "around", 0, AROUND_MAX)?,
            cursor: given(self.cursor.as_deref()).map(read_cursor).transpose()?,
        };
        Ok(BoardQuery { at: BoardSelector { event_id: self.event_id, span, ranked, ages }, ask })
    }

    fn span(&self) -> Result<DateSpan, ApiError> {
        let from = given(self.from.as_deref()).map(|text| date(text, "from")).transpose()?;
        let to = given(self.to.as_deref()).map(|text| date(text, "to")).transpose()?;
        let season = given(self.season.as_deref()).filter(|word| *word != "0").map(str::parse::<u32>);
        let season = season.transpose().map_err(|_| ApiError::invalid("season", "A season is a number."))?;
        match (season, from, to) {
            (None, None, None) => Ok(DateSpan::Today),
            (Some(number), None, None) => Ok(DateSpan::Season(number)),
            (None, Some(from), Some(to)) if from <= to => Ok(DateSpan::Range(from, to)),
            (None, Some(_), Some(_)) => Err(range("Give the first day first.", "to")),
            (None, _, _) => {
                let missing = if from.is_none() { "from" } else { "to" };
                Err(range("Give both ends of a range, or a season.", missing))
            }
            (Some(_), _, _) => Err(range("Give a season or a range, not both.", "season")),
        }
    }
}

fn range(message: &'static str, field: &'static str) -> ApiError {
    ApiError::bad_request("RANGE_INVALID", message).field(field)
}

fn switch(word: Option<&str>, field: &'static str, message: &'static str) -> Result<bool, ApiError> {
    match word.map(str::to_ascii_lowercase).as_deref() {
        None | Some("false" | "0") => Ok(false),
        Some("true" | "1") => Ok(true),
        Some(_) => Err(ApiError::invalid(field, message)),
    }
}

fn count(
    text: Option<&str>,
    field: &'static str,
    least: usize,
    most: usize,
) -> Result<Option<usize>, ApiError> {
    let Some(text) = given(text) else { return Ok(None) };
    let number = text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
        ApiError::invalid(field, format!("Give {field} as a number from {least} to {most}."))
    })?;
    Ok(Some(number))
}

/// A date, or the London date of a timestamp, as seasons have them on the wire. A `+` that was not escaped arrives as a space.
fn date(text: &str, field: &'static str) -> Result<Date, ApiError> {
    let read = text.parse().or_else(|refused: TimeError| {
        if !text.contains('T') {
            return Err(refused);
        }
        parse_timestamp(&text.replace(' ', "+")).and_then(london_date_time).map(|local| local.date)
    });
    read.map_err(|error| ApiError::bad_request(error.code(), error.to_string()).field(field))
}

fn read_cursor(text: &str) -> Result<Cursor, ApiError> {
    let mut parts = text.split('.');
    let cursor = (|| {
        Some(Cursor {
            score: Score::from_hundredths(next(&mut parts)?),
            at_ms: next(&mut parts)?,
            given: next(&mut parts)?,
        })
    })();
    cursor
        .filter(|_| parts.next().is_none())
        .ok_or_else(|| ApiError::invalid("cursor", "That cursor is not one of ours."))
}

fn next<'a, T: FromStr>(parts: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    parts.next()?.parse().ok()
}
