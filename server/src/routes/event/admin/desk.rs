//! What the desk's calls have in common: finding and locking the booking, and their refusals.

use serde_json::{Value, json};
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::time::{Date, london_date_time};

use super::results::{self, RecordedTest};
use crate::auth::CurrentUser;
use crate::db::bookings::booking;
use crate::db::bookings::desk::{self, DeskBooking};
use crate::db::people::audit;
use crate::db::results::result::{self, Stored, TabletStamp};
use crate::db::{Conn, DbError};
use crate::http::ApiError;
use crate::state::AppState;

/// How many days after its own a booking still accepts results that a tablet could not send in time.
pub(super) const LATE_DAYS: i32 = 7;

/// A desk call: the member of staff, the tablet, and the date.
#[derive(Debug, Clone)]
pub(super) struct Desk {
    pub state: AppState,
    pub user: CurrentUser,
    /// The tablet, and when it recorded the call.
    pub stamp: TabletStamp,
    pub now_ms: i64,
    /// Today in London, by the server's clock.
    pub today: Date,
}

impl Desk {
    pub(super) fn new(state: &AppState, user: CurrentUser, stamp: TabletStamp) -> Result<Self, ApiError> {
        let now_ms = state.clock.now_ms();
        let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
        Ok(Self { state: state.clone(), user, stamp, now_ms, today })
    }

    /// Finds an athlete's booking and locks the athlete to the end of the job; 404 if uaid and booking do not belong together.
    pub(super) async fn lock(
        &self,
        conn: &mut Conn,
        uaid: &str,
        booking_id: &str,
    ) -> Result<DeskBooking, ApiError> {
        let booking = desk::find(conn, booking_id).await?.filter(|found| found.uaid == uaid);
        if booking.is_none() || !booking::lock_athlete(conn, uaid, self.now_ms).await? {
            return Err(no_booking());
        }
        // Read again under the lock.
        desk::find(conn, booking_id).await?.ok_or_else(no_booking)
    }

    /// Refuses results unless the booking is on the desk and has not ended. One that was marked as not tested, at midnight or
    /// by a tablet before all results were sent, accepts them for some days more, unless its score was removed (RULES 4.17).
    pub(super) async fn require_on_desk(
        &self,
        conn: &mut Conn,
        booking: &DeskBooking,
    ) -> Result<(), ApiError> {
        let late = booking.status == BookingStatus::Dnt
            && !booking.score_removed
            && booking.slot.is_some_and(|(date, _)| date.days_until(self.today) <= LATE_DAYS);
        if !booking.status.is_open() && !late {
            return Err(closed_with_results(conn, booking).await?);
        }
        if booking.onboarded_at.is_none() {
            return Err(ApiError::conflict("NOT_ONBOARDED", "Onboard the athlete with their code first."));
        }
        Ok(())
    }

    /// Writes a line of the audit log, with ids and codes only.
    pub(super) async fn record(
        &self,
        conn: &mut Conn,
        action: &'static str,
        booking: &DeskBooking,
        mut detail: Value,
    ) -> Result<(), DbError> {
        if let Some(device) = &self.stamp.device {
            detail["device"] = json!(device);
        }
        let entry = audit::Entry::by(self.user.actor(), action)
            .subject(&booking.uaid)
            .object(&booking.id)
            .detail(detail);
        audit::insert(conn, &entry, self.now_ms).await
    }
}

/// 404 for a uaid and a booking that do not belong together.
pub(super) fn no_booking() -> ApiError {
    let error = ApiError::not_found().message("There is no such booking of that athlete.");
    error.field("eventBookingId").renamed("BOOKING_NOT_FOUND")
}

/// 409 for results of a booking that has ended.
pub(super) fn closed(status: BookingStatus) -> ApiError {
    let message = format!("That booking is {status}; it takes no more results.");
    ApiError::conflict("BOOKING_CLOSED", message).with("status", status.as_str())
}

/// The same with the stored results, for a tablet that has other values, so that neither get lost.
pub(super) async fn closed_with_results(conn: &mut Conn, booking: &DeskBooking) -> Result<ApiError, DbError> {
    let stored = result::find(conn, &booking.id).await?;
    let current: Vec<RecordedTest> = stored.iter().map(RecordedTest::of).collect();
    Ok(closed(booking.status).with("current", current))
}

/// 409 for a test that somebody else has closed already.
pub(super) fn test_closed(current: Option<&Stored>, test: sixfold_domain::test_type::TestType) -> ApiError {
    let message = format!("{test} has been recorded by someone else meanwhile. Look at both values.");
    let current = current.map_or_else(|| RecordedTest::none(test), results::RecordedTest::of);
    ApiError::conflict("TEST_CLOSED", message).field("results").with("current", current)
}
