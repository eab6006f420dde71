//! The rules of Sixfold, compiled twice: into the server and into the browser's WebAssembly module, so that a page never offers
//! what the server would refuse.
//!
//! Everything here is pure: no clock, no I/O, no async, no randomness. "Now" and random bytes are arguments. Each rule is in
//! `docs/RULES.md` and cited by its number: RULES 3.3.

#![warn(missing_docs)]

pub mod arrival;
pub mod attempt;
pub mod bank_holiday;
pub mod booking;
pub mod choices;
pub mod eligibility;
pub mod identity;
pub mod leaderboard;
pub mod menu;
pub mod numbers;
pub mod onboarding;
pub mod percentile;
pub mod profile;
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

#[cfg(test)]
mod tests {
    use strum::EnumCount as _;

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
