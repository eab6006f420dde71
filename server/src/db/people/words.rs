//! A search as it was typed, made ready for the columns in which people are found: small letters, no accents, each word with two
//! spaces before it ([`super::fold`]).

use sixfold_domain::booking::{BookingCode, code_part};
use sixfold_domain::identity::Uaid;

use super::fold::fold;

/// How many words have to be found one by one; what is typed after them counts as one.
const WORDS: usize = 4;
/// The fewest characters that are looked for anywhere in a word; fewer are its beginning.
const ANYWHERE: usize = 3;
/// The fewest characters of a booking code.
const CODE_LEAST: usize = 2;

/// A search, ready to be asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// What has to be found, word by word: a whole word, or its beginning with two spaces before it.
    parts: Vec<String>,
    /// The part of a booking code that the search reads as.
    code: Option<String>,
    /// The number that the search reads as.
    uaid: Option<String>,
    /// The address that the search is, if it is one.
    email: String,
    /// Whether they are looked for in names alone, not in addresses and numbers.
    in_names: bool,
}

impl Words {
    /// Reads what somebody typed; nothing that is typed is an error.
    pub fn read(search: &str) -> Self {
        // Control characters end texts inside the engines.
        let plain: String = search.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let plain = plain.trim();
        let folded = fold(plain);
        let mut words: Vec<&str> = folded.split_whitespace().collect();
        // A dash between two names is none of them. Alone it is looked for: it has to find nobody, not everybody.
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

    /// Reads it as a part of a name that is looked for as it stands, or as a whole code or number.
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

    /// The same words, looked for in names alone.
    pub fn in_names(&self) -> Self {
        Self { in_names: true, ..self.clone() }
    }

    /// Whether a text holds each word, as the columns of the search would.
    pub fn are_in(&self, text: &str) -> bool {
        let text: String = fold(text).split_whitespace().flat_map(|word| ["  ", word]).collect();
        self.parts.iter().all(|part| text.contains(part.as_str()))
    }

    /// Whether the search is this number.
    pub fn are_number(&self, uaid: &str) -> bool {
        self.uaid() == uaid
    }

    /// Whether the search is this booking code, all of it.
    pub fn are_code(&self, code: &str) -> bool {
        self.whole_code() == code
    }

    /// Whether the search can name one person alone: a number or a whole address.
    pub fn name_one(&self) -> bool {
        self.uaid.is_some() || self.email.contains('@')
    }

    /// Whether each word is long enough to be told from chance.
    pub fn are_telling(&self) -> bool {
        !self.is_empty() && self.parts.iter().all(|part| !part.starts_with(' '))
    }

    /// Whether nothing is looked for: everybody is found.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// What `LIKE … ESCAPE '!'` has to find, word by word; nothing that was typed is a wildcard.
    pub(super) fn patterns(&self) -> Vec<String> {
        self.parts.iter().map(|part| format!("%{}%", literal(part))).collect()
    }

    /// The same for SQLite's full-text index, in which a text between quotes is looked for as it is.
    pub(super) fn grams(&self) -> String {
        let quoted: Vec<String> =
            self.parts.iter().map(|part| format!("\"{}\"", part.replace('"', "\"\""))).collect();
        let all = quoted.join(" AND ");
        if self.in_names { format!("{{names}} : ({all})") } else { all }
    }

    /// The columns in which they have to be found. The one of the trigrams stands first.
    pub(super) fn columns(&self) -> &'static [&'static str] {
        if self.in_names { &["words", "names"] } else { &["words"] }
    }

    /// What the code of an open booking has to look like; empty when no code is meant. Two characters are its beginning.
    pub(super) fn code_pattern(&self) -> String {
        match self.code.as_deref() {
            None => String::new(),
            Some(code) if code.len() < ANYWHERE => format!("{code}%"),
            Some(code) => format!("%{code}%"),
        }
    }

    /// The part of a code; empty when no code is meant.
    pub(super) fn code(&self) -> &str {
        self.code.as_deref().unwrap_or_default()
    }

    /// The code, where it is all of one; else empty.
    pub(super) fn whole_code(&self) -> &str {
        self.code.as_deref().filter(|code| code.parse::<BookingCode>().is_ok()).unwrap_or_default()
    }

    /// Whether the search reads as a code or a number too.
    pub(super) fn are_code_or_number(&self) -> bool {
        self.code.is_some() || self.uaid.is_some()
    }

    /// The number; empty when none is meant.
    pub(super) fn uaid(&self) -> &str {
        self.uaid.as_deref().unwrap_or_default()
    }

    /// The address in small letters, if the search is one.
    pub(super) fn email(&self) -> &str {
        &self.email
    }
}

/// Looked for anywhere, or, when it is too short for that, where a word begins.
fn anywhere(part: String) -> String {
    if part.chars().count() < ANYWHERE { format!("  {part}") } else { part }
}

fn is_word(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Wildcards taken as they are written.
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
        let words = Words::read("  Zoë O'Neill jo ");
        assert_eq!(words.patterns(), ["%zoe%", "%o'neill%", "%  jo%"]);
        assert_eq!(words.grams(), r#""zoe" AND "o'neill" AND "  jo""#);
        assert!(words.are_in("Jo-Ann Zoé O'Neill-Smith") && !words.are_in("Ann Zoe O'Neill"));
        assert!(Words::read("").are_in("") && !Words::read("jo").are_in("banjo"));
        assert_eq!(Words::read("a b c d e").parts, ["  a", "  b", "  c", "d  e"]);
        assert_eq!(Words::read("Lee - Ng ...").parts, ["lee", "  ng"]);
        assert_eq!(Words::read("- ...").parts, ["  -", "..."]);
    }

    #[test]
    fn a_name_is_looked_for_as_it_stands() {
        let name = Words::read_name(" da  St ");
        assert_eq!(name.patterns(), ["%da  st%"]);
        assert_eq!(name.grams(), r#"{names} : ("da  st")"#);
        assert_eq!((name.code(), name.uaid()), ("", ""));
        assert_eq!(Words::read_name("Bo").patterns(), ["%  bo%"]);
        assert_eq!(Words::read_name("7k3qxm").code(), "7K3QXM");
        assert_eq!(["7k3", "7k3qxm"].map(|typed| Words::read(typed).whole_code().to_owned()), ["", "7K3QXM"]);
        assert!(Words::read_name(" \0").is_empty());
    }

    #[test]
    fn nothing_typed_means_anything_else() {
        assert_eq!(Words::read("50%_!").patterns()[0], "%50!%!_!!%");
        assert_eq!(Words::read("a\" OR b*\0").grams(), r#""  a""" AND "  or" AND "  b*""#);
        for nothing in ["", "   ", "\0\n"] {
            assert!(Words::read(nothing).is_empty());
            assert!(Words::read(nothing).patterns().is_empty());
        }
    }

    #[test]
    fn codes_and_numbers_are_read_as_people_write_them() {
        let told = |search: &str| {
            let words = Words::read(search);
            (words.code_pattern(), words.uaid().to_owned())
        };
        assert_eq!(told("7k3-qxm"), ("%7K3QXM%".to_owned(), String::new()));
        assert_eq!(told("oil"), ("%011%".to_owned(), String::new()));
        assert_eq!(told("ab"), ("AB%".to_owned(), String::new()));
        assert_eq!(told("u"), (String::new(), String::new()));
        assert_eq!(told("0012345678"), (String::new(), "12345678".to_owned()));
    }
}
