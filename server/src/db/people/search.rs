//! Finds people by part of a name, an address, a booking code or a number, ordered by the date and time of their
//! booking; those without one come last.
//!
//! A search that matches few people is answered from the trigram index and sorted. One that matches many would read too
//! much of that index: it scans the bookings by date, then everybody else, and stops once it has enough. A count, which
//! stops early as well, decides between the two.

mod search_condition;
mod search_terms;
pub mod statements;

use sixfold_domain::role::Role;
use sixfold_domain::time::Date;
use sqlx::FromRow;

pub use search_condition::{MatchCount, SqlFragment};
pub use search_terms::SearchTerms;
use statements as sql;

use crate::db::connection::column::Number;
use crate::db::{Conn, Engine, Param, Result, Sql, params};

/// The most results of a search (RULES 8.5).
pub const LIMIT: usize = 100;
/// The most athletes of one coach that a search reads.
const OWN_PEOPLE: i64 = 5_000;
/// The most matches of a search that is answered from the index and sorted.
const FEW: i64 = 4_000;

/// A person, and the booking shown beside them.
#[derive(Debug, Clone, FromRow)]
pub struct PersonRow {
    pub uaid: String,
    /// First name; may be empty.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
    pub email: String,
    #[sqlx(try_from = "Number<Role>")]
    pub role: Role,
    pub is_competitor: bool,
    /// Their open booking, or the one on the days that were searched.
    pub booking_id: Option<String>,
    /// ISO.
    pub test_date: Option<String>,
    /// `HH:MM`.
    pub test_time: Option<String>,
    pub status: Option<String>,
    /// The code on its ticket.
    pub code: Option<String>,
    pub team_booking_id: Option<String>,
    pub arrived_at: Option<i64>,
    pub onboarded_at: Option<i64>,
}

impl PersonRow {
    /// The person alone.
    pub fn without_booking(self) -> Self {
        Self {
            booking_id: None,
            test_date: None,
            test_time: None,
            status: None,
            code: None,
            team_booking_id: None,
            arrived_at: None,
            onboarded_at: None,
            ..self
        }
    }
}

/// A search of everybody.
#[derive(Debug, Clone, Default)]
pub struct Search {
    pub words: SearchTerms,
    /// 1 to 4; any role when none.
    pub role: Option<u8>,
    /// Only people with a booking from the first to the second day, both included.
    pub days: Option<(Date, Date)>,
    /// The event of those days.
    pub event_id: String,
    /// The size of a page; one more row is read, which means that there are more.
    pub limit: usize,
}

impl Search {
    fn role(&self) -> i64 {
        self.role.map_or(0, i64::from)
    }

    /// The days as ISO dates; empty texts for any day.
    fn days(&self) -> (String, String) {
        self.days.map_or_else(Default::default, |(from, to)| (from.to_string(), to.to_string()))
    }

    fn limit(&self) -> i64 {
        i64::try_from(self.limit.min(LIMIT) + 1).unwrap_or(i64::MAX)
    }
}

pub async fn find(conn: &mut Conn, search: &Search) -> Result<Vec<PersonRow>> {
    match search.role {
        Some(2..) if search.days.is_none() => of_role(conn, search).await,
        _ if search.words.is_empty() => walk(conn, search).await,
        _ => match fitting(conn, &search.words).await? {
            0 if !search.words.are_code_or_number() => Ok(Vec::new()),
            0..=FEW => find_by_trigrams(conn, search).await,
            _ => walk(conn, search).await,
        },
    }
}

/// How many people the terms match, counted up to one more than [`FEW`].
async fn fitting(conn: &mut Conn, words: &SearchTerms) -> Result<i64> {
    let (sql, last) = by_trigrams(conn, words, &sql::COUNT_SQLITE, &sql::COUNT_POSTGRES);
    conn.scalar(Sql::built(sql).planned_anew(), &with_words(params![FEW + 1], &last)).await
}

/// The parameters of a statement, those of the search terms last. Such a statement is planned each time: a cached plan
/// could not take into account how many people the terms match.
fn with_words<'q>(params: &[Param<'q>], words: &'q [String]) -> Vec<Param<'q>> {
    params.iter().cloned().chain(words.iter().map(Param::from)).collect()
}

/// A statement that reads the trigram index, and its last parameters: SQLite takes all terms as one full-text query.
fn by_trigrams(
    conn: &Conn,
    words: &SearchTerms,
    sqlite: &sql::Statement,
    postgres: &sql::Statement,
) -> (String, Vec<String>) {
    match conn.engine() {
        Engine::Sqlite => (sqlite.about(words), vec![words.grams()]),
        Engine::Postgres => (postgres.about(words), words.patterns()),
    }
}

async fn find_by_trigrams(conn: &mut Conn, search: &Search) -> Result<Vec<PersonRow>> {
    let found = by_trigrams(conn, &search.words, &sql::FEW_SQLITE, &sql::FEW_POSTGRES);
    sorted(conn, search, found).await
}

async fn of_role(conn: &mut Conn, search: &Search) -> Result<Vec<PersonRow>> {
    let words = &search.words;
    sorted(conn, search, (sql::OF_ROLE.about(words), words.patterns())).await
}

/// The athletes of a coach: those who let the coach see their results, if their name matches, and everybody else in the
/// coach's teams: the caller compares those with the little that the coach may see of them.
pub async fn of_coach(conn: &mut Conn, coach: &str, search: &Search) -> Result<Vec<PersonRow>> {
    let words = search.words.in_names();
    let values = std::iter::once(coach.to_owned()).chain(words.patterns()).collect();
    sorted_up_to(conn, search, OWN_PEOPLE, (sql::OF_COACH.about(&words), values)).await
}

async fn sorted(
    conn: &mut Conn,
    search: &Search,
    statement: (String, Vec<String>),
) -> Result<Vec<PersonRow>> {
    sorted_up_to(conn, search, search.limit(), statement).await
}

/// Runs a statement that sorts its matches; `last` are its last parameters.
async fn sorted_up_to(
    conn: &mut Conn,
    search: &Search,
    limit: i64,
    (sql, last): (String, Vec<String>),
) -> Result<Vec<PersonRow>> {
    let (words, (from, to)) = (&search.words, search.days());
    let (pattern, role) = (words.code_pattern(), search.role());
    let (code, uaid) = (words.code(), words.uaid());
    let params = params![pattern, code, uaid, role, from, to, limit];
    conn.all(Sql::built(sql).planned_anew(), &with_words(params, &last)).await
}

async fn walk(conn: &mut Conn, search: &Search) -> Result<Vec<PersonRow>> {
    if let Some(days) = search.days {
        return on_days(conn, search, days).await;
    }
    let words = &search.words;
    let (pattern, role, limit, patterns) =
        (words.code_pattern(), search.role(), search.limit(), words.patterns());
    let open = Sql::built(sql::OPEN_DAYS.about(words)).planned_anew();
    let mut found: Vec<PersonRow> =
        conn.all(open, &with_words(params![pattern, role, limit], &patterns)).await?;
    let wanted = limit - i64::try_from(found.len()).unwrap_or(i64::MAX);
    if wanted > 0 {
        let rest = Sql::built(sql::WITHOUT_DAY.about(words)).planned_anew();
        found.extend(conn.all::<PersonRow>(rest, &with_words(params![role, wanted], &patterns)).await?);
    }
    Ok(found)
}

/// Finds people by their bookings on some days.
pub async fn on_days(conn: &mut Conn, search: &Search, (from, to): (Date, Date)) -> Result<Vec<PersonRow>> {
    let words = &search.words;
    let (pattern, role, limit, patterns) =
        (words.code_pattern(), search.role(), search.limit(), words.patterns());
    let sql = Sql::built(sql::DAYS.about(words)).planned_anew();
    conn.all(sql, &with_words(params![pattern, role, limit, search.event_id, from, to], &patterns)).await
}

/// An athlete by their full number or address, without their booking.
pub async fn stranger(conn: &mut Conn, words: &SearchTerms) -> Result<Option<PersonRow>> {
    conn.optional(sql::ATHLETE, params![words.uaid(), words.email()]).await
}
