//! The waiting list of full slots. A freed seat is offered to the first on the list who could take it; while the offer is
//! open the seat counts as taken, so that it cannot be oversold. A slot is locked before its waiting list is changed.

use sixfold_domain::time::{Date, LocalDateTime};
use sqlx::FromRow;

use crate::db::calendar::slot::{self, SlotKey};
use crate::db::{Conn, Result, new_id, params};

const FIND: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at \
    FROM waitlist WHERE uaid = $1 AND event_id = $2 AND test_date = $3 AND test_time = $4 \
    AND status IN ('waiting', 'offered')";
const FIND_OFFER: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at \
    FROM waitlist WHERE offer_id = $1 AND status = 'offered'";
const FIND_TAKEN: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at \
    FROM waitlist WHERE offer_id = $1 AND status = 'accepted'";
const COUNT_LIVING: &str = "SELECT COUNT(*) FROM waitlist WHERE uaid = $1 AND status IN ('waiting', 'offered') \
    AND (test_date > $2 OR (test_date = $2 AND test_time > $3))";
const INSERT: &str = "INSERT INTO waitlist (waitlist_id, uaid, event_id, test_date, test_time, status, created_at) \
    VALUES ($1, $2, $3, $4, $5, 'waiting', $6) ON CONFLICT DO NOTHING";
const LAST: &str =
    "SELECT MAX(created_at) FROM waitlist WHERE event_id = $1 AND test_date = $2 AND test_time = $3";
const LIST_OF: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at \
    FROM waitlist WHERE uaid = $1 AND status IN ('waiting', 'offered')";
const LINE: &str = "SELECT uaid FROM waitlist WHERE event_id = $1 AND test_date = $2 AND test_time = $3 \
    AND status IN ('waiting', 'offered') \
    ORDER BY CASE status WHEN 'offered' THEN 0 ELSE 1 END, created_at, waitlist_id";
const END: &str =
    "UPDATE waitlist SET status = $2 WHERE waitlist_id = $1 AND status IN ('waiting', 'offered')";
/// An offer whose letter is still to be written lapses only as its test starts.
const LIST_LAPSED: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at, letter_at \
    FROM waitlist WHERE status = 'offered' AND offer_expires_at <= $1 \
    AND (letter_at IS NULL OR test_date < $2 OR (test_date = $2 AND test_time <= $3)) \
    ORDER BY offer_expires_at, waitlist_id LIMIT $4";
const LIST_OFFERS: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at, letter_at \
    FROM waitlist WHERE event_id = $1 AND status = 'offered' AND (offer_expires_at > $2 OR letter_at IS NOT NULL) \
    ORDER BY test_date, test_time, waitlist_id";
const LIST_WAITING: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at \
    FROM waitlist WHERE event_id = $1 AND test_date >= $2 AND status = 'waiting' \
    ORDER BY test_date, test_time, waitlist_id";
const ANY_PAST: &str = "SELECT EXISTS (SELECT 1 FROM waitlist WHERE status = 'waiting' AND test_date < $1)";
const END_PAST: &str = "UPDATE waitlist SET status = 'expired' WHERE status = 'waiting' AND test_date < $1";
const CLOSE: &str = "UPDATE waitlist SET status = 'expired' WHERE event_id = $1 AND test_date = $2 AND test_time = $3 \
    AND status = $4";
/// Without offers whose letter waits for the morning.
const MAILED: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at \
    FROM waitlist WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND status = 'offered' AND letter_at IS NULL \
    ORDER BY waitlist_id";
const WAITING: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at \
    FROM waitlist WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND status = 'waiting' \
    ORDER BY created_at, waitlist_id";
const OFFER: &str = "UPDATE waitlist SET status = 'offered', offer_id = $2, offered_at = $3, offer_expires_at = $4, \
    letter_at = $5 WHERE waitlist_id = $1";
const LIST_LETTERS: &str = "SELECT waitlist_id, uaid, event_id, test_date, test_time, offer_id, offer_expires_at \
    FROM waitlist WHERE letter_at <= $1 AND status = 'offered' ORDER BY letter_at, waitlist_id LIMIT $2";
const CLAIM_LETTER: &str = "UPDATE waitlist SET letter_at = NULL, offer_expires_at = $2 \
    WHERE waitlist_id = $1 AND letter_at IS NOT NULL AND status = 'offered'";
const OF_ATHLETE: &str = "SELECT w.waitlist_id, w.uaid, w.event_id, w.test_date, w.test_time, w.offer_id, \
    w.offer_expires_at, (SELECT COUNT(*) FROM waitlist o WHERE o.event_id = w.event_id AND o.test_date = w.test_date \
    AND o.test_time = w.test_time AND ((o.status = 'offered' AND w.status = 'waiting') OR (o.status = w.status AND (o.created_at < w.created_at \
    OR (o.created_at = w.created_at AND o.waitlist_id < w.waitlist_id))))) AS ahead \
    FROM waitlist w WHERE w.uaid = $1 AND w.status IN ('waiting', 'offered') AND w.test_date >= $2 \
    ORDER BY w.test_date, w.test_time";

/// An athlete's entry on a waiting list.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Entry {
    #[sqlx(rename = "waitlist_id")]
    pub id: String,
    pub uaid: String,
    #[sqlx(flatten)]
    pub slot: SlotKey,
    pub offer_id: Option<String>,
    pub offer_expires_at: Option<i64>,
}

/// The athlete's open entry (waiting or offered) for a slot.
pub async fn find(conn: &mut Conn, uaid: &str, key: &SlotKey) -> Result<Option<Entry>> {
    conn.optional(FIND, params![uaid, key.event_id, key.date, key.time]).await
}

/// The entry of an open offer; none if the offer was accepted, has lapsed or does not exist.
pub async fn find_offer(conn: &mut Conn, offer_id: &str) -> Result<Option<Entry>> {
    conn.optional(FIND_OFFER, params![offer_id]).await
}

/// The entry of an offer that was accepted.
pub async fn find_taken(conn: &mut Conn, offer_id: &str) -> Result<Option<Entry>> {
    conn.optional(FIND_TAKEN, params![offer_id]).await
}

/// How many waiting lists an athlete is on; days before `today` do not count.
pub async fn count_living(conn: &mut Conn, uaid: &str, now: LocalDateTime) -> Result<i64> {
    let count: i64 = conn.scalar(COUNT_LIVING, params![uaid, now.date, now.time.to_string()]).await?;
    Ok(count)
}

/// The slots that somebody waits for or has an offer of.
pub async fn slots_of(conn: &mut Conn, uaid: &str) -> Result<Vec<SlotKey>> {
    conn.all(LIST_OF, params![uaid]).await
}

/// Joins the end of a waiting list. The caller has locked the slot, and the locks decide the order, whichever request
/// began earlier.
pub async fn insert(conn: &mut Conn, uaid: &str, key: &SlotKey, now_ms: i64) -> Result<()> {
    let id = new_id(now_ms);
    let last: Option<i64> = conn.scalar(LAST, params![key.event_id, key.date, key.time]).await?;
    let joined_at = last.map_or(now_ms, |last| now_ms.max(last + 1));
    conn.execute(INSERT, params![id, uaid, key.event_id, key.date, key.time, joined_at]).await
}

/// The athletes waiting for a slot, in order, those with an offer first.
pub async fn line(conn: &mut Conn, key: &SlotKey) -> Result<Vec<String>> {
    conn.scalars(LINE, params![key.event_id, key.date, key.time]).await
}

/// Ends an entry as `accepted`, `expired` or `left`; false if it had ended before.
pub async fn end(conn: &mut Conn, id: &str, status: &str) -> Result<bool> {
    conn.affected_one(END, params![id, status]).await
}

/// The offers that have lapsed by an instant, which is `now` in London.
pub async fn list_lapsed(
    conn: &mut Conn,
    (now_ms, now): (i64, LocalDateTime),
    limit: i64,
) -> Result<Vec<OpenOffer>> {
    conn.all(LIST_LAPSED, params![now_ms, now.date, now.time.to_string(), limit]).await
}

/// An offer that has not been ended.
#[derive(Debug, Clone, FromRow)]
pub struct OpenOffer {
    #[sqlx(flatten)]
    pub entry: Entry,
    /// When its letter is due; none once it has been written.
    pub letter_at: Option<i64>,
}

/// The open offers of an event, in the order of their slots.
pub async fn list_offers(conn: &mut Conn, event_id: &str, now_ms: i64) -> Result<Vec<OpenOffer>> {
    conn.all(LIST_OFFERS, params![event_id, now_ms]).await
}

/// The entries of an event from `today` on that have no offer, in the order of their slots.
pub async fn list_waiting(conn: &mut Conn, event_id: &str, today: Date) -> Result<Vec<Entry>> {
    conn.all(LIST_WAITING, params![event_id, today]).await
}

/// Whether anybody waits for a day before `today`.
pub async fn any_past(conn: &mut Conn, today: Date) -> Result<bool> {
    conn.scalar(ANY_PAST, params![today]).await
}

/// Ends the entries that wait for a day before `today`.
pub async fn end_past(conn: &mut Conn, today: Date) -> Result<()> {
    conn.execute(END_PAST, params![today]).await
}

/// Ends the waiting list of a slot that is closed and frees the seats of open offers. The caller has locked the slot. Returns
/// the entries whose offer ended after its letter had been written.
pub async fn close(conn: &mut Conn, key: &SlotKey, capacity: u16) -> Result<Vec<Entry>> {
    let mailed = conn.all(MAILED, params![key.event_id, key.date, key.time]).await?;
    let mut ended = [0_u64; 2];
    for (count, status) in ended.iter_mut().zip(["waiting", "offered"]) {
        *count = conn.affected(CLOSE, params![key.event_id, key.date, key.time, status]).await?;
    }
    for _ in 0..ended[1] {
        slot::give_back(conn, key, capacity).await?;
    }
    Ok(mailed)
}

/// The entries of a slot that have no offer, in order. The caller has locked the slot.
pub async fn waiting(conn: &mut Conn, key: &SlotKey) -> Result<Vec<Entry>> {
    conn.all(WAITING, params![key.event_id, key.date, key.time]).await
}

/// Makes an offer that lapses at `until` (ms), and returns its id. The caller has taken the seat for it. `letter_at` is
/// when its letter is due; none if the caller writes it now.
pub async fn offer(
    conn: &mut Conn,
    id: &str,
    until: i64,
    letter_at: Option<i64>,
    now_ms: i64,
) -> Result<String> {
    let offer_id = new_id(now_ms);
    conn.execute(OFFER, params![id, offer_id, now_ms, until, letter_at]).await?;
    Ok(offer_id)
}

pub async fn list_letters(conn: &mut Conn, now_ms: i64, limit: i64) -> Result<Vec<Entry>> {
    conn.all(LIST_LETTERS, params![now_ms, limit]).await
}

/// Records that the letter of an offer is being written, and that the offer lapses at `until` (ms); false if another node writes
/// the letter, or the offer has ended.
pub async fn claim_letter(conn: &mut Conn, id: &str, until: i64) -> Result<bool> {
    conn.affected_one(CLAIM_LETTER, params![id, until]).await
}

#[derive(Debug, FromRow)]
struct PlacedEntry {
    #[sqlx(flatten)]
    entry: Entry,
    ahead: i64,
}

/// The waiting lists that an athlete is on from `today`, soonest first, each with the number of people ahead. As in
/// [`line`], everybody with an offer is ahead of those who wait.
pub async fn of_athlete(conn: &mut Conn, uaid: &str, today: Date) -> Result<Vec<(Entry, i64)>> {
    let rows: Vec<PlacedEntry> = conn.all(OF_ATHLETE, params![uaid, today]).await?;
    Ok(rows.into_iter().map(|PlacedEntry { entry, ahead }| (entry, ahead)).collect())
}
