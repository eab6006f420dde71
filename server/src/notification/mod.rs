//! Sending notifications (RULES 16.5 to 16.7): encrypted messages to push services, and text messages through a gateway. Knows
//! nothing of requests and of the store.

mod encryption;
mod push;
mod retry_after;
mod text;
mod vapid;

pub use encryption::{Recipient, RecipientError};
pub use push::{Outgoing, PushService, Pushed, Urgency};
pub use text::{TextService, Texted};
