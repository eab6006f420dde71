//! Conditional requests: `ETag` and `If-None-Match` (RFC 9110, 13.1.2).

use axum::http::{HeaderMap, HeaderValue};
use headers::{ETag, HeaderMapExt as _, IfNoneMatch};

/// Whether the client already has this version. Weak and strong tags are compared alike.
pub fn is_current(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = tag.to_str().ok().and_then(|tag| tag.parse::<ETag>().ok());
    let held = request.typed_get::<IfNoneMatch>();
    tag.zip(held).is_some_and(|(tag, held)| !held.precondition_passes(&tag))
}

#[cfg(test)]
mod tests {
    use axum::http::header;

    use super::*;

    #[test]
    fn tags_are_compared_weakly_and_whole() {
        for (held, tag, current) in [
            ("W/\"a\"", "W/\"a\"", true),
            ("\"a\"", "W/\"a\"", true),
            ("W/\"a\"", "\"a\"", true),
            ("\"b\", \"a\"", "\"a\"", true),
            ("*", "W/\"a\"", true),
            ("\"b\"", "W/\"a\"", false),
            ("\"ab\"", "\"a\"", false),
            ("", "\"a\"", false),
        ] {
            let request = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(held))]);
            assert_eq!(is_current(&request, &HeaderValue::from_static(tag)), current, "{held} {tag}");
        }
        assert!(!is_current(&HeaderMap::new(), &HeaderValue::from_static("\"a\"")));
    }
}
