//! Days of tests that are over, laid down as the import of history does it.

use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_domain::score::Score;
use sixfold_server::db::booking::{self, Past, PastTest};
use sixfold_server::db::{DbError, schedule};

use crate::app::TestApp;

/// How somebody's day of tests ended.
pub struct PastDay {
    /// `YYYY-MM-DD`; they came at 10:00.
    pub day: String,
    /// When it ended, ms.
    pub ended_at: i64,
    /// Completed or not.
    pub status: BookingStatus,
    /// The final score; none without a final.
    pub score: Option<Score>,
    /// The tests that were recorded.
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
    /// Lays down an athlete's past day; the boards have it when this returns.
    pub async fn past(&self, uaid: &str, past: PastDay) {
        let uaid = uaid.to_owned();
        let stored = self.state.db.write(move |conn| {
            Box::pin(async move {
                let past = Past {
                    uaid: &uaid,
                    event_id: schedule::ACADEMY,
                    status: past.status,
                    booking_type: BookingType::Test,
                    place: (past.day.parse().unwrap(), "10:00".parse().unwrap()),
                    created_at: past.ended_at - 1_000,
                    ended_at: past.ended_at,
                    score: past.score,
                    tests: past.tests,
                };
                booking::insert_past(conn, &past).await
            })
        });
        stored.await.unwrap_or_else(|error: DbError| panic!("a past day: {error}"));
        self.state.boards.keep_up(&self.state.db).await;
    }
}
