//! Dates in words, the same in letters, on cards and in messages as on the site.

use sixfold_domain::time::{Date, SlotTime, TimeOfDay, Weekday};

/// `23 Nov`
pub fn short_day(date: Date) -> String {
    format!("{} {}", date.day(), short_month(date))
}

/// `Nov 2026`
pub fn month(date: Date) -> String {
    format!("{} {}", short_month(date), date.year())
}

fn short_month(date: Date) -> &'static str {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = usize::try_from(date.month()).ok().and_then(|month| MONTHS.get(month.checked_sub(1)?));
    month.copied().unwrap_or_default()
}

/// `23 Nov 2026`
pub fn day(date: Date) -> String {
    format!("{} {}", short_day(date), date.year())
}

/// `Sat 21 Nov 2026, 14:15`
pub fn spoken(date: Date, time: SlotTime) -> String {
    spoken_minute(date, time.time_of_day())
}

/// As [`spoken`], for a time at which no test begins: `Sat 21 Nov 2026, 14:07`
pub fn spoken_minute(date: Date, time: TimeOfDay) -> String {
    let weekday = match date.weekday() {
        Weekday::Monday => "Mon",
        Weekday::Tuesday => "Tue",
        Weekday::Wednesday => "Wed",
        Weekday::Thursday => "Thu",
        Weekday::Friday => "Fri",
        Weekday::Saturday => "Sat",
        Weekday::Sunday => "Sun",
    };
    format!("{weekday} {}, {time}", day(date))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_said_as_on_every_screen() {
        let date: Date = "2026-09-02".parse().unwrap();
        assert_eq!(month(date), "Sep 2026");
        assert_eq!((day(date), short_day(date)), ("2 Sep 2026".to_owned(), "2 Sep".to_owned()));
        assert_eq!(spoken(date, "14:15".parse().unwrap()), "Wed 2 Sep 2026, 14:15");
        assert_eq!(spoken_minute(date, "14:07".parse().unwrap()), "Wed 2 Sep 2026, 14:07");
    }
}
