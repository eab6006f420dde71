//! The compiled schedule as a JavaScript object. Dates cross as days since 1970, a range of dates as one typed array;
//! `pkg/{schedule,grid}.ts` convert both.

use js_sys::{Uint8Array, Uint16Array};
use sixfold_domain::booking::BookingType;
use sixfold_domain::slot::{
    BookingSessionConfig, PartOfDay, Refusal, Schedule, ScheduleError, SlotQuery, Wanted, Weekdays,
};
use sixfold_domain::time::{Date, LocalDateTime, SlotTime, TimeError, TimeOfDay, london_date_time};
use wasm_bindgen::prelude::*;

use crate::convert::{RuleError, checked, from_js};

const MINUTES_A_DAY: i32 = 24 * 60;

/// A booking session config, checked and compiled.
#[wasm_bindgen(js_name = CompiledSchedule)]
pub struct CompiledSchedule(Schedule);

fn compile(config: JsValue) -> Result<Schedule, RuleError> {
    let config: BookingSessionConfig = from_js(config)?;
    Schedule::new(&config)
        .map_err(|error: ScheduleError| RuleError::new(error.code(), &error).field(error.field()))
}

/// Checks whether staff could save a booking session config.
#[wasm_bindgen(js_name = checkSchedule, unchecked_return_type = "Checked<null>")]
pub fn check_schedule(
    #[wasm_bindgen(unchecked_param_type = "BookingSessionConfig")] config: JsValue,
) -> JsValue {
    checked(compile(config).map(|_| ()))
}

/// Every reason against a slot, at the index of its number in a grid (0 is none).
#[wasm_bindgen(js_name = refusals, unchecked_return_type = "Refusal[]")]
pub fn refusals() -> JsValue {
    crate::convert::to_js(&Refusal::ALL)
}

/// Who asks and when, in numbers.
fn query(
    now_ms: f64,
    retest: bool,
    last_completed: Option<i32>,
    bypass: bool,
) -> Result<SlotQuery, TimeError> {
    #[expect(clippy::cast_possible_truncation, reason = "an instant in whole milliseconds")]
    let now: LocalDateTime = london_date_time(now_ms as i64)?;
    Ok(SlotQuery {
        now,
        booking_type: if retest { BookingType::Retest } else { BookingType::Test },
        last_completed: last_completed.map(Date::from_day_number),
        bypass,
    })
}

#[wasm_bindgen(js_class = CompiledSchedule)]
impl CompiledSchedule {
    /// Compiles a config that the server has accepted.
    ///
    /// # Errors
    /// Throws the sentence of the rule that it breaks.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "BookingSessionConfig")] config: JsValue,
    ) -> Result<Self, JsError> {
        compile(config).map(Self).map_err(|error| JsError::new(&error.message))
    }

    /// A range of dates: for each one byte for the day and sixty for its quarter hours. 0 is open or available, 255 not listed,
    /// any other the number of its reason. `remaining` has sixty numbers for each date, or is empty if every slot has its full
    /// capacity.
    #[expect(
        clippy::too_many_arguments,
        reason = "numbers cross for nothing, an object would have to be read"
    )]
    pub fn grid(
        &self,
        now_ms: f64,
        retest: bool,
        last_completed: Option<i32>,
        bypass: bool,
        from: i32,
        days: u32,
        remaining: &Uint16Array,
    ) -> Option<Uint8Array> {
        let query = query(now_ms, retest, last_completed, bypass).ok()?;
        let days = days as usize;
        let remaining = remaining.to_vec();
        if !remaining.is_empty() && remaining.len() < days * SlotTime::COUNT {
            return None;
        }
        let cells = self.0.grid(&query, Date::from_day_number(from), days, &remaining);
        Some(Uint8Array::from(cells.as_slice()))
    }

    /// The earliest time that can be booked on one of some weekdays (a bit each, Monday the lowest), in a part of the day (its
    /// index) and not after `until`, in minutes since 1970 by London's calendar; undefined if there is none.
    /// `remaining` has sixty numbers for each date from `from` on; every other slot has its full capacity.
    #[expect(
        clippy::too_many_arguments,
        reason = "numbers cross for nothing, an object would have to be read"
    )]
    pub fn earliest(
        &self,
        now_ms: f64,
        retest: bool,
        last_completed: Option<i32>,
        from: i32,
        remaining: &Uint16Array,
        weekdays: u8,
        part: u8,
        until: i32,
    ) -> Option<i32> {
        let query = query(now_ms, retest, last_completed, false).ok()?;
        let wanted = Wanted {
            days: Weekdays::from_bits(weekdays)?,
            part: *PartOfDay::ALL.get(usize::from(part))?,
            until: Date::from_day_number(until),
        };
        let remaining = remaining.to_vec();
        let left = |date: Date, time: SlotTime| {
            let day = usize::try_from(date.day_number() - from).ok();
            let counted = day.and_then(|day| remaining.get(day * SlotTime::COUNT + time.index()));
            counted.copied().unwrap_or(self.0.slot_capacity())
        };
        let (date, time) = self.0.earliest(&query, &wanted, left)?;
        Some(date.day_number() * MINUTES_A_DAY + i32::from(time.minutes()))
    }

    /// The first bookable date in days since 1970; undefined if nothing in the window is offered.
    #[wasm_bindgen(js_name = firstDate)]
    pub fn first_date(&self, now_ms: f64, retest: bool, bypass: bool) -> Option<i32> {
        self.0.first_date(&query(now_ms, retest, None, bypass).ok()?).map(Date::day_number)
    }

    /// The last bookable date in days since 1970.
    #[wasm_bindgen(js_name = lastDate)]
    pub fn last_date(&self, now_ms: f64) -> Option<i32> {
        query(now_ms, false, None, false).ok().map(|query| self.0.last_date(&query).day_number())
    }

    /// Why a date and time, as typed, cannot be booked; undefined if they can.
    #[wasm_bindgen(
        unchecked_return_type = "Refusal | 'DATE_INVALID' | 'TIME_INVALID' | 'DATE_OUT_OF_RANGE' | undefined"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "numbers cross for nothing, an object would have to be read"
    )]
    pub fn check(
        &self,
        now_ms: f64,
        retest: bool,
        last_completed: Option<i32>,
        bypass: bool,
        date: &str,
        time: &str,
        remaining: u16,
    ) -> Option<String> {
        let decide = || -> Result<(), &'static str> {
            let query = query(now_ms, retest, last_completed, bypass).map_err(TimeError::code)?;
            let date: Date = date.parse().map_err(TimeError::code)?;
            let time: TimeOfDay = time.parse().map_err(TimeError::code)?;
            self.0.check_time(&query, date, time, remaining).map(|_| ()).map_err(Refusal::code)
        };
        decide().err().map(ToOwned::to_owned)
    }
}
