//! The field of a visit, from the boards in memory: where its final stands, and the medians to compare it with.

use serde::Serialize;
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::age_group::AgeGroup;
use sixfold_domain::leaderboard::{Board, TOP_ROWS};
use sixfold_domain::percentile::{FIELD_MIN, FieldStanding};
use sixfold_domain::profile::Gender;
use sixfold_domain::score::{Score, median};
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::board::{BoardLookup, BoardSelector, DateSpan, Ranked, SeasonBoards};
use crate::db::results::history::Completed;
use crate::http::ApiError;
use crate::state::AppState;

/// The field of a visit: everybody on the board of its season.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct SeasonField {
    /// The visit.
    event_booking_id: String,
    season: u32,
    /// Among everybody, then among those of the caller's gender and age group, if they are stated.
    standings: Vec<PlaceInField>,
    /// The median of everybody's best points; null with fewer than ten people.
    median: Option<SixScores>,
    /// The median of the first fifteen of the board; null with fewer than ten people.
    top: Option<SixScores>,
}

/// Where the visit's final stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::routes) struct PlaceInField {
    /// Among whom.
    among: Among,
    /// `male` or `female`, or the age group on the day of the visit; null among everybody.
    name: Option<&'static str>,
    /// (below + half of equal) ÷ people, in per cent; null with fewer than ten people.
    #[schema(value_type = Option<f64>)]
    percentile: Option<Score>,
    /// The percentage of the people who have fewer points, rounded down; null with fewer than ten people.
    better_than: Option<u8>,
    /// How many people, the caller included; null with fewer than ten.
    people: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum Among {
    Everybody,
    Gender,
    AgeGroup,
}

/// A final score and the points of the six tests.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes) struct SixScores {
    #[schema(value_type = f64)]
    score: Score,
    /// In the order of the tests; one that nobody has is left out.
    tests: Vec<TestPoints>,
}

/// The points of one test.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::routes) struct TestPoints {
    /// Cognitive, Strength, Power, Speed, Agility or Endurance.
    #[serde(rename = "TestType")]
    #[schema(value_type = String)]
    test_type: TestType,
    #[schema(value_type = f64)]
    score: Score,
}

/// The field of a visit in its season; none if its event has no boards any more.
pub(super) async fn load(
    state: &AppState,
    uaid: &Uaid,
    (gender, born): (Gender, Option<Date>),
    visit: &Completed,
    season: u32,
) -> Result<Option<SeasonField>, ApiError> {
    let boards = FieldBoards { state, event_id: &visit.event_id, season };
    let stands = |boards: &SeasonBoards<'_>, board| boards.field_standing(board, uaid, visit.score);
    let side = match gender {
        Gender::Male => Some(Board::Male),
        Gender::Female => Some(Board::Female),
        Gender::Other | Gender::None => None,
    };
    let read = |boards: &SeasonBoards<'_>| {
        let of_gender = side.map(|side| stands(boards, side));
        let median = boards.median();
        (stands(boards, Board::Overall), of_gender, median, median.map(|_| boards.first(TOP_ROWS)))
    };
    let Some((everybody, of_gender, median_final, first)) = boards.read(Ranked::Final, None, read).await?
    else {
        return Ok(None);
    };
    let mut standings = vec![standing(Among::Everybody, None, everybody)];
    if let Some(found) = of_gender {
        standings.push(standing(Among::Gender, Some(gender.as_str()), found));
    }
    // RULES 8.10: the age on the day of the test.
    if let Some(ages) = born.map(|born| AgeGroup::on(born, visit.date)) {
        let found = boards.read(Ranked::Final, Some(ages), |boards| stands(boards, Board::Overall)).await?;
        standings.push(standing(Among::AgeGroup, Some(ages.as_str()), found.flatten()));
    }
    let (mut of_all, mut of_top) = (Vec::new(), Vec::new());
    let first = first.unwrap_or_default();
    if median_final.is_some() {
        for test_type in TestType::ALL {
            let read = |boards: &SeasonBoards<'_>| (boards.median(), boards.scores_of(&first));
            let Some((all, top)) = boards.read(Ranked::Test(test_type), None, read).await? else { continue };
            of_all.extend(all.map(|score| TestPoints { test_type, score }));
            of_top.extend(middle(top).map(|score| TestPoints { test_type, score }));
        }
    }
    let top_final = middle(first.iter().map(|(_, score)| *score).collect());
    Ok(Some(SeasonField {
        event_booking_id: visit.booking_id.clone(),
        season,
        standings,
        median: median_final.map(|score| SixScores { score, tests: of_all }),
        top: top_final.map(|score| SixScores { score, tests: of_top }),
    }))
}

/// The boards of a visit's event and season.
struct FieldBoards<'a> {
    state: &'a AppState,
    event_id: &'a str,
    season: u32,
}

impl FieldBoards<'_> {
    async fn read<T>(
        &self,
        ranked: Ranked,
        ages: Option<AgeGroup>,
        read: impl Fn(&SeasonBoards<'_>) -> T,
    ) -> Result<Option<T>, ApiError> {
        let event_id = Some(self.event_id.to_owned());
        let at = BoardSelector { event_id, span: DateSpan::Season(self.season), ranked, ages };
        Ok(match self.state.boards.with_boards(&self.state.db, &at, read).await? {
            BoardLookup::Season(found) => Some(found),
            BoardLookup::Window(..) | BoardLookup::NoEvent | BoardLookup::NoSeason => None,
        })
    }
}

fn standing(among: Among, name: Option<&'static str>, found: Option<FieldStanding>) -> PlaceInField {
    PlaceInField {
        among,
        name,
        percentile: found.map(|found| found.percentile),
        better_than: found.map(|found| found.better_than),
        people: found.map(|found| found.people),
    }
}

/// With fewer than ten people nothing is shown (RULES 7.10).
fn middle(mut scores: Vec<Score>) -> Option<Score> {
    if scores.len() < FIELD_MIN {
        return None;
    }
    scores.sort_unstable();
    median(scores.len(), |at| scores.get(at).copied())
}
