//! Leaderboard answers. Other people's rows show a first name and an initial, unless the answer is for staff.

use std::collections::HashSet;

use serde::Serialize;
use sixfold_domain::attempt::Raw;
use sixfold_domain::identity::Uaid;
use sixfold_domain::leaderboard::{Board, Cursor, ROWS_MAX};
use sixfold_domain::profile::Gender;
use sixfold_domain::protocol::{Measurement, Unit};
use sixfold_domain::score::Score;
use sixfold_domain::season::Season;
use sixfold_domain::time::Date;
use utoipa::ToSchema;

use crate::db::people::names::initial;

/// One row (RULES 8.5).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardRow {
    /// Null for other people's rows, unless the caller may read full names.
    #[schema(value_type = Option<String>)]
    pub uaid: Option<Uaid>,
    pub first_name: String,
    /// The initial only, unless the caller may read full names or the row is the caller's own.
    pub last_name: String,
    /// The best final score of the window, or the best score of one test within its finals; 0.00 to 100.00.
    #[schema(value_type = f64)]
    pub score: Score,
    /// With `testType`: the measurement that made these points (RULES 8.11); absent without one, as of old results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measurement: Option<RowMeasurement>,
    /// On this board, from 1; equal scores share a position.
    pub position: usize,
    /// The position at the last midnight in London; null if not ranked then, or if the window is not a season.
    pub prev_position: Option<usize>,
    /// Whether the row is the caller's own.
    pub is_user: bool,
    /// `male` or `female`. Any other value is null, unless the caller may read full names or the row is the caller's
    /// own.
    pub gender: Option<&'static str>,
}

/// A measurement of a row's test.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = Measurement)]
pub struct RowMeasurement {
    /// In the unit.
    #[schema(value_type = f64)]
    pub raw: Raw,
    /// hits, N/kg, cm, s or level.
    #[schema(value_type = String)]
    pub unit: Unit,
}

/// A leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names of the wire")]
pub struct Leaderboard {
    /// The requested rows, best first.
    leaderboard: Vec<LeaderboardRow>,
    /// With `groupBy=gender`: the men's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    males: Option<Vec<LeaderboardRow>>,
    /// With `groupBy=gender`: the women's board.
    #[serde(skip_serializing_if = "Option::is_none")]
    females: Option<Vec<LeaderboardRow>>,
    /// The caller's own row on this board, whether or not it is among the rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    me: Option<LeaderboardRow>,
    /// With `around`: the rows on each side of the caller's.
    #[serde(skip_serializing_if = "Option::is_none")]
    around: Option<Vec<LeaderboardRow>>,
    /// The number of rows on this board.
    total: usize,
    /// The `cursor` for the next page; null on the last one.
    cursor: Option<String>,
    /// The number of the season; null if the window is not a season.
    season: Option<u32>,
    /// The first test date of the window.
    from: String,
    /// The last test date of the window.
    to: String,
    /// The latest earlier season with finals.
    previous_season: Option<u32>,
    /// The server's clock, ISO with `Z`.
    pub(super) timestamp: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RowQuery {
    pub board: Board,
    /// Whether to add `males` and `females`.
    pub grouped: bool,
    /// Only the first rows, this many.
    pub top: Option<usize>,
    /// This many rows on each side of the caller's.
    pub around: Option<usize>,
    /// Where the previous page ended.
    pub cursor: Option<Cursor>,
}

impl RowQuery {
    /// What a live page shows: the first rows of everybody, the men and the women.
    pub const fn top_by_gender(rows: usize) -> Self {
        Self { board: Board::Overall, grouped: true, top: Some(rows), around: None, cursor: None }
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Caller<'a> {
    pub uaid: Option<&'a Uaid>,
    /// The people whose uaids and full names the caller may read.
    pub whole: FullNamesOf<'a>,
}

/// The people, besides the caller, whose uaids and full names are shown.
#[derive(Debug, Clone, Copy, Default)]
pub enum FullNamesOf<'a> {
    #[default]
    Nobody,
    /// For a coach: those who let the coach see their results.
    These(&'a HashSet<String>),
    /// For programme delivery.
    Everybody,
}

impl FullNamesOf<'_> {
    fn includes(self, uaid: Option<&Uaid>) -> bool {
        match self {
            Self::Nobody => false,
            Self::These(uaids) => uaid.is_some_and(|uaid| uaids.contains(uaid.as_str())),
            Self::Everybody => true,
        }
    }
}

/// A window of test dates.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    /// The season with exactly these dates, if any.
    pub season: Option<Season>,
    pub from: Date,
    pub to: Date,
}

/// A row, independent of who reads it.
#[derive(Debug, Clone, Copy)]
pub struct RankedRow<'a> {
    pub named: FullName<'a>,
    /// As stated by the athlete.
    pub gender: Gender,
    pub score: Score,
    /// The mark, on a board of one test.
    pub mark: Option<Measurement>,
    /// When it was reached, ms.
    pub at_ms: i64,
    /// From 1; equal scores share it.
    pub position: usize,
    /// At the last midnight in London.
    pub previous: Option<usize>,
}

#[derive(Debug, Clone, Copy)]
pub struct FullName<'a> {
    pub first: &'a str,
    /// In full.
    pub last: &'a str,
}

impl FullName<'_> {
    /// First and last name; of the last only the initial, unless `whole` (RULES 8.6).
    pub fn shown(self, whole: bool) -> (String, String) {
        (self.first.to_owned(), if whole { self.last.to_owned() } else { initial(self.last) })
    }
}

/// Ranked boards of any origin. Rows are numbered from 0.
pub trait Source {
    fn total(&self, board: Board) -> usize;
    /// The number of a person's row.
    fn number(&self, board: Board, uaid: &Uaid) -> Option<usize>;
    /// The range of the rows that have a score and an instant, the end excluded.
    fn span(&self, board: Board, score: Score, at_ms: i64) -> (usize, usize);
    /// The rows in a range, cut off at the end of the board.
    fn rows(&self, board: Board, from: usize, to: usize) -> Vec<(Option<Uaid>, RankedRow<'_>)>;
}

impl Leaderboard {
    pub fn build(
        source: &impl Source,
        query: &RowQuery,
        caller: Caller<'_>,
        window: &Window,
        previous_season: Option<u32>,
        timestamp: String,
    ) -> Self {
        let total = source.total(query.board);
        let me = caller.uaid.and_then(|uaid| source.number(query.board, uaid));
        let around = query.around.map(|each| match me {
            Some(number) => (number.saturating_sub(each), number.saturating_add(each).saturating_add(1)),
            None => (0, 0),
        });
        let rows = |board, (from, to)| every_row(source, board, (from, to), caller);
        let neighbourhood = around.filter(|_| me.is_some() && query.top.is_none());
        let (shown, next) = match neighbourhood {
            Some(span) => (span, None),
            None => page(source, query),
        };
        let group = |board: Board| {
            let of_it = query.grouped && (query.board == Board::Overall || query.board == board);
            let to = if of_it { query.top.unwrap_or(ROWS_MAX) } else { 0 };
            query.grouped.then(|| rows(board, (0, to)))
        };
        Self {
            leaderboard: rows(query.board, shown),
            males: group(Board::Male),
            females: group(Board::Female),
            me: me.and_then(|number| rows(query.board, (number, number + 1)).pop()),
            around: around.map(|span| rows(query.board, span)),
            total,
            cursor: next.filter(|_| query.top.is_none()),
            season: window.season.map(|season| season.season),
            from: window.from.to_string(),
            to: window.to.to_string(),
            previous_season,
            timestamp,
        }
    }
}

/// Every row of a board as the caller may see it.
pub fn every_row(
    source: &impl Source,
    board: Board,
    (from, to): (usize, usize),
    caller: Caller<'_>,
) -> Vec<LeaderboardRow> {
    let rows = source.rows(board, from, to);
    rows.into_iter().map(|(uaid, standing)| LeaderboardRow::new(uaid, &standing, caller)).collect()
}

/// The range of the requested rows, and the cursor of the next page.
fn page(source: &impl Source, query: &RowQuery) -> ((usize, usize), Option<String>) {
    let from = query.cursor.map_or(0, |cursor| {
        let (first, behind) = source.span(query.board, cursor.score, cursor.at_ms);
        first.saturating_add(cursor.given).min(behind)
    });
    let to = from.saturating_add(query.top.unwrap_or(ROWS_MAX));
    if to >= source.total(query.board) {
        return ((from, to), None);
    }
    let next = source.rows(query.board, to - 1, to).pop().map(|(_, last)| {
        let (first, _) = source.span(query.board, last.score, last.at_ms);
        write_cursor(Cursor { score: last.score, at_ms: last.at_ms, given: to - first })
    });
    ((from, to), next)
}

impl LeaderboardRow {
    fn new(uaid: Option<Uaid>, standing: &RankedRow<'_>, caller: Caller<'_>) -> Self {
        let is_user = caller.uaid.is_some() && caller.uaid == uaid.as_ref();
        let whole = is_user || caller.whole.includes(uaid.as_ref());
        let (first_name, last_name) = standing.named.shown(whole);
        let stated = Some(standing.gender.as_str());
        Self {
            uaid: uaid.filter(|_| whole),
            first_name,
            last_name,
            score: standing.score,
            measurement: standing.mark.map(|Measurement { raw, unit }| RowMeasurement { raw, unit }),
            position: standing.position,
            prev_position: standing.previous,
            is_user,
            gender: stated.filter(|_| whole || matches!(standing.gender, Gender::Male | Gender::Female)),
        }
    }
}

/// The text of a cursor, which contains no uaid.
fn write_cursor(cursor: Cursor) -> String {
    format!("{}.{}.{}", cursor.score.hundredths(), cursor.at_ms, cursor.given)
}
