//! Counters of attempts in fixed windows, in the database so that all nodes count together.

use sqlx::FromRow;

use crate::db::{Conn, Result, params};

const HIT: &str = "INSERT INTO throttle (scope, subject, window_start, attempts) VALUES ($1, $2, $3, 1) \
     ON CONFLICT (scope, subject) DO UPDATE SET \
     attempts = CASE WHEN throttle.window_start > $4 AND throttle.window_start <= $5 \
     THEN throttle.attempts + 1 ELSE 1 END, \
     window_start = CASE WHEN throttle.window_start > $4 AND throttle.window_start <= $5 \
     THEN throttle.window_start ELSE excluded.window_start END \
     RETURNING window_start, attempts";
const COUNT: &str = "SELECT attempts FROM throttle WHERE scope = $1 AND subject = $2 \
     AND window_start > $3 AND window_start <= $4";
const GIVE_BACK: &str = "UPDATE throttle SET attempts = attempts - 1 \
     WHERE scope = $1 AND subject = $2 AND window_start = $3 AND attempts > 0";
const CLEAR: &str = "DELETE FROM throttle WHERE scope = $1 AND subject = $2";
const PRUNE: &str = "DELETE FROM throttle WHERE window_start < $1";

/// How far ahead another node's clock may be (RULES 1.3). A window that begins later is of a clock that has been set back since,
/// and would last for as long as that clock was ahead.
const AHEAD_MS: i64 = 10 * 60_000;

/// How many attempts a window allows.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// The name that they are counted under.
    pub scope: &'static str,
    pub attempts: i64,
    pub window_ms: i64,
}

#[derive(FromRow)]
struct Count {
    window_start: i64,
    attempts: i64,
}

/// An attempt that was counted and let through. A right one may be given back.
#[derive(Debug, Clone)]
pub struct Spent {
    scope: &'static str,
    subject: String,
    window_start: i64,
}

/// Counts an attempt. `Some(seconds)` until the end of the window if it exceeds the limit.
pub async fn hit(conn: &mut Conn, limit: Limit, subject: &str, now_ms: i64) -> Result<Option<u64>> {
    Ok(spend(conn, limit, subject, now_ms).await?.err())
}

/// As [`hit`], for an attempt that may be given back.
pub async fn spend(conn: &mut Conn, limit: Limit, subject: &str, now_ms: i64) -> Result<Result<Spent, u64>> {
    let (ended_ms, latest_ms) = (now_ms - limit.window_ms, now_ms + AHEAD_MS);
    let count: Count = conn.one(HIT, params![limit.scope, subject, now_ms, ended_ms, latest_ms]).await?;
    if count.attempts <= limit.attempts {
        let (scope, subject) = (limit.scope, subject.to_owned());
        return Ok(Ok(Spent { scope, subject, window_start: count.window_start }));
    }
    let left_ms = (count.window_start + limit.window_ms - now_ms).max(1_000);
    Ok(Err(u64::try_from(left_ms / 1_000).unwrap_or(1)))
}

/// Takes an attempt off its count, unless another window has begun since.
pub async fn give_back(conn: &mut Conn, Spent { scope, subject, window_start }: &Spent) -> Result<()> {
    conn.execute(GIVE_BACK, params![scope, subject, window_start]).await
}

/// The attempts of a subject in its window, without counting another.
pub async fn count(conn: &mut Conn, limit: Limit, subject: &str, now_ms: i64) -> Result<i64> {
    let (ended_ms, latest_ms) = (now_ms - limit.window_ms, now_ms + AHEAD_MS);
    let found: Option<i64> =
        conn.optional_scalar(COUNT, params![limit.scope, subject, ended_ms, latest_ms]).await?;
    Ok(found.unwrap_or(0))
}

/// Deletes a subject's count, after a success.
pub async fn clear(conn: &mut Conn, scope: &str, subject: &str) -> Result<()> {
    conn.execute(CLEAR, params![scope, subject]).await
}

pub async fn prune(conn: &mut Conn, before_ms: i64) -> Result<u64> {
    conn.affected(PRUNE, params![before_ms]).await
}
