//! Putting letters into the outbox, in the job of the change that they are about.

use super::letters::{Recipient, SiteInfo};
use super::limit;
use super::message::Message;
use crate::config::Config;
use crate::content::mail_wording::Wordings;
use crate::content::seed::SETTINGS;
use crate::db::calendar::schedule::Event;
use crate::db::content::LIBRARY;
use crate::db::encryption::field_encryption::FieldCipher;
use crate::db::messages::mail::NewMail;
use crate::db::{self, Conn, DbError};

/// The outbox, with what letters about an event say about the site.
#[derive(Debug, Clone)]
pub struct Outbox {
    pub site_info: SiteInfo,
    pub(super) cipher: FieldCipher,
    pub(super) push: bool,
    pub(super) texts: bool,
}

impl Outbox {
    /// For letters about an event: reads the site's title and the wordings that staff have changed, unless a remote hub has
    /// the content.
    pub async fn load(
        conn: &mut Conn,
        event: &Event,
        config: &Config,
        cipher: &FieldCipher,
        remote_title: Option<&str>,
    ) -> Result<Self, DbError> {
        let (site, wordings) = if let Some(title) = remote_title {
            (title.to_owned(), Wordings::default())
        } else {
            let title = stored_title(conn).await?.unwrap_or_else(|| config.site_title.clone());
            (title, Wordings::from_items(db::messages::scheduled_letters::edited(conn).await?))
        };
        let site_info = SiteInfo {
            site,
            public_url: config.public_url.clone(),
            place: event.location_name.clone(),
            address: event.location_address.clone(),
            postcode: event.location_post_code.clone(),
            map_url: event.map_url.clone(),
            phone: event.location_contact_number.clone(),
            email: event.location_contact_email.clone(),
            passwords: config.takes_passwords(),
            wordings,
        };
        let notifications = &config.notifications;
        Ok(Self {
            site_info,
            cipher: cipher.clone(),
            push: notifications.push.is_some(),
            texts: notifications.texts.is_some(),
        })
    }

    /// As [`enqueue`].
    pub async fn enqueue(&self, conn: &mut Conn, message: Message, now_ms: i64) -> Result<bool, DbError> {
        enqueue(conn, &self.cipher, &message, now_ms).await
    }

    /// Puts a message to an address that its owner has confirmed into the outbox.
    pub async fn enqueue_to_confirmed(
        &self,
        conn: &mut Conn,
        message: &Message,
        now_ms: i64,
    ) -> Result<(), DbError> {
        store(conn, &self.cipher, message, now_ms).await
    }
}

/// The site's title in this server's own content.
async fn stored_title(conn: &mut Conn) -> Result<Option<String>, DbError> {
    let settings = db::content::find_ready(conn, LIBRARY, SETTINGS).await?;
    let title = settings.as_ref().and_then(|item| item.elements.get("title")?.get("value")?.as_str());
    Ok(title.filter(|title| !title.is_empty()).map(str::to_owned))
}

/// Puts a message into the outbox, in the caller's job: it is sent if and only if that job is committed. It is stored
/// encrypted and rendered when it is sent. An unconfirmed address gets at most [`limit::A_DAY`] letters a day; further
/// ones are dropped, and the answer is false.
pub async fn enqueue(
    conn: &mut Conn,
    cipher: &FieldCipher,
    message: &Message,
    now_ms: i64,
) -> Result<bool, DbError> {
    if limit::unconfirmed(conn, &message.to_address, now_ms).await? {
        let kind = message.kind;
        tracing::info!(kind, "not written: an unconfirmed address has had its mails for today");
        return Ok(false);
    }
    store(conn, cipher, message, now_ms).await?;
    Ok(true)
}

async fn store(conn: &mut Conn, cipher: &FieldCipher, message: &Message, now_ms: i64) -> Result<(), DbError> {
    let Message { kind, to_address, to_name, about, letter, .. } = message;
    let (subject, about, content) = (&letter.subject, about.as_deref(), message.content()?);
    let mail = NewMail { kind, to_address, to_name, subject, about, content: &content };
    db::messages::mail::insert(conn, cipher, &mail, now_ms).await
}

/// The recipient of letters to an athlete; `None` if the account has been deleted.
pub async fn recipient(conn: &mut Conn, uaid: &str) -> Result<Option<Recipient>, DbError> {
    let found = db::messages::mail::recipient(conn, uaid).await?;
    Ok(found.map(|(email, first_name, last_name)| Recipient { email, first_name, last_name }))
}
