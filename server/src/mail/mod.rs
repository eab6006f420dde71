//! Outgoing e-mail: the content of letters, their MIME form, and how they are sent (RULES 4.9).
//!
//! A letter is put into the table `mail_outbox` in the same job that changes a booking, so that both are stored or
//! neither; the outbox job sends it afterwards. Nothing here decides a rule, and nothing here can fail a booking.

pub mod alert;
pub mod calendar;
pub mod coach;
pub mod deliver;
pub mod final_result;
pub mod images;
pub mod letters;
pub mod limit;
pub mod message;
pub mod mime;
pub mod notice;
pub mod offer;
pub mod outbox;
pub mod template;

pub use crate::db::messages::mail::{CalendarPart, Method};
pub use alert::tell_opened;
pub use coach::{ask_athlete, ask_athlete_again, tell_coach};
pub use final_result::{tell_corrected, tell_final, tell_removed};
pub use message::Message;
pub use notice::{About, Notice};
pub use offer::tell_offer;
pub use outbox::{Outbox, enqueue, recipient};
pub use template::Letter;
