//! Outgoing e-mail: what a letter says, how it becomes MIME, how it leaves the house.
//!
//! A letter is put into the `mail_outbox` table inside the very job that changes a booking, so that mail and booking stand or
//! fall together; the outbox job sends it afterwards. Nothing here decides a rule and nothing here can fail a booking.

pub mod calendar;
pub mod deliver;
pub mod final_;
pub mod letter;
pub mod letters;
pub mod message;
pub mod mime;
pub mod offer;

pub use calendar::{CalendarPart, Method};
pub use final_::tell_final;
pub use letter::Letter;
pub use message::Message;
pub use offer::pass_on;

use crate::config::Config;
use crate::content::letter::Wordings;
use crate::content::seed::{LIBRARY, SETTINGS};
use crate::db::schedule::Event;
use crate::db::{self, Conn, DbError};

/// Puts a message into the outbox, in the caller's own job: it is sent if, and only if, that job is committed.
pub async fn enqueue(conn: &mut Conn<'_>, message: Message, now_ms: i64) -> Result<(), DbError> {
    crate::db::mail::insert(conn, &message, now_ms).await
}

/// What the letters about an event say of the house: its site, its place, whom to ask, and in which words.
pub async fn house(conn: &mut Conn<'_>, event: &Event, config: &Config) -> Result<letters::House, DbError> {
    let settings = db::content::find_ready(conn, LIBRARY, SETTINGS).await?;
    let title = settings
        .as_ref()
        .and_then(|item| item.elements.get("title")?.get("value")?.as_str())
        .filter(|title| !title.is_empty());
    Ok(letters::House {
        site: title.unwrap_or(&config.site_title).to_owned(),
        public_url: config.public_url.clone(),
        place: event.location_name.clone(),
        address: event.location_address.clone(),
        postcode: event.location_post_code.clone(),
        phone: event.location_contact_number.clone(),
        email: event.location_contact_email.clone(),
        wordings: Wordings::of(db::letter::edited(conn).await?),
    })
}

/// Whom a letter to an athlete goes to; `None` when the account is gone.
pub async fn recipient(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<letters::Recipient>, DbError> {
    let found = db::mail::recipient(conn, uaid).await?;
    Ok(found.map(|(email, first_name, last_name)| letters::Recipient { email, first_name, last_name }))
}
