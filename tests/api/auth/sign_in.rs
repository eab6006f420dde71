//! `POST /api/auth/callback/credentials` and `signin/credentials`, and their redirects.

use serde_json::json;
use sixfold_server::config::cli::Switch;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{TestApp, both, on_both};

use super::{ORIGIN, csrf, set_cookies, sign_in};

const PATH: &str = "/api/auth/callback/credentials";
const EMAIL: &str = "robin@athletes.example";

both! {
    async fn the_right_password_sets_the_cookie_and_leads_on(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let token = csrf(&browser).await;
        let fields = [("email", EMAIL), ("password", PASSWORD), ("csrfToken", &token), ("json", "true"),
            ("callbackUrl", "/en-gb/my-account?a=1")];
        let reply = browser.form(PATH, &fields).await;
        assert_eq!(reply.status, 200);
        assert_eq!(reply.value(), json!({ "url": format!("{ORIGIN}/en-gb/my-account?a=1") }));
        let cookies = set_cookies(&reply);
        let session = cookies.iter().find(|line| line.starts_with("next-auth.session-token=")).unwrap();
        let (secret, attributes) = session.strip_prefix("next-auth.session-token=").unwrap().split_once(';').unwrap();
        assert!(secret.len() == 64 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert_eq!(attributes, " Max-Age=3480; Path=/; HttpOnly; SameSite=Lax");
        let callback = "next-auth.callback-url=http%3A%2F%2Flocalhost%3A8080%2Fen-gb%2Fmy-account%3Fa%3D1; Path=/; HttpOnly; SameSite=Lax";
        assert!(cookies.iter().any(|line| line == callback), "{cookies:?}");
        assert!(!reply.text().contains(secret));
    }

    // RULES 10.1
    async fn a_sign_in_ends_the_session_whose_token_it_brings(app) {
        let person = app.sign_up(EMAIL).await;
        let other = app.session_of(&person).await;
        let browser = app.client();
        let token = csrf(&browser).await;
        let fields = |password| [("email", EMAIL), ("password", password), ("token", &person.token), ("csrfToken", &token), ("json", "true")];
        assert_eq!(browser.form(PATH, &fields("not the password")).await.status, 401);
        person.client().get("/api/user/profile").await.data();
        let right = fields(PASSWORD);
        assert_eq!(browser.form(PATH, &right).await.status, 200);
        person.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        app.client().bearer(&other).get("/api/user/profile").await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM session WHERE revoked_at IS NULL").await, 2);
    }

    async fn the_names_of_the_address_field_are_read_alike(app) {
        app.sign_up(EMAIL).await;
        for name in ["email", "emailAddress", "username"] {
            let browser = app.client();
            let token = csrf(&browser).await;
            let fields = [(name, " ROBIN@athletes.example"), ("password", PASSWORD), ("csrfToken", &token), ("json", "true")];
            assert_eq!(browser.form(PATH, &fields).await.status, 200, "{name}");
        }
    }

    async fn without_json_it_is_a_302(app) {
        app.sign_up(EMAIL).await;
        for json in ["false", "TRUE", "1", ""] {
            let browser = app.client();
            let token = csrf(&browser).await;
            let good = [("email", EMAIL), ("password", PASSWORD), ("csrfToken", &token), ("json", json), ("callbackUrl", "/x")];
            let reply = browser.form(PATH, &good).await;
            assert_eq!((reply.status.as_u16(), reply.header("location")), (302, format!("{ORIGIN}/x")));
            let bad = [("email", EMAIL), ("password", "wrong password"), ("csrfToken", &token), ("json", json)];
            let reply = browser.form(PATH, &bad).await;
            let error = format!("{ORIGIN}/api/auth/error?error=CredentialsSignin&provider=credentials");
            assert_eq!((reply.status.as_u16(), reply.header("location")), (302, error));
        }
        let browser = app.client();
        let token = csrf(&browser).await;
        let body = json!({ "email": EMAIL, "password": PASSWORD, "csrfToken": token, "json": true, "callbackUrl": null });
        let reply = browser.post(PATH, body).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (302, ORIGIN.to_owned()));
    }

    async fn a_wrong_password_is_401_with_the_error_page(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let token = csrf(&browser).await;
        let error = json!({ "url": format!("{ORIGIN}/api/auth/error?error=CredentialsSignin&provider=credentials") });
        for (email, password) in [
            (EMAIL, "not the password"), (EMAIL, ""), ("", ""), ("nobody@athletes.example", PASSWORD),
            ("a\u{0}b@athletes.example", PASSWORD), (EMAIL, "a\u{0}b"), ("' OR ''='", "' OR ''='"),
        ] {
            let fields = [("email", email), ("password", password), ("csrfToken", &token), ("json", "true")];
            let reply = browser.form(PATH, &fields).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (401, error.clone()), "{email:?} {password:?}");
            assert!(!set_cookies(&reply).iter().any(|line| line.contains("session-token")));
        }
        let reply = browser.form(PATH, &[("csrfToken", &token), ("json", "true")]).await;
        assert_eq!((reply.status.as_u16(), reply.value()), (401, error));
        assert_eq!(app.count("session").await, 1, "only the one of the sign-up");
    }

    async fn a_wrong_csrf_token_leads_to_the_sign_in_page(app) {
        app.sign_up(EMAIL).await;
        let page = json!({ "url": format!("{ORIGIN}/api/auth/signin?csrf=true") });
        let browser = app.client();
        let token = csrf(&browser).await;
        for wrong in ["", "x", &"0".repeat(64)] {
            let fields = [("email", EMAIL), ("password", PASSWORD), ("csrfToken", wrong), ("json", "true")];
            let reply = browser.form(PATH, &fields).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (200, page.clone()));
        }
        let fields = [("email", EMAIL), ("password", PASSWORD), ("csrfToken", &token), ("json", "true")];
        let reply = app.client().form(PATH, &fields).await;
        assert_eq!(reply.value(), page, "the token of another browser");
        let reply = browser.form(PATH, &fields[..2]).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (302, page["url"].as_str().unwrap().to_owned()));
        assert_eq!(app.count("session").await, 1, "only the one of the sign-up");
    }

    async fn a_new_sign_in_ends_the_old_session_of_that_browser_only(app) {
        app.sign_up(EMAIL).await;
        let (one, two) = (app.client(), app.client());
        sign_in(&one, EMAIL).await;
        sign_in(&two, EMAIL).await;
        let old = one.get("/api/auth/session").await.value()["token"].as_str().unwrap().to_owned();
        sign_in(&one, EMAIL).await;
        app.client().bearer(&old).get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        one.get("/api/user/profile").await.data();
        two.get("/api/user/profile").await.data();
    }

    async fn a_callback_never_leaves_the_origin(app) {
        for (wish, url) in [
            ("/en-gb/x", format!("{ORIGIN}/en-gb/x")),
            ("http://localhost:8080/en-gb/y?a=b#c", format!("{ORIGIN}/en-gb/y?a=b#c")),
            ("HTTP://LocalHost:8080/en-gb/z", format!("{ORIGIN}/en-gb/z")),
            ("http://evil.example/", ORIGIN.to_owned()),
            ("https://localhost:8080/", ORIGIN.to_owned()),
            ("http://localhost:8080.evil.example/", ORIGIN.to_owned()),
            ("http://localhost:8080@evil.example/", ORIGIN.to_owned()),
            ("//evil.example/", format!("{ORIGIN}//evil.example/")),
            ("/\\evil.example", ORIGIN.to_owned()),
            ("javascript:alert(1)", ORIGIN.to_owned()),
            ("nonsense", ORIGIN.to_owned()),
            ("", ORIGIN.to_owned()),
        ] {
            app.execute("DELETE FROM session").await;
            for table in ["eligibility", "email_confirmation", "account"] {
                app.execute(format!("DELETE FROM {table}")).await;
            }
            app.sign_up(EMAIL).await;
            let browser = app.client();
            let token = csrf(&browser).await;
            let fields = [("email", EMAIL), ("password", PASSWORD), ("csrfToken", &token), ("json", "true"), ("callbackUrl", wish)];
            assert_eq!(browser.form(PATH, &fields).await.value()["url"], url, "{wish}");
        }
    }

    async fn another_scheme_in_query_or_cookie_is_a_configuration_error(app) {
        let told = json!({ "message": "There is a problem with the server configuration. Check the server logs for more information." });
        for wish in ["javascript:alert(1)", "data:text/html,x", "ftp://x"] {
            let path = format!("/api/auth/csrf?callbackUrl={}", sixfold_tests::client::percent(wish));
            let reply = app.client().get(&path).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (500, told.clone()), "{wish}");
            let browser = app.client();
            browser.set_cookie("next-auth.callback-url", &sixfold_tests::client::percent(wish));
            let reply = browser.get("/api/auth/session").await;
            assert_eq!((reply.status.as_u16(), reply.value()), (500, told.clone()), "{wish}");
        }
    }

    async fn body_beats_query_beats_cookie(app) {
        let browser = app.client();
        browser.set_cookie("next-auth.callback-url", "http%3A%2F%2Flocalhost%3A8080%2Fcookie");
        let reply = browser.get("/api/auth/csrf?callbackUrl=%2Fquery").await;
        let line = "next-auth.callback-url=http%3A%2F%2Flocalhost%3A8080%2Fquery; Path=/; HttpOnly; SameSite=Lax";
        assert!(set_cookies(&reply).iter().any(|cookie| cookie == line), "{:?}", set_cookies(&reply));
        let token = csrf(&browser).await;
        let fields = [("csrfToken", token.as_str()), ("json", "true"), ("callbackUrl", "/body")];
        let reply = browser.form("/api/auth/signout?callbackUrl=%2Fquery", &fields).await;
        assert_eq!(reply.value()["url"], format!("{ORIGIN}/body"));
    }

    async fn an_empty_callback_counts_as_absent(app) {
        let browser = app.client();
        browser.set_cookie("next-auth.callback-url", "http%3A%2F%2Flocalhost%3A8080%2Fcookie");
        let reply = browser.get("/api/auth/csrf?callbackUrl=").await;
        assert!(!set_cookies(&reply).iter().any(|cookie| cookie.starts_with("next-auth.callback-url=")), "{:?}", set_cookies(&reply));
        let token = reply.value()["csrfToken"].as_str().unwrap().to_owned();
        for (query, url) in [("?callbackUrl=", "/cookie"), ("?callbackUrl=%2Fquery", "/query")] {
            let fields = [("csrfToken", token.as_str()), ("json", "true"), ("callbackUrl", "")];
            let reply = browser.form(&format!("/api/auth/signout{query}"), &fields).await;
            assert_eq!(reply.value()["url"], format!("{ORIGIN}{url}"));
        }
    }

    async fn the_sign_in_call_leads_to_the_sign_in_page(app) {
        let browser = app.client();
        let token = csrf(&browser).await;
        let reply = browser.form("/api/auth/signin/credentials", &[("csrfToken", &token), ("json", "true")]).await;
        assert_eq!((reply.status.as_u16(), reply.value()), (200, json!({ "url": format!("{ORIGIN}/api/auth/signin") })));
    }
}

on_both!(too_many_tries_answer_429_with_json, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    app.sign_up(EMAIL).await;
    let browser = app.client();
    let token = csrf(&browser).await;
    let fields = |password| {
        [("email", EMAIL), ("password", password), ("csrfToken", token.as_str()), ("json", "true")]
    };
    for _ in 0..10 {
        assert_eq!(browser.form(PATH, &fields("not the password")).await.status, 401);
    }
    for fields in [&fields(PASSWORD)[..], &fields(PASSWORD)[..3]] {
        let reply = browser.form(PATH, fields).await;
        assert_eq!(reply.status, 429);
        let url = reply.value()["url"].as_str().unwrap().to_owned();
        assert!(url.starts_with(&format!("{ORIGIN}/api/auth/error?error=")), "{url}");
        assert!(!reply.header("retry-after").is_empty());
    }
});

on_both!(on_https_cookies_are_prefixed_and_secure, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| {
        "https://sixfold.example".clone_into(&mut flags.public_url);
        flags.rate_limit = Switch::On;
    })
    .await;
    app.sign_up(EMAIL).await;
    let browser = app.client();
    let reply = browser.get("/api/auth/csrf").await;
    let cookies = set_cookies(&reply);
    for name in ["__Host-next-auth.csrf-token=", "__Secure-next-auth.callback-url="] {
        let line = cookies.iter().find(|line| line.starts_with(name)).unwrap();
        assert!(line.ends_with("; Path=/; HttpOnly; SameSite=Lax; Secure"), "{line}");
    }
    assert_eq!(reply.header("strict-transport-security"), "max-age=63072000; includeSubDomains");
    let token = reply.value()["csrfToken"].as_str().unwrap().to_owned();
    let fields = [
        ("email", EMAIL),
        ("password", PASSWORD),
        ("csrfToken", &token),
        ("json", "true"),
        ("callbackUrl", "/x"),
    ];
    let reply = browser.form(PATH, &fields).await;
    assert_eq!(reply.value()["url"], "https://sixfold.example/x");
    let cookies = set_cookies(&reply);
    let line = cookies.iter().find(|line| line.starts_with("__Secure-next-auth.session-token=")).unwrap();
    assert!(line.ends_with("; Max-Age=3480; Path=/; HttpOnly; SameSite=Lax; Secure"), "{line}");
    browser.get("/api/user/profile").await.data();
    let plain = app.client();
    plain.set_cookie("next-auth.session-token", &browser.cookie("__Secure-next-auth.session-token").unwrap());
    plain.get("/api/user/profile").await.refused(401, "UNAUTHORISED");
});
