//! Places in time (RULES 3.9 where there are fewer). `taken` counts the seats of bookings and the places held for waiting-list offers; the one statement that
//! raises it is the guard against overselling (RULES 3.8).

use sixfold_domain::time::{Date, SlotTime};

use super::{Conn, Result, params};

const LIST: &str = "SELECT test_date, test_time, capacity, taken FROM slot \
    WHERE event_id = $1 AND test_date BETWEEN $2 AND $3";
const FIND: &str =
    "SELECT capacity, taken FROM slot WHERE event_id = $1 AND test_date = $2 AND test_time = $3";
const LOCK: &str = "INSERT INTO slot (event_id, test_date, test_time, capacity, taken) VALUES ($1, $2, $3, $4, 0) \
    ON CONFLICT (event_id, test_date, test_time) DO UPDATE SET taken = slot.taken \
    RETURNING capacity, taken";
const LOCK_EXISTING: &str =
    "UPDATE slot SET taken = taken WHERE event_id = $1 AND test_date = $2 AND test_time = $3";
const TAKE: &str = "UPDATE slot SET taken = taken + 1 \
    WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND taken < capacity RETURNING taken";
const TAKE_MANY: &str = "UPDATE slot SET taken = taken + $4 \
    WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND taken + $4 <= capacity RETURNING taken";
const GIVE_BACK: &str = "UPDATE slot SET taken = taken - 1 \
    WHERE event_id = $1 AND test_date = $2 AND test_time = $3 AND taken > 0";
const HELD_SEATS: &str = "SELECT seat FROM booking WHERE event_id = $1 AND test_date = $2 AND test_time = $3 \
    AND seat IS NOT NULL ORDER BY seat";

/// A place in time: the key of a slot.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotKey {
    pub event_id: String,
    /// London's date.
    pub date: Date,
    pub time: SlotTime,
}

/// How full a slot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fill {
    /// Places there are.
    pub capacity: i64,
    /// Places gone.
    pub taken: i64,
}

impl Fill {
    pub fn remaining(self) -> u16 {
        u16::try_from((self.capacity - self.taken).max(0)).unwrap_or(u16::MAX)
    }
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    test_date: String,
    test_time: String,
    capacity: i64,
    taken: i64,
}

/// Every slot of a run of dates that has a row; one statement, whatever the length.
pub async fn list(
    conn: &mut Conn<'_>,
    event_id: &str,
    from: Date,
    to: Date,
) -> Result<Vec<(Date, SlotTime, Fill)>> {
    let rows: Vec<Row> = conn.all(LIST, params![event_id, from, to]).await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let fill = Fill { capacity: row.capacity, taken: row.taken };
            Some((row.test_date.parse().ok()?, row.test_time.parse().ok()?, fill))
        })
        .collect())
}

/// How full one slot is; `None` while it has no row, so nobody ever asked for it.
pub async fn find(conn: &mut Conn<'_>, key: &SlotKey) -> Result<Option<Fill>> {
    let row: Option<(i64, i64)> = conn.optional(FIND, params![key.event_id, key.date, key.time]).await?;
    Ok(row.map(|(capacity, taken)| Fill { capacity, taken }))
}

/// Makes sure that the slot has a row, locks it to the end of the job and says how full it is. Jobs that need two slots lock
/// them in the order of their keys, so that no two jobs ever wait for each other.
pub async fn lock(conn: &mut Conn<'_>, key: &SlotKey, capacity: u16) -> Result<Fill> {
    let (capacity, taken): (i64, i64) =
        conn.one(LOCK, params![key.event_id, key.date, key.time, capacity]).await?;
    Ok(Fill { capacity, taken })
}

/// Locks a slot that has a row, to the end of the job.
pub async fn lock_existing(conn: &mut Conn<'_>, key: &SlotKey) -> Result<()> {
    change(conn, LOCK_EXISTING, key).await
}

/// Takes one place, or says that none is left. The guard: the count rises only while it is below the capacity, in one statement.
pub async fn take(conn: &mut Conn<'_>, key: &SlotKey) -> Result<bool> {
    let taken: Option<i64> = conn.optional_scalar(TAKE, params![key.event_id, key.date, key.time]).await?;
    Ok(taken.is_some())
}

/// Takes so many places at once, or none of them: false when fewer are left. The same guard as [`take`].
pub async fn take_many(conn: &mut Conn<'_>, key: &SlotKey, count: usize) -> Result<bool> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let taken: Option<i64> =
        conn.optional_scalar(TAKE_MANY, params![key.event_id, key.date, key.time, count]).await?;
    Ok(taken.is_some())
}

/// Gives one place back.
pub async fn give_back(conn: &mut Conn<'_>, key: &SlotKey) -> Result<()> {
    change(conn, GIVE_BACK, key).await
}

async fn change(conn: &mut Conn<'_>, sql: &'static str, key: &SlotKey) -> Result<()> {
    conn.execute(sql, params![key.event_id, key.date, key.time]).await
}

/// The lowest seat number that no booking of the slot holds. Asked for by who has just taken a place, so there is one.
pub async fn free_seat(conn: &mut Conn<'_>, key: &SlotKey) -> Result<i64> {
    Ok(lowest_gaps(&held_seats(conn, key).await?, 1).first().copied().unwrap_or(1))
}

/// So many of the lowest seat numbers that no booking of the slot holds, for who has just taken as many places.
pub async fn free_seats(conn: &mut Conn<'_>, key: &SlotKey, count: usize) -> Result<Vec<i64>> {
    Ok(lowest_gaps(&held_seats(conn, key).await?, count))
}

async fn held_seats(conn: &mut Conn<'_>, key: &SlotKey) -> Result<Vec<i64>> {
    conn.scalars(HELD_SEATS, params![key.event_id, key.date, key.time]).await
}

/// The lowest numbers from 1 on that a list lacks.
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
