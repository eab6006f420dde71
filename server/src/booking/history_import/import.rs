//! The import itself: read, check, and store all of it or nothing.

use serde::Serialize;
use sixfold_domain::time::london_date_time;
use utoipa::ToSchema;

use super::problem::Problem;
use super::{check, file};
use crate::db::people::audit;
use crate::db::results::{history_import, protocol};
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
}

/// Who imports: a person with a role, or nobody but the operator at the terminal.
pub type By<'a> = Option<(&'a str, i64)>;

/// Imports a file, unless `dry` or anything is wrong with it: then nothing is stored and the outcome tells why. To be run in a
/// writing job, or, dry, in a reading one.
pub async fn run(
    conn: &mut Conn<'_>,
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
    let mut outcome =
        Outcome { rows, athletes: checked.athletes, problem_count: problems.len(), problems, imported: 0 };
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
