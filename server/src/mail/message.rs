//! One e-mail as the outbox keeps it.

use super::calendar::CalendarPart;

/// One e-mail, complete and ready to be sent: both bodies and, where a booking changed, the calendar file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Stable word for what the mail is about (`booking-confirmed`, `waitlist-offer` …), for operators and tests.
    pub kind: &'static str,
    pub to_address: String,
    /// The recipient's name; empty when unknown.
    pub to_name: String,
    pub subject: String,
    pub text: String,
    /// The HTML body: a whole document with everything escaped.
    pub html: String,
    /// Whom the letter is about, where that is not to be read from its address: with them it is erased.
    pub about: Option<String>,
    /// The ticket code that the letter shows as a QR code.
    pub ticket_code: Option<String>,
    /// The calendar file and its method.
    pub calendar: Option<CalendarPart>,
}
