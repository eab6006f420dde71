//! How a team is spread over quarter hours. Times cross as their index in the day, 0 to 59; 255 is none.

use sixfold_domain::team::spread::{Room, spread};
use sixfold_domain::time::SlotTime;
use wasm_bindgen::prelude::*;

const NONE: u8 = u8::MAX;

/// Assigns every athlete a time, or returns the number of seats in consecutive quarter hours. `current_times` has the time of each
/// athlete who stays, 255 for each to be placed; `room` has sixty numbers of seats, -1 if a quarter hour is not open.
#[wasm_bindgen(js_name = spreadTeam, unchecked_return_type = "Uint8Array | number")]
pub fn spread_team(current_times: &[u8], start: u8, room: &[i32]) -> JsValue {
    let mut places: Room = [None; SlotTime::COUNT];
    for (place, room) in places.iter_mut().zip(room) {
        *place = u16::try_from(*room).ok();
    }
    let current_times: Vec<Option<SlotTime>> =
        current_times.iter().map(|index| SlotTime::from_index(*index).filter(|_| *index != NONE)).collect();
    let Some(start) = SlotTime::from_index(start) else { return JsValue::from(0) };
    match spread(&current_times, start, &places) {
        Ok(times) => {
            let times: Vec<u8> =
                times.iter().map(|time| u8::try_from(time.index()).unwrap_or(NONE)).collect();
            js_sys::Uint8Array::from(times.as_slice()).into()
        }
        Err(short) => JsValue::from(u32::try_from(short.room).unwrap_or(u32::MAX)),
    }
}
