//! Why an act at the tablet is refused.

use core::fmt;

use crate::test_type::TestType;

/// What stands against an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeskError {
    /// The athlete is in the queue already.
    AlreadyOnboarded,
    /// Nobody of that number is in the queue.
    NotQueued,
    /// The test is submitted or skipped: unlock it first.
    TestClosed,
    /// The final waits for tests.
    TestsOpen,
    /// The final is submitted.
    FinalSubmitted,
}

impl DeskError {
    /// The stable word for programs; the first one and its sentence are the specification's (§5).
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

/// A refused act.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Refused {
    /// Why.
    pub error: DeskError,
    /// The open tests that a final waits for.
    pub tests: Vec<TestType>,
}

impl Refused {
    pub(super) const fn new(error: DeskError) -> Self {
        Self { error, tests: Vec::new() }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.error {
            DeskError::AlreadyOnboarded => "User already onboarded",
            DeskError::NotQueued => "That athlete is not in the queue.",
            DeskError::TestClosed => "That test is closed: unlock it first.",
            DeskError::TestsOpen => "Still open: ",
            DeskError::FinalSubmitted => "The final result is already in.",
        })?;
        for (place, test) in self.tests.iter().enumerate() {
            write!(f, "{}{test}", if place == 0 { "" } else { ", " })?;
        }
        f.write_str(if self.tests.is_empty() { "" } else { "." })
    }
}
