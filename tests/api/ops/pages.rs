//! The addresses of pages: redirects to the canonical ones, and the status of unknown ones.

use sixfold_tests::both;

/// The expected status of a page: 503 if the site has not been built beside this server.
pub(super) fn page_status(found: u16) -> u16 {
    let built =
        std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../web/dist/index.html")).is_file();
    if built { found } else { 503 }
}

both! {
    async fn short_addresses_lead_to_the_canonical_ones(app) {
        for (path, to) in [
            ("/", "/en-gb/"),
            ("/en-gb", "/en-gb/"),
            ("/login", "/en-gb/login"),
            ("/register", "/en-gb/register"),
            ("/user-registration", "/en-gb/user-registration"),
            ("/account-information?a=1&b=%2F", "/en-gb/account-information?a=1&b=%2F"),
            ("/en-gb/frequently-asked-questions/", "/en-gb/frequently-asked-questions"),
        ] {
            let reply = app.client().get(path).await;
            assert_eq!((reply.status.as_u16(), reply.header("location").as_str()), (308, to), "{path}");
        }
    }

    // RULES 13.5
    async fn a_page_is_200_and_nothing_is_404(app) {
        for path in ["/en-gb/", "/en-gb/login", "/en-gb/my-account-book-test", "/en-gb/staff-account-pd-admin"] {
            assert_eq!(app.client().get(path).await.status.as_u16(), page_status(200), "{path}");
        }
        for path in ["/nothing", "/en-gb/nothing", "/en-gb/login/more", "/en-gblogin", "/assets/nothing.js", "/en-gb/%2e%2e/x",
            "/..%2f..%2fCargo.toml", "//evil.example", "/Cargo.toml"] {
            let reply = app.client().get(path).await;
            assert_eq!(reply.status.as_u16(), page_status(404), "{path}");
            assert_eq!(reply.header("location"), "", "{path}");
            assert!(!reply.text().contains("[workspace]"), "{path}");
        }
    }

    async fn pages_are_only_read(app) {
        let reply = app.client().post("/en-gb/login", serde_json::json!({})).await;
        assert_eq!((reply.status.as_u16(), reply.header("allow").as_str()), (405, "GET, HEAD"));
        let robots = app.client().get("/robots.txt").await;
        assert_eq!(robots.status, 200);
        assert!(robots.text().contains("User-agent: *"));
    }
}
