//! Which addresses are pages (spec §2; `api.md`, "Pages").

/// The locale's prefix (spec §2).
const PREFIX: &str = "/en-gb";

/// The pages of this release below the prefix; `web/src/routes.tsx` has the same.
const PAGES: [&str; 18] = [
    "account-information",
    "forgot-password",
    "frequently-asked-questions",
    "guardian-confirmation",
    "login",
    "my-account",
    "my-account-about-the-tests",
    "my-account-book-test",
    "my-account-my-booking",
    "my-account-my-profile",
    "register",
    "reset-password",
    "signup-completion",
    "staff-account-coach-admin",
    "staff-account-instore-admin",
    "staff-account-pd-admin",
    "terms-and-conditions",
    "user-registration",
];

/// What an address is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Address {
    /// A page, at its canonical address.
    Page,
    /// A page, at another address than this one.
    Moved(String),
    /// Nothing.
    Unknown,
}

/// Reads the path of an address.
pub(super) fn address(path: &str) -> Address {
    if path == "/" || path == PREFIX {
        return Address::Moved(format!("{PREFIX}/"));
    }
    let (below, bare) = match path.strip_prefix(PREFIX) {
        Some(below) if below.starts_with('/') => (below, false),
        _ => (path, true),
    };
    let name = below.trim_start_matches('/');
    let trimmed = name.trim_end_matches('/');
    if name.is_empty() && !bare {
        return Address::Page;
    }
    if !is_page(trimmed) {
        return Address::Unknown;
    }
    if bare || trimmed != name { Address::Moved(format!("{PREFIX}/{trimmed}")) } else { Address::Page }
}

fn is_page(name: &str) -> bool {
    PAGES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_is_a_page_a_redirect_or_nothing() {
        let moved = |to: &str| Address::Moved(to.to_owned());
        for (path, expected) in [
            ("/", moved("/en-gb/")),
            ("/en-gb", moved("/en-gb/")),
            ("/en-gb/", Address::Page),
            ("/en-gb/login", Address::Page),
            ("/en-gb/login/", moved("/en-gb/login")),
            ("/login", moved("/en-gb/login")),
            ("/user-registration", moved("/en-gb/user-registration")),
            ("/en-gb/staff-account-pd-admin", Address::Page),
            ("/en-gb/nothing-here", Address::Unknown),
            ("/nothing-here", Address::Unknown),
            ("/en-gblogin", Address::Unknown),
            ("//evil.example", Address::Unknown),
        ] {
            assert_eq!(address(path), expected, "{path}");
        }
    }
}
