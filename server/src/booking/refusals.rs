//! The rules' refusals of a booking on the wire.

use sixfold_domain::booking::{CancelError, TransitionError};
use sixfold_domain::eligibility::EligibilityRefusal;
use sixfold_domain::slot::{Refusal, Subject};

use crate::http::ApiError;

/// A refusal of the slot rules on the wire: a full slot is a conflict with other people, everything else a rule.
pub(crate) fn refused(refusal: Refusal) -> ApiError {
    let (code, sentence) = (refusal.code(), refusal.to_string());
    let error = if refusal == Refusal::SlotFull {
        ApiError::conflict(code, sentence)
    } else {
        ApiError::rule(code, sentence)
    };
    error.field(match refusal.subject() {
        Subject::Date => "eventTestDate",
        Subject::Time => "eventTestTime",
    })
}

pub(crate) fn not_eligible(refusal: EligibilityRefusal) -> ApiError {
    ApiError::rule(refusal.code(), refusal.to_string()).field(refusal.field())
}

/// The answer to a second open booking (RULES 4.1).
pub(crate) fn open_exists() -> ApiError {
    ApiError::conflict("BOOKING_OPEN_EXISTS", "There is already a booking. Move it or cancel it first.")
}

pub(crate) fn no_athlete() -> ApiError {
    ApiError::not_found().message("There is no athlete with that number.").field("uaid")
}

/// The answer to an id that is no booking of the athlete.
pub(crate) fn no_booking() -> ApiError {
    ApiError::not_found().message("There is no such booking.").field("eventBookingId")
}

/// The answer to an athlete or a coach who cancels or moves a booking once its athlete is checked in. `checkedIn` tells it from
/// a booking that has changed meanwhile, which has the same code.
pub(crate) fn checked_in() -> ApiError {
    let message = "You are checked in for this test. Talk to the team at the desk.";
    ApiError::conflict("STATUS_CONFLICT", message).with("checkedIn", true)
}

/// The answer to undoing an onboarding, or calling a visit off, after tests have been recorded.
pub(crate) fn results_exist() -> ApiError {
    ApiError::conflict("RESULTS_EXIST", "There are results already. Finish the visit instead.")
}

impl From<TransitionError> for ApiError {
    fn from(error: TransitionError) -> Self {
        Self::conflict(error.code(), error.to_string())
    }
}

/// Why a booking cannot be called off or moved: a matter of its state, or of the hour.
pub(crate) fn too_late(error: CancelError) -> ApiError {
    match error {
        CancelError::NotOpen => ApiError::conflict(error.code(), error.to_string()),
        CancelError::TooLate => ApiError::rule(error.code(), error.to_string()),
    }
}
