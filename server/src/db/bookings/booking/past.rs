//! Bookings of the past with their results, for the demo and for imports. They occupy no seat: the day is over.

use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::{BookingCode, BookingStatus, BookingType};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::Score;
use sixfold_domain::test_type::TestType;
use sixfold_domain::time::{Date, SlotTime};

use crate::db::{Conn, Result, new_id, params, random_bytes};

const INSERT_PAST: &str = "INSERT INTO booking (booking_id, uaid, event_id, status, booking_type, test_date, test_time, code, \
    score_hundredths, created_at, created_by, updated_at, onboarded_at, completed_at, cancelled_at, protocol_version, \
    t_shirt_size) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $2, $11, $12, $12, $13, $14, \
    COALESCE((SELECT a.t_shirt_size FROM account a WHERE a.uaid = $2), 'M'))";
const INSERT_TEST: &str = "INSERT INTO result_test (booking_id, test_type, status, score_hundredths, updated_at) \
    VALUES ($1, $2, 'closed', $3, $4)";
const INSERT_ATTEMPT: &str = "INSERT INTO result_attempt (booking_id, test_type, attempt, raw_thousandths) \
    VALUES ($1, $2, $3, $4)";

#[derive(Debug, Clone)]
pub struct PastBooking<'a> {
    pub uaid: &'a str,
    pub event_id: &'a str,
    pub status: BookingStatus,
    pub booking_type: BookingType,
    pub slot: (Date, SlotTime),
    pub created_at: i64,
    pub ended_at: i64,
    pub score: Option<Score>,
    /// The tests taken, scored with the built-in protocols.
    pub tests: Vec<PastTest>,
}

#[derive(Debug, Clone)]
pub struct PastTest {
    pub test_type: TestType,
    pub score: Score,
    /// The raw measurements, in order.
    pub attempts: Vec<Raw>,
}

pub async fn insert_past(conn: &mut Conn, past: &PastBooking<'_>) -> Result<()> {
    let id = new_id(past.created_at);
    let code = BookingCode::from_random_bytes(random_bytes());
    let tested = Some(past.ended_at).filter(|_| past.status == BookingStatus::Completed);
    let called_off = Some(past.ended_at).filter(|_| past.status.frees_place());
    let scored_by = (!past.tests.is_empty()).then(|| i64::from(Protocols::STANDARD.version()));
    conn.execute(
        INSERT_PAST,
        params![
            id,
            past.uaid,
            past.event_id,
            past.status,
            past.booking_type,
            past.slot.0,
            past.slot.1,
            code,
            past.score,
            past.created_at,
            past.ended_at,
            tested,
            called_off,
            scored_by
        ],
    )
    .await?;
    for test in &past.tests {
        conn.execute(INSERT_TEST, params![id, test.test_type, test.score, past.ended_at]).await?;
        for (attempt, raw) in (1_i64..).zip(&test.attempts) {
            conn.execute(INSERT_ATTEMPT, params![id, test.test_type, attempt, raw.thousandths()]).await?;
        }
    }
    Ok(())
}
