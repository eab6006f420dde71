//! Why an action at the tablet is refused.

use core::fmt;

use crate::test_type::TestType;

/// What prevents an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(test, derive(strum::EnumCount))]
pub enum DeskError {
    /// The athlete is in the queue already.
    AlreadyOnboarded,
    /// Nobody with that number is in the queue.
    NotQueued,
    /// The test is submitted or skipped and has to be unlocked first.
    TestClosed,
    /// The final needs tests that are still open.
    TestsOpen,
    /// The final is submitted.
    FinalSubmitted,
}

impl DeskError {
    /// Every error.
    pub const ALL: [Self; 5] =
        [Self::AlreadyOnboarded, Self::NotQueued, Self::TestClosed, Self::TestsOpen, Self::FinalSubmitted];

    /// The stable error code; RULES 11.1 has the first one and its sentence.
    pub const fn code(self) -> &'static str {
        match self {
            Self::AlreadyOnboarded => "422",
            Self::NotQueued => "NOT_ONBOARDED",
            Self::TestClosed => "TEST_CLOSED",
            Self::TestsOpen => "TESTS_OPEN",
            Self::FinalSubmitted => "BOOKING_CLOSED",
        }
    }
}

/// A refused action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub struct Refused {
    /// The reason.
    pub error: DeskError,
    /// For a final that needs open tests, which of the six those are.
    pub open: [bool; 6],
}

impl Refused {
    pub(super) const fn new(error: DeskError) -> Self {
        Self { error, open: [false; 6] }
    }

    /// The open tests that a final needs.
    pub fn tests(&self) -> impl Iterator<Item = TestType> {
        TestType::ALL.into_iter().zip(self.open).filter_map(|(test, open)| open.then_some(test))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.error {
            DeskError::AlreadyOnboarded => "User already onboarded",
            DeskError::NotQueued => "That athlete is not in the queue.",
            DeskError::TestClosed => "That test is closed: unlock it first.",
            DeskError::TestsOpen => "Tests still open:",
            DeskError::FinalSubmitted => "The final result is already in.",
        })?;
        for test in self.tests() {
            f.write_str(" ")?;
            f.write_str(test.as_str())?;
        }
        Ok(())
    }
}
