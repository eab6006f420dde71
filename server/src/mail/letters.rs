//! Letters to athletes: the facts of each and its button. The wording is content (`content/mail_wording.rs`). This file
//! has what every letter shares, the site's facts and the recipient; each kind of letter has a file of its own.

mod account;
mod booking;
mod card;
mod result;
mod sample;
mod team;
mod waiting;

use super::message::Message;
use super::template::{Code, Letter, Sender};
use crate::content::mail_wording::{Wordings, fill};

pub use account::{
    CodeAndLink, address_changed, coming_of_age, confirm_address, guardian_agreed, guardian_request,
    invitation, passkey_added, passkey_removed, passkeys_ended, password_link, second_factor_code,
    second_factor_off, second_factor_on, second_factor_reset, sign_in_link,
};
pub use booking::{Change, CoachRequest, Ticket, booking, coach_booking, reminder};
pub use card::card_taken_down;
pub use result::{FinalScore, FinalVisibility, final_score, score_removed};
pub use sample::sample;
pub use team::{TeamChange, team_changed};
pub use waiting::{offer, offer_closed, offer_lapsed, time_opened};

/// How a link carries a secret: behind `#`, so that it appears neither in a server's log nor in a Referer.
pub const TOKEN: &str = "#token=";

/// What every letter about a booking needs to know about the site.
#[derive(Debug, Clone)]
pub struct SiteInfo {
    pub site: String,
    /// Without a trailing slash.
    pub public_url: String,
    /// The name of the location.
    pub place: String,
    /// Street and town.
    pub address: String,
    pub postcode: String,
    /// A link to a map; may be empty.
    pub map_url: String,
    /// Telephone of the place.
    pub phone: String,
    /// An address that a person can write to; also the organiser of the appointment.
    pub email: String,
    /// Whether people sign in with passwords here, and not by single sign-on alone.
    pub passwords: bool,
    /// The texts around the facts.
    pub wordings: Wordings,
}

#[derive(Debug, Clone)]
pub struct Recipient {
    pub email: String,
    /// May be empty.
    pub first_name: String,
    /// May be empty.
    pub last_name: String,
}

impl SiteInfo {
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

    /// A link to a page that uses a secret.
    pub fn secret_page(&self, path: &str, secret: &str) -> String {
        format!("{}{TOKEN}{secret}", self.page(path))
    }

    /// The location on a map, as a link in a letter.
    fn map(&self) -> Vec<(&'static str, String)> {
        let map = Some(self.map_url.clone()).filter(|url| url.starts_with("https://"));
        map.map(|url| ("Find us on the map", url)).into_iter().collect()
    }

    /// A letter with its wording, without facts and button: `letter` is its item's id, `values` its placeholders
    /// besides the site's title.
    fn worded(&self, letter: &str, values: &[(&str, &str)]) -> Letter {
        let wording = self.wordings.get(letter);
        let mut values = values.to_vec();
        values.push(("site", &self.site));
        let fill = |text: &String| fill(text, &values);
        Letter {
            subject: fill(&wording.subject),
            heading: fill(&wording.heading),
            opening: wording.opening.iter().map(fill).collect(),
            closing: wording.closing(self.passwords).iter().map(fill).collect(),
            sender: Sender {
                site: self.site.clone(),
                home: self.page(""),
                contact: self.contact(),
                email: self.email.clone(),
            },
            ..Letter::default()
        }
    }
}

/// A letter of words and a button: the item `letter-KIND`, with these values besides the first name and the site's title.
fn linked(
    site_info: &SiteInfo,
    to: &Recipient,
    kind: &'static str,
    button: (&'static str, String),
    values: &[(&str, &str)],
) -> Message {
    let values: Vec<_> = [("firstName", to.first_name.trim())].iter().chain(values).copied().collect();
    let worded = site_info.worded(&format!("letter-{kind}"), &values);
    plain(to, kind, Letter { button: Some(button), ..worded })
}

/// A letter without a calendar file.
pub fn plain(to: &Recipient, kind: &'static str, letter: Letter) -> Message {
    Message {
        kind,
        to_address: to.email.clone(),
        to_name: format!("{} {}", to.first_name, to.last_name).trim().to_owned(),
        about: None,
        letter,
        calendar: None,
        useful_until: None,
        useful_with: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn site_info() -> SiteInfo {
        SiteInfo {
            site: "Sixfold".into(),
            public_url: "https://sixfold.example/".into(),
            place: "Power Station Academy".into(),
            address: "1 Turbine Road, London".into(),
            postcode: "SW11 8AB".into(),
            map_url: "https://maps.example/?q=SW11+8AB".into(),
            phone: "+442079460000".into(),
            email: "hello@sixfold.example".into(),
            passwords: true,
            wordings: Wordings::default(),
        }
    }

    pub(super) fn zoe() -> Recipient {
        Recipient { email: "zoe@example.com".into(), first_name: "Zoë".into(), last_name: "O'Neill".into() }
    }
}
