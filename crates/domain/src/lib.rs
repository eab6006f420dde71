//! The rules of Sixfold, compiled twice: into the server and into the browser's WebAssembly module, so that a page never offers
//! what the server would refuse.
//!
//! Everything here is pure: no clock, no I/O, no async, no randomness. "Now" and random bytes are arguments. Each rule is in
//! `docs/RULES.md` and cited by its number: RULES 3.3.

#![warn(missing_docs)]

pub mod alert;
pub mod arrival;
pub mod attempt;
pub mod bank_holiday;
pub mod booking;
pub mod choices;
pub mod crew;
pub mod eligibility;
pub mod identity;
pub mod leaderboard;
pub mod menu;
pub mod notification;
pub mod numbers;
pub mod onboarding;
pub mod passkey;
pub mod percentile;
pub mod profile;
pub mod progress;
pub mod protocol;
pub mod reveal;
pub mod role;
pub mod score;
pub mod season;
pub mod session;
pub mod slot;
pub mod team;
pub mod test_type;
pub mod time;
pub mod waiting;
pub mod waiting_room;
pub mod what_if;

#[cfg(test)]
mod tests {
    use strum::EnumCount as _;

    /// Clients recognise refusals by these words, and a page that was loaded before an update still expects the old ones.
    #[test]
    fn a_word_that_clients_know_stays() {
        use crate::alert::AlertRefusal;
        use crate::booking::{BookingCodeError, CancelError, RetestTooSoon, TransitionError};
        use crate::booking::{BookingStatus, UndoTooLate, UnknownStatus};
        use crate::identity::UaidError;
        use crate::reveal::RevealError;
        use crate::role::RoleError;
        use crate::score::ScoreError;
        use crate::season::SeasonError;
        use crate::slot::{OpeningError, SessionError, SettingError};
        use crate::team::{TeamError, spread::Short};
        use crate::time::{ClockDoubt, Date, TimeError};

        let from_booked = TransitionError { from: Some(BookingStatus::Booked), to: BookingStatus::Booked };
        for (word, expected) in [
            (from_booked.code(), "STATUS_CONFLICT"),
            (UnknownStatus.code(), "STATUS_UNKNOWN"),
            (RetestTooSoon { opens_on: Date::MIN }.code(), "RETEST_TOO_SOON"),
            (UndoTooLate.code(), "UNDO_TOO_LATE"),
            (AlertRefusal::Until.code(), "ALERT_UNTIL"),
            (AlertRefusal::TooMany.code(), "ALERT_LIMIT"),
            (CancelError::NotOpen.code(), "STATUS_CONFLICT"),
            (CancelError::TooLate.code(), "CANCEL_TOO_LATE"),
            (BookingCodeError.code(), "CODE_INVALID"),
            (OpeningError::TooMany.code(), "OPENINGS_TOO_MANY"),
            (OpeningError::Overlap { date: Date::MIN }.code(), "OPENING_OVERLAP"),
            (UaidError::Required.code(), "UAID_REQUIRED"),
            (UaidError::Invalid.code(), "UAID_INVALID"),
            (UaidError::TooLong.code(), "UAID_TOO_LONG"),
            (RevealError::Running.code(), "REVEAL_RUNNING"),
            (RevealError::NotRunning.code(), "REVEAL_NOT_RUNNING"),
            (RevealError::Step.code(), "REVEAL_STEP"),
            (RevealError::NothingHeld.code(), "NOTHING_HELD"),
            (RevealError::Moved.code(), "REVEAL_MOVED"),
            (RoleError.code(), "ROLE_INVALID"),
            (ScoreError::Invalid.code(), "SCORE_INVALID"),
            (ScoreError::OutOfRange.code(), "SCORE_OUT_OF_RANGE"),
            (SeasonError::Empty.code(), "SEASON_TABLE_EMPTY"),
            (SeasonError::First.code(), "SEASON_NUMBER"),
            (SeasonError::Number { after: 1 }.code(), "SEASON_NUMBER"),
            (SeasonError::Reversed { season: 1 }.code(), "SEASON_REVERSED"),
            (SeasonError::Gap { season: 2, expected: Date::MIN }.code(), "SEASON_GAP"),
            (
                SettingError { field: "windowDays", name: "", least: 1, most: 366 }.code(),
                "SETTING_OUT_OF_RANGE",
            ),
            (SessionError::OffGrid.code(), "SESSION_OFF_GRID"),
            (SessionError::Reversed.code(), "SESSION_REVERSED"),
            (SessionError::Past.code(), "DATE_PAST"),
            (TeamError::Name.code(), "TEAM_NAME_INVALID"),
            (TeamError::Empty.code(), "TEAM_EMPTY"),
            (TeamError::TooMany.code(), "TEAM_LIMIT"),
            (TeamError::Done.code(), "TEAM_DONE"),
            (Short { room: 0, needed: 1 }.code(), "TEAM_TOO_LARGE"),
            (TimeError::Date.code(), "DATE_INVALID"),
            (TimeError::TimeOfDay.code(), "TIME_INVALID"),
            (TimeError::OffGrid.code(), "TIME_OFF_GRID"),
            (TimeError::OutOfRange.code(), "DATE_OUT_OF_RANGE"),
            (ClockDoubt::Ahead.word(), "ahead"),
            (ClockDoubt::Behind.word(), "behind"),
        ] {
            assert_eq!(word, expected);
        }
    }

    /// `ALL` is written by hand, and pages, tables and the numbers in slot grids depend on it.
    #[test]
    fn every_list_of_all_is_complete() {
        use crate::{attempt, booking, onboarding, profile, protocol, role, test_type};

        macro_rules! complete {
            ($($all:ty),+ $(,)?) => { $(assert_eq!(<$all>::ALL.len(), <$all>::COUNT, stringify!($all));)+ };
        }
        complete!(
            attempt::AttemptProblem,
            booking::BookingStatus,
            onboarding::DeskError,
            profile::Gender,
            profile::TShirtSize,
            protocol::Unit,
            role::Role,
            test_type::TestType,
        );
    }
}
