//! Outgoing e-mail: what a letter says, how it becomes MIME, how it leaves the house.
//!
//! A letter is put into the `mail_outbox` table inside the very job that changes a booking, so that mail and booking stand or
//! fall together; the outbox job sends it afterwards. Nothing here decides a rule and nothing here can fail a booking.

pub mod calendar;
pub mod deliver;
pub mod letter;
pub mod letters;
pub mod mime;

pub use calendar::{CalendarPart, Method};
pub use letter::Letter;

use crate::db::{Conn, DbError};

/// One e-mail, complete and ready to be sent: both bodies and, where a booking changed, the calendar file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Stable word for what the mail is about (`booking-confirmed`, `waitlist-offer` …), for operators and tests.
    pub kind: &'static str,
    /// The recipient's address.
    pub to_address: String,
    /// The recipient's name; empty when unknown.
    pub to_name: String,
    /// The subject line.
    pub subject: String,
    /// The plain-text body.
    pub text: String,
    /// The HTML body: a whole document with everything escaped.
    pub html: String,
    /// The calendar file and its method.
    pub calendar: Option<CalendarPart>,
}

/// Puts a message into the outbox, in the caller's own job: it is sent if, and only if, that job is committed.
pub async fn enqueue(conn: &mut Conn<'_>, message: Message, now_ms: i64) -> Result<(), DbError> {
    crate::db::mail::insert(conn, &message, now_ms).await
}
