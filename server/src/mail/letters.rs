//! What we write to athletes: the facts of each letter and its button. Its words are content (`content/letter.rs`). Here is what
//! every letter shares: the house, whom it goes to; each kind of letter has a file of its own.

mod account;
mod booking;
mod result;
mod sample;
mod waiting;

use super::Message;
use super::letter::{Letter, Sender};
use crate::content::letter::{Wordings, fill};

pub use account::{guardian_request, invitation, password_link};
pub use booking::{Change, Ticket, booking, reminder};
pub use result::{FinalScore, Seen, final_score};
pub use sample::sample;
pub use waiting::{offer, offer_lapsed};

/// What every letter about a booking needs to know of the house.
#[derive(Debug, Clone)]
pub struct House {
    /// The site's title.
    pub site: String,
    /// The public URL without a slash at its end.
    pub public_url: String,
    /// The name of the place.
    pub place: String,
    /// Street and town.
    pub address: String,
    /// Postcode.
    pub postcode: String,
    /// Telephone of the place.
    pub phone: String,
    /// Address that a person can write to; also the organiser of the appointment.
    pub email: String,
    /// What its letters say around their facts.
    pub wordings: Wordings,
}

/// Who gets the letter.
#[derive(Debug, Clone)]
pub struct Recipient {
    /// Address.
    pub email: String,
    /// First name; may be empty.
    pub first_name: String,
    /// Last name; may be empty.
    pub last_name: String,
}

impl House {
    fn sender<'a>(&'a self, contact: &'a str) -> Sender<'a> {
        Sender { site: &self.site, contact }
    }

    fn contact(&self) -> String {
        [self.phone.as_str(), self.email.as_str()]
            .iter()
            .filter(|s| !s.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(" · ")
    }

    fn where_it_is(&self) -> String {
        [self.place.as_str(), self.address.as_str(), self.postcode.as_str()]
            .iter()
            .filter(|s| !s.is_empty())
            .copied()
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn page(&self, path: &str) -> String {
        format!("{}/en-gb/{path}", self.public_url.trim_end_matches('/'))
    }

    /// A letter in the house's words, without facts and button: `letter` is its item's id, `values` what fills it in beside
    /// the site's title.
    fn worded(&self, letter: &str, values: &[(&str, &str)]) -> Letter {
        let wording = self.wordings.get(letter);
        let mut values = values.to_vec();
        values.push(("site", &self.site));
        let fill = |text: &String| fill(text, &values);
        Letter {
            subject: fill(&wording.subject),
            heading: fill(&wording.heading),
            opening: wording.opening.iter().map(fill).collect(),
            facts: Vec::new(),
            button: None,
            closing: wording.closing.iter().map(fill).collect(),
        }
    }

    fn host(&self) -> &str {
        let rest = self.public_url.split_once("://").map_or(self.public_url.as_str(), |(_, rest)| rest);
        rest.split(['/', ':']).next().filter(|host| !host.is_empty()).unwrap_or("localhost")
    }
}

/// A letter without a calendar file.
pub fn plain(house: &House, to: &Recipient, kind: &'static str, letter: Letter) -> Message {
    let contact = house.contact();
    let sender = house.sender(&contact);
    Message {
        kind,
        to_address: to.email.clone(),
        to_name: format!("{} {}", to.first_name, to.last_name).trim().to_owned(),
        text: letter.text(sender),
        html: letter.html(sender),
        subject: letter.subject,
        calendar: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn house() -> House {
        House {
            site: "Sixfold".into(),
            public_url: "https://sixfold.example/".into(),
            place: "Power Station Academy".into(),
            address: "1 Turbine Road, London".into(),
            postcode: "SW11 8AB".into(),
            phone: "+442079460000".into(),
            email: "hello@sixfold.example".into(),
            wordings: Wordings::default(),
        }
    }

    pub(super) fn zoe() -> Recipient {
        Recipient { email: "zoe@example.com".into(), first_name: "Zoë".into(), last_name: "O'Neill".into() }
    }
}
