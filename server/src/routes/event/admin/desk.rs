//! What the desk's calls have in common: the booking they are about, locked, and the words they refuse with.

use serde_json::{Value, json};
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::time::{Date, london_date_time};

use super::results::{self, Current};
use crate::auth::CurrentUser;
use crate::db::desk::{self, DeskBooking};
use crate::db::result::{self, Mark, Stored};
use crate::db::{Conn, DbError, audit, booking};
use crate::http::error::ApiError;
use crate::state::AppState;

/// How many days after its own a booking still takes what a tablet could not send in time.
pub(super) const LATE_DAYS: i32 = 7;

/// One act of a member of staff on the desk.
#[derive(Debug, Clone)]
pub(super) struct Desk {
    pub state: AppState,
    pub user: CurrentUser,
    /// What the tablet says of itself.
    pub mark: Mark,
    pub now_ms: i64,
    /// Today in London, by the server's clock.
    pub today: Date,
}

impl Desk {
    pub(super) fn new(state: &AppState, user: CurrentUser, mark: Mark) -> Result<Self, ApiError> {
        let now_ms = state.clock.now_ms();
        let today = london_date_time(now_ms).map_err(ApiError::internal)?.date;
        Ok(Self { state: state.clone(), user, mark, now_ms, today })
    }

    /// Locks an athlete's booking to the end of the job. A number and a booking that do not belong together are none.
    pub(super) async fn lock(
        &self,
        conn: &mut Conn<'_>,
        uaid: &str,
        booking_id: &str,
    ) -> Result<DeskBooking, ApiError> {
        let found = desk::find(conn, booking_id).await?.filter(|found| found.uaid == uaid);
        if found.is_none() || !booking::lock_athlete(conn, uaid, self.now_ms).await? {
            return Err(no_booking());
        }
        // As it stands now that nobody else changes it.
        desk::find(conn, booking_id).await?.ok_or_else(no_booking)
    }

    /// Whether a booking takes results: it is on the desk and has not ended. One that midnight, or a tablet before all
    /// results were sent, marked as not tested takes them for some days more.
    pub(super) async fn require_on_desk(
        &self,
        conn: &mut Conn<'_>,
        booking: &DeskBooking,
    ) -> Result<(), ApiError> {
        let late = booking.status == BookingStatus::Dnt
            && booking.place.is_some_and(|(date, _)| date.days_until(self.today) <= LATE_DAYS);
        if !booking.status.is_open() && !late {
            return Err(closed_with_results(conn, booking).await?);
        }
        if booking.onboarded_at.is_none() {
            return Err(ApiError::conflict("NOT_ONBOARDED", "Onboard the athlete with their code first."));
        }
        Ok(())
    }

    /// One line of the audit log. Ids and words only.
    pub(super) async fn record(
        &self,
        conn: &mut Conn<'_>,
        action: &'static str,
        booking: &DeskBooking,
        mut detail: Value,
    ) -> Result<(), DbError> {
        if let Some(device) = &self.mark.device {
            detail["device"] = json!(device);
        }
        let entry = audit::Entry {
            actor: Some(self.user.uaid.as_str()),
            actor_role: Some(self.user.role_number()),
            action,
            subject: Some(&booking.uaid),
            object: Some(&booking.id),
            detail,
        };
        audit::insert(conn, &entry, self.now_ms).await
    }
}

/// The answer to a number and an id that are no booking of one person.
pub(super) fn no_booking() -> ApiError {
    let error = ApiError::not_found().message("There is no such booking of that athlete.");
    error.field("eventBookingId").renamed("BOOKING_NOT_FOUND")
}

/// The answer to results for a booking that has ended.
pub(super) fn closed(status: BookingStatus) -> ApiError {
    let message = format!("That booking is {status}; it takes no more results.");
    ApiError::conflict("BOOKING_CLOSED", message).with("status", status.as_str())
}

/// The same with what is stored, for a tablet that has other values: nothing of either is lost sight of.
pub(super) async fn closed_with_results(
    conn: &mut Conn<'_>,
    booking: &DeskBooking,
) -> Result<ApiError, DbError> {
    let stored = result::find(conn, &booking.id).await?;
    let current: Vec<Current> = stored.iter().map(Current::of).collect();
    Ok(closed(booking.status).with("current", current))
}

/// The answer to somebody who was not the first to close a test.
pub(super) fn test_closed(current: Option<&Stored>, test: sixfold_domain::test_type::TestType) -> ApiError {
    let message = format!("{test} has been recorded by someone else meanwhile. Look at both values.");
    let current = current.map_or_else(|| Current::none(test), results::Current::of);
    ApiError::conflict("TEST_CLOSED", message).field("results").with("current", current)
}
