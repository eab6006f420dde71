//! The requests of a seed and their answers.

use std::fmt::Write as _;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;

use crate::plan::Act;

/// A request, the same at each repetition.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: &'static str,
    pub path: &'static str,
    pub key: String,
    pub token: String,
    pub body: Value,
}

/// An act and its outcome.
#[derive(Debug, Clone)]
pub struct Record {
    pub act: Act,
    pub uaid: String,
    /// The account under which its idempotency key is stored.
    pub owner: String,
    /// The booking named in the request.
    pub booking: Option<String>,
    pub request: Request,
    pub at: Duration,
    /// Every answer: its status, and how long it took.
    pub tries: Vec<(u16, Duration)>,
    /// The final answer, if there was one.
    pub answer: Option<(u16, Vec<u8>)>,
    /// Whether it is stored, as found out after the fault by its key.
    pub stored: bool,
    /// Whether it changed anything; moving a booking to its own slot does not.
    pub changed: bool,
}

impl Record {
    pub fn was_granted(&self) -> bool {
        self.answer.as_ref().is_some_and(|(status, _)| *status == 200)
    }

    /// The booking that it created or names.
    pub fn booking_id(&self) -> Option<String> {
        if let Some(id) = &self.booking {
            return Some(id.clone());
        }
        let (_, body) = self.answer.as_ref()?;
        let answer: Value = serde_json::from_slice(body).ok()?;
        Some(answer["data"]["eventBookingId"].as_str()?.to_owned())
    }

    pub fn action(&self) -> &'static str {
        match self.act {
            Act::Book(_) => "booking.create",
            Act::Move(_) => "booking.move",
            Act::Cancel => "booking.cancel",
            Act::Join(_) => "waitlist.join",
            Act::Leave(_) => "waitlist.leave",
            Act::Decline(_) => "booking.decline",
            Act::Test(..) => "result.test",
            Act::Final(_) => "result.final",
            Act::Correct(_) => "result.corrected",
        }
    }

    /// The kind of letter that it causes.
    pub fn letter(&self) -> Option<&'static str> {
        match self.act {
            Act::Book(_) => Some("booking-confirmed"),
            Act::Move(_) => Some("booking-moved"),
            Act::Cancel => Some("booking-cancelled"),
            Act::Decline(_) => Some("booking-declined"),
            Act::Final(_) => Some("final-score"),
            Act::Join(_) | Act::Leave(_) | Act::Test(..) | Act::Correct(_) => None,
        }
    }
}

/// All acts of a seed.
#[derive(Debug, Default)]
pub struct History(Mutex<Vec<Record>>);

impl History {
    pub fn add(&self, record: Record) {
        self.0.lock().expect("nobody has panicked").push(record);
    }

    /// In the order in which they were first sent.
    pub fn records(&self) -> Vec<Record> {
        let mut records = self.0.lock().expect("nobody has panicked").clone();
        records.sort_by_key(|record| record.at);
        records
    }
}

pub fn as_text(records: &[Record]) -> String {
    let mut text = String::new();
    for record in records {
        let answer = record.answer.as_ref().map_or("no answer".to_owned(), |(status, _)| status.to_string());
        // A `String` takes whatever is written to it.
        _ = writeln!(
            text,
            "  {:>5} ms {} {:?} {} → {answer} after {:?}{}",
            record.at.as_millis(),
            record.uaid,
            record.act,
            record.booking_id().unwrap_or_default(),
            record.tries,
            if record.stored { ", stored" } else { "" },
        );
    }
    text
}
