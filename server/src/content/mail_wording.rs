//! The wording of letters: the texts of a mail that staff may change (content type `letter`), and the placeholders in
//! them. A letter's facts, button and calendar file are fixed.
//!
//! A mail fills in each `{name}`. The placeholders of each letter are listed here, so that an unknown one is refused
//! when it is saved. The built-in wording is the seed's.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::references::entries;
use super::seed;

pub const TYPE: &str = "letter";

/// Every placeholder, and what it means to an editor.
const MEANINGS: [(&str, &str); 13] = [
    ("firstName", "the athlete’s first name, left out with its comma where it is not known"),
    ("when", "the day and time of the test, Thu 5 Mar 2026, 10:00"),
    ("where", "the place with its address"),
    ("code", "the code: of the booking, or the one that confirms an address"),
    ("minutes", "how long the place is held"),
    ("score", "the final score"),
    ("former", "the final score before it was corrected"),
    ("reason", "why the score was removed, as programme delivery wrote it"),
    ("athlete", "the athlete’s name, or their e-mail address where that is all we know"),
    ("team", "what the team is called"),
    ("coach", "the coach’s name"),
    ("birthday", "the day on which the athlete turns 18, 5 Mar 2026"),
    ("site", "the site’s title"),
];

/// The letters by the ids of their items, each with its placeholders besides `site`.
const LETTERS: [(&str, &[&str]); 41] = [
    ("letter-account-invitation", &["firstName"]),
    ("letter-assistance-confirmed", &["firstName", "when", "where", "code"]),
    ("letter-assistance-missed", &["firstName", "when", "where"]),
    ("letter-assistance-moved", &["firstName", "when", "where"]),
    ("letter-assistance-requested", &["firstName", "when", "where"]),
    ("letter-booking-cancelled", &["firstName", "when", "where"]),
    ("letter-booking-cancelled-by-staff", &["firstName", "when", "where"]),
    ("letter-booking-confirmed", &["firstName", "when", "where", "code"]),
    ("letter-booking-declined", &["firstName", "when", "where"]),
    ("letter-booking-missed", &["firstName", "when", "where"]),
    ("letter-booking-moved", &["firstName", "when", "where", "code"]),
    ("letter-booking-reminder", &["firstName", "when", "where", "code"]),
    ("letter-card-taken-down", &["firstName"]),
    ("letter-coach-booking", &["firstName", "when", "where", "code", "coach"]),
    ("letter-coming-of-age", &["firstName", "birthday"]),
    ("letter-email-change", &["firstName", "code"]),
    ("letter-email-changed", &["firstName"]),
    ("letter-email-confirmation", &["firstName", "code"]),
    ("letter-final-corrected", &["firstName", "when", "score", "former"]),
    ("letter-final-revealed", &["firstName", "when", "score"]),
    ("letter-final-score", &["firstName", "when", "score"]),
    ("letter-guardian-agreed", &["firstName"]),
    ("letter-guardian-agreed-not-yet", &["firstName"]),
    ("letter-guardian-request", &["athlete"]),
    ("letter-passkey-added", &["firstName"]),
    ("letter-passkey-removed", &["firstName"]),
    ("letter-passkeys-ended", &["firstName"]),
    ("letter-password-link", &["firstName"]),
    ("letter-score-removed", &["firstName", "when", "reason"]),
    ("letter-second-factor-code", &["firstName"]),
    ("letter-second-factor-off", &["firstName"]),
    ("letter-second-factor-on", &["firstName"]),
    ("letter-second-factor-reset", &["firstName"]),
    ("letter-sign-in-link", &["firstName"]),
    ("letter-team-cancelled", &["firstName", "team"]),
    ("letter-team-changed", &["firstName", "team"]),
    ("letter-team-moved", &["firstName", "team"]),
    ("letter-time-opened", &["firstName", "when", "where"]),
    ("letter-waitlist-closed", &["firstName", "when"]),
    ("letter-waitlist-lapsed", &["firstName", "when"]),
    ("letter-waitlist-offer", &["firstName", "when", "where", "minutes"]),
];

/// Something that a letter fills in, for its editors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Placeholder {
    /// As it is written between braces.
    pub name: &'static str,
    /// What comes in its place.
    pub means: &'static str,
}

/// The placeholders of a letter. A letter that the product does not know is never sent and only has the site's title.
pub fn placeholders(letter: &str) -> impl Iterator<Item = Placeholder> {
    let own = LETTERS.iter().find(|(id, _)| *id == letter).map_or(&[][..], |(_, own)| own);
    MEANINGS
        .iter()
        .filter(|(name, _)| *name == "site" || own.contains(name))
        .map(|&(name, means)| Placeholder { name, means })
}

/// The first text between braces that is not a placeholder of the letter; a brace that is never closed counts too.
pub fn unknown_placeholder<'a>(letter: &str, text: &'a str) -> Option<&'a str> {
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else { return Some(after) };
        if !placeholders(letter).any(|known| known.name == name) {
            return Some(name);
        }
        rest = behind;
    }
    None
}

/// Replaces placeholders with values. An empty value removes the comma and the space before it too; anything else
/// between braces stays.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let filled = after
            .split_once('}')
            .and_then(|(name, behind)| Some((values.iter().find(|(known, _)| *known == name)?.1, behind)));
        rest = match filled {
            Some(("", behind)) => {
                let length = out.trim_end_matches([' ', ',']).len();
                out.truncate(length);
                behind
            }
            Some((value, behind)) => {
                out.push_str(value);
                behind
            }
            None => {
                out.push('{');
                after
            }
        };
    }
    out.push_str(rest);
    out
}

/// The texts around the facts of a letter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wording {
    /// The line in the inbox.
    pub subject: String,
    pub heading: String,
    /// Paragraphs before the facts.
    pub opening: Vec<String>,
    /// Paragraphs after the facts.
    closing: Vec<String>,
    /// The same on a site where nobody signs in with a password; if empty, `closing` serves there too.
    closing_without_passwords: Vec<String>,
}

impl Wording {
    /// The paragraphs after the facts, on a site where people sign in with passwords or on one where they do not.
    pub fn closing(&self, passwords: bool) -> &[String] {
        if passwords || self.closing_without_passwords.is_empty() {
            &self.closing
        } else {
            &self.closing_without_passwords
        }
    }

    /// The wording in an item; none if it lacks a subject or a heading.
    pub fn from_elements(elements: &Map<String, Value>) -> Option<Self> {
        let texts = |key: &str| -> Vec<String> {
            let found = elements.get(key).map(entries).unwrap_or_default().into_iter();
            found
                .filter_map(Value::as_str)
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let line = |key: &str| texts(key).into_iter().next();
        Some(Self {
            subject: line("subject")?,
            heading: line("heading")?,
            opening: texts("opening"),
            closing: texts("closing"),
            closing_without_passwords: texts("closingWithoutPasswords"),
        })
    }
}

/// The wordings that staff have changed; the others are built in.
#[derive(Debug, Clone, Default)]
pub struct Wordings(BTreeMap<String, Wording>);

impl Wordings {
    /// From the items that staff have changed; incomplete ones are ignored.
    pub fn from_items(edited: impl IntoIterator<Item = (String, Map<String, Value>)>) -> Self {
        let edited = edited.into_iter();
        Self(edited.filter_map(|(id, elements)| Some((id, Wording::from_elements(&elements)?))).collect())
    }

    pub fn get(&self, letter: &str) -> &Wording {
        static NOTHING: Wording = Wording {
            subject: String::new(),
            heading: String::new(),
            opening: Vec::new(),
            closing: Vec::new(),
            closing_without_passwords: Vec::new(),
        };
        self.0.get(letter).or_else(|| BUILT_IN.get(letter)).unwrap_or(&NOTHING)
    }
}

/// The wording in the seed. If the seed cannot be read the server does not start, so no letter finds it missing.
static BUILT_IN: LazyLock<BTreeMap<String, Wording>> = LazyLock::new(|| {
    let items = seed::items().unwrap_or_default().into_iter().map(|seed| seed.item);
    items
        .filter(|item| item.type_id == TYPE)
        .filter_map(|item| Some((item.id, Wording::from_elements(&item.elements)?)))
        .collect()
});

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_letter_has_a_seed_and_every_seed_is_a_letter() {
        let seeded: Vec<&str> = BUILT_IN.keys().map(String::as_str).collect();
        assert_eq!(seeded, LETTERS.map(|(id, _)| id));
        for name in LETTERS.iter().flat_map(|(_, names)| *names) {
            assert!(MEANINGS.iter().any(|(known, _)| known == name), "{name}");
        }
    }

    #[test]
    fn an_empty_value_takes_its_comma_along() {
        let fill = |text, name| fill(text, &[("firstName", name), ("when", "Thu 5 Mar 2026, 10:00")]);
        assert_eq!(fill("You're in, {firstName}.", "Zoë"), "You're in, Zoë.");
        assert_eq!(fill("You're in, {firstName}.", ""), "You're in.");
        assert_eq!(
            fill("{when}: {firstName} {nobody} {", "{when}"),
            "Thu 5 Mar 2026, 10:00: {when} {nobody} {"
        );
    }

    #[test]
    fn a_site_without_passwords_has_a_closing_of_its_own_or_the_usual_one() {
        let usual = json!({ "values": ["Set a new password."] });
        let mut elements =
            json!({ "subject": { "value": "S" }, "heading": { "value": "H" }, "closing": usual });
        let closing = |elements: &Value, passwords| {
            Wording::from_elements(elements.as_object().unwrap()).unwrap().closing(passwords).join(" ")
        };
        assert_eq!(closing(&elements, false), "Set a new password.");
        elements["closingWithoutPasswords"] = json!({ "values": ["Write to us."] });
        assert_eq!(closing(&elements, false), "Write to us.");
        assert_eq!(closing(&elements, true), "Set a new password.");
    }

    #[test]
    fn what_a_letter_does_not_fill_in_is_found() {
        let unknown = |text| unknown_placeholder("letter-booking-confirmed", text);
        assert_eq!(unknown("{firstName}, {when}, {code}, {site}"), None);
        assert_eq!(unknown("{when} {score}"), Some("score"));
        assert_eq!(unknown("{first name}"), Some("first name"));
        assert_eq!(unknown("half a {when"), Some("when"));
        assert_eq!(unknown_placeholder("letter-of-nobody", "{firstName}"), Some("firstName"));
    }
}
