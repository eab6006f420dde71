//! Deletes what is no longer needed: answers to repeated writes, ended sessions, mailed links, counters, signatures,
//! sent letters, alerts that have ended, and the changes of boards; and what has become old (RULES 14.2). Makes due the letters
//! and notifications that a wrong clock put off.

use sixfold_domain::alert::SHOWN_DAYS;
use sixfold_domain::time::{Date, london_date_time};

use super::{idempotency, signature, throttle};
use crate::db::boards::board;
use crate::db::bookings::alert;
use crate::db::engines::store_metadata::{self, FIGURES_FROM, WAITED_FROM};
use crate::db::messages::{mail, notification, wallet};
use crate::db::people::audit;
use crate::db::sign_in::{email, passkey, second_factor, session, token};
use crate::db::{Conn, Result, params};

const DAY_MS: i64 = 24 * 60 * 60_000;
/// How long a repeated write gets its first answer again (RULES 11.4).
const ANSWERS_MS: i64 = 30 * DAY_MS;
/// How long ended sessions, links and confirmations and sent letters are kept, for looking into complaints; and stored answers that
/// may name an address which nobody has confirmed.
const TRACES_MS: i64 = 7 * DAY_MS;
/// How long a counter is kept: longer than any window.
const COUNTERS_MS: i64 = 2 * DAY_MS;
/// How long an expired signature or challenge is kept: longer than the clocks of two nodes can differ.
const SIGNATURES_MS: i64 = 60 * 60_000;
/// How long a change of the boards is kept: a node that was away for longer reads everything again.
const BOARD_CHANGES_MS: i64 = DAY_MS;
/// Longer than any claim of a letter or pause between two attempts. What waits for longer was put off by a clock that has been set
/// back since (RULES 1.3).
const LONGEST_PAUSE_MS: i64 = 2 * 60 * 60_000;
/// The same for notifications, which also wait for the end of quiet hours, or for up to a day if a push service asks for that; a
/// day may have 25 hours.
const LONGEST_QUIET_MS: i64 = 26 * 60 * 60_000;
/// How many revisions each item of content keeps, however old they are.
const REVISIONS: i64 = 20;

const SLOTS: &str = "DELETE FROM slot WHERE (event_id, test_date, test_time) IN (\
    SELECT event_id, test_date, test_time FROM slot WHERE test_date < $1 LIMIT $2)";
const WAITED: &str = "DELETE FROM waitlist WHERE waitlist_id IN (SELECT waitlist_id FROM waitlist \
    WHERE test_date < $1 AND status NOT IN ('waiting', 'offered') LIMIT $2)";
const SETTLED: &str = "DELETE FROM correction_request WHERE request_id IN (\
    SELECT request_id FROM correction_request WHERE settled_at < $1 LIMIT $2)";
const WITHDRAWN: &str = "DELETE FROM share WHERE share_id IN (\
    SELECT share_id FROM share WHERE revoked_at < $1 LIMIT $2)";
const SLOT_FIGURES: &str = "DELETE FROM slot_tally WHERE (event_id, test_date, test_time) IN (\
    SELECT event_id, test_date, test_time FROM slot_tally WHERE test_date < $1 LIMIT $2)";
const SCORE_FIGURES: &str = "DELETE FROM score_tally WHERE (event_id, test_type, test_date) IN (\
    SELECT event_id, test_type, test_date FROM score_tally WHERE test_date < $1 LIMIT $2)";
/// Neither the newest of an item, nor the state that it has or that is public.
const OLD_REVISIONS: &str = "DELETE FROM content_revision WHERE (library_id, id, rev) IN (\
    SELECT r.library_id, r.id, r.rev FROM content_revision r WHERE r.saved_at < $1 \
    AND NOT EXISTS (SELECT 1 FROM content_item i WHERE i.library_id = r.library_id AND i.id = r.id \
        AND (i.rev = r.rev OR i.ready_rev = r.rev)) \
    AND (SELECT COUNT(*) FROM content_revision n WHERE n.library_id = r.library_id AND n.id = r.id \
        AND n.rev > r.rev) >= $2 LIMIT $3)";

/// The times before which something is old.
#[derive(Debug, Clone, Copy)]
pub struct Old {
    /// Days of slots and waiting lists.
    pub history: Date,
    /// The same as a time, ms: of requests settled, and cards withdrawn.
    pub history_ms: i64,
    /// Days of staff's figures.
    pub figures: Date,
    /// Days of visits whose tickets phones are no longer notified of.
    pub visits: Date,
    pub revisions_ms: i64,
    /// Entries of the audit log.
    pub log_ms: i64,
}

pub async fn run(conn: &mut Conn, now_ms: i64) -> Result<()> {
    idempotency::prune(conn, now_ms - ANSWERS_MS).await?;
    idempotency::prune_addresses(conn, now_ms - TRACES_MS).await?;
    session::prune(conn, now_ms - TRACES_MS).await?;
    token::prune(conn, now_ms - TRACES_MS).await?;
    second_factor::prune_mailed(conn, now_ms).await?;
    email::prune_former(conn, now_ms).await?;
    email::prune_confirmations(conn, now_ms - TRACES_MS).await?;
    throttle::prune(conn, now_ms - COUNTERS_MS).await?;
    signature::prune(conn, now_ms - SIGNATURES_MS).await?;
    passkey::prune(conn, now_ms - SIGNATURES_MS).await?;
    board::prune(conn, now_ms - BOARD_CHANGES_MS).await?;
    notification::message::purge(conn, now_ms).await?;
    notification::text::purge(conn, now_ms).await?;
    if let Ok(now) = london_date_time(now_ms) {
        alert::prune(conn, now_ms - SHOWN_DAYS * DAY_MS, now.date).await?;
    }
    mail::bring_forward(conn, now_ms, now_ms + LONGEST_PAUSE_MS).await?;
    wallet::bring_forward(conn, now_ms, now_ms + LONGEST_PAUSE_MS).await?;
    notification::message::bring_forward(conn, now_ms, now_ms + LONGEST_QUIET_MS).await?;
    notification::text::bring_forward(conn, now_ms, now_ms + LONGEST_QUIET_MS).await?;
    mail::purge(conn, now_ms - TRACES_MS).await
}

/// Deletes what is old, at most `limit` rows of each kind; returns how many.
pub async fn prune_old(conn: &mut Conn, old: Old, limit: i64) -> Result<u64> {
    let mut count = conn.affected(SLOTS, params![old.history, limit]).await?;
    for (sql, before, mark) in [
        (WAITED, old.history, WAITED_FROM),
        (SLOT_FIGURES, old.figures, FIGURES_FROM),
        (SCORE_FIGURES, old.figures, FIGURES_FROM),
    ] {
        let deleted = conn.affected(sql, params![before, limit]).await?;
        if deleted > 0 && left_from(conn, mark).await?.is_none_or(|first| first < before) {
            store_metadata::replace(conn, mark, &before.to_string()).await?;
        }
        count += deleted;
    }
    for sql in [SETTLED, WITHDRAWN] {
        count += conn.affected(sql, params![old.history_ms, limit]).await?;
    }
    count += wallet::prune(conn, old.visits, limit).await?;
    count += audit::prune(conn, old.log_ms, limit).await?;
    count += conn.affected(OLD_REVISIONS, params![old.revisions_ms, REVISIONS, limit]).await?;
    Ok(count)
}

/// The first day that is left, if anything of earlier days has been deleted: keeping it for longer from now on does not bring it
/// back.
pub async fn left_from(conn: &mut Conn, mark: &str) -> Result<Option<Date>> {
    let known = store_metadata::find(conn, mark).await?;
    Ok(known.and_then(|day| day.parse().ok()))
}
