//! Past days of tests, stored as the import of past results does.

use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::score::Score;
use sixfold_server::db::bookings::booking::{self, PastBooking, PastTest};
use sixfold_server::db::calendar::schedule;

use crate::app::TestApp;

/// The outcome of an athlete's day of tests.
pub struct PastDay {
    /// `YYYY-MM-DD`; the test was at 10:00.
    pub day: String,
    pub ended_at: i64,
    pub status: BookingStatus,
    pub score: Option<Score>,
    pub tests: Vec<PastTest>,
}

impl PastDay {
    /// A final without its tests, in hundredths.
    pub fn scored(day: &str, ended_at: i64, hundredths: i32) -> Self {
        let score = Some(Score::from_hundredths(hundredths));
        Self { day: day.to_owned(), ended_at, status: BookingStatus::Completed, score, tests: Vec::new() }
    }
}

impl TestApp {
    /// Stores an athlete's past day and updates the boards.
    pub async fn past(&self, uaid: &str, past: PastDay) {
        let uaid = uaid.to_owned();
        self.write(async move |conn| {
            let past = PastBooking {
                uaid: &uaid,
                event_id: schedule::ACADEMY,
                status: past.status,
                booking_type: BookingType::Test,
                slot: (past.day.parse().unwrap(), "10:00".parse().unwrap()),
                created_at: past.ended_at - 1_000,
                ended_at: past.ended_at,
                score: past.score,
                tests: past.tests,
            };
            booking::insert_past(conn, &past).await
        })
        .await;
        self.state.boards.sync_after_write(&self.state.db).await;
    }
}
