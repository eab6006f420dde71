//! A text that is the same for everybody but for one time in it.

use axum::body::Bytes;

/// Encoded once, sent often with the time of each answer.
#[derive(Debug)]
pub struct TimedText {
    before: Bytes,
    after: Bytes,
}

impl TimedText {
    /// Splits JSON after the last place where a field with an empty time is; none if there is no such field.
    pub fn new(text: String, field: &str) -> Option<Self> {
        let key = format!("\"{field}\":\"");
        let at = text.rfind(&key)? + key.len();
        let text = Bytes::from(text);
        Some(Self { before: text.slice(..at), after: text.slice(at..) })
    }

    /// The text with a time (ISO).
    pub fn at(&self, time: &str) -> Bytes {
        [&self.before[..], time.as_bytes(), &self.after[..]].concat().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_put_where_the_empty_one_was() {
        let text = TimedText::new(r#"{"a":1,"now":"","b":"x"}"#.to_owned(), "now").unwrap();
        assert_eq!(
            text.at("2026-11-25T20:00:00.000Z"),
            r#"{"a":1,"now":"2026-11-25T20:00:00.000Z","b":"x"}"#
        );
        assert!(TimedText::new("{}".to_owned(), "now").is_none());
    }
}
