//! Whether an item answers a query.
//!
//! Keys of the item itself and short typed elements are compared whole, without regard to case; running text (titles, text,
//! Markdown) is compared by words, so that a phrase may stand anywhere in it.

use serde_json::Value;

use super::query::{Query, Test};

/// Fields of an item that are compared whole.
const KEYWORDS: [&str; 8] = ["id", "typeId", "type", "status", "libraryId", "tags", "path", "lastModified"];

/// Decides; `now` (ISO with `Z`) is what the word NOW in a range stands for.
pub fn matches(query: &Query, item: &Value, now: &str) -> bool {
    match query {
        Query::Everything => true,
        Query::All(parts) => parts.iter().all(|part| matches(part, item, now)),
        Query::Any(parts) => parts.iter().any(|part| matches(part, item, now)),
        Query::Not(inner) => !matches(inner, item, now),
        Query::Field(field, test) => {
            let (values, keyword) = match field.as_deref() {
                None | Some("text" | "*") => (texts_of(item), false),
                Some(field) => (
                    values_of(item, field),
                    KEYWORDS.contains(&field.strip_prefix("elements.").unwrap_or(field)),
                ),
            };
            values.iter().any(|value| test_value(test, value, keyword, now))
        }
    }
}

/// The values that a field name means: a key of the item, or an element's value (`path`, `elements.path`, `elements.path.value`).
pub fn values_of(item: &Value, field: &str) -> Vec<String> {
    let mut out = Vec::new();
    if field != "elements"
        && let Some(value) = item.get(field)
    {
        collect(value, &mut out);
        return out;
    }
    let name = field.strip_prefix("elements.").unwrap_or(field);
    let name = name.strip_suffix(".value").unwrap_or(name);
    if let Some(element) = item.get("elements").and_then(|elements| elements.get(name)) {
        collect_element(element, &mut out);
    }
    out
}

fn texts_of(item: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for key in ["name", "tags"] {
        if let Some(value) = item.get(key) {
            collect(value, &mut out);
        }
    }
    if let Some(Value::Object(elements)) = item.get("elements") {
        for element in elements.values() {
            collect_element(element, &mut out);
        }
    }
    out
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

fn test_value(test: &Test, value: &str, keyword: bool, now: &str) -> bool {
    match test {
        Test::Range { from, to, with_from, with_to } => {
            above(value, from.as_deref(), *with_from, now) && below(value, to.as_deref(), *with_to, now)
        }
        Test::Phrase(phrase) if keyword => same(value, phrase),
        Test::Phrase(phrase) => same(value, phrase) || has_run(&words(value), &words(phrase)),
        Test::Word(word) if keyword => wild(&word.to_lowercase(), &value.to_lowercase()),
        Test::Word(word) => {
            let word = word.to_lowercase();
            wild(&word, &value.to_lowercase())
                || words(value).iter().any(|part| wild(&word, part))
                || (!word.contains(['*', '?']) && has_run(&words(value), &words(&word)))
        }
    }
}

fn same(a: &str, b: &str) -> bool {
    a.to_lowercase() == b.to_lowercase()
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

/// `*` is any run of characters, `?` one; in linear space and without recursion, so that no pattern can be made expensive.
fn wild(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t, mut star, mut mark) = (0, 0, None, 0);
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some(p);
                mark = t;
                p += 1;
            }
            Some(c) if *c == '?' || *c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => {
                let Some(back) = star else { return false };
                p = back + 1;
                mark += 1;
                t = mark;
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
pub fn order(a: &str, b: &str) -> std::cmp::Ordering {
    if let (Ok(a), Ok(b)) = (a.parse::<f64>(), b.parse::<f64>()) {
        return a.total_cmp(&b);
    }
    if let (Ok(a), Ok(b)) = (a.parse::<jiff::Timestamp>(), b.parse::<jiff::Timestamp>()) {
        return a.cmp(&b);
    }
    a.cmp(b)
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
        matches(&parse(query).unwrap(), &item, "2026-06-01T00:00:00Z")
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
        assert!(!wild(&"*a".repeat(200), &"b".repeat(2000)));
        assert!(wild("a*c?", "abbbcd") && !wild("a*c?", "abbbc") && wild("***", ""));
    }
}
