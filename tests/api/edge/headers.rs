//! Security headers on every kind of answer.

use axum::http::{HeaderMap, Method};
use serde_json::json;
use sixfold_server::config::cli::Switch;
use sixfold_tests::{Client, Reply, TestApp, both, on_both};

use crate::auth;

const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; \
    frame-ancestors 'none'; form-action 'self'";
const EMAIL: &str = "robin@athletes.example";

/// One call of each kind, and whether its answer must not be cached.
const KINDS: [(&str, &str, &str, bool); 21] = [
    ("a page", "GET", "/en-gb/login", false),
    ("a page that is not there", "GET", "/nothing", false),
    ("a short address", "GET", "/login", false),
    ("a page, written", "POST", "/en-gb/login", false),
    ("a file", "GET", "/favicon.svg", false),
    ("a file that is not there", "GET", "/assets/nothing.js", false),
    ("robots", "GET", "/robots.txt", false),
    ("health", "GET", "/healthz", false),
    ("public data", "GET", "/api/event/config", false),
    ("personal data", "GET", "/api/user/profile", true),
    ("a refused session", "GET", "/api/user/authorization", true),
    ("a call that is not there", "GET", "/api/nothing", true),
    ("another method", "DELETE", "/api/user/login", true),
    ("a body that is missing", "POST", "/api/user/signup", true),
    ("the session", "GET", "/api/auth/session", true),
    ("a redirect of the auth client", "GET", "/api/auth/signin", true),
    ("an error page of the auth client", "GET", "/api/auth/error?error=AccessDenied", true),
    ("a configuration error of the auth client", "GET", "/api/auth/signin?callbackUrl=javascript:1", true),
    ("a call the auth client does not know", "PUT", "/api/auth/session", true),
    ("the document", "GET", "/api/openapi.json", false),
    ("the document's page", "GET", "/api/docs", false),
];

fn guards(what: &str, reply: &Reply) {
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("permissions-policy", "camera=(self), microphone=(), geolocation=(), payment=(), usb=()"),
        ("clear-site-data", ""),
        ("access-control-allow-origin", ""),
        ("server", ""),
        ("x-powered-by", ""),
    ] {
        assert_eq!(reply.header(name), value, "{what}: {name}");
        assert!(reply.headers.get_all(name).iter().count() <= 1, "{what}: {name} twice");
    }
    let is_picture = reply.header("content-type").starts_with("image/");
    let readers = if is_picture { "cross-origin" } else { "same-origin" };
    assert_eq!(reply.header("cross-origin-resource-policy"), readers, "{what}");
    assert!(reply.header("x-request-id").len() >= 16, "{what}");
}

async fn every_kind(client: &Client, https: bool) {
    for (what, method, path, private) in KINDS {
        let reply = client.send(method.parse().unwrap(), path, HeaderMap::new(), "".into()).await;
        guards(what, &reply);
        let years = if https { "max-age=63072000; includeSubDomains" } else { "" };
        assert_eq!(reply.header("strict-transport-security"), years, "{what}");
        let kept = reply.header("cache-control");
        assert!(!private || kept.contains("no-store"), "{what}: {kept}");
    }
}

/// Whether a page has script that a policy without inline script forbids. JSON is data, which browsers never run.
fn has_inline_script(page: &str) -> bool {
    let page = page.to_ascii_lowercase();
    let inline_tag = page.split("<script").skip(1).any(|tag| {
        let tag = tag.split('>').next().unwrap();
        let is_data = ["application/json", "application/ld+json"]
            .iter()
            .any(|kind| tag.contains(&format!(" type=\"{kind}\"")));
        !is_data && !tag.contains(" src=")
    });
    let handler = page.split('<').skip(1).any(|tag| {
        let tag = tag.split('>').next().unwrap();
        tag.split_whitespace().skip(1).any(|attribute| {
            attribute.starts_with("on") && attribute.contains('=') || attribute.contains("javascript:")
        })
    });
    inline_tag || handler
}

both! {
    async fn every_kind_of_answer_is_guarded(app) {
        every_kind(&app.athlete().await.client(), false).await;
        every_kind(&app.client(), false).await;
    }

    async fn so_are_writes_and_what_goes_wrong(app) {
        let person = app.athlete().await;
        guards("a write", &person.client().put("/api/user/marketing", json!({})).await);
        guards("a body that does not read", &person.client().put("/api/user/marketing", json!([])).await);
        let large = json!({ "a": "x".repeat(1024 * 1024) });
        guards("a body that is too large", &person.client().put("/api/user/marketing", large).await);
        app.state.db.close().await;
        let broken = person.client().get("/api/user/profile").await;
        assert!(broken.status.is_server_error());
        guards("a store that is gone", &broken);
    }

    async fn no_page_of_ours_has_a_script_inside(app) {
        for path in ["/api/docs", "/api/auth/error?error=AccessDenied", "/api/auth/error?error=Configuration",
            "/api/auth/error?error=Verification", "/en-gb/", "/nothing"] {
            let text = app.client().get(path).await.text();
            assert!(!has_inline_script(&text), "{path}");
        }
        assert!(has_inline_script("<script>1</script>") && has_inline_script("<a onclick=\"x\">")
            && has_inline_script("<a href=javascript:x>") && has_inline_script("<script type=\"module\">1</script>")
            && !has_inline_script("<script src=\"a.js\"></script>") && !has_inline_script("<script type=\"application/json\">1</script>"));
    }

    async fn what_a_visitor_wrote_never_becomes_markup(app) {
        for path in ["/api/auth/error?error=%3Cscript%3E1%3C%2Fscript%3E", "/api/auth/error?error=AccessDenied&x=%3Cscript%3E",
            "/api/auth/signin?error=%3Cscript%3E", "/api/%3Cscript%3E", "/%3Cscript%3E"] {
            let reply = app.client().get(path).await;
            assert!(!reply.text().contains("<script>"), "{path}: {}", reply.text());
            assert!(!reply.header("location").contains('<'), "{path}");
        }
    }

    async fn signing_out_clears_the_cache_and_nothing_that_is_kept(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let token = auth::sign_in(&browser, EMAIL).await;
        let refused = browser.form("/api/auth/signout", &[("csrfToken", "wrong"), ("json", "true")]).await;
        assert_eq!(refused.header("clear-site-data"), "");
        let reply = browser.form("/api/auth/signout", &[("csrfToken", &token), ("json", "true")]).await;
        let cleared: Vec<_> = reply.headers.get_all("clear-site-data").iter().collect();
        assert_eq!(cleared, ["\"cache\""], "\"storage\" would delete unsent scores");
    }

    async fn a_head_request_is_guarded_like_its_get(app) {
        for path in ["/en-gb/", "/api/event/config", "/api/docs", "/healthz"] {
            let reply = app.client().send(Method::HEAD, path, HeaderMap::new(), "".into()).await;
            assert!(reply.body.is_empty(), "{path}");
            guards(path, &reply);
        }
    }
}

on_both!(on_https_browsers_are_told_to_stay_there, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| {
        "https://sixfold.example".clone_into(&mut flags.public_url);
        flags.rate_limit = Switch::On;
    })
    .await;
    every_kind(&app.client(), true).await;
});

#[test]
fn storage_is_never_cleared_by_a_header() {
    let mut folders = vec![std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../server/src"))];
    let mut seen = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let source = std::fs::read_to_string(&path).unwrap();
                seen += source.matches("\\\"cache\\\"").count();
                assert!(!source.contains("\\\"storage\\\""), "{}", path.display());
            }
        }
    }
    assert!(seen > 0, "the header is written somewhere");
}
