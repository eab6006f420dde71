//! Bookings as programme delivery lists them, with every filter, in pages by date, then time; requests for assistance without a
//! date come last.
//!
//! A list is read along the index of its most selective filter, so that a page costs the same however many bookings there are;
//! the other filters are checked row by row. Only the rows of the page are joined with people and teams.

use sixfold_domain::booking::BookingStatus;
use sixfold_domain::score::Score;
use sqlx::FromRow;

use crate::db::connection::column::OptionalNumber;
use crate::db::people::search::{MatchCount, SearchTerms, SqlFragment};
use crate::db::{Conn, Engine, Param, Result, Sql, params};

/// The most matching bookings that are counted.
const COUNTED: i64 = 2_000;
/// The most that are counted for a search that matches many people, which scans the list.
const COUNTED_WALKING: i64 = 500;
/// An optimisation fence: keeps the planner from starting elsewhere. More rows than any source has.
const FENCE: &str = " LIMIT 1000000)";

/// The columns of a page, whose rows are called `page`.
const ROW: &str = "SELECT page.booking_id, page.event_id, page.uaid, a.first_name, a.last_name, page.code, page.test_date, page.test_time, \
     page.status, page.booking_type, page.t_shirt_size, page.team_booking_id, t.name AS team_name, \
     page.assistance_required, page.arrived_at, page.onboarded_at, page.score_hundredths, page.held, \
     page.score_removed_at IS NOT NULL AS score_removed, page.created_at, page.notes, page.assistance_type_sealed";
const JOINED: &str =
    " page JOIN account a ON a.uaid = page.uaid LEFT JOIN team t ON t.team_booking_id = page.team_booking_id";
const IN_ORDER: &str = " ORDER BY page.test_date, page.test_time, page.booking_id";

const BY_ID: &str = " WHERE page.booking_id = $1";
const WAITING: &str = " WHERE page.event_id = $1 AND page.status = 'assistance' \
     AND (page.created_at, page.booking_id) > ($2, $3) ORDER BY page.created_at, page.booking_id LIMIT $4";
const COUNT_ASSISTANCE_REQUESTS: &str =
    "SELECT COUNT(*) FROM booking WHERE event_id = $1 AND status = 'assistance'";

/// The filters of a list; dates are ISO, and an absent filter matches everything.
#[derive(Debug, Clone, Default)]
pub struct StaffQuery {
    pub event_id: String,
    pub from: String,
    pub to: String,
    /// Also bookings without a date.
    pub dateless: bool,
    /// Only bookings of these people; none if the list is empty.
    pub people: Option<Vec<String>>,
    /// Only people whose account has not been deleted.
    pub with_account: bool,
    /// Only people who match a search.
    pub search: Option<SearchTerms>,
    pub team: Option<String>,
    /// With a team, or without.
    pub in_team: Option<bool>,
    /// With assistance requested, or without.
    pub assistance: Option<bool>,
    /// Only this status; if none, every status except cancelled and declined.
    pub status: Option<String>,
}

/// Where a booking is in the list: date, time, id; date and time are empty if it has none. A page continues after a position.
pub type Position = (String, String, String);

/// What one statement reads of a list: no index puts bookings without a date last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The bookings on its days.
    Dated,
    /// The bookings without a date, by id.
    Dateless,
}

impl Part {
    /// The parts that are not before a position, in order. `dateless`: whether the list has bookings without a date.
    pub fn after((date, _, id): &Position, dateless: bool) -> &'static [Self] {
        let among_dateless = date.is_empty() && !id.is_empty();
        match (among_dateless, dateless) {
            (false, false) => &[Self::Dated],
            (false, true) => &[Self::Dated, Self::Dateless],
            (true, true) => &[Self::Dateless],
            (true, false) => &[],
        }
    }
}

/// The id after which the bookings without a date go on, for a page after a position.
pub fn dateless_after((date, _, id): &Position) -> &str {
    if date.is_empty() { id } else { "" }
}

/// A booking; health data is still encrypted.
#[derive(Debug, Clone, FromRow)]
pub struct StaffRow {
    pub booking_id: String,
    pub event_id: String,
    pub uaid: String,
    pub first_name: String,
    pub last_name: String,
    pub code: String,
    pub test_date: Option<String>,
    pub test_time: Option<String>,
    pub status: String,
    pub booking_type: String,
    pub t_shirt_size: String,
    pub team_booking_id: Option<String>,
    pub team_name: Option<String>,
    pub assistance_required: bool,
    pub arrived_at: Option<i64>,
    pub onboarded_at: Option<i64>,
    #[sqlx(rename = "score_hundredths", try_from = "OptionalNumber<Score>")]
    pub score: Option<Score>,
    /// Whether the final waits for its reveal.
    pub held: bool,
    /// Whether programme delivery has removed the score (RULES 4.17).
    pub score_removed: bool,
    pub created_at: i64,
    pub notes: Option<String>,
    pub assistance_type_sealed: Option<String>,
}

impl StaffRow {
    pub fn position(&self) -> Position {
        let text = |part: &Option<String>| part.clone().unwrap_or_default();
        (text(&self.test_date), text(&self.test_time), self.booking_id.clone())
    }
}

/// The `FROM` and `WHERE` of a statement, and the values of its parameters.
#[derive(Debug, Clone, Default)]
pub struct Conditions {
    sql: String,
    values: Vec<String>,
}

impl Conditions {
    /// Appends SQL; each `?` in it takes the next value.
    fn add(&mut self, piece: &str, values: &[&str]) {
        let mut values = values.iter();
        for c in piece.chars() {
            if c == '?'
                && let Some(value) = values.next()
            {
                self.values.push((*value).to_owned());
                self.sql.push('$');
                self.sql.push_str(&self.values.len().to_string());
            } else {
                self.sql.push(c);
            }
        }
    }

    fn add_fragment(&mut self, (sql, values): &SqlFragment) {
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        self.add(sql, &values);
    }

    /// The bookings of a part that match a query, after a position in the list.
    fn of(query: &StaffQuery, after: &Position, path: Path, part: Part) -> Self {
        let mut conditions = Self::default();
        match (&query.people, &query.team, &query.search) {
            (Some(people), ..) => {
                let nobody = String::new();
                let people: Vec<&str> = people.iter().map(String::as_str).collect();
                let people = if people.is_empty() { vec![nobody.as_str()] } else { people };
                let marks = vec!["?"; people.len()].join(", ");
                conditions.add(&format!("(SELECT * FROM booking WHERE uaid IN ({marks}){FENCE} b"), &people);
            }
            (None, Some(team), ..) => {
                conditions
                    .add(&format!("(SELECT * FROM booking WHERE team_booking_id = ?{FENCE} b"), &[team]);
            }
            (None, None, Some(words)) if path.few => {
                conditions.add("(SELECT * FROM booking WHERE uaid IN ", &[]);
                conditions.add_fragment(&words.matching_uaids(path.engine));
                conditions.add(&format!("{FENCE} b"), &[]);
            }
            _ => conditions.add("booking b", &[]),
        }
        conditions.add(" WHERE b.event_id = ?", &[&query.event_id]);
        conditions.add_part(query, after, part);
        // Few bookings belong to a team or ask for assistance, and the indexes of both contain the status: read those,
        // not the index of the status. PostgreSQL does so by itself.
        let of_few = query.in_team == Some(true) || query.assistance == Some(true);
        match &query.status {
            Some(status) if of_few && path.engine == Engine::Sqlite => {
                conditions.add(" AND +b.status = ?", &[status]);
            }
            // Only what is not booked is in the index of the status, which SQLite uses if the condition says so.
            Some(status) if status != BookingStatus::Booked.as_str() => {
                conditions.add(" AND b.status = ? AND b.status <> 'booked'", &[status]);
            }
            Some(status) => conditions.add(" AND b.status = ?", &[status]),
            None => conditions.add(" AND b.status NOT IN ('cancelled', 'declined')", &[]),
        }
        if let Some(team) = query.team.as_ref().filter(|_| query.people.is_some()) {
            conditions.add(" AND b.team_booking_id = ?", &[team]);
        }
        match query.in_team {
            Some(true) => conditions.add(" AND b.team_booking_id IS NOT NULL", &[]),
            Some(false) => conditions.add(" AND b.team_booking_id IS NULL", &[]),
            None => {}
        }
        match query.assistance {
            Some(true) => conditions.add(" AND (b.assistance_required OR b.status = 'assistance')", &[]),
            Some(false) => conditions.add(" AND NOT (b.assistance_required OR b.status = 'assistance')", &[]),
            None => {}
        }
        if query.with_account {
            conditions.add(
                " AND EXISTS (SELECT 1 FROM account p WHERE p.uaid = b.uaid AND p.deleted_at IS NULL)",
                &[],
            );
        }
        let by_source = path.few && query.people.is_none() && query.team.is_none();
        if let Some(words) = query.search.as_ref().filter(|_| !by_source) {
            conditions.add(" AND ", &[]);
            conditions.add_fragment(&words.matches_booking());
        }
        conditions
    }

    fn add_part(&mut self, query: &StaffQuery, after: &Position, part: Part) {
        match part {
            Part::Dated => {
                let start = (query.from.clone(), String::new(), String::new());
                let (date, time, id) = std::cmp::max(after, &start);
                self.add(
                    " AND (b.test_date, b.test_time, b.booking_id) > (?, ?, ?) AND b.test_date <= ?",
                    &[date, time, id, &query.to],
                );
            }
            Part::Dateless => {
                let condition = " AND b.test_date IS NULL AND b.test_time IS NULL AND b.booking_id > ?";
                self.add(condition, &[dateless_after(after)]);
            }
        }
    }
}

/// The plan for reading a list.
#[derive(Debug, Clone, Copy)]
pub struct Path {
    engine: Engine,
    /// Whether the search matches few people.
    few: bool,
}

impl Path {
    /// The best plan for a query; none if its search matches nobody.
    pub async fn of(conn: &mut Conn, query: &StaffQuery) -> Result<Option<Self>> {
        let engine = conn.engine();
        let fit = match &query.search {
            Some(words) => words.match_count(conn).await?,
            None => MatchCount::Many,
        };
        Ok((fit != MatchCount::None).then_some(Self { engine, few: fit == MatchCount::Few }))
    }
}

#[derive(Debug, Clone, Default)]
pub struct Page {
    pub rows: Vec<StaffRow>,
    /// How many match in all, up to a limit.
    pub total: i64,
    /// Whether counting stopped at the limit.
    pub at_least: bool,
}

/// A page of bookings after a position in the list; the default position is before all of them.
pub async fn list(conn: &mut Conn, query: &StaffQuery, after: &Position, limit: i64) -> Result<Page> {
    let Some(path) = Path::of(conn, query).await? else { return Ok(Page::default()) };
    let rows = rows(conn, path, query, after, limit).await?;
    let most = if query.search.is_some() && !path.few { COUNTED_WALKING } else { COUNTED };
    let mut total = 0;
    for part in Part::after(&Position::default(), query.dateless) {
        let (sql, values) = count_sql(path, query, *part);
        total += conn.scalar::<i64>(planned_for(query, sql), &with_limit(&values, most - total)).await?;
    }
    Ok(Page { rows, total, at_least: total == most })
}

/// The first bookings by date, then time, without a count.
pub async fn first(conn: &mut Conn, query: &StaffQuery, limit: i64) -> Result<Vec<StaffRow>> {
    match Path::of(conn, query).await? {
        Some(path) => rows(conn, path, query, &Position::default(), limit).await,
        None => Ok(Vec::new()),
    }
}

async fn rows(
    conn: &mut Conn,
    path: Path,
    query: &StaffQuery,
    after: &Position,
    limit: i64,
) -> Result<Vec<StaffRow>> {
    let mut rows = Vec::new();
    let mut left = limit;
    for part in Part::after(after, query.dateless) {
        let (sql, values) = page_sql(path, query, after, *part);
        let found: Vec<StaffRow> = conn.all(planned_for(query, sql), &with_limit(&values, left)).await?;
        left -= i64::try_from(found.len()).unwrap_or(left);
        rows.extend(found);
        if left == 0 {
            break;
        }
    }
    Ok(rows)
}

/// A cached plan could not take into account how many people the search matches.
fn planned_for(query: &StaffQuery, sql: String) -> Sql {
    let sql = Sql::built(sql);
    if query.search.is_some() { sql.planned_anew() } else { sql }
}

fn with_limit(values: &[String], limit: i64) -> Vec<Param<'_>> {
    values.iter().map(Param::from).chain([limit.into()]).collect()
}

/// The statement of a page and its values, except the limit, which comes last. Public, as is the next, for the test
/// that checks which indexes they use.
pub fn page_sql(path: Path, query: &StaffQuery, after: &Position, part: Part) -> (String, Vec<String>) {
    let conditions = Conditions::of(query, after, path, part);
    let limit = conditions.values.len() + 1;
    let order = " ORDER BY b.test_date, b.test_time, b.booking_id LIMIT";
    let sql =
        [ROW, " FROM (SELECT b.* FROM ", &conditions.sql, order, &format!(" ${limit})"), JOINED, IN_ORDER];
    (sql.concat(), conditions.values)
}

/// The counting statement and its values, except the limit, which comes last.
pub fn count_sql(path: Path, query: &StaffQuery, part: Part) -> (String, Vec<String>) {
    let conditions = Conditions::of(query, &Position::default(), path, part);
    let limit = conditions.values.len() + 1;
    let sql =
        ["SELECT COUNT(*)", " FROM (SELECT 1 FROM ", &conditions.sql, &format!(" LIMIT ${limit}) counted")];
    (sql.concat(), conditions.values)
}

pub async fn find(conn: &mut Conn, booking_id: &str) -> Result<Option<StaffRow>> {
    let sql = [ROW, " FROM booking", JOINED, BY_ID].concat();
    conn.optional(Sql::built(sql), params![booking_id]).await
}

/// Requests for assistance that await a decision, oldest first, after the given instant and id.
pub async fn assistance_requests(
    conn: &mut Conn,
    event_id: &str,
    after: (i64, &str),
    limit: i64,
) -> Result<Vec<StaffRow>> {
    let sql = [ROW, " FROM booking", JOINED, WAITING].concat();
    conn.all(Sql::built(sql), params![event_id, after.0, after.1, limit]).await
}

pub async fn count_assistance_requests(conn: &mut Conn, event_id: &str) -> Result<i64> {
    conn.scalar(COUNT_ASSISTANCE_REQUESTS, params![event_id]).await
}
