//! A stored message as MIME: `multipart/mixed` of the alternatives (plain, HTML with its pictures, calendar) and the
//! calendar again as an attached `.ics` file, which works in mail programs with and without a calendar.

use std::time::{Duration, SystemTime};

use lettre::message::header::{ContentType, Date, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};

use super::images;
use crate::db::messages::mail::{Rendered, Stored};

/// Why a message could not be built. Such a message can never be sent, so there is no point in trying again.
#[derive(Debug, thiserror::Error)]
pub enum MimeError {
    /// The recipient's or the sender's address is invalid.
    #[error("address cannot be used: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("message cannot be built: {0}")]
    Build(#[from] lettre::error::Error),
    #[error("content type: {0}")]
    ContentType(String),
    /// The stored content cannot be read.
    #[error("content cannot be read: {0}")]
    Content(#[from] serde_json::Error),
}

pub fn build(stored: &Stored, from: &Mailbox) -> Result<lettre::Message, MimeError> {
    let name = Some(stored.to_name.trim().to_owned()).filter(|name| !name.is_empty());
    let to = Mailbox::new(name, stored.to_address.trim().parse()?);
    let sent = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(stored.created_at).unwrap_or(0));
    let rendered = stored.body.clone().render()?;
    let mut builder = lettre::Message::builder()
        .from(from.clone())
        .to(to)
        .subject(stored.subject.clone())
        .header(Date::new(sent))
        .message_id(Some(format!("<{}@{}>", stored.id, from.email.domain())))
        .raw_header(header("Auto-Submitted", "auto-generated"))
        .raw_header(header("X-Sixfold-Kind", &stored.kind));
    // A letter does not fail because of an address that cannot be used: replies to it go to the sender.
    if let Ok(address) = rendered.reply_to.parse() {
        builder = builder.reply_to(Mailbox::new(None, address));
    }
    let mut alternatives = MultiPart::alternative()
        .singlepart(SinglePart::plain(rendered.text.clone()))
        .multipart(with_pictures(&rendered)?);
    let Some(calendar) = rendered.calendar else {
        return Ok(builder.multipart(alternatives)?);
    };
    let inline = parse_type(&format!("text/calendar; charset=utf-8; method={}", calendar.method.as_str()))?;
    alternatives =
        alternatives.singlepart(SinglePart::builder().header(inline.clone()).body(calendar.ics.clone()));
    let attached = Attachment::new("test.ics".into()).body(calendar.ics, inline);
    Ok(builder.multipart(MultiPart::mixed().multipart(alternatives).singlepart(attached))?)
}

fn with_pictures(rendered: &Rendered) -> Result<MultiPart, MimeError> {
    let png = parse_type("image/png")?;
    let inline = |id: &str, body: Vec<u8>| Attachment::new_inline(id.to_owned()).body(body, png.clone());
    let mut related = MultiPart::related()
        .singlepart(SinglePart::html(rendered.html.clone()))
        .singlepart(inline(images::MARK_ID, images::mark_png().to_vec()));
    if let Some(ticket) = rendered.ticket_code.as_deref().and_then(images::ticket_png) {
        related = related.singlepart(inline(images::TICKET_ID, ticket));
    }
    Ok(related)
}

fn parse_type(text: &str) -> Result<ContentType, MimeError> {
    ContentType::parse(text).map_err(|error| MimeError::ContentType(error.to_string()))
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::messages::mail::{Body, CalendarPart, Method};

    fn stored() -> Stored {
        Stored {
            id: "0192".into(),
            kind: "booking-confirmed".into(),
            to_address: "zoe@example.com".into(),
            to_name: "Zoë O'Neill".into(),
            subject: "You're in: Sat 21 Nov 2026, 14:15".into(),
            body: Body::Rendered(Rendered {
                text: "Plain".into(),
                html: "<p>Rich</p>".into(),
                ticket_code: Some("7K3M9Q".into()),
                calendar: Some(CalendarPart {
                    method: Method::Request,
                    ics: "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".into(),
                }),
                reply_to: String::new(),
            }),
            created_at: 1_795_000_000_000,
            attempts: 0,
        }
    }

    #[test]
    fn has_three_alternatives_and_an_attachment() {
        let from: Mailbox = "Sixfold <hello@sixfold.example>".parse().unwrap();
        let text = String::from_utf8(build(&stored(), &from).unwrap().formatted()).unwrap();
        for part in [
            "multipart/mixed",
            "multipart/alternative",
            "multipart/related",
            "Content-ID: <mark@sixfold>",
            "Content-ID: <ticket@sixfold>",
            "text/plain",
            "text/html",
            "method=REQUEST",
            "test.ics",
        ] {
            assert!(text.contains(part), "{part} missing in {text}");
        }
        assert!(text.contains("Message-ID: <0192@sixfold.example>"), "{text}");
    }

    #[test]
    fn replies_go_where_the_letter_says() {
        let from: Mailbox = "Sixfold <hello@sixfold.example>".parse().unwrap();
        let built = |reply_to: &str| {
            let Body::Rendered(rendered) = stored().body else { unreachable!() };
            let body = Body::Rendered(Rendered { reply_to: reply_to.to_owned(), ..rendered });
            String::from_utf8(build(&Stored { body, ..stored() }, &from).unwrap().formatted()).unwrap()
        };
        let text = built("academy@sixfold.example");
        assert!(text.contains("\r\nReply-To: academy@sixfold.example\r\n"), "{text}");
        for unusable in ["", "nobody", "academy@sixfold.example\r\nBcc: x@example.com"] {
            let text = built(unusable);
            assert!(!text.contains("Reply-To:") && !text.contains("Bcc:"), "{text}");
        }
    }

    #[test]
    fn a_bad_address_and_header_injection_are_refused() {
        let from: Mailbox = "Sixfold <hello@sixfold.example>".parse().unwrap();
        let bad = Stored { to_address: "zoe@example.com\r\nBcc: x@example.com".into(), ..stored() };
        assert!(build(&bad, &from).is_err());
        let sly = Stored { subject: "Hi\r\nBcc: x@example.com".into(), ..stored() };
        let text = String::from_utf8(build(&sly, &from).unwrap().formatted()).unwrap();
        assert!(!text.contains("\r\nBcc:"), "{text}");
    }
}
