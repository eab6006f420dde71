//! What is sent to people: letters, notifications, text messages, and tickets in wallets.

pub mod mail;
pub mod notification;
pub mod scheduled_letters;
pub mod wallet;
