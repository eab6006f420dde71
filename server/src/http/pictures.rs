//! Pictures of the content hub: anybody may read them at any time, since previews on other sites show them.

use axum::http::Method;

/// Whether a request reads a picture's file.
pub fn is_read(method: &Method, path: &str) -> bool {
    let below_library = path.strip_prefix("/api/content/").and_then(|rest| rest.split_once('/'));
    matches!(*method, Method::GET | Method::HEAD)
        && below_library.is_some_and(|(_, rest)| rest.starts_with("delivery/v1/images/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_reads_of_pictures_are_open_to_all() {
        let picture = "/api/content/sixfold-en-gb/delivery/v1/images/abc/1501";
        assert!(is_read(&Method::GET, picture) && is_read(&Method::HEAD, picture));
        assert!(!is_read(&Method::DELETE, picture));
        for path in [
            "/api/content/delivery/v1/images/abc/1501",
            "/api/content/sixfold-en-gb/authoring/v1/images/abc",
            "/api/content/sixfold-en-gb/authoring/v1/content/x/delivery/v1/images/abc/1501",
            "/api/content/sixfold-en-gb/delivery/v1/content/home",
        ] {
            assert!(!is_read(&Method::GET, path), "{path}");
        }
    }
}
