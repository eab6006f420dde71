//! The import itself: read, check, and store all of it or nothing.

use std::collections::BTreeMap;

use serde::Serialize;
use sixfold_domain::season::SeasonTable;
use sixfold_domain::time::{Date, london_date_time};
use utoipa::ToSchema;

use super::problem::Problem;
use super::{check, file};
use crate::db::calendar::schedule;
use crate::db::people::audit;
use crate::db::results::history_import::{self, Day};
use crate::db::results::protocol;
use crate::db::{Conn, DbError, topic};

/// Problems that an answer tells at most.
const TOLD: usize = 500;

/// How an import ended, or how it would.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Rows of the file.
    pub rows: usize,
    /// People in it.
    pub athletes: usize,
    /// What is wrong, by line; the first 500.
    pub problems: Vec<Problem>,
    /// How many there are in all.
    pub problem_count: usize,
    /// Rows that were stored: all of them, or none.
    pub imported: usize,
    /// The earliest day with results, `YYYY-MM-DD`; null in a file without any.
    #[schema(value_type = Option<String>)]
    pub first_day: Option<Date>,
    /// The latest.
    #[schema(value_type = Option<String>)]
    pub last_day: Option<Date>,
    /// How many visits, each an athlete's day, are in which season; those in no season come first.
    pub seasons: Vec<SeasonVisits>,
}

/// How many visits of a file are in a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct SeasonVisits {
    /// The season's number; null for visits in no season, whose finals are on no board.
    #[schema(required = true)]
    pub season: Option<u32>,
    pub visits: usize,
}

/// Who imports: a person with a role, or nobody but the operator at the terminal.
pub type By<'a> = Option<(&'a str, i64)>;

/// Imports a file, unless `dry` or anything is wrong with it: then nothing is stored and the outcome tells why. To be run in a
/// writing job, or, dry, in a reading one.
pub async fn run(
    conn: &mut Conn,
    text: &str,
    by: By<'_>,
    dry: bool,
    now_ms: i64,
) -> Result<Outcome, DbError> {
    if !dry {
        // Its row is held to the end of the job, so that no two imports look at the store side by side.
        topic::bump(conn, topic::IMPORT).await?;
    }
    let today = london_date_time(now_ms).map_err(|error| DbError::Other(error.to_string()))?.date;
    let protocols = protocol::current(conn).await?;
    let file = file::read(text, &protocols);
    let checked = check::check(conn, &file, &protocols, today).await?;
    let (rows, mut problems) = (file.rows, file.problems);
    problems.extend(checked.problems);
    problems.sort();
    let days = || checked.days.iter().map(|day| day.date);
    let mut outcome = Outcome {
        rows,
        athletes: checked.athletes,
        problem_count: problems.len(),
        problems,
        imported: 0,
        first_day: days().min(),
        last_day: days().max(),
        seasons: by_season(conn, &checked.days).await?,
    };
    outcome.problems.truncate(TOLD);
    if dry || outcome.problem_count > 0 {
        return Ok(outcome);
    }
    let version = i64::from(protocols.version());
    history_import::insert(conn, &checked.days, by, version, now_ms).await?;
    let entry = audit::Entry::new(by, "results.imported").detail(
        serde_json::json!({ "rows": rows, "athletes": checked.athletes, "protocolVersion": version }),
    );
    audit::insert(conn, &entry, now_ms).await?;
    outcome.imported = rows;
    Ok(outcome)
}

async fn by_season(conn: &mut Conn, days: &[Day]) -> Result<Vec<SeasonVisits>, DbError> {
    let table = SeasonTable::new(schedule::seasons(conn).await?);
    let table = table.map_err(|error| DbError::Other(error.to_string()))?;
    let mut counts: BTreeMap<Option<u32>, usize> = BTreeMap::new();
    for day in days {
        *counts.entry(table.on(day.date).map(|season| season.season)).or_default() += 1;
    }
    Ok(counts.into_iter().map(|(season, visits)| SeasonVisits { season, visits }).collect())
}
