//! What a card tells, read from an athlete's results. A final that is held back is on no card, not even on its owner's:
//! a picture travels.

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

/// A rating never says more than this, in per cent.
const RATING_MOST: i32 = 99;
/// Whom a card names when no letter of the name can be drawn.
const NAMELESS: &str = "One athlete";

/// What a card tells. Two that are equal are drawn alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct CardData {
    /// The site's name, as it signs the card.
    pub site: String,
    /// First name and initial, or the whole name where that was chosen: all that a card says of a person.
    pub name: String,
    /// The athlete's handle, with its `@`.
    pub handle: Option<String>,
    /// The season that the result lies in, in words; none outside all of them.
    pub season: Option<String>,
    /// The result that the card is about.
    pub latest: Latest,
    /// It and every one before it, oldest first; at least one.
    pub finals: Vec<Final>,
    /// For the score card alone.
    pub ratings: Ratings,
}

/// A final score with its tests.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Latest {
    /// When it took place.
    pub date: Date,
    /// The final score.
    pub score: Score,
    /// The six tests in their order; none for one that was not taken.
    pub tests: [Option<Score>; 6],
}

/// A final score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Final {
    /// When it took place.
    pub date: Date,
    /// The score.
    pub score: Score,
}

/// How much of the season's field was left behind, in whole per cent; none where there is nothing to compare with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Ratings {
    /// Of the final.
    pub overall: Option<u8>,
    /// Of each test.
    pub tests: [Option<u8>; 6],
}

impl CardData {
    /// The best result; of equal ones the first.
    pub fn best(&self) -> &Final {
        self.finals.iter().rev().max_by_key(|result| result.score).unwrap_or(&self.finals[0])
    }
}

/// What a card of somebody's booking tells, of the newest one where none is named. `None` when there is no such result, or
/// it is held back.
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
        Some(season) => Ratings::of(newest, &history::field(conn, season).await?),
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
    fn of(booking: &Completed, field: &history::Field) -> Self {
        let rating = |score: Score, field: &[Score]| {
            let share = percentile(score, field)?.hundredths().div_euclid(100).clamp(0, RATING_MOST);
            u8::try_from(share).ok()
        };
        let mut tests = [None; 6];
        for taken in &booking.tests {
            let index = taken.test_type.index();
            tests[index] = rating(taken.score, &field.tests[index]);
        }
        Self { overall: rating(booking.score, &field.finals), tests }
    }
}

impl Person {
    /// The same person on a page that anybody may open: a handle leads to a name, so it goes only where the whole name goes.
    #[must_use]
    pub fn in_public(self) -> Self {
        let handle = self.handle.filter(|_| self.whole_name);
        Self { handle, ..self }
    }

    /// `Robin H.`, `Robin Hale` where the whole name was chosen, the first name alone where there is no other.
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
