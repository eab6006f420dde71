//! The limits of the booking settings' numbers. They keep a typing slip from closing or flooding the academy; within them every
//! value makes sense.

use super::BookingSessionConfig;

/// A number of the booking settings outside its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{name}: a whole number from {least} to {most}.")]
pub struct SettingError {
    /// The setting's name on the wire.
    pub field: &'static str,
    /// Its name on the page.
    pub name: &'static str,
    /// The smallest value allowed.
    pub least: u16,
    /// The largest value allowed.
    pub most: u16,
}

impl SettingError {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        "SETTING_OUT_OF_RANGE"
    }
}

impl BookingSessionConfig {
    /// Checks each number: at most a year ahead, a window of a day to a year, 1 to 500 seats in each slot, and a cut-off of at
    /// most two weeks.
    ///
    /// # Errors
    /// The first number outside its limits.
    pub fn check_numbers(&self) -> Result<(), SettingError> {
        let limits = [
            (("daysAhead", "Days of notice"), self.days_ahead, 0, 366),
            (("retestDelay", "Days before a retest"), self.retest_delay, 0, 366),
            (("windowDays", "Days open ahead"), self.window_days, 1, 366),
            (("slotCapacity", "Places at each time"), self.slot_capacity, 1, 500),
            (
                ("cancelCutoffMinutes", "Cancelling ends, minutes before"),
                self.cancel_cutoff_minutes,
                0,
                14 * 24 * 60,
            ),
        ];
        limits
            .into_iter()
            .find(|(_, value, least, most)| !(*least..=*most).contains(value))
            .map_or(Ok(()), |((field, name), _, least, most)| Err(SettingError { field, name, least, most }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 3.2
    #[test]
    fn the_defaults_stand_and_a_number_beyond_its_limit_is_named() {
        assert_eq!(BookingSessionConfig::default().check_numbers(), Ok(()));
        let none = BookingSessionConfig { slot_capacity: 0, ..BookingSessionConfig::default() };
        let error = none.check_numbers().unwrap_err();
        assert_eq!(error.to_string(), "Places at each time: a whole number from 1 to 500.");
        assert_eq!(error.field, "slotCapacity");
        let far = BookingSessionConfig { window_days: 367, ..BookingSessionConfig::default() };
        assert_eq!(far.check_numbers().unwrap_err().field, "windowDays");
        let fortnight = 2 * 7 * 24 * 60;
        let cutoff = |minutes| BookingSessionConfig { cancel_cutoff_minutes: minutes, ..Default::default() };
        assert_eq!(cutoff(fortnight).check_numbers(), Ok(()));
        assert_eq!(cutoff(fortnight + 1).check_numbers().unwrap_err().most, fortnight);
    }
}
