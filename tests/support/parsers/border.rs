//! What crosses from the browser into the rules: the types that serde reads, the desk's numbers, and words. serde reads JSON
//! here; what JavaScript has beyond JSON, `pkg/tests/border.test.ts` hands to the module itself.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sixfold_domain::booking::{BookingStatus, BookingType, HistoryEntry};
use sixfold_domain::eligibility::{Eligibility, EligibilityAnswers, EligibilityRules};
use sixfold_domain::profile::{ProfileInput, ProfileUpdate, check_profile, check_registration};
use sixfold_domain::protocol::Protocols;
use sixfold_domain::season::{Season, SeasonTable};
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_wasm::booking::{cancel_refusal, normalise_booking_code};
use sixfold_wasm::onboarding::{desk_act, desk_refusal};

/// The numbers of an athlete in the desk's queue, and of a test.
const ATHLETE: usize = 3 + 6 * TEST;
const TEST: usize = 14;

/// The first byte chooses what the rest is.
pub fn check(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else { return };
    match choice % 3 {
        0 => objects(rest),
        1 => desk(rest),
        _ => words(rest),
    }
}

fn objects(json: &[u8]) {
    settled::<BookingSessionConfig>(json);
    settled::<Vec<HistoryEntry>>(json);
    settled::<Protocols>(json);
    settled::<EligibilityAnswers>(json);
    settled::<EligibilityRules>(json);
    settled::<Eligibility>(json);
    settled::<BookingStatus>(json);
    settled::<BookingType>(json);
    if let Some(seasons) = settled::<Vec<Season>>(json) {
        SeasonTable::new(seasons).ok();
    }
    if let Ok(input) = serde_json::from_slice::<ProfileInput>(json) {
        let today = "2026-11-21".parse().unwrap();
        for outcome in [check_profile(&input, today), check_registration(&input, today)] {
            let ProfileUpdate { phone_number, postcode, email_address, first_name, .. } = &outcome.value;
            let refused = |field: &str| outcome.errors.iter().any(|error| error.field == field);
            for (field, value) in [
                ("phoneNumber", phone_number),
                ("postcode", postcode),
                ("emailAddress", email_address),
                ("firstName", first_name),
            ] {
                assert!(value.is_none() || !refused(field), "{field} is refused and kept");
            }
        }
    }
}

/// A value, if the text is one; as it is written it has to be the same value.
fn settled<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(json: &[u8]) -> Option<T> {
    let value: T = serde_json::from_slice(json).ok()?;
    // A season's end in the year 9999 lies beyond the moments that can be named.
    let Ok(text) = serde_json::to_string(&value) else { return Some(value) };
    assert_eq!(serde_json::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error}: {text}")), value);
    Some(value)
}

/// Act, test, and numbers of two bytes: a person, a test's state, the queue. The answer is a refusal with a sentence, or a queue
/// that is read back as it was written.
fn desk(bytes: &[u8]) {
    let [act, test, rest @ ..] = bytes else { return };
    let numbers: Vec<i32> =
        rest.chunks_exact(2).map(|two| i32::from(i16::from_le_bytes([two[0], two[1]]))).collect();
    let Some((id, numbers)) = numbers.split_first() else { return };
    let (state, queue) = numbers.split_at(numbers.len().min(TEST));
    let answer = desk_act(act % 14, *id, *test, state, queue);
    if let [refusal] = answer.as_slice() {
        let sentence = desk_refusal(u32::from_ne_bytes(refusal.to_ne_bytes()));
        assert!(sentence.contains(' '), "{sentence:?}");
        return;
    }
    assert_eq!(answer.len() % ATHLETE, 0);
    // Bringing forward whoever is there changes their order twice, and nothing else.
    let mut again = answer.clone();
    for id in answer.chunks_exact(ATHLETE).map(|athlete| athlete[0]).filter(|id| *id > 0) {
        let moved = desk_act(3, id, 0, &[], &again);
        if moved.len() == again.len() {
            again = moved;
        }
    }
    let sorted = |queue: &[i32]| {
        let mut athletes: Vec<Vec<i32>> = queue.chunks_exact(ATHLETE).map(<[i32]>::to_vec).collect();
        athletes.sort_unstable();
        athletes
    };
    assert_eq!(sorted(&again), sorted(&answer));
}

fn words(bytes: &[u8]) {
    let Some([one, other, time]) = super::pieces(bytes) else { return };
    let refusal = cancel_refusal(one, other, time, 60, false, 1_795_000_000_000.0);
    assert!(refusal.is_none_or(|code| code.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')));
    if let Some(code) = normalise_booking_code(one) {
        assert_eq!(normalise_booking_code(&code), Some(code));
    }
}
