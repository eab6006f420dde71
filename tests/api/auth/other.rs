//! The rest of the protocol: the browser's log, the pages, and unknown paths.

use axum::http::{HeaderMap, Method};
use sixfold_tests::both;

use super::ORIGIN;

both! {
    async fn the_log_answers_200_and_nothing_even_for_junk(app) {
        let junk = "\u{1}\r\n\u{7f}".repeat(500);
        for fields in [
            &[("level", "error"), ("code", "CLIENT_FETCH_ERROR"), ("message", "x"), ("client", "true")][..],
            &[("level", "nonsense"), ("code", junk.as_str())],
            &[],
        ] {
            let reply = app.client().form("/api/auth/_log", fields).await;
            assert_eq!((reply.status.as_u16(), reply.text()), (200, String::new()));
        }
        for body in ["", "{", "%ff%fe&&==", "null"] {
            let reply = app.client().send(Method::POST, "/api/auth/_log", HeaderMap::new(), body.into()).await;
            assert_eq!((reply.status.as_u16(), reply.text()), (200, String::new()), "{body}");
        }
    }

    async fn what_the_protocol_does_not_know_is_400_in_plain_text(app) {
        for (method, path) in [
            ("GET", "/api/auth"), ("GET", "/api/auth/"), ("GET", "/api/auth/nothing"), ("POST", "/api/auth/nothing"),
            ("POST", "/api/auth/csrf"), ("POST", "/api/auth/providers"), ("PUT", "/api/auth/session"),
            ("DELETE", "/api/auth/session"), ("GET", "/api/auth/_log"), ("GET", "/api/auth/callback/nobody"),
            ("POST", "/api/auth/callback/nobody"), ("POST", "/api/auth/signin/nobody"), ("POST", "/api/auth/error"),
        ] {
            let method: Method = method.parse().unwrap();
            let reply = app.client().send(method.clone(), path, HeaderMap::new(), "".into()).await;
            let told = format!("Error: This action with HTTP {method} is not supported by NextAuth.js");
            assert_eq!((reply.status.as_u16(), reply.text()), (400, told), "{method} {path}");
            assert!(reply.header("content-type").starts_with("text/plain"), "{path}");
        }
    }

    async fn its_pages_lead_to_ours(app) {
        for (path, to) in [
            ("/api/auth/signin", "/en-gb/login"),
            ("/api/auth/signin?callbackUrl=", "/en-gb/login"),
            ("/api/auth/signin?error=SessionRequired", "/en-gb/login?error=SessionRequired"),
            ("/api/auth/signin?callbackUrl=%2Fen-gb%2Fx%3Fa%3D1",
                "/en-gb/login?callbackUrl=http%3A%2F%2Flocalhost%3A8080%2Fen%2Dgb%2Fx%3Fa%3D1"),
            ("/api/auth/signin?callbackUrl=http%3A%2F%2Fevil.example&error=%22%3E%3Cscript%3E",
                "/en-gb/login?callbackUrl=http%3A%2F%2Flocalhost%3A8080&error=%22%3E%3Cscript%3E"),
            ("/api/auth/error?error=CredentialsSignin", "/en-gb/login?error=CredentialsSignin"),
            ("/api/auth/error", "/en-gb/login"),
            ("/api/auth/signout", "/en-gb/"),
        ] {
            let reply = app.client().get(path).await;
            assert_eq!((reply.status.as_u16(), reply.header("location")), (302, format!("{ORIGIN}{to}")), "{path}");
        }
        let browser = app.client();
        browser.set_cookie("next-auth.callback-url", "http%3A%2F%2Flocalhost%3A8080%2Fcookie");
        let to = format!("{ORIGIN}/en-gb/login?callbackUrl=http%3A%2F%2Flocalhost%3A8080%2Fcookie");
        assert_eq!(browser.get("/api/auth/signin").await.header("location"), to);
        for (error, status) in [("Configuration", 500), ("AccessDenied", 403), ("Verification", 403)] {
            let reply = app.client().get(&format!("/api/auth/error?error={error}")).await;
            assert_eq!(reply.status.as_u16(), status, "{error}");
            assert!(reply.header("content-type").starts_with("text/html"), "{error}");
        }
    }
}
