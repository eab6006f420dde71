//! Whether a guardian may be written to (RULES 6.8).

use super::{Eligibility, EligibilityRules};
use crate::time::Date;

/// Why the letter that asks a guardian to confirm is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GuardianLetterRefusal {
    /// The athlete is of age, or their date of birth is unknown.
    #[error("You do not need a parent or guardian to confirm.")]
    NotNeeded,
    /// A guardian has confirmed.
    #[error("Your parent or guardian has confirmed already.")]
    Confirmed,
}

impl GuardianLetterRefusal {
    /// The stable error code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotNeeded => "GUARDIAN_NOT_NEEDED",
            Self::Confirmed => "GUARDIAN_CONFIRMED",
        }
    }
}

/// Whether the guardian of somebody with this date of birth may be asked to confirm, or another one named.
///
/// # Errors
/// When nobody has to confirm, or somebody has.
pub fn may_write_to_guardian(
    record: &Eligibility,
    born: Option<Date>,
    rules: &EligibilityRules,
    today: Date,
) -> Result<(), GuardianLetterRefusal> {
    if !born.is_some_and(|born| rules.needs_guardian(born, today)) {
        return Err(GuardianLetterRefusal::NotNeeded);
    }
    if record.guardian_confirmed { Err(GuardianLetterRefusal::Confirmed) } else { Ok(()) }
}
