//! What the account's letters say: the guardian's link, the link for a new password, and an account that staff opened.

use super::{House, Letter, Message, Recipient, plain};

/// The message that asks a guardian for their yes; `athlete` is the address of the one they answer for.
pub fn guardian_request(house: &House, to: &Recipient, athlete: &str, link: String) -> Message {
    let letter = Letter {
        button: Some(("Confirm", link)),
        ..house.worded("letter-guardian-request", &[("athlete", athlete)])
    };
    plain(house, to, "guardian-request", letter)
}

/// The message with a link for a new password.
pub fn password_link(house: &House, to: &Recipient, link: String) -> Message {
    let letter = Letter {
        button: Some(("Set a new password", link)),
        ..house.worded("letter-password-link", &[("firstName", to.first_name.trim())])
    };
    plain(house, to, "password-link", letter)
}

/// The message to somebody for whom staff opened an account; `label` is what the link's button says.
pub fn invitation(house: &House, to: &Recipient, label: &'static str, link: String) -> Message {
    let letter = Letter {
        button: Some((label, link)),
        ..house.worded("letter-account-invitation", &[("firstName", to.first_name.trim())])
    };
    plain(house, to, "account-invitation", letter)
}
