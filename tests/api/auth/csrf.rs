//! `GET /api/auth/csrf` and `providers`.

use serde_json::json;
use sixfold_tests::both;

use super::{ORIGIN, set_cookies};

both! {
    async fn a_browser_gets_a_token_and_keeps_it(app) {
        let client = app.client();
        let reply = client.get("/api/auth/csrf").await;
        assert_eq!(reply.status, 200);
        let value = reply.value();
        let token = value["csrfToken"].as_str().unwrap();
        assert_eq!(value, json!({ "csrfToken": token }));
        assert!(token.len() == 64 && token.bytes().all(|byte| byte.is_ascii_hexdigit()), "{token}");
        assert_eq!(reply.header("content-type"), "application/json");
        assert_eq!(reply.header("cache-control"), "private, no-cache, no-store");
        assert_eq!(reply.header("pragma"), "no-cache");
        assert_eq!(reply.header("expires"), "0");
        let cookies = set_cookies(&reply);
        let kept = cookies.iter().find(|line| line.starts_with("next-auth.csrf-token=")).unwrap();
        let (hash, attributes) =
            kept.strip_prefix(&format!("next-auth.csrf-token={token}%7C")).unwrap().split_once(';').unwrap();
        assert!(hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{hash}");
        assert_eq!(attributes, " Path=/; HttpOnly; SameSite=Lax");
        let callback = "next-auth.callback-url=http%3A%2F%2Flocalhost%3A8080; Path=/; HttpOnly; SameSite=Lax";
        assert!(cookies.iter().any(|line| line == callback), "{cookies:?}");
        let again = client.get("/api/auth/csrf").await;
        assert_eq!(again.value(), value);
        assert_eq!(set_cookies(&again), Vec::<String>::new());
    }

    async fn a_forged_cookie_is_replaced(app) {
        let client = app.client();
        for forged in [format!("{}%7C{}", "a".repeat(64), "b".repeat(64)), "x".to_owned(), "%7C".to_owned(), String::new()] {
            client.set_cookie("next-auth.csrf-token", &forged);
            let reply = client.get("/api/auth/csrf").await;
            assert!(set_cookies(&reply).iter().any(|line| line.starts_with("next-auth.csrf-token=")), "{forged}");
            assert_ne!(reply.value()["csrfToken"], "a".repeat(64));
        }
    }

    async fn one_provider_is_there_with_absolute_addresses(app) {
        let reply = app.client().header("host", "evil.example").header("x-forwarded-host", "evil.example")
            .get("/api/auth/providers").await;
        assert_eq!(reply.value(), json!({ "credentials": {
            "id": "credentials", "name": reply.value()["credentials"]["name"], "type": "credentials",
            "signinUrl": format!("{ORIGIN}/api/auth/signin/credentials"),
            "callbackUrl": format!("{ORIGIN}/api/auth/callback/credentials"),
        }}));
    }
}
