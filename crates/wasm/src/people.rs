//! Profile, eligibility, scores, the menu and the length of a session.

use sixfold_domain::booking::BookingStatus;
use sixfold_domain::eligibility::{
    Clearance, Eligibility, EligibilityAnswers, EligibilityRules, check_eligibility, may_ask_assistance,
    may_book,
};
use sixfold_domain::menu::{MenuChoice, menu_choice};
use sixfold_domain::profile::{FieldError, ProfileInput, check_profile, contact, domain_slip};
use sixfold_domain::score::{Score, round_to_hundredths};
use sixfold_domain::session;
use sixfold_domain::time::{Date, london_date_time};
use wasm_bindgen::prelude::*;

use crate::convert::{from_js, to_js};

/// The date in London at an instant; a date far in the past for an instant outside the calendar.
#[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
fn today(now_ms: f64) -> Date {
    london_date_time(now_ms as i64).map_or(Date::MIN, |now| now.date)
}

/// Checks a change to a profile.
#[wasm_bindgen(js_name = profileErrors, unchecked_return_type = "FieldError[]")]
pub fn profile_change(
    #[wasm_bindgen(unchecked_param_type = "ProfileInput")] input: JsValue,
    now_ms: f64,
) -> JsValue {
    to_js(&match from_js::<ProfileInput>(input) {
        Ok(input) => check_profile(&input, today(now_ms)).errors,
        Err(error) => vec![FieldError { field: "", code: error.code, message: error.message }],
    })
}

/// The address that was probably meant, if its domain looks like a typing slip.
#[wasm_bindgen(js_name = emailMeant)]
pub fn email_meant(address: &str) -> Option<String> {
    domain_slip::did_you_mean(address)
}

/// Whether a stored phone number can get text messages.
#[wasm_bindgen(js_name = isMobile)]
pub fn is_mobile(number: &str) -> bool {
    contact::is_mobile(number)
}

/// Checks the answers of somebody who is registering; `parq` has a bit for each yes, the first question lowest.
#[wasm_bindgen(js_name = eligibilityOf, unchecked_return_type = "EligibilityCheck")]
pub fn eligibility(
    age_range: bool,
    consent: bool,
    health_consent: bool,
    guardian_email: Option<String>,
    parq: u8,
    date_of_birth: &str,
    now_ms: f64,
) -> JsValue {
    let answers = EligibilityAnswers {
        age_range,
        consent,
        health_consent,
        consent_version: None,
        guardian_email,
        parq: std::array::from_fn(|question| parq >> question & 1 == 1),
    };
    let born = date_of_birth.parse().ok();
    to_js(&check_eligibility(&answers, born, &EligibilityRules::default(), today(now_ms)))
}

/// Why somebody with this record may not book by themselves, or with `assistance` request it; undefined if they may.
#[wasm_bindgen(js_name = bookingRefusal)]
#[expect(clippy::too_many_arguments, reason = "numbers cross for nothing, an object would have to be read")]
pub fn booking_refusal(
    consent: bool,
    health_consent: bool,
    screened_on: Option<String>,
    any_yes: bool,
    clearance_expires: Option<String>,
    guardian_confirmed: bool,
    date_of_birth: &str,
    assistance: bool,
    now_ms: f64,
) -> Option<String> {
    let version = |given: bool| given.then(|| "given".to_owned());
    let date = |text: Option<String>| text.and_then(|text| text.parse().ok());
    let record = Eligibility {
        consent_version: version(consent),
        health_consent_version: version(health_consent),
        screened_on: date(screened_on),
        any_yes,
        clearance: date(clearance_expires).map(|expires| Clearance { basis: String::new(), expires }),
        guardian_confirmed,
    };
    let check = if assistance { may_ask_assistance } else { may_book };
    check(&record, date_of_birth.parse().ok(), &EligibilityRules::default(), today(now_ms))
        .err()
        .map(|refusal| refusal.code().to_owned())
}

/// Rounds a decimal text to hundredths, half away from zero.
#[wasm_bindgen(js_name = roundToHundredths)]
pub fn round(text: &str) -> Option<i32> {
    round_to_hundredths(text).ok()
}

/// A number of hundredths with two decimals.
#[wasm_bindgen(js_name = showHundredths)]
pub fn show(hundredths: i32) -> String {
    Score::from_hundredths(hundredths).to_string()
}

/// MY TESTS or BOOK A TEST, by the athlete's latest status.
#[wasm_bindgen(js_name = menuChoice, unchecked_return_type = "MenuChoice")]
pub fn menu(#[wasm_bindgen(unchecked_param_type = "BookingStatus | null")] latest: JsValue) -> JsValue {
    let choice = from_js::<Option<BookingStatus>>(latest).map_or(MenuChoice::BookATest, menu_choice);
    to_js(&choice)
}

/// Whether a session that began at `stamp_ms` has ended.
#[wasm_bindgen(js_name = sessionExpired)]
#[expect(clippy::cast_possible_truncation, reason = "instants in whole milliseconds")]
pub fn session_expired(stamp_ms: f64, now_ms: f64) -> bool {
    session::is_expired(stamp_ms as i64, now_ms as i64)
}

/// Milliseconds until a session ends; 0 if it has.
#[wasm_bindgen(js_name = sessionRemaining)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "instants in whole milliseconds"
)]
pub fn session_remaining(stamp_ms: f64, now_ms: f64) -> f64 {
    session::remaining_ms(stamp_ms as i64, now_ms as i64) as f64
}
