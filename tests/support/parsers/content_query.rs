//! The search language of the content hub.

use std::cmp::Ordering;

use serde_json::json;
use sixfold_server::content::matching::{Prepared, matches};
use sixfold_server::content::query::{MAX_LENGTH, Query, Test, parse};

/// A query that reads is the same query when it is written in full, and is answered alike.
pub fn check(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let length = text.chars().count();
    let query = match parse(text) {
        Ok(query) => query,
        Err(error) => {
            assert!((1..=length.min(MAX_LENGTH) + 1).contains(&error.at), "{error}");
            return;
        }
    };
    assert!(query.clauses() <= length.max(1));
    let written = in_full(&query);
    match parse(&written) {
        Ok(again) => assert_eq!(again, query, "{text:?} is {written:?}"),
        // Written in full it has more brackets.
        Err(error) => assert!(
            error.message.ends_with("too deep") || error.message.ends_with("too long"),
            "{error}: {written:?}"
        ),
    }
    let item = json!({
        "id": "faqs", "name": text, "typeId": "flexi-page", "tags": ["help", text],
        "elements": { "path": { "elementType": "text", "value": "/faqs" }, "order": { "elementType": "number", "value": 12 } },
    });
    let item = Prepared::new(&item);
    let now = "2026-06-01T00:00:00Z";
    let found = matches(&query, &item, now);
    assert_ne!(matches(&Query::Not(Box::new(query)), &item, now), found);
    sorted(text);
}

/// Three values in one order, whichever way they are compared.
fn sorted(text: &str) {
    let mut values = text.splitn(3, ' ');
    let keys: [_; 3] = std::array::from_fn(|_| {
        let item = json!({ "elements": { "x": values.next().unwrap_or_default() } });
        Prepared::new(&item).sort_key("x")
    });
    for a in &keys {
        assert_eq!(a.cmp(a), Ordering::Equal);
        for b in &keys {
            assert_eq!(a.cmp(b), b.cmp(a).reverse());
            assert!(keys.iter().all(|c| !(a <= b && b <= c) || a <= c), "{keys:?}");
        }
    }
}

fn in_full(query: &Query) -> String {
    let joined = |parts: &[Query], word: &str| {
        parts.iter().map(|part| format!("({})", in_full(part))).collect::<Vec<_>>().join(word)
    };
    match query {
        Query::Everything => "*:*".to_owned(),
        Query::All(parts) => joined(parts, " AND "),
        Query::Any(parts) => joined(parts, " OR "),
        Query::Not(inner) => format!("NOT ({})", in_full(inner)),
        Query::Field(field, test) => {
            let field = field.as_deref().map_or_else(String::new, |field| format!("{}:", word(field)));
            format!("{field}{}", value(test))
        }
    }
}

fn value(test: &Test) -> String {
    let end = |end: &Option<String>| end.as_deref().map_or_else(|| "*".to_owned(), phrase);
    match test {
        Test::Phrase(text) => phrase(text),
        Test::Word(text) => word(text),
        Test::Range { from, to, with_from, with_to } => {
            let (open, close) = (if *with_from { '[' } else { '{' }, if *with_to { ']' } else { '}' });
            format!("{open}{} TO {}{close}", end(from), end(to))
        }
    }
}

/// Each character with a backslash, so that none is an operator.
fn word(text: &str) -> String {
    text.chars().flat_map(|c| ['\\', c]).collect()
}

fn phrase(text: &str) -> String {
    let escaped: String =
        text.chars().map(|c| if matches!(c, '"' | '\\') { format!("\\{c}") } else { c.into() }).collect();
    format!("\"{escaped}\"")
}
