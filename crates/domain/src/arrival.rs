//! How early or late an athlete checks in (RULES 4.13; letters ask people to come ten minutes early).

use serde::Serialize;

use crate::time::{SlotTime, TimeOfDay};

/// More than this many minutes before the start is early, and the athlete could still go for a walk.
pub const EARLY_MINUTES: u16 = 30;

/// How a check-in compares with the time of the test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrival {
    /// More than [`EARLY_MINUTES`] before the start.
    Early,
    /// From then to the start, including its minute.
    OnTime,
    /// After the start.
    Late,
    /// Checked in before.
    Already,
}

/// Compares a check-in on the day of the test with its start. The minute of the start is still on time.
pub const fn arrival(start: SlotTime, now: TimeOfDay) -> Arrival {
    let (start, now) = (start.minutes(), now.minutes());
    if now > start {
        Arrival::Late
    } else if start - now > EARLY_MINUTES {
        Arrival::Early
    } else {
        Arrival::OnTime
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 4.13
    #[test]
    fn early_on_time_and_late_by_the_minute() {
        let at = |now: &str| arrival("14:15".parse().unwrap(), now.parse().unwrap());
        for (now, expected) in [
            ("09:00", Arrival::Early),
            ("13:44", Arrival::Early),
            ("13:45", Arrival::OnTime),
            ("14:15", Arrival::OnTime),
            ("14:16", Arrival::Late),
            ("23:59", Arrival::Late),
        ] {
            assert_eq!(at(now), expected, "{now}");
        }
        assert_eq!(serde_json::to_string(&Arrival::OnTime).unwrap(), r#""on-time""#);
    }
}
