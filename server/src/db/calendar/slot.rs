//! The fill of slots (a reduced capacity: RULES 3.9). `taken` counts the seats of bookings and of open offers; the one
//! statement that raises it is the guard against overselling (RULES 3.8).

use sixfold_domain::time::{Date, SlotTime};
use sqlx::FromRow;

use crate::db::connection::column::Text;
use crate::db::{Conn, Result, params};

const LIST: &str = "SELECT test_date, test_time, capacity, taken FROM slot \
    WHERE event_id = $1 AND test_date BETWEEN $2 AND $3";
const FIND: &str =
    "SELECT capacity, taken FROM slot WHERE event_id = $1 AND test_date = $2 AND test_time = $3";
const LOCK: &str = "INSERT INTO slot (event_id, test_date, test_time, capacity, taken) VALUES ($1, $2, $3, $4, 0) \
    ON CONFLICT (event_id, test_date, test_time) DO UPDATE SET taken = slot.taken \
    RETURNING capacity, taken";
const LOCK_EXISTING: &str =
    "UPDATE slot SET taken = taken WHERE event_id = $1 AND test_date = $2 AND test_time = $3";
const LOCK_AND_TAKE: &str = "INSERT INTO slot (event_id, test_date, test_time, capacity, taken) VALUES ($1, $2, $3, $4, 1) \
    ON CONFLICT (event_id, test_date, test_time) DO UPDATE SET taken = slot.taken + 1 \
    WHERE slot.taken < slot.capacity RETURNING taken";
const TAKE: &str = "UPDATE slot SET taken = taken + 1 \
    WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND taken < capacity RETURNING taken";
const TAKE_MANY: &str = "UPDATE slot SET taken = taken + $4 \
    WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND taken + $4 <= capacity RETURNING taken";
/// A seat beyond the capacity that is set does not come free: the slot shrinks by it.
const GIVE_BACK: &str = "UPDATE slot SET taken = taken - 1, capacity = CASE WHEN capacity <= $4 THEN capacity \
    WHEN taken - 1 > $4 THEN taken - 1 ELSE $4 END \
    WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND taken > 0";
const HELD_SEATS: &str = "SELECT seat FROM booking WHERE event_id = $1 AND test_date = $2 AND test_time = $3 \
    AND seat IS NOT NULL ORDER BY seat";

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, FromRow)]
pub struct SlotKey {
    pub event_id: String,
    /// The date in London.
    #[sqlx(rename = "test_date", try_from = "Text<Date>")]
    pub date: Date,
    #[sqlx(rename = "test_time", try_from = "Text<SlotTime>")]
    pub time: SlotTime,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRow)]
pub struct Occupancy {
    pub capacity: i64,
    pub taken: i64,
}

impl Occupancy {
    pub fn remaining(self) -> u16 {
        u16::try_from((self.capacity - self.taken).max(0)).unwrap_or(u16::MAX)
    }
}

/// Every slot with a row in a range of dates.
pub async fn list(
    conn: &mut Conn,
    event_id: &str,
    from: Date,
    to: Date,
) -> Result<Vec<(Date, SlotTime, Occupancy)>> {
    let rows = conn.all(LIST, params![event_id, from, to]).await?.into_iter();
    Ok(rows
        .map(|(Text(date), Text(time), capacity, taken)| (date, time, Occupancy { capacity, taken }))
        .collect())
}

/// How full a slot is; none while it has no row because it was never booked.
pub async fn find(conn: &mut Conn, key: &SlotKey) -> Result<Option<Occupancy>> {
    conn.optional(FIND, params![key.event_id, key.date, key.time]).await
}

/// Creates the slot's row if necessary, locks it to the end of the job and returns how full it is. Jobs that need two
/// slots lock them in the order of their keys, so that no two jobs wait for each other.
pub async fn lock(conn: &mut Conn, key: &SlotKey, capacity: u16) -> Result<Occupancy> {
    conn.one(LOCK, params![key.event_id, key.date, key.time, capacity]).await
}

/// Locks a slot that has a row, to the end of the job.
pub async fn lock_existing(conn: &mut Conn, key: &SlotKey) -> Result<()> {
    conn.execute(LOCK_EXISTING, params![key.event_id, key.date, key.time]).await
}

/// Takes a seat; false if none is left. The guard against overselling: one statement raises the count only while it is
/// below the capacity.
pub async fn take(conn: &mut Conn, key: &SlotKey) -> Result<bool> {
    Ok(conn.optional_scalar::<i64>(TAKE, params![key.event_id, key.date, key.time]).await?.is_some())
}

/// [`lock`] and [`take`] in one statement, for a job that needs no other slot; false if no seat is left.
pub async fn lock_and_take(conn: &mut Conn, key: &SlotKey, capacity: u16) -> Result<bool> {
    let taken: Option<i64> =
        conn.optional_scalar(LOCK_AND_TAKE, params![key.event_id, key.date, key.time, capacity]).await?;
    Ok(taken.is_some())
}

/// Takes several seats or none; false if too few are left. The same guard as [`take`].
pub async fn take_many(conn: &mut Conn, key: &SlotKey, count: usize) -> Result<bool> {
    Ok(conn
        .optional_scalar::<i64>(TAKE_MANY, params![key.event_id, key.date, key.time, count])
        .await?
        .is_some())
}

/// Gives a seat back to a slot; `capacity` is the one that is set now (RULES 3.9).
pub async fn give_back(conn: &mut Conn, key: &SlotKey, capacity: u16) -> Result<()> {
    conn.execute(GIVE_BACK, params![key.event_id, key.date, key.time, capacity]).await
}

/// The lowest seat number without a booking. The caller has just taken a seat, so there is one.
pub async fn free_seat(conn: &mut Conn, key: &SlotKey) -> Result<i64> {
    Ok(lowest_gaps(&held_seats(conn, key).await?, 1).first().copied().unwrap_or(1))
}

/// The lowest seat numbers without a booking, for a caller who has just taken as many seats.
pub async fn free_seats(conn: &mut Conn, key: &SlotKey, count: usize) -> Result<Vec<i64>> {
    Ok(lowest_gaps(&held_seats(conn, key).await?, count))
}

async fn held_seats(conn: &mut Conn, key: &SlotKey) -> Result<Vec<i64>> {
    conn.scalars(HELD_SEATS, params![key.event_id, key.date, key.time]).await
}

/// The lowest numbers from 1 that are not in a list.
fn lowest_gaps(seats: &[i64], count: usize) -> Vec<i64> {
    (1..).filter(|seat| !seats.contains(seat)).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::lowest_gaps;

    #[test]
    fn the_lowest_free_seat_is_taken_first() {
        assert_eq!(lowest_gaps(&[], 1), [1]);
        assert_eq!(lowest_gaps(&[1, 2, 3], 1), [4]);
        assert_eq!(lowest_gaps(&[1, 3, 4], 2), [2, 5]);
        assert_eq!(lowest_gaps(&[2, 3], 3), [1, 4, 5]);
    }
}
