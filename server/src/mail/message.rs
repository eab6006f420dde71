//! An e-mail before it is rendered, and the form in which the outbox stores it.

use serde::{Deserialize, Serialize};

use super::template::Letter;
use crate::db::DbError;
use crate::db::messages::mail::{Body, CalendarPart, Rendered};
use crate::db::messages::notification::message::About;

/// An e-mail to be put into the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// What it is about (`booking-confirmed`, `waitlist-offer` …): a stable word for operators and tests.
    pub kind: &'static str,
    pub to_address: String,
    /// Empty if unknown.
    pub to_name: String,
    /// The account that the letter is about, if its address does not tell: the letter is erased with it.
    pub about: Option<String>,
    pub letter: Letter,
    pub calendar: Option<CalendarPart>,
    /// From when on what it says is no longer true, ms: it is dropped if it has not been sent by then (RULES 4.16).
    pub useful_until: Option<i64>,
    /// The booking, the offer or the final that it is true of: it is dropped if that has changed by the time it is sent
    /// (RULES 4.16, 8.7).
    pub useful_with: Option<About>,
}

/// What an e-mail is rendered from, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct Content<L, C> {
    letter: L,
    calendar: C,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    useful_until: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    useful_with: Option<About>,
}

type StoredContent = Content<Letter<String>, Option<CalendarPart>>;

impl Message {
    /// What is stored of it, to be rendered when it is sent.
    pub fn content(&self) -> Result<String, DbError> {
        let Self { letter, calendar, useful_until, useful_with, .. } = self;
        let (useful_until, useful_with) = (*useful_until, useful_with.clone());
        serde_json::to_string(&Content { letter, calendar, useful_until, useful_with })
            .map_err(|error| DbError::Other(error.to_string()))
    }
}

impl Body {
    /// [`Message::useful_until`] and [`Message::useful_with`]; an earlier release stored neither.
    pub fn usefulness(&self) -> (Option<i64>, Option<About>) {
        let Self::Content(content) = self else { return (None, None) };
        let stored = serde_json::from_str::<StoredContent>(content);
        stored.map_or((None, None), |stored| (stored.useful_until, stored.useful_with))
    }

    /// The parts of the e-mail.
    ///
    /// # Errors
    /// When the content is not what [`Message::content`] wrote.
    pub fn render(self) -> Result<Rendered, serde_json::Error> {
        let content = match self {
            Self::Rendered(rendered) => return Ok(rendered),
            Self::Content(content) => content,
        };
        let StoredContent { letter, calendar, .. } = serde_json::from_str(&content)?;
        let (text, html) = (letter.text(), letter.html());
        let ticket_code = letter.ticket_code().map(str::to_owned);
        Ok(Rendered { text, html, ticket_code, calendar, reply_to: letter.sender.email })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn replies_to(sender: Value) -> String {
        let mut letter = serde_json::to_value(Letter::<&str>::default()).unwrap();
        letter["sender"] = sender;
        let stored = Body::Content(json!({ "letter": letter, "calendar": null }).to_string());
        stored.render().unwrap().reply_to
    }

    #[test]
    fn replies_go_to_the_address_in_the_foot_of_the_letter() {
        let mut sender = json!({ "site": "Sixfold", "home": "", "contact": "academy@sixfold.example" });
        assert_eq!(replies_to(sender.clone()), "", "as an earlier release stored it");
        sender["email"] = json!("academy@sixfold.example");
        assert_eq!(replies_to(sender), "academy@sixfold.example");
    }
}
