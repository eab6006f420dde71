//! Letters about the account: confirming an address, the guardian's link and their yes, the 18th birthday, the links for a new
//! password and for signing in, an account opened by staff, and changes of two-step sign-in and passkeys.

use sixfold_domain::eligibility::EligibilityRefusal;
use sixfold_domain::time::Date;

use super::{Code, Letter, Message, Recipient, SiteInfo, linked, plain};
use crate::content::dates::day;

/// The link in a letter, and the code beside it.
#[derive(Debug, Clone)]
pub struct CodeAndLink {
    /// Six digits.
    pub code: String,
    pub link: String,
}

/// Confirms the address of a new account or, with `new_address`, one that an account is to change to.
pub fn confirm_address(
    site_info: &SiteInfo,
    to: &Recipient,
    sent: CodeAndLink,
    new_address: bool,
) -> Message {
    let CodeAndLink { code, link } = sent;
    let (kind, letter) = if new_address {
        ("email-change", "letter-email-change")
    } else {
        ("email-confirmation", "letter-email-confirmation")
    };
    let letter = Letter {
        button: Some(("Confirm this address", link)),
        ..site_info.worded(letter, &[("firstName", to.first_name.trim()), ("code", &code)])
    };
    let letter = Letter { code: Some(Code { label: "Your code", text: code, scanned: false }), ..letter };
    plain(to, kind, letter)
}

/// To the former address of an account; the link undoes the change.
pub fn address_changed(site_info: &SiteInfo, to: &Recipient, link: String) -> Message {
    linked(site_info, to, "email-changed", ("Undo the change", link), &[])
}

/// Asks a guardian to confirm; `athlete` is the athlete's name or, while that is unknown, their address.
pub fn guardian_request(site_info: &SiteInfo, to: &Recipient, athlete: &str, link: String) -> Message {
    let mut facts = vec![("Athlete", athlete.to_owned())];
    facts.extend(Some(("Where", site_info.where_it_is())).filter(|(_, place)| !place.is_empty()));
    let letter = Letter {
        facts,
        button: Some(("Read it and decide", link)),
        ..site_info.worded("letter-guardian-request", &[("athlete", athlete)])
    };
    plain(to, "guardian-request", letter)
}

/// The athlete's guardian has confirmed; `missing` is what still prevents a booking.
pub fn guardian_agreed(site_info: &SiteInfo, to: &Recipient, missing: &[EligibilityRefusal]) -> Message {
    let (words, label) = if missing.is_empty() {
        ("letter-guardian-agreed", "Book a test")
    } else {
        ("letter-guardian-agreed-not-yet", "Open the booking page")
    };
    let letter = Letter {
        facts: missing.iter().map(|refusal| ("Still needed", still_needed(*refusal))).collect(),
        button: Some((label, site_info.page("my-account-book-test"))),
        ..site_info.worded(words, &[("firstName", to.first_name.trim())])
    };
    plain(to, "guardian-agreed", letter)
}

/// What is missing, in words that reveal no answer to the screening: other people may see the letter.
fn still_needed(refusal: EligibilityRefusal) -> String {
    use EligibilityRefusal as R;
    match refusal {
        R::DateOfBirthRequired => "Your date of birth",
        R::AgeOutOfRange { min, .. } => return format!("Your {min}th birthday"),
        R::ConsentRequired => "Your yes to the terms",
        R::HealthConsentRequired => "Your yes to our storing health details",
        R::ScreeningRequired | R::ScreeningExpired => "Your answers to the health questions",
        R::ScreeningNotCleared => "A word with our team",
        R::GuardianEmailRequired { .. }
        | R::GuardianEmailInvalid
        | R::GuardianEmailOwn
        | R::GuardianRequired => "Your parent’s or guardian’s yes",
    }
    .to_owned()
}

/// Public boards will show the athlete from their 18th birthday on (RULES 8.12).
pub fn coming_of_age(site_info: &SiteInfo, to: &Recipient, birthday: Date) -> Message {
    let button = ("Open My Profile", site_info.page("my-account-my-profile"));
    linked(site_info, to, "coming-of-age", button, &[("birthday", &day(birthday))])
}

/// With a link for a new password.
pub fn password_link(site_info: &SiteInfo, to: &Recipient, link: String) -> Message {
    linked(site_info, to, "password-link", ("Set a new password", link), &[])
}

/// With a link that signs in.
pub fn sign_in_link(site_info: &SiteInfo, to: &Recipient, link: String) -> Message {
    linked(site_info, to, "sign-in-link", ("Sign in", link), &[])
}

/// A passkey was added; `name` is what its owner calls it.
pub fn passkey_added(site_info: &SiteInfo, to: &Recipient, name: &str, link: String) -> Message {
    passkey(site_info, to, "passkey-added", name, link)
}

/// A passkey was removed.
pub fn passkey_removed(site_info: &SiteInfo, to: &Recipient, name: &str, link: String) -> Message {
    passkey(site_info, to, "passkey-removed", name, link)
}

/// Passkeys and perhaps the two-step sign-in ended because their owner became staff; `names` is what the owner calls the passkeys.
pub fn passkeys_ended(
    site_info: &SiteInfo,
    to: &Recipient,
    names: &[String],
    two_step: bool,
    link: String,
) -> Message {
    let passkeys = names.iter().map(|name| ("Passkey", name.clone()));
    let letter = Letter {
        facts: passkeys.chain(two_step.then(|| ("Two-step sign-in", "Off".to_owned()))).collect(),
        button: Some(("Open My Profile", link)),
        ..site_info.worded("letter-passkeys-ended", &[("firstName", to.first_name.trim())])
    };
    plain(to, "passkeys-ended", letter)
}

fn passkey(site_info: &SiteInfo, to: &Recipient, kind: &'static str, name: &str, link: String) -> Message {
    let mut message = linked(site_info, to, kind, ("Check your account", link), &[]);
    message.letter.facts = vec![("Passkey", name.to_owned())];
    message
}

/// To somebody for whom staff opened an account. The link sets a password or, where there are none, leads to the sign-in page.
pub fn invitation(site_info: &SiteInfo, to: &Recipient, link: String) -> Message {
    let label = if site_info.passwords { "Set a password" } else { "Sign in" };
    linked(site_info, to, "account-invitation", (label, link), &[])
}

/// With the code that staff need before setting up their first second factor.
pub fn second_factor_code(site_info: &SiteInfo, to: &Recipient, code: String) -> Message {
    let letter = Letter {
        facts: vec![("Code", code)],
        ..site_info.worded("letter-second-factor-code", &[("firstName", to.first_name.trim())])
    };
    plain(to, "second-factor-code", letter)
}

/// Two-step sign-in was turned on.
pub fn second_factor_on(site_info: &SiteInfo, to: &Recipient, link: String) -> Message {
    linked(site_info, to, "second-factor-on", ("Check your account", link), &[])
}

/// Two-step sign-in was turned off.
pub fn second_factor_off(site_info: &SiteInfo, to: &Recipient, link: String) -> Message {
    linked(site_info, to, "second-factor-off", ("Check your account", link), &[])
}

/// Two-step sign-in was reset by somebody else.
pub fn second_factor_reset(site_info: &SiteInfo, to: &Recipient, link: String) -> Message {
    linked(site_info, to, "second-factor-reset", ("Check your account", link), &[])
}
