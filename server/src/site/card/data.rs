//! The content of a card, from an athlete's results. A held final is on no card, not even its owner's: pictures are
//! passed on.

use serde::Serialize;
use sixfold_domain::percentile::percentile;
use sixfold_domain::score::Score;
use sixfold_domain::season::{self, SeasonTable};
use sixfold_domain::time::{Date, london_date_time};

use super::lettering;
use crate::db::history::{self, Completed};
use crate::db::people::names::initial;
use crate::db::share::{Person, Template};
use crate::db::{Conn, schedule};
use crate::http::error::ApiError;

/// The highest rating shown, in per cent.
const RATING_MOST: i32 = 99;
/// The name on a card if no letter of the athlete's name can be drawn.
const NAMELESS: &str = "One athlete";

/// The content of a card. Equal values give equal drawings.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct CardData {
    pub site: String,
    /// First name and initial, or the full name if the athlete chose so: all that a card says about them.
    pub name: String,
    /// With its `@`.
    pub handle: Option<String>,
    /// The label of the result's season; none outside all seasons.
    pub season: Option<String>,
    /// The result that the card is about.
    pub latest: Latest,
    /// The result and all before it, oldest first; never empty.
    pub finals: Vec<Final>,
    /// For the score card only.
    pub ratings: Ratings,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Latest {
    pub date: Date,
    pub score: Score,
    /// The six tests in order; none for one that was not taken.
    pub tests: [Option<Score>; 6],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Final {
    pub date: Date,
    pub score: Score,
}

/// The share of the season's scores that are lower, in whole per cent; none if there is nothing to compare with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Ratings {
    pub overall: Option<u8>,
    pub tests: [Option<u8>; 6],
}

impl CardData {
    /// The best result; the first of equals.
    pub fn best(&self) -> &Final {
        self.finals.iter().rev().max_by_key(|result| result.score).unwrap_or(&self.finals[0])
    }

    /// The score that a shared card stands for, and its name.
    pub fn headline(&self, template: Template) -> (&'static str, Score) {
        match template {
            Template::ResultOverview => ("Best final score", self.best().score),
            Template::Challenge => ("Beat my final score", self.latest.score),
            Template::SeasonCard | Template::ResultDetails | Template::ScoreCard => {
                ("Final score", self.latest.score)
            }
        }
    }
}

/// The content of the card of a booking, or of the newest one if none is named. `None` if there is no such result, or
/// it is held.
pub async fn load(
    conn: &mut Conn<'_>,
    template: Template,
    (uaid, person): (&str, &Person),
    booking_id: Option<&str>,
    (site, now_ms): (&str, i64),
) -> Result<Option<CardData>, ApiError> {
    let mut completed = history::completed(conn, uaid).await?;
    completed.retain(|booking| !booking.held);
    let place = match booking_id {
        Some(id) => completed.iter().position(|booking| booking.booking_id == id),
        None => (!completed.is_empty()).then_some(0),
    };
    let Some((newest, _)) = place.and_then(|place| completed[place..].split_first()) else { return Ok(None) };
    let seasons = SeasonTable::new(schedule::seasons(conn).await?).map_err(ApiError::internal)?;
    let season = seasons.on(newest.date);
    let now = london_date_time(now_ms).map_err(ApiError::internal)?;
    let ratings = match season.filter(|_| template == Template::ScoreCard) {
        Some(season) => Ratings::new(newest, &history::season_scores(conn, season).await?),
        None => Ratings::default(),
    };
    let finals = completed[place.unwrap_or(0)..].iter().rev();
    Ok(Some(CardData {
        site: lettering::readable(site),
        name: person.shown(),
        handle: person
            .handle
            .as_deref()
            .map(lettering::readable)
            .filter(|handle| lettering::is_drawn(handle)),
        season: season.map(|season| season::label(season.season, now)),
        latest: Latest { date: newest.date, score: newest.score, tests: tests(newest) },
        finals: finals.map(|booking| Final { date: booking.date, score: booking.score }).collect(),
        ratings,
    }))
}

fn tests(booking: &Completed) -> [Option<Score>; 6] {
    let mut tests = [None; 6];
    for taken in &booking.tests {
        tests[taken.test_type.index()] = Some(taken.score);
    }
    tests
}

impl Ratings {
    fn new(booking: &Completed, season: &history::SeasonScores) -> Self {
        let rating = |score: Score, field: &[Score]| {
            let share = percentile(score, field)?.hundredths().div_euclid(100).clamp(0, RATING_MOST);
            u8::try_from(share).ok()
        };
        let mut tests = [None; 6];
        for taken in &booking.tests {
            let index = taken.test_type.index();
            tests[index] = rating(taken.score, &season.tests[index]);
        }
        Self { overall: rating(booking.score, &season.finals), tests }
    }
}

impl Person {
    /// The same for a page that anybody may open: a handle leads to a name, so it is shown only with the full name.
    #[must_use]
    pub fn in_public(self) -> Self {
        let handle = self.handle.filter(|_| self.whole_name);
        Self { handle, ..self }
    }

    /// `Robin H.`, or `Robin Hale` if the athlete chose the full name; the first name if there is no other.
    pub fn shown(&self) -> String {
        let (first, last) = (self.first_name.trim(), self.last_name.trim());
        let last = if self.whole_name || last.is_empty() { last.to_owned() } else { initial(last) + "." };
        let name = lettering::readable(format!("{first} {last}").trim());
        if lettering::is_drawn(&name) { name } else { NAMELESS.to_owned() }
    }
}

#[cfg(test)]
mod tests_of_names {
    use super::*;

    fn shown(first: &str, last: &str, whole: bool) -> String {
        Person { first_name: first.into(), last_name: last.into(), whole_name: whole, handle: None }.shown()
    }

    #[test]
    fn a_card_says_a_first_name_and_an_initial() {
        for (first, last, expected) in [
            ("Robin", "Hale", "Robin H."),
            (" Zoë ", "łukasz", "Zoë Ł."),
            ("Robin", "", "Robin"),
            ("", "Hale", "H."),
            ("Ana", "e\u{301}clair", "Ana E\u{301}."),
            ("李", "明", NAMELESS),
            ("", "", NAMELESS),
        ] {
            assert_eq!(shown(first, last, false), expected);
        }
        assert_eq!(shown("Robin", "Hale", true), "Robin Hale");
    }

    #[test]
    fn of_equal_results_the_first_is_the_best() {
        let result = |date: &str, hundredths| Final {
            date: date.parse().unwrap(),
            score: Score::from_hundredths(hundredths),
        };
        let finals =
            vec![result("2026-01-01", 7_000), result("2026-02-01", 8_000), result("2026-03-01", 8_000)];
        let latest = Latest { date: finals[2].date, score: finals[2].score, tests: [None; 6] };
        let data = CardData {
            site: "Sixfold".into(),
            name: "Robin H.".into(),
            handle: None,
            season: None,
            latest,
            finals,
            ratings: Ratings::default(),
        };
        assert_eq!(data.best().date.to_string(), "2026-02-01");
    }
}
