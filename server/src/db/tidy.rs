//! Deletes what is no longer needed: answers to repeated writes, ended sessions, mailed links, counters, signatures,
//! sent letters, and the changes of boards.

use super::{
    Conn, Result, board, email, idempotency, mail, second_factor, session, signature, throttle, token,
};

const DAY_MS: i64 = 24 * 60 * 60_000;
/// How long a repeated write gets its first answer again (RULES 11.4).
const ANSWERS_MS: i64 = 30 * DAY_MS;
/// How long ended sessions and links and sent letters are kept, for looking into complaints.
const TRACES_MS: i64 = 7 * DAY_MS;
/// How long a counter is kept: longer than any window.
const COUNTERS_MS: i64 = 2 * DAY_MS;
/// How long an expired signature is kept: longer than the clocks of two nodes can differ.
const SIGNATURES_MS: i64 = 60 * 60_000;
/// How long a change of the boards is kept: a node that was away for longer reads everything again.
const BOARD_CHANGES_MS: i64 = DAY_MS;

pub async fn run(conn: &mut Conn<'_>, now_ms: i64) -> Result<()> {
    idempotency::prune(conn, now_ms - ANSWERS_MS).await?;
    session::prune(conn, now_ms - TRACES_MS).await?;
    token::prune(conn, now_ms - TRACES_MS).await?;
    second_factor::prune_mailed(conn, now_ms).await?;
    email::prune(conn, now_ms).await?;
    throttle::prune(conn, now_ms - COUNTERS_MS).await?;
    signature::prune(conn, now_ms - SIGNATURES_MS).await?;
    board::prune(conn, now_ms - BOARD_CHANGES_MS).await?;
    mail::purge(conn, now_ms - TRACES_MS).await
}
