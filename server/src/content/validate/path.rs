//! The paths of pages.

use super::problem::Problem;
use crate::content::library::Library;
use crate::db::content::item::Item;

/// First parts of paths that the server itself answers, with or without the prefix.
const RESERVED: [&str; 11] = [
    "api",
    "en-gb",
    "assets",
    "healthz",
    "readyz",
    "metrics",
    "images",
    "icons",
    "fonts",
    "privacy",
    "waiting-room",
];
/// The product's own pages, which can be neither moved, taken down nor deleted (RULES 13.1): those that mails and screens
/// link to.
const FIXED: [&str; 31] = [
    "/",
    "/login",
    "/register",
    "/user-registration",
    "/account-information",
    "/signup-completion",
    "/my-account",
    "/my-account-my-leaderboard",
    "/my-account-media-center",
    "/my-account-my-booking",
    "/my-account-book-test",
    "/my-account-my-profile",
    "/my-account-my-progress",
    "/my-account-what-it-takes",
    "/my-account-crews",
    "/crew",
    "/frequently-asked-questions",
    "/my-account-about-the-tests",
    "/terms-and-conditions",
    "/forgot-password",
    "/reset-password",
    "/guardian-confirmation",
    "/confirm-email",
    "/undo-email-change",
    "/sign-in-link",
    "/coach-booking",
    "/staff-account-instore-admin",
    "/staff-account-pd-admin",
    "/staff-account-coach-admin",
    "/staff-account-reveal",
    "/arrivals",
];
/// The most parts of a path.
const MAX_PARTS: usize = 4;

/// The problems of a page's path.
pub(super) fn check(at: &str, path: &str, item: &Item, library: &Library) -> Option<Problem> {
    if !well_formed(path) {
        let message = "An address begins with / and has small letters, digits and hyphens: /news.";
        return Some(Problem::new(at, "PATH_INVALID", message));
    }
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    if RESERVED.contains(&first) {
        let message = format!("/{first} belongs to the site itself. Choose another address.");
        return Some(Problem::new(at, "PATH_RESERVED", message));
    }
    if let Some(other) = library.page_at(path, &item.id) {
        let message = format!("“{}” already uses {path}.", other.name);
        return Some(Problem::new(at, "PATH_TAKEN", message));
    }
    match library.ready(&item.id).and_then(Item::path) {
        Some(fixed) if fixed != path && is_fixed(fixed) => {
            let message = format!("The site itself leads to {fixed}. This page stays there.");
            Some(Problem::new(at, "PATH_FIXED", message))
        }
        _ => None,
    }
}

/// Whether the site itself links to a path.
pub(super) fn is_fixed(path: &str) -> bool {
    FIXED.contains(&path)
}

/// `/`, or parts of lower-case letters, digits and hyphens, each after a slash.
fn well_formed(path: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    match path.strip_prefix('/') {
        Some("") => true,
        Some(rest) => rest.split('/').count() <= MAX_PARTS && rest.split('/').all(part),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_plain() {
        for good in ["/", "/news", "/my-account-book-test", "/news/2026/spring"] {
            assert!(well_formed(good), "{good}");
        }
        for bad in [
            "",
            "news",
            "//",
            "/news/",
            "/News",
            "/a//b",
            "/a.html",
            "/ä",
            "/a b",
            "/..",
            "/-a",
            "/a?b",
            "/a/b/c/d/e",
        ] {
            assert!(!well_formed(bad), "{bad}");
        }
    }
}
