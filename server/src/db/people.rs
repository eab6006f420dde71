//! Finding people by part of a name, an address, a booking code or a number, by date, then time, nobody's date last.
//!
//! A search that few people fit is read from the index of trigrams and sorted. One that many fit would read too much there:
//! it goes through the bookings in the order of their days, then through everybody else, and stops when it has enough.
//! Which of the two it is, is counted first, and counting stops early too.

mod sought;
pub mod statements;
mod words;

use sixfold_domain::time::Date;
use sqlx::FromRow;

pub use sought::Piece;
use statements as sql;
pub use words::Words;

use super::{Conn, DbError, on};

/// The most people that a search answers with (spec §9, "Search rows limited to 100").
pub const LIMIT: usize = 100;
/// How many may fit a search that is sorted as a whole.
const FEW: i64 = 4_000;

/// A person, and the booking that stands beside them.
#[derive(Debug, Clone, FromRow)]
pub struct PersonRow {
    /// Their number.
    pub uaid: String,
    /// First name; may be empty.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
    /// Their address.
    pub email: String,
    /// 1 to 4.
    pub role: i64,
    /// Whether they stand on leaderboards.
    pub is_competitor: bool,
    /// Their open booking, or the one of the days that were asked for.
    pub booking_id: Option<String>,
    /// ISO.
    pub test_date: Option<String>,
    /// `HH:MM`.
    pub test_time: Option<String>,
    /// The booking's status.
    pub status: Option<String>,
    /// The code on its ticket.
    pub code: Option<String>,
    /// The team that it was made for.
    pub team_booking_id: Option<String>,
}

/// Who is looked for among everybody.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// What was typed.
    pub words: Words,
    /// 1 to 4; any role when none.
    pub role: Option<u8>,
    /// Only people with a booking from the first to the second day, both included.
    pub days: Option<(Date, Date)>,
    /// The event of these days.
    pub event_id: String,
    /// One more than this tells that there are more.
    pub limit: usize,
}

impl Search {
    fn role(&self) -> i64 {
        self.role.map_or(0, i64::from)
    }

    /// As texts; two empty ones when no days are asked for.
    fn days(&self) -> (String, String) {
        self.days.map_or_else(Default::default, |(from, to)| (from.to_string(), to.to_string()))
    }

    fn limit(&self) -> i64 {
        i64::try_from(self.limit.min(LIMIT) + 1).unwrap_or(i64::MAX)
    }
}

/// Finds people among everybody.
pub async fn find(conn: &mut Conn<'_>, search: &Search) -> Result<Vec<PersonRow>, DbError> {
    match search.role {
        Some(2..) if search.days.is_none() => of_role(conn, search).await,
        _ if search.words.is_empty() || fitting(conn, &search.words).await? > FEW => walk(conn, search).await,
        _ => few(conn, search).await,
    }
}

/// How many people the words fit, counted up to one more than [`FEW`].
async fn fitting(conn: &mut Conn<'_>, words: &Words) -> Result<i64, DbError> {
    let [one, two, three, four] = words.patterns();
    Ok(match conn {
        Conn::Sqlite(c) => {
            let query = sqlx::query_scalar(sql::COUNT_SQLITE).bind(words.grams()).bind(FEW + 1);
            query.fetch_one(&mut **c).await?
        }
        // A plan that is kept would not know how much a pattern fits.
        Conn::Postgres(c) => {
            let query = sqlx::query_scalar(sql::COUNT_POSTGRES).persistent(false).bind(FEW + 1);
            query.bind(one).bind(two).bind(three).bind(four).fetch_one(&mut **c).await?
        }
    })
}

async fn few(conn: &mut Conn<'_>, search: &Search) -> Result<Vec<PersonRow>, DbError> {
    let words = &search.words;
    let ((from, to), [one, two, three, four]) = (search.days(), words.patterns());
    Ok(match conn {
        Conn::Sqlite(c) => {
            let query = sqlx::query_as(sql::FEW_SQLITE)
                .bind(words.code_pattern())
                .bind(words.code())
                .bind(words.uaid())
                .bind(search.role())
                .bind(from)
                .bind(to)
                .bind(search.limit())
                .bind(words.grams());
            query.fetch_all(&mut **c).await?
        }
        Conn::Postgres(c) => {
            let query = sqlx::query_as(sql::FEW_POSTGRES)
                .persistent(false)
                .bind(words.code_pattern())
                .bind(words.code())
                .bind(words.uaid())
                .bind(search.role())
                .bind(from)
                .bind(to)
                .bind(search.limit());
            query.bind(one).bind(two).bind(three).bind(four).fetch_all(&mut **c).await?
        }
    })
}

async fn of_role(conn: &mut Conn<'_>, search: &Search) -> Result<Vec<PersonRow>, DbError> {
    let words = &search.words;
    let ((from, to), [one, two, three, four]) = (search.days(), words.patterns());
    Ok(on!(conn, c => sqlx::query_as(sql::OF_ROLE).persistent(false)
        .bind(words.code_pattern()).bind(words.code()).bind(words.uaid())
        .bind(search.role()).bind(&from).bind(&to).bind(search.limit())
        .bind(&one).bind(&two).bind(&three).bind(&four)
        .fetch_all(&mut **c).await?))
}

/// Finds the members of a coach's own teams.
pub async fn of_coach(conn: &mut Conn<'_>, coach: &str, search: &Search) -> Result<Vec<PersonRow>, DbError> {
    let words = &search.words;
    let ((from, to), [one, two, three, four]) = (search.days(), words.patterns());
    Ok(on!(conn, c => sqlx::query_as(sql::OF_COACH).persistent(false)
        .bind(words.code_pattern()).bind(words.code()).bind(words.uaid())
        .bind(search.role()).bind(&from).bind(&to).bind(search.limit())
        .bind(&one).bind(&two).bind(&three).bind(&four).bind(coach)
        .fetch_all(&mut **c).await?))
}

async fn walk(conn: &mut Conn<'_>, search: &Search) -> Result<Vec<PersonRow>, DbError> {
    if let Some(days) = search.days {
        return on_days(conn, search, days).await;
    }
    let words = &search.words;
    let [one, two, three, four] = words.walking();
    let mut found: Vec<PersonRow> = on!(conn, c => sqlx::query_as(sql::OPEN_DAYS).persistent(false)
        .bind(&one).bind(&two).bind(&three).bind(&four).bind(words.code_pattern())
        .bind(search.role()).bind(search.limit())
        .fetch_all(&mut **c).await?);
    let wanted = search.limit() - i64::try_from(found.len()).unwrap_or(i64::MAX);
    if wanted > 0 {
        let rest: Vec<PersonRow> = on!(conn, c => sqlx::query_as(sql::WITHOUT_DAY).persistent(false)
            .bind(&one).bind(&two).bind(&three).bind(&four).bind(search.role()).bind(wanted)
            .fetch_all(&mut **c).await?);
        found.extend(rest);
    }
    Ok(found)
}

/// Finds people by their bookings of some days.
pub async fn on_days(
    conn: &mut Conn<'_>,
    search: &Search,
    (from, to): (Date, Date),
) -> Result<Vec<PersonRow>, DbError> {
    let words = &search.words;
    let [one, two, three, four] = words.walking();
    Ok(on!(conn, c => sqlx::query_as(sql::DAYS).persistent(false)
        .bind(&one).bind(&two).bind(&three).bind(&four).bind(words.code_pattern())
        .bind(search.role()).bind(search.limit())
        .bind(&search.event_id).bind(from.to_string()).bind(to.to_string())
        .fetch_all(&mut **c).await?))
}

/// Finds an athlete for a team: by a whole number, address or code, else by names of which each has three letters or more. Their
/// bookings are not told.
pub async fn for_team(conn: &mut Conn<'_>, words: &Words) -> Result<Vec<PersonRow>, DbError> {
    let limit = i64::try_from(LIMIT + 1).unwrap_or(i64::MAX);
    let named: Vec<PersonRow> = on!(conn, c => sqlx::query_as(sql::ATHLETE)
        .bind(words.uaid()).bind(words.email()).bind(words.code()).bind(limit)
        .fetch_all(&mut **c).await?);
    if !named.is_empty() || !words.are_telling() {
        return Ok(named);
    }
    let [one, two, three, four] = words.patterns();
    Ok(match conn {
        Conn::Sqlite(c) => {
            let grams = format!("{{names}} : ({})", words.grams());
            sqlx::query_as(sql::ATHLETES_SQLITE).bind(limit).bind(grams).fetch_all(&mut **c).await?
        }
        Conn::Postgres(c) => {
            let query = sqlx::query_as(sql::ATHLETES_POSTGRES).persistent(false).bind(limit);
            query.bind(one).bind(two).bind(three).bind(four).fetch_all(&mut **c).await?
        }
    })
}
