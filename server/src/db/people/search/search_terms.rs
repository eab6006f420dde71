//! What somebody typed into a search, prepared like the columns that it is compared with: lower case, no accents, two
//! spaces before each word ([`crate::db::people::fold`]).

use sixfold_domain::booking::{BookingCode, code_part};
use sixfold_domain::identity::Uaid;

use crate::db::people::fold::fold;

/// The most terms; the last one takes the rest of the text.
const WORDS: usize = 4;
/// The fewest characters that match anywhere in a word; shorter terms match only where a word begins.
const ANYWHERE: usize = 3;
/// The fewest characters that are searched as part of a booking code.
const CODE_LEAST: usize = 2;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchTerms {
    /// Each has to match; a short one begins with two spaces, which match the beginning of a word.
    parts: Vec<String>,
    /// The search as part of a booking code, if it can be one.
    code: Option<String>,
    /// The search as an athlete's number, if it is one.
    uaid: Option<String>,
    /// The search in lower case, as an address.
    email: String,
    /// Whether only names are searched, not addresses and numbers.
    in_names: bool,
}

impl SearchTerms {
    /// The terms of a text. No text is an error.
    pub fn read(search: &str) -> Self {
        // The engines treat control characters as the end of a text.
        let plain: String = search.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let plain = plain.trim();
        let folded = fold(plain);
        let mut words: Vec<&str> = folded.split_whitespace().collect();
        // A dash between two names is not a term. Alone it is one, so that it matches nobody instead of everybody.
        if words.iter().any(|word| is_word(word)) {
            words.retain(|word| is_word(word));
        }
        let last = words.split_off(words.len().min(WORDS - 1)).join("  ");
        let parts = words.into_iter().map(str::to_owned).chain(Some(last)).filter(|word| !word.is_empty());
        Self {
            parts: parts.map(anywhere).collect(),
            code: code_part(plain).filter(|code| code.len() >= CODE_LEAST),
            uaid: plain.parse::<Uaid>().ok().map(|uaid| uaid.to_string()),
            email: plain.to_lowercase(),
            in_names: false,
        }
    }

    /// One term: a part of a name as it was typed, or a whole code or number.
    pub fn read_name(search: &str) -> Self {
        let plain: String = search.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let words = Self::read(&plain);
        let folded: Vec<String> = fold(plain.trim()).split_whitespace().map(str::to_owned).collect();
        let name = folded.join("  ");
        Self {
            parts: Some(name).filter(|name| !name.is_empty()).map(anywhere).into_iter().collect(),
            code: plain.parse::<BookingCode>().ok().map(|code| code.to_string()),
            in_names: true,
            ..words
        }
    }

    /// The same terms, in names only.
    pub fn in_names(&self) -> Self {
        Self { in_names: true, ..self.clone() }
    }

    /// Whether a text contains each term, compared as the columns are.
    pub fn are_in(&self, text: &str) -> bool {
        let text: String = fold(text).split_whitespace().flat_map(|word| ["  ", word]).collect();
        self.parts.iter().all(|part| text.contains(part.as_str()))
    }

    pub fn are_number(&self, uaid: &str) -> bool {
        self.uaid() == uaid
    }

    /// Whether the search is this booking code, all of it.
    pub fn are_code(&self, code: &str) -> bool {
        self.whole_code() == code
    }

    /// The number or the whole address by which the search can identify one person.
    pub fn of_one(&self) -> Option<&str> {
        self.uaid.as_deref().or_else(|| Some(self.email.as_str()).filter(|email| email.contains('@')))
    }

    /// Whether each term is long enough not to match by chance.
    pub fn are_telling(&self) -> bool {
        !self.is_empty() && self.parts.iter().all(|part| !part.starts_with(' '))
    }

    /// Whether there are no terms: everybody matches.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// A pattern for `LIKE … ESCAPE '!'` for each term; nothing that was typed is a wildcard.
    pub(super) fn patterns(&self) -> Vec<String> {
        self.parts.iter().map(|part| format!("%{}%", literal(part))).collect()
    }

    /// The terms as a query of SQLite's full-text index, each quoted, so that it is taken literally.
    pub(super) fn grams(&self) -> String {
        let quoted: Vec<String> =
            self.parts.iter().map(|part| format!("\"{}\"", part.replace('"', "\"\""))).collect();
        let all = quoted.join(" AND ");
        if self.in_names { format!("{{names}} : ({all})") } else { all }
    }

    /// The columns that have to match, the indexed one first.
    pub(super) fn columns(&self) -> &'static [&'static str] {
        if self.in_names { &["words", "names"] } else { &["words"] }
    }

    /// A pattern for the code of an open booking; empty if the search cannot be one. Two characters match its
    /// beginning.
    pub(super) fn code_pattern(&self) -> String {
        match self.code.as_deref() {
            None => String::new(),
            Some(code) if code.len() < ANYWHERE => format!("{code}%"),
            Some(code) => format!("%{code}%"),
        }
    }

    /// Part of a code; empty if the search cannot be one.
    pub(super) fn code(&self) -> &str {
        self.code.as_deref().unwrap_or_default()
    }

    /// A complete code, or empty.
    pub(super) fn whole_code(&self) -> &str {
        self.code.as_deref().filter(|code| code.parse::<BookingCode>().is_ok()).unwrap_or_default()
    }

    /// Whether the search can be a code or a number.
    pub(super) fn are_code_or_number(&self) -> bool {
        self.code.is_some() || self.uaid.is_some()
    }

    /// A number, or empty.
    pub(super) fn uaid(&self) -> &str {
        self.uaid.as_deref().unwrap_or_default()
    }

    /// The search in lower case, as an address.
    pub(super) fn email(&self) -> &str {
        &self.email
    }
}

/// A term that matches anywhere, or, if it is too short for that, at the beginning of a word.
fn anywhere(part: String) -> String {
    if part.chars().count() < ANYWHERE { format!("  {part}") } else { part }
}

fn is_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Escapes the wildcards of `LIKE`.
fn literal(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '!' | '%' | '_') {
            written.push('!');
        }
        written.push(c);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_anywhere_and_short_ones_where_they_begin() {
        let words = SearchTerms::read("  Zoë O'Neill jo ");
        assert_eq!(words.patterns(), ["%zoe%", "%o'neill%", "%  jo%"]);
        assert_eq!(words.grams(), r#""zoe" AND "o'neill" AND "  jo""#);
        assert!(words.are_in("Jo-Ann Zoé O'Neill-Smith") && !words.are_in("Ann Zoe O'Neill"));
        assert!(SearchTerms::read("").are_in("") && !SearchTerms::read("jo").are_in("banjo"));
        assert_eq!(SearchTerms::read("a b c d e").parts, ["  a", "  b", "  c", "d  e"]);
        assert_eq!(SearchTerms::read("Lee - Ng ...").parts, ["lee", "  ng"]);
        assert_eq!(SearchTerms::read("- ...").parts, ["  -", "..."]);
    }

    #[test]
    fn a_name_is_looked_for_as_it_stands() {
        let name = SearchTerms::read_name(" da  St ");
        assert_eq!(name.patterns(), ["%da  st%"]);
        assert_eq!(name.grams(), r#"{names} : ("da  st")"#);
        assert_eq!((name.code(), name.uaid()), ("", ""));
        assert_eq!(SearchTerms::read_name("Bo").patterns(), ["%  bo%"]);
        assert_eq!(SearchTerms::read_name("7k3qxm").code(), "7K3QXM");
        assert_eq!(
            ["7k3", "7k3qxm"].map(|typed| SearchTerms::read(typed).whole_code().to_owned()),
            ["", "7K3QXM"]
        );
        assert!(SearchTerms::read_name(" \0").is_empty());
    }

    #[test]
    fn nothing_typed_means_anything_else() {
        assert_eq!(SearchTerms::read("50%_!").patterns()[0], "%50!%!_!!%");
        assert_eq!(SearchTerms::read("a\" OR b*\0").grams(), r#""  a""" AND "  or" AND "  b*""#);
        for nothing in ["", "   ", "\0\n"] {
            assert!(SearchTerms::read(nothing).is_empty());
            assert!(SearchTerms::read(nothing).patterns().is_empty());
        }
    }

    #[test]
    fn codes_and_numbers_are_read_as_people_write_them() {
        let told = |search: &str| {
            let words = SearchTerms::read(search);
            (words.code_pattern(), words.uaid().to_owned())
        };
        assert_eq!(told("7k3-qxm"), ("%7K3QXM%".to_owned(), String::new()));
        assert_eq!(told("oil"), ("%011%".to_owned(), String::new()));
        assert_eq!(told("ab"), ("AB%".to_owned(), String::new()));
        assert_eq!(told("u"), (String::new(), String::new()));
        assert_eq!(told("0012345678"), (String::new(), "12345678".to_owned()));
    }
}
