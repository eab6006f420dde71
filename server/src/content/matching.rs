//! Whether an item matches a query.
//!
//! Keys of the item itself and short typed elements are compared as a whole, case-insensitively; running text (titles,
//! text, Markdown) is compared by words, so that a phrase may be anywhere in it.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::Value;

use super::query::{Query, Test};

/// Fields of an item that are compared as a whole.
const KEYWORDS: [&str; 8] = ["id", "typeId", "type", "status", "libraryId", "tags", "path", "lastModified"];

/// An item prepared for queries. Its texts are lower-cased and split into words once, not once for each clause.
#[derive(Debug)]
pub struct Prepared {
    /// Name, tags and elements, in this order: what a clause without a field searches.
    texts: Vec<Text>,
    /// The range of `texts` that each element has.
    elements: HashMap<String, Range<usize>>,
    /// The values of the item's own keys.
    keys: HashMap<String, Vec<Text>>,
}

/// One value of an item.
#[derive(Debug)]
struct Text {
    raw: String,
    lower: String,
    words: Vec<String>,
}

impl Text {
    fn new(raw: String) -> Self {
        Self { lower: raw.to_lowercase(), words: words(&raw), raw }
    }
}

impl Prepared {
    /// From an item as JSON, as stored.
    pub fn new(item: &Value) -> Self {
        let mut raw = Vec::new();
        for key in ["name", "tags"] {
            collect(&item[key], &mut raw);
        }
        let mut elements = HashMap::new();
        for (name, element) in item["elements"].as_object().into_iter().flatten() {
            let first = raw.len();
            collect_element(element, &mut raw);
            elements.insert(name.clone(), first..raw.len());
        }
        let keys = item.as_object().into_iter().flatten().filter(|(key, _)| *key != "elements");
        let keys = keys.map(|(key, value)| {
            let mut raw = Vec::new();
            collect(value, &mut raw);
            (key.clone(), raw.into_iter().map(Text::new).collect())
        });
        Self { keys: keys.collect(), texts: raw.into_iter().map(Text::new).collect(), elements }
    }

    /// The sort key of this item: the first value of a field.
    pub fn sort_key(&self, field: &str) -> SortKey {
        SortKey::parse(self.values(field).first().map(|text| text.raw.as_str()).unwrap_or_default())
    }

    /// The values of a field name: of a key of the item, or of an element (`path`, `elements.path`,
    /// `elements.path.value`).
    fn values(&self, field: &str) -> &[Text] {
        if let Some(values) = self.keys.get(field) {
            return values;
        }
        let name = field.strip_prefix("elements.").unwrap_or(field);
        let name = name.strip_suffix(".value").unwrap_or(name);
        self.elements.get(name).map(|range| &self.texts[range.clone()]).unwrap_or_default()
    }
}

/// Whether an item matches; `now` (ISO with `Z`) replaces NOW in a range.
pub fn matches(query: &Query, item: &Prepared, now: &str) -> bool {
    match query {
        Query::Everything => true,
        Query::All(parts) => parts.iter().all(|part| matches(part, item, now)),
        Query::Any(parts) => parts.iter().any(|part| matches(part, item, now)),
        Query::Not(inner) => !matches(inner, item, now),
        Query::Field(field, test) => {
            let (values, keyword) = match field.as_deref() {
                None | Some("text" | "*") => (item.texts.as_slice(), false),
                Some(field) => {
                    (item.values(field), KEYWORDS.contains(&field.strip_prefix("elements.").unwrap_or(field)))
                }
            };
            !values.is_empty() && test_values(test, values, keyword, now)
        }
    }
}

fn collect_element(element: &Value, out: &mut Vec<String>) {
    let Value::Object(parts) = element else { return collect(element, out) };
    for (key, part) in parts {
        if key != "elementType" {
            collect(part, out);
        }
    }
}

fn collect(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Null => {}
        Value::Bool(b) => out.push(b.to_string()),
        Value::Number(n) => out.push(n.to_string()),
        Value::String(s) => out.push(s.clone()),
        Value::Array(values) => values.iter().for_each(|value| collect(value, out)),
        Value::Object(_) => collect_element(value, out),
    }
}

/// Whether any of these values passes.
fn test_values(test: &Test, values: &[Text], keyword: bool, now: &str) -> bool {
    match test {
        Test::Range { from, to, with_from, with_to } => values.iter().any(|text| {
            above(&text.raw, from.as_deref(), *with_from, now)
                && below(&text.raw, to.as_deref(), *with_to, now)
        }),
        Test::Phrase(phrase) => {
            let (lower, run) = (phrase.to_lowercase(), words(phrase));
            values.iter().any(|text| text.lower == lower || (!keyword && has_run(&text.words, &run)))
        }
        Test::Word(word) => {
            let (lower, run) = (word.to_lowercase(), words(word));
            if !lower.contains(['*', '?']) {
                return values
                    .iter()
                    .any(|text| text.lower == lower || (!keyword && has_run(&text.words, &run)));
            }
            let pattern: Vec<char> = lower.chars().collect();
            values.iter().any(|text| {
                wild(&pattern, &text.lower)
                    || (!keyword && text.words.iter().any(|part| wild(&pattern, part)))
            })
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn has_run(text: &[String], run: &[String]) -> bool {
    !run.is_empty() && text.windows(run.len()).any(|window| window == run)
}

/// `*` is any run of characters, `?` one; without recursion, so that no pattern can be expensive.
fn wild(pattern: &[char], text: &str) -> bool {
    let (mut p, mut rest, mut star, mut mark) = (0, text.chars(), None, text.chars());
    while let Some(c) = rest.clone().next() {
        match pattern.get(p) {
            Some('*') => {
                star = Some(p);
                mark = rest.clone();
                p += 1;
            }
            Some(expected) if *expected == '?' || *expected == c => {
                p += 1;
                rest.next();
            }
            _ => {
                let Some(back) = star else { return false };
                p = back + 1;
                mark.next();
                rest = mark.clone();
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

fn above(value: &str, bound: Option<&str>, inclusive: bool, now: &str) -> bool {
    bound.is_none_or(|bound| match order(value, resolve(bound, now)) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => inclusive,
        std::cmp::Ordering::Less => false,
    })
}

fn below(value: &str, bound: Option<&str>, inclusive: bool, now: &str) -> bool {
    bound.is_none_or(|bound| match order(value, resolve(bound, now)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => inclusive,
        std::cmp::Ordering::Greater => false,
    })
}

fn resolve<'a>(bound: &'a str, now: &'a str) -> &'a str {
    if bound == "NOW" { now } else { bound }
}

/// Numbers as numbers, instants as instants, everything else (civil dates too) as text.
fn order(a: &str, b: &str) -> std::cmp::Ordering {
    use SortKey::{Instant, Number, Text};
    let (first, second) = (SortKey::parse(a), SortKey::parse(b));
    match (&first, &second) {
        (Number(_), Number(_)) | (Instant(_), Instant(_)) => first.cmp(&second),
        (Text(_), _) | (_, Text(_)) | (Number(_), Instant(_)) | (Instant(_), Number(_)) => a.cmp(b),
    }
}

/// A value's sort key: numbers first, then instants, then everything else as text.
#[derive(Debug, Clone)]
pub enum SortKey {
    Number(f64),
    Instant(jiff::Timestamp),
    /// Anything else, civil dates too.
    Text(String),
}

impl SortKey {
    fn parse(text: &str) -> Self {
        if let Ok(number) = text.parse() {
            return Self::Number(number);
        }
        text.parse().map_or_else(|_| Self::Text(text.to_owned()), Self::Instant)
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Number(_) => 0,
            Self::Instant(_) => 1,
            Self::Text(_) => 2,
        }
    }
}

impl PartialEq for SortKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for SortKey {}

impl PartialOrd for SortKey {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SortKey {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.total_cmp(b),
            (Self::Instant(a), Self::Instant(b)) => a.cmp(b),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Number(_), Self::Instant(_) | Self::Text(_))
            | (Self::Instant(_), Self::Number(_) | Self::Text(_))
            | (Self::Text(_), Self::Number(_) | Self::Instant(_)) => self.kind().cmp(&other.kind()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::query::parse;
    use super::*;

    fn hit(query: &str) -> bool {
        let item = serde_json::json!({
            "id": "faqs", "name": "Questions", "typeId": "flexi-page", "type": "Flexi", "status": "ready",
            "libraryId": "l", "tags": ["help", "Page"], "rev": 3, "lastModified": "2026-03-01T10:00:00Z",
            "elements": {
                "path": {"elementType": "text", "value": "/frequently-asked-questions"},
                "title": {"elementType": "text", "value": "What athletes ask us"},
                "order": {"elementType": "number", "value": 12},
            },
        });
        matches(&parse(query).unwrap(), &Prepared::new(&item), "2026-06-01T00:00:00Z")
    }

    #[test]
    fn finds_by_field_phrase_word_wildcard_and_range() {
        for query in [
            "*:*",
            "path:\"/frequently-asked-questions\"",
            "elements.path:\"/FREQUENTLY-asked-questions\"",
            "type:flexi",
            "typeId:flexi-*",
            "tags:page AND status:ready",
            "title:\"athletes ask\"",
            "\"ask us\"",
            "athlet*",
            "id:(a OR faqs)",
            "NOT type:dashboard",
            "order:[10 TO 12]",
            "lastModified:[2026-01-01T00:00:00Z TO NOW]",
            "rev:3",
            "title:what -tags:x",
        ] {
            assert!(hit(query), "{query}");
        }
        for query in [
            "path:\"/frequently\"",
            "path:asked",
            "title:\"ask athletes\"",
            "order:[10 TO 12}",
            "order:{12 TO *]",
            "unknown:x",
            "lastModified:[NOW TO *]",
            "status:draft",
            "*:* AND NOT tags:help",
            "title:zzz",
        ] {
            assert!(!hit(query), "{query}");
        }
    }

    #[test]
    fn wildcards_stay_linear() {
        let wild = |pattern: &str, text: &str| wild(&pattern.chars().collect::<Vec<_>>(), text);
        assert!(!wild(&"*a".repeat(200), &"b".repeat(2000)));
        assert!(wild("a*c?", "abbbcd") && !wild("a*c?", "abbbc") && wild("***", "") && wild("?ü*", "zürich"));
    }

    #[test]
    fn values_of_any_kind_have_one_order() {
        let sorted = ["", "10", "9", "1a", "2026-03-01T10:00:00Z", "2026-03-01", "-3", "NaN", "b"];
        let keys = sorted.map(SortKey::parse);
        for a in &keys {
            for b in &keys {
                assert_eq!(a.cmp(b), b.cmp(a).reverse(), "{a:?} {b:?}");
                for c in &keys {
                    assert!(!(a < b && b < c) || a < c, "{a:?} {b:?} {c:?}");
                }
            }
        }
        assert!(SortKey::parse("9") < SortKey::parse("10") && SortKey::parse("10") < SortKey::parse("1a"));
    }
}
