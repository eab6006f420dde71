//! The content of a card, from an athlete's results. A held final is on no card, not even its owner's: pictures are
//! passed on.

use serde::Serialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::percentile::standing_among;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::Score;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, london_date_time};

use super::lettering;
use super::recap_data::Recap;
use super::results::{Final, best, final_of, mark, minus, outcome};
use super::words::ordinal;
use crate::db::Conn;
use crate::db::calendar::schedule;
use crate::db::people::names::initial;
use crate::db::results::history::{self, Completed};
use crate::db::results::protocol;
use crate::db::sharing::share::{Person, Show, Shows, Template};
use crate::http::ApiError;

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
    pub latest: Latest,
    /// The result and all before it, oldest first; never empty.
    pub finals: Vec<Final>,
    /// For the score card only.
    pub ratings: Ratings,
    pub rank: Option<Position>,
    /// The percentage of the season's field that is lower, rounded down; none with fewer than ten people (RULES 7.7, 7.10).
    pub better_than: Option<u8>,
    /// What the final gained on the visit before.
    pub gain: Option<Score>,
    /// For the cards of a recap only.
    pub recap: Option<Recap>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Latest {
    pub date: Date,
    pub score: Score,
    /// The six tests in order; none for one that was not taken.
    pub tests: [Option<Score>; 6],
    /// The best measurement of each, with its unit.
    pub marks: [Option<String>; 6],
}

/// A position on a season's overall board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Position {
    pub position: usize,
    /// How many people are on the board.
    pub of: usize,
}

impl Position {
    /// `3rd of 128`
    pub fn words(self) -> String {
        format!("{} of {}", ordinal(self.position), self.of)
    }
}

/// The percentages of the season's scores that are lower, rounded down; none with fewer than ten (RULES 7.7).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Ratings {
    pub overall: Option<u8>,
    pub tests: [Option<u8>; 6],
}

/// What was read of a card, before the boards are asked where its result stands.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Without position and percentile.
    pub data: CardData,
    /// None outside every season.
    pub stands: Option<Stands>,
    pub booking_id: String,
    /// First and last name, for what is its owner's alone; none if our faces lack one of their letters.
    pub full_name: Option<String>,
}

/// The final whose position is looked up, and the board.
#[derive(Debug, Clone)]
pub struct Stands {
    pub event_id: String,
    pub season: u32,
    pub uaid: Uaid,
    pub score: Score,
}

impl CardData {
    /// The best result; the first of equals.
    pub fn best(&self) -> &Final {
        best(&self.finals)
    }

    /// The score that a shared card shows, and its name.
    pub fn headline(&self, template: Template) -> (&'static str, Score) {
        match template {
            Template::ResultOverview => ("Best final score", self.best().score),
            Template::Challenge => ("Beat my final score", self.latest.score),
            Template::RecapResult | Template::RecapProgress | Template::RecapTests => {
                let best = self.recap.as_ref().map_or(self.latest.score, |recap| recap.best().score);
                ("Best final of the season", best)
            }
            Template::SeasonCard | Template::ResultDetails | Template::ScoreCard => {
                ("Final score", self.latest.score)
            }
        }
    }

    /// The label of that score's season; none for an overview, whose best result may be of another season than the newest.
    pub fn headline_season(&self, template: Template) -> Option<&str> {
        self.season.as_deref().filter(|_| template != Template::ResultOverview)
    }

    /// Leaves out what the card does not show (RULES 13.16).
    #[must_use]
    pub fn showing(mut self, template: Template, picked: &Shows) -> Self {
        let shows = template.shows(picked);
        if !shows.has(Show::Handle) {
            self.handle = None;
        }
        if !shows.has(Show::Gain) {
            self.gain = None;
        }
        if !shows.has(Show::Marks) {
            self.latest.marks = Default::default();
        }
        // The first card of a recap is about the position.
        let of_recap = template == Template::RecapResult;
        self.rank = self.rank.filter(|_| of_recap || shows.has(Show::Rank));
        self.better_than = self.better_than.filter(|_| of_recap || shows.has(Show::Percentile));
        // An overview is about the best result, and these are of the newest.
        if template == Template::ResultOverview && !self.newest_is_best() {
            (self.rank, self.better_than, self.gain) = (None, None, None);
        }
        if !template.is_recap() {
            self.recap = None;
        }
        self
    }

    /// Whether the newest result is the best of all; of equal ones the first is.
    pub fn newest_is_best(&self) -> bool {
        self.finals.last().is_some_and(|newest| std::ptr::eq(newest, self.best()))
    }
}

pub(super) fn named_marks(marks: &[Option<String>; 6]) -> Vec<String> {
    let named = TestType::ALL.into_iter().zip(marks);
    named.filter_map(|(test, mark)| Some(format!("{test} {}", mark.as_ref()?))).collect()
}

/// The content of the card of a booking, or of the newest one if none is named. `None` if there is no such result, or
/// it is held, and for a recap outside every season.
pub async fn load(
    conn: &mut Conn,
    template: Template,
    (uaid, person): (&str, &Person),
    booking_id: Option<&str>,
    (site, now_ms): (&str, i64),
) -> Result<Option<Loaded>, ApiError> {
    let mut completed = history::completed(conn, uaid).await?;
    completed.retain(|booking| !booking.held);
    let index = match booking_id {
        Some(id) => completed.iter().position(|booking| booking.booking_id == id),
        None => (!completed.is_empty()).then_some(0),
    };
    // Newest first: the named visit and all before it.
    let until = index.map_or(&[][..], |index| &completed[index..]);
    let Some((newest, before)) = until.split_first() else { return Ok(None) };
    let seasons = SeasonTable::new(schedule::seasons(conn).await?).map_err(ApiError::internal)?;
    let protocols = protocol::all(conn).await?;
    let season = seasons.on(newest.date);
    let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
    let ratings = match season.filter(|_| template == Template::ScoreCard) {
        Some(season) => Ratings::new(newest, &history::season_scores(conn, season).await?),
        None => Ratings::default(),
    };
    let of_season = |visit: &&Completed| season.is_some() && seasons.on(visit.date) == season;
    let visits: Vec<&Completed> = until.iter().filter(of_season).rev().collect();
    let recap = if template.is_recap() { Recap::new(&visits, &protocols)? } else { None };
    if template.is_recap() && recap.is_none() {
        return Ok(None);
    }
    let counted = recap.as_ref().map_or(newest.score, |recap| recap.best().score);
    // A recap counts the season's best final, which may be an earlier visit's; another card its own.
    let best = || visits.iter().find(|visit| visit.score == counted).copied();
    let of_event = recap.as_ref().and_then(|_| best()).unwrap_or(newest);
    let data = CardData {
        site: lettering::readable(site),
        name: person.shown(),
        handle: person
            .handle
            .as_deref()
            .map(lettering::readable)
            .filter(|handle| lettering::is_drawn(handle)),
        season: season.map(|season| season.label(today)),
        latest: Latest {
            date: newest.date,
            score: newest.score,
            tests: tests(newest),
            marks: marks(newest, &protocols)?,
        },
        finals: until.iter().rev().map(final_of).collect(),
        ratings,
        rank: None,
        better_than: None,
        gain: before.first().map(|earlier| minus(newest.score, earlier.score)),
        recap,
    };
    let uaid: Uaid = uaid.parse().map_err(ApiError::internal)?;
    let stands = season.map(|season| Stands {
        event_id: of_event.event_id.clone(),
        season: season.season,
        uaid,
        score: counted,
    });
    let booking_id = newest.booking_id.clone();
    Ok(Some(Loaded { data, stands, booking_id, full_name: person.full_name() }))
}

fn tests(booking: &Completed) -> [Option<Score>; 6] {
    let mut tests = [None; 6];
    for taken in &booking.tests {
        tests[taken.test_type.index()] = Some(taken.score);
    }
    tests
}

fn marks(booking: &Completed, protocols: &[Protocols]) -> Result<[Option<String>; 6], ApiError> {
    let mut marks: [Option<String>; 6] = Default::default();
    for taken in &booking.tests {
        marks[taken.test_type.index()] = mark(&outcome(taken, booking, protocols)?);
    }
    Ok(marks)
}

impl Ratings {
    fn new(booking: &Completed, season: &history::SeasonScores) -> Self {
        let rating =
            |score, field: &[Score]| standing_among(score, field).map(|standing| standing.better_than);
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

    /// `Robin H.`, or `Robin Hale` if the athlete chose the full name; one of the two if the other is missing, or is an initial that
    /// cannot be drawn.
    pub fn shown(&self) -> String {
        let last = self.last_name.trim();
        let last = if self.whole_name {
            last.to_owned()
        } else {
            let initial = initial(last);
            if lettering::is_drawn(&initial) { initial + "." } else { String::new() }
        };
        let name = self.named(&last);
        if lettering::is_drawn(&name) { name } else { NAMELESS.to_owned() }
    }

    /// `Robin Hale`; none if our faces lack one of its letters, or there are none.
    fn full_name(&self) -> Option<String> {
        let name = self.named(self.last_name.trim());
        Some(name).filter(|name| lettering::is_drawn(name) && lettering::is_drawn_whole(name))
    }

    fn named(&self, last: &str) -> String {
        lettering::readable(format!("{} {last}", self.first_name.trim()).trim())
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
            ("Robin", "明", "Robin"),
            ("李", "明", NAMELESS),
            ("", "", NAMELESS),
        ] {
            assert_eq!(shown(first, last, false), expected);
        }
        assert_eq!(shown("Robin", "Hale", true), "Robin Hale");
    }

    #[test]
    fn a_certificate_has_the_whole_name_or_none() {
        for (first, last, expected) in [
            ("Robin", "Hale", Some("Robin Hale")),
            ("", "Hale", Some("Hale")),
            ("Robin", "明", None),
            ("李", "Hale", None),
            ("Robin", "Ha明le", None),
            ("🏅", "", None),
        ] {
            let (first_name, last_name) = (first.to_owned(), last.to_owned());
            let person = Person { first_name, last_name, whole_name: false, handle: None };
            assert_eq!(person.full_name().as_deref(), expected);
        }
    }

    #[test]
    fn of_equal_results_the_first_is_the_best() {
        let result = |date: &str, hundredths| Final {
            date: date.parse().unwrap(),
            score: Score::from_hundredths(hundredths),
        };
        let finals =
            vec![result("2026-01-01", 7_000), result("2026-02-01", 8_000), result("2026-03-01", 8_000)];
        assert_eq!(best(&finals).date.to_string(), "2026-02-01");
    }
}
