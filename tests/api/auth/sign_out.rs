//! `POST /api/auth/signout`.

use serde_json::json;
use sixfold_tests::both;

use super::{ORIGIN, set_cookies, sign_in};

const PATH: &str = "/api/auth/signout";
const EMAIL: &str = "robin@athletes.example";

both! {
    async fn the_session_ends_on_the_server_at_once(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let csrf = sign_in(&browser, EMAIL).await;
        let token = browser.get("/api/auth/session").await.value()["token"].as_str().unwrap().to_owned();
        let secret = browser.cookie("next-auth.session-token").unwrap();
        let reply = browser.form(PATH, &[("csrfToken", &csrf), ("json", "true"), ("callbackUrl", "/en-gb/")]).await;
        assert_eq!((reply.status.as_u16(), reply.value()), (200, json!({ "url": format!("{ORIGIN}/en-gb/") })));
        assert_eq!(reply.header("clear-site-data"), "\"cache\"");
        let cleared = "next-auth.session-token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax";
        assert!(set_cookies(&reply).iter().any(|line| line == cleared), "{:?}", set_cookies(&reply));
        app.client().bearer(&token).get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        let thief = app.client();
        thief.set_cookie("next-auth.session-token", &secret);
        assert_eq!(thief.get("/api/auth/session").await.value(), json!({}));
    }

    async fn a_wrong_csrf_token_ends_nothing(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        sign_in(&browser, EMAIL).await;
        let page = format!("{ORIGIN}/api/auth/signout?csrf=true");
        let reply = browser.form(PATH, &[("csrfToken", "x"), ("json", "true")]).await;
        assert_eq!((reply.status.as_u16(), reply.value()), (200, json!({ "url": page })));
        let reply = browser.form(PATH, &[]).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (302, page));
        browser.get("/api/user/profile").await.data();
    }

    async fn other_sessions_go_on(app) {
        let person = app.sign_up(EMAIL).await;
        let browser = app.client();
        let csrf = sign_in(&browser, EMAIL).await;
        browser.form(PATH, &[("csrfToken", &csrf), ("json", "true")]).await;
        person.client().get("/api/user/profile").await.data();
        let again = browser.form(PATH, &[("csrfToken", &csrf), ("json", "true")]).await;
        assert_eq!(again.status, 200, "signing out twice is no error");
    }
}
