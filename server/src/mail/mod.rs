//! Outgoing e-mail: the content of letters, their MIME form, and how they are sent (RULES 4.9).
//!
//! A letter is put into the table `mail_outbox` in the same job that changes a booking, so that both are stored or
//! neither; the outbox job sends it afterwards. Nothing here decides a rule, and nothing here can fail a booking.

pub mod calendar;
pub mod coach;
pub mod deliver;
pub mod final_result;
pub mod images;
pub mod letters;
pub mod limit;
pub mod mime;
pub mod offer;
pub mod template;

pub use crate::db::mail::{CalendarPart, Message, Method};
pub use coach::ask_athlete;
pub use final_result::tell_final;
pub use offer::{pass_on, tell_offer};
pub use template::Letter;

use crate::config::Config;
use crate::content::mail_wording::Wordings;
use crate::content::seed::SETTINGS;
use crate::db::content::LIBRARY;
use crate::db::field_encryption::FieldCipher;
use crate::db::schedule::Event;
use crate::db::{self, Conn, DbError};

/// Puts a message into the outbox, in the caller's job: it is sent if and only if that job is committed. An unconfirmed
/// address gets at most [`limit::A_DAY`] letters a day; further ones are dropped.
pub async fn enqueue(conn: &mut Conn<'_>, message: Message, now_ms: i64) -> Result<(), DbError> {
    if message.html.contains(letters::TOKEN) {
        return Err(DbError::Other(format!("a {} carries a link and has to be encrypted", message.kind)));
    }
    write(conn, &message, None, now_ms).await.map(drop)
}

/// As [`enqueue`], for a letter with a link. The link lets its reader act for the recipient, so the letter is stored
/// encrypted until it is sent. False if the address has had its letters for today.
pub async fn enqueue_encrypted(
    conn: &mut Conn<'_>,
    cipher: &FieldCipher,
    message: Message,
    now_ms: i64,
) -> Result<bool, DbError> {
    write(conn, &message, Some(cipher), now_ms).await
}

async fn write(
    conn: &mut Conn<'_>,
    message: &Message,
    cipher: Option<&FieldCipher>,
    now_ms: i64,
) -> Result<bool, DbError> {
    if limit::unconfirmed(conn, &message.to_address, now_ms).await? {
        tracing::info!(
            kind = message.kind,
            "not written: an unconfirmed address has had its mails for today"
        );
        return Ok(false);
    }
    db::mail::insert(conn, message, cipher, now_ms).await?;
    Ok(true)
}

/// What the letters about an event say about the site: title, location, contact and wording.
pub async fn site_info(
    conn: &mut Conn<'_>,
    event: &Event,
    config: &Config,
) -> Result<letters::SiteInfo, DbError> {
    let settings = db::content::find_ready(conn, LIBRARY, SETTINGS).await?;
    let title = settings
        .as_ref()
        .and_then(|item| item.elements.get("title")?.get("value")?.as_str())
        .filter(|title| !title.is_empty());
    Ok(letters::SiteInfo {
        site: title.unwrap_or(&config.site_title).to_owned(),
        public_url: config.public_url.clone(),
        place: event.location_name.clone(),
        address: event.location_address.clone(),
        postcode: event.location_post_code.clone(),
        map_url: event.map_url.clone(),
        phone: event.location_contact_number.clone(),
        email: event.location_contact_email.clone(),
        wordings: Wordings::of(db::scheduled_letters::edited(conn).await?),
    })
}

/// The recipient of letters to an athlete; `None` if the account has been deleted.
pub async fn recipient(conn: &mut Conn<'_>, uaid: &str) -> Result<Option<letters::Recipient>, DbError> {
    let found = db::mail::recipient(conn, uaid).await?;
    Ok(found.map(|(email, first_name, last_name)| letters::Recipient { email, first_name, last_name }))
}
