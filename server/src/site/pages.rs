//! Which addresses are pages (RULES 13.1): those of the content's public pages, and the application's own, which are
//! answered without an item too.

use percent_encoding::{CONTROLS, percent_decode_str, utf8_percent_encode};

/// The locale's prefix (RULES 13.1).
pub(super) const PREFIX: &str = "/en-gb";

/// The application's pages without the prefix; the same as in `web/src/paths.ts`.
const APPLICATION: [&str; 30] = [
    "account-information",
    "arrivals",
    "coach-booking",
    "confirm-email",
    "crew",
    "forgot-password",
    "frequently-asked-questions",
    "guardian-confirmation",
    "login",
    "my-account",
    "my-account-about-the-tests",
    "my-account-book-test",
    "my-account-crews",
    "my-account-media-center",
    "my-account-my-booking",
    "my-account-my-leaderboard",
    "my-account-my-profile",
    "my-account-my-progress",
    "my-account-what-it-takes",
    "register",
    "reset-password",
    "sign-in-link",
    "signup-completion",
    "staff-account-coach-admin",
    "staff-account-instore-admin",
    "staff-account-pd-admin",
    "staff-account-reveal",
    "terms-and-conditions",
    "undo-email-change",
    "user-registration",
];

/// The pages that need a sign-in.
const PRIVATE: [&str; 11] = [
    "/my-account",
    "/my-account-crews",
    "/my-account-media-center",
    "/my-account-my-booking",
    "/my-account-my-profile",
    "/my-account-my-progress",
    "/my-account-what-it-takes",
    "/staff-account-coach-admin",
    "/staff-account-instore-admin",
    "/staff-account-pd-admin",
    "/staff-account-reveal",
];

/// The target of the privacy policy's short address.
const PRIVACY: &str = "/en-gb/terms-and-conditions#privacy";

/// A path without the prefix, before it is known whether there is such a page.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PagePath {
    /// `/` or `/x`.
    pub(super) path: String,
    /// The canonical address, if the request named another one.
    pub(super) canonical: Option<String>,
}

/// Parses the path of a request; none if it cannot be a page.
pub(super) fn page_path(path: &str) -> Option<PagePath> {
    if path == "/" || path == PREFIX {
        return Some(PagePath { path: "/".into(), canonical: Some(format!("{PREFIX}/")) });
    }
    let (below, bare) = match path.strip_prefix(PREFIX) {
        Some(below) if below.starts_with('/') => (below, false),
        _ => (path, true),
    };
    let name = below.trim_start_matches('/');
    let trimmed = name.trim_end_matches('/');
    if trimmed.is_empty() {
        return (!bare && below == "/").then(|| PagePath { path: "/".into(), canonical: None });
    }
    let decoded = percent_decode_str(trimmed).decode_utf8().ok()?;
    let moved = bare || below.len() != trimmed.len() + 1;
    Some(PagePath { path: format!("/{decoded}"), canonical: moved.then(|| format!("{PREFIX}/{trimmed}")) })
}

pub(super) fn canonical(path: &str) -> String {
    format!("{PREFIX}{}", utf8_percent_encode(path, CONTROLS))
}

/// Whether the application has a page at a path even without content.
pub(super) fn is_application(path: &str) -> bool {
    path == "/" || APPLICATION.contains(&path.trim_start_matches('/'))
}

/// Whether a page needs a sign-in, by its path, whatever its content (`page-ids.ts`).
pub(super) fn is_private(path: &str) -> bool {
    PRIVATE.contains(&path)
}

/// The target of an address that is not a page but a part of one.
pub(super) fn part(path: &str) -> Option<&'static str> {
    (path == "/privacy").then_some(PRIVACY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_asks_for_a_page_or_for_nothing() {
        for (path, page, canonical) in [
            ("/", "/", Some("/en-gb/")),
            ("/en-gb", "/", Some("/en-gb/")),
            ("/en-gb/", "/", None),
            ("/en-gb/login", "/login", None),
            ("/en-gb/login/", "/login", Some("/en-gb/login")),
            ("/en-gb//login", "/login", Some("/en-gb/login")),
            ("/login", "/login", Some("/en-gb/login")),
            ("/en-gb/news/first", "/news/first", None),
            ("/en-gb/caf%C3%A9/", "/café", Some("/en-gb/caf%C3%A9")),
            ("/en-gblogin", "/en-gblogin", Some("/en-gb/en-gblogin")),
            ("//evil.example", "/evil.example", Some("/en-gb/evil.example")),
        ] {
            let expected = PagePath { path: page.into(), canonical: canonical.map(str::to_owned) };
            assert_eq!(page_path(path), Some(expected), "{path}");
        }
        assert_eq!(page_path("//"), None);
        assert_eq!(page_path("/en-gb//"), None);
        assert_eq!(page_path("/en-gb/%ff"), None);
    }

    #[test]
    fn the_application_has_its_pages() {
        assert!(is_application("/") && is_application("/staff-account-pd-admin"));
        assert!(!is_application("/404") && !is_application("/news"));
        assert_eq!(part("/privacy"), Some("/en-gb/terms-and-conditions#privacy"));
    }

    #[test]
    fn the_browser_knows_the_same_pages() {
        let paths = include_str!("../../../web/src/paths.ts");
        for name in APPLICATION {
            assert!(paths.contains(&format!("'/en-gb/{name}'")), "{name}");
        }
    }
}
