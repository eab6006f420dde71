//! The regular bank holidays of England and Wales (Banking and Financial Dealings Act 1971; RULES 3.10). Staff enter what a
//! proclamation adds or moves in a particular year.

use crate::time::{Date, Weekday};

/// A bank holiday of one year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BankHoliday {
    /// Its date, for a substitute day the weekday.
    pub date: Date,
    /// Its usual name.
    pub name: &'static str,
    /// Whether it substitutes for a day that falls on a weekend.
    pub substitute: bool,
}

impl BankHoliday {
    /// Its name in a calendar; `Boxing Day (substitute day)` for a substitute.
    pub fn title(&self) -> String {
        if self.substitute { format!("{} (substitute day)", self.name) } else { self.name.to_owned() }
    }
}

/// The number of bank holidays in a year.
pub const A_YEAR: usize = 8;

/// The bank holidays of a year, in order.
pub fn of_year(year: i16) -> [BankHoliday; A_YEAR] {
    let easter = easter_sunday(year);
    let plain = |date, name| BankHoliday { date, name, substitute: false };
    let christmas = on(year, 12, 25);
    // A holiday at the weekend moves to the next weekday that is not a holiday itself.
    let (first, second) = match christmas.weekday() {
        Weekday::Friday => (0, 3),
        Weekday::Saturday => (2, 3),
        Weekday::Sunday => (2, 1),
        Weekday::Monday | Weekday::Tuesday | Weekday::Wednesday | Weekday::Thursday => (0, 1),
    };
    let mut all = [
        made_up("New Year's Day", on(year, 1, 1)),
        plain(easter.add_days(-2), "Good Friday"),
        plain(easter.add_days(1), "Easter Monday"),
        plain(monday_from(on(year, 5, 1)), "Early May bank holiday"),
        plain(monday_from(on(year, 5, 25)), "Spring bank holiday"),
        plain(monday_from(on(year, 8, 25)), "Summer bank holiday"),
        BankHoliday { date: christmas.add_days(first), name: "Christmas Day", substitute: first != 0 },
        BankHoliday { date: christmas.add_days(second), name: "Boxing Day", substitute: second != 1 },
    ];
    all.sort_by_key(|holiday| holiday.date);
    all
}

/// The bank holiday on a date, if there is one.
pub fn on_date(date: Date) -> Option<BankHoliday> {
    of_year(date.year()).into_iter().find(|holiday| holiday.date == date)
}

/// The holiday on its date, or on the following Monday if that is at a weekend.
fn made_up(name: &'static str, date: Date) -> BankHoliday {
    let weekend = matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday);
    BankHoliday { date: if weekend { monday_from(date) } else { date }, name, substitute: weekend }
}

/// The first Monday on or after a date.
fn monday_from(date: Date) -> Date {
    date.add_days((7 - date.weekday() as i32) % 7)
}

/// Easter Sunday in the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher.
fn easter_sunday(year: i16) -> Date {
    let y = i32::from(year);
    let (golden, century, of_century) = (y % 19, y / 100, y % 100);
    let shift = (century - (century + 8) / 25 + 1) / 3;
    let moon = (19 * golden + century - century / 4 - shift + 15) % 30;
    let sunday = (32 + 2 * (century % 4) + 2 * (of_century / 4) - moon - of_century % 4) % 7;
    let late = (golden + 11 * moon + 22 * sunday) / 451;
    // Days after 22 March, the earliest possible Easter.
    on(year, 3, 22).add_days(moon + sunday - 7 * late)
}

/// A date that exists in every year.
fn on(year: i16, month: i8, day: i8) -> Date {
    Date::new(year, month, day).unwrap_or(Date::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dates(year: i16) -> Vec<String> {
        of_year(year).iter().map(|holiday| holiday.date.to_string()[5..].to_owned()).collect()
    }

    // RULES 3.10
    /// As published by the government for these years.
    #[test]
    fn the_published_years_are_met() {
        for (year, wanted) in [
            (2024, ["01-01", "03-29", "04-01", "05-06", "05-27", "08-26", "12-25", "12-26"]),
            (2025, ["01-01", "04-18", "04-21", "05-05", "05-26", "08-25", "12-25", "12-26"]),
            (2026, ["01-01", "04-03", "04-06", "05-04", "05-25", "08-31", "12-25", "12-28"]),
            (2027, ["01-01", "03-26", "03-29", "05-03", "05-31", "08-30", "12-27", "12-28"]),
            (2028, ["01-03", "04-14", "04-17", "05-01", "05-29", "08-28", "12-25", "12-26"]),
        ] {
            assert_eq!(dates(year), wanted, "{year}");
        }
    }

    #[test]
    fn a_christmas_on_sunday_is_made_up_for_on_tuesday() {
        // 2033: Christmas on a Sunday, Boxing Day on the Monday after it.
        let holidays = of_year(2033);
        let named = |name| holidays.iter().find(|holiday| holiday.name == name).copied().unwrap();
        assert_eq!(named("Christmas Day").date.to_string(), "2033-12-27");
        assert_eq!(named("Boxing Day").date.to_string(), "2033-12-26");
        assert!(named("Christmas Day").substitute && !named("Boxing Day").substitute);
        assert_eq!(on_date("2033-12-27".parse().unwrap()).unwrap().title(), "Christmas Day (substitute day)");
        assert_eq!(named("Boxing Day").title(), "Boxing Day");
        assert_eq!(on_date("2033-12-25".parse().unwrap()), None);
    }

    /// The earliest and latest Easter of recent centuries, and a year in which the algorithm subtracts a week.
    #[test]
    fn easter_falls_where_the_calendar_has_it() {
        for (year, wanted) in [
            (1818, "03-22"),
            (1943, "04-25"),
            (1954, "04-18"),
            (1981, "04-19"),
            (2008, "03-23"),
            (2038, "04-25"),
        ] {
            assert_eq!(easter_sunday(year).to_string()[5..], *wanted, "{year}");
        }
    }

    /// The Prayer Book's table for 1900 to 2199: the day of the full moon in each year of the moon's cycle, in days of March.
    const FULL_MOONS: [i32; 19] =
        [45, 34, 23, 42, 31, 49, 39, 28, 47, 36, 25, 44, 33, 22, 41, 30, 48, 38, 27];

    #[test]
    fn easter_is_the_sunday_after_the_full_moon() {
        for year in 1900..2200_i16 {
            let moon = on(year, 3, 1).add_days(FULL_MOONS[usize::try_from(year % 19).unwrap()] - 1);
            let easter = easter_sunday(year);
            assert_eq!(easter.weekday(), Weekday::Sunday, "{year}");
            assert!((1..=7).contains(&moon.days_until(easter)), "{year}: {easter}, full moon on {moon}");
        }
    }

    #[test]
    fn every_year_has_eight_different_weekdays() {
        for year in 1900..2200 {
            let all = of_year(year);
            for pair in all.windows(2) {
                assert!(pair[0].date < pair[1].date, "{year}");
            }
            for holiday in all {
                let weekend = matches!(holiday.date.weekday(), Weekday::Saturday | Weekday::Sunday);
                assert!(!weekend && holiday.date.year() == year, "{year} {}", holiday.name);
                assert_eq!(on_date(holiday.date), Some(holiday));
            }
        }
    }
}
