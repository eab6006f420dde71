//! Booking types, retests, status moves, cancelling and codes.

use serde::{Deserialize, Serialize};
use sixfold_domain::booking::{
    BookingCode, BookingStatus, HistoryEntry, RetestTooSoon, booking_type, last_completed, may_cancel,
    retest_eligibility,
};
use sixfold_domain::time::{Date, SlotTime, TimeError};
use wasm_bindgen::prelude::*;

use crate::convert::{RuleError, checked, from_js, to_js};

/// The type of the next booking after a history.
#[wasm_bindgen(js_name = bookingType, unchecked_return_type = "Checked<BookingType>")]
pub fn next_booking_type(
    #[wasm_bindgen(unchecked_param_type = "HistoryEntry[]")] history: JsValue,
) -> JsValue {
    checked(from_js::<Vec<HistoryEntry>>(history).map(|history| booking_type(&history)))
}

/// The date of the latest completed test, or null.
#[wasm_bindgen(js_name = lastCompleted, unchecked_return_type = "Checked<string | null>")]
pub fn last_completed_date(
    #[wasm_bindgen(unchecked_param_type = "HistoryEntry[]")] history: JsValue,
) -> JsValue {
    checked(from_js::<Vec<HistoryEntry>>(history).map(|history| last_completed(&history)))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RetestAnswer {
    allowed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    opens_on: Option<Date>,
}

/// Whether the retest rule lets an athlete book on `today`, and if not the day it opens.
#[wasm_bindgen(js_name = retestEligibility, unchecked_return_type = "Checked<{ allowed: boolean; opensOn?: string }>")]
pub fn retest(
    #[wasm_bindgen(unchecked_param_type = "HistoryEntry[]")] history: JsValue,
    retest_delay: u16,
    today: &str,
) -> JsValue {
    let decide = || {
        let history: Vec<HistoryEntry> = from_js(history)?;
        let today = today.parse().map_err(|error: TimeError| RuleError::new(error.code(), &error))?;
        Ok(match retest_eligibility(last_completed(&history), retest_delay, today) {
            Ok(()) => RetestAnswer { allowed: true, opens_on: None },
            Err(RetestTooSoon { opens_on }) => RetestAnswer { allowed: false, opens_on: Some(opens_on) },
        })
    };
    checked(decide())
}

/// Whether a booking (null: not made yet) can take a status.
#[wasm_bindgen(js_name = statusMove, unchecked_return_type = "Checked<BookingStatus>")]
pub fn status_move(
    #[wasm_bindgen(unchecked_param_type = "BookingStatus | null")] from: JsValue,
    #[wasm_bindgen(unchecked_param_type = "BookingStatus")] to: JsValue,
) -> JsValue {
    let decide = || {
        let from: Option<BookingStatus> = from_js(from)?;
        let to: BookingStatus = from_js(to)?;
        to.reached_from(from).map_err(|error| RuleError::new(error.code(), &error))
    };
    checked(decide())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Cancelling {
    status: BookingStatus,
    date: Option<Date>,
    time: Option<SlotTime>,
    cutoff_minutes: u16,
    by_staff: bool,
}

/// Whether a booking can be called off now.
#[wasm_bindgen(js_name = cancelAllowed, unchecked_return_type = "Checked<null>")]
pub fn cancel_allowed(
    #[wasm_bindgen(
        unchecked_param_type = "{ status: BookingStatus; date: string | null; time: string | null; cutoffMinutes: number; byStaff: boolean }"
    )]
    booking: JsValue,
    now_ms: f64,
) -> JsValue {
    let decide = || {
        let booking: Cancelling = from_js(booking)?;
        let start = booking.date.zip(booking.time);
        #[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
        may_cancel(booking.status, start, booking.cutoff_minutes, booking.by_staff, now_ms as i64)
            .map_err(|error| RuleError::new(error.code(), &error))
    };
    checked(decide())
}

/// A booking code as the store has it, from what a person typed; undefined when it is none.
#[wasm_bindgen(js_name = normaliseBookingCode)]
pub fn normalise_booking_code(text: &str) -> Option<String> {
    text.parse::<BookingCode>().ok().map(|code| code.to_string())
}

/// Every status, for exhaustive lists.
#[wasm_bindgen(js_name = bookingStatuses, unchecked_return_type = "BookingStatus[]")]
pub fn booking_statuses() -> JsValue {
    to_js(&BookingStatus::ALL)
}
