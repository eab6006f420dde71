//! Booking types, retests, cancelling and booking codes.

use serde::Serialize;
use sixfold_domain::booking::{
    BookingCode, BookingStatus, BookingType, HistoryEntry, booking_type, last_completed, may_book_retest,
    may_cancel,
};
use sixfold_domain::time::{Date, SlotTime};
use wasm_bindgen::prelude::*;

use crate::convert::{checked, from_js};

/// What the rules derive from earlier bookings.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HistoryFacts {
    booking_type: BookingType,
    last_completed: Option<Date>,
}

/// The type of the next booking, and the date of the latest completed test.
#[wasm_bindgen(
    js_name = readHistory,
    unchecked_return_type = "Checked<{ bookingType: BookingType; lastCompleted: string | null }>"
)]
pub fn read_history(#[wasm_bindgen(unchecked_param_type = "HistoryEntry[]")] history: JsValue) -> JsValue {
    checked(from_js::<Vec<HistoryEntry>>(history).map(|history| HistoryFacts {
        booking_type: booking_type(&history),
        last_completed: last_completed(&history),
    }))
}

/// The first day of a retest, if it cannot be booked on `today`; undefined if it can. Dates in days since 1970.
#[wasm_bindgen(js_name = retestBlockedUntil)]
pub fn retest_blocked_until(last_completed: Option<i32>, retest_delay: u16, today: i32) -> Option<i32> {
    let completed = last_completed.map(Date::from_day_number);
    may_book_retest(completed, retest_delay, Date::from_day_number(today))
        .err()
        .map(|refused| refused.opens_on.day_number())
}

/// Why a booking cannot be cancelled now; undefined if it can. `status` as on the wire, date and time empty for an assistance
/// booking without a slot.
#[wasm_bindgen(js_name = cancelRefusal)]
pub fn cancel_refusal(
    status: &str,
    date: &str,
    time: &str,
    cutoff_minutes: u16,
    by_staff: bool,
    now_ms: f64,
) -> Option<String> {
    let Ok(status) = status.parse::<BookingStatus>() else { return Some("STATUS_UNKNOWN".to_owned()) };
    let start = date.parse::<Date>().ok().zip(time.parse::<SlotTime>().ok());
    #[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
    let refused = may_cancel(status, start, cutoff_minutes, by_staff, now_ms as i64).err();
    refused.map(|error| error.code().to_owned())
}

/// A booking code as it is stored, from what a person typed; undefined if it is not one.
#[wasm_bindgen(js_name = normaliseBookingCode)]
pub fn normalise_booking_code(text: &str) -> Option<String> {
    text.parse::<BookingCode>().ok().map(|code| code.to_string())
}
