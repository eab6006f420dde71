//! Which of the two booking entries the side menu shows.

use serde::{Deserialize, Serialize};

use crate::booking::BookingStatus;

/// The side menu's booking entry (RULES 13.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum MenuChoice {
    /// MY TESTS: there is an open booking.
    MyTests,
    /// BOOK A TEST: there is none.
    BookATest,
}

/// MY TESTS while the athlete's latest booking is `booked` or `assistance`, otherwise BOOK A TEST, also without any booking
/// (RULES 13.2).
pub const fn menu_choice(latest: Option<BookingStatus>) -> MenuChoice {
    match latest {
        Some(BookingStatus::Booked | BookingStatus::Assistance) => MenuChoice::MyTests,
        None
        | Some(
            BookingStatus::Completed
            | BookingStatus::Dnt
            | BookingStatus::Declined
            | BookingStatus::Cancelled,
        ) => MenuChoice::BookATest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RULES 13.2
    #[test]
    fn an_open_booking_shows_my_tests() {
        assert_eq!(menu_choice(Some(BookingStatus::Booked)), MenuChoice::MyTests);
        assert_eq!(menu_choice(Some(BookingStatus::Assistance)), MenuChoice::MyTests);
    }

    #[test]
    fn everything_else_shows_book_a_test() {
        use BookingStatus::{Cancelled, Completed, Declined, Dnt};
        for status in [None, Some(Completed), Some(Dnt), Some(Declined), Some(Cancelled)] {
            assert_eq!(menu_choice(status), MenuChoice::BookATest, "{status:?}");
        }
    }

    #[test]
    fn the_wire_words_are_the_menu_labels() {
        assert_eq!(serde_json::to_string(&MenuChoice::MyTests).unwrap(), r#""MY_TESTS""#);
        assert_eq!(serde_json::to_string(&MenuChoice::BookATest).unwrap(), r#""BOOK_A_TEST""#);
    }
}
