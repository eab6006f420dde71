//! Mail: one letter for each change, in the change's own transaction, read by a mail parser and a calendar parser; sent
//! afterwards, and retried if sending fails.

mod by_itself;
mod letters;
mod outbox;
mod relay;
mod wording;
