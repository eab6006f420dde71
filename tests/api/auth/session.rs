//! `GET` and `POST /api/auth/session`.

use axum::http::HeaderMap;
use serde_json::{Value, json};
use sixfold_tests::app::START_MS;
use sixfold_tests::both;

use super::{csrf, set_cookies, sign_in};

const PATH: &str = "/api/auth/session";
const EMAIL: &str = "robin@athletes.example";
const CLEARED: &str = "next-auth.session-token=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax";

both! {
    async fn without_a_session_it_is_an_empty_object(app) {
        let reply = app.client().get(PATH).await;
        assert_eq!((reply.status.as_u16(), reply.value()), (200, json!({})));
        assert_eq!(reply.header("cache-control"), "private, no-cache, no-store");
        assert_eq!(reply.header("pragma"), "no-cache");
        assert_eq!(reply.header("expires"), "0");
        assert!(!set_cookies(&reply).iter().any(|line| line.contains("session-token")));
    }

    async fn garbage_is_taken_away(app) {
        for garbage in ["x", &"0".repeat(64), "%00%ff", "a%20b", "..."] {
            let client = app.client();
            client.set_cookie("next-auth.session-token", garbage);
            let reply = client.get(PATH).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (200, json!({})), "{garbage}");
            assert!(set_cookies(&reply).iter().any(|line| line == CLEARED), "{garbage}: {:?}", set_cookies(&reply));
        }
    }

    async fn a_session_tells_who_and_until_when(app) {
        let person = app.sign_up(EMAIL).await;
        person.client().post("/api/user/register", json!({ "firstName": "Robin", "lastName": "Field" })).await.data();
        let browser = app.client();
        sign_in(&browser, EMAIL).await;
        app.pass_minutes(30);
        let reply = browser.get(PATH).await;
        let value = reply.value();
        let token = value["token"].as_str().unwrap();
        let user = json!({
            "name": "Robin Field", "email": EMAIL, "image": null, "uaid": person.uaid, "role": 1, "token": token,
            "stamp": START_MS,
        });
        assert_eq!(value, json!({
            "user": user, "expires": "2026-03-02T09:58:00.000Z", "uaid": person.uaid, "role": 1, "token": token,
            "stamp": START_MS,
        }));
        assert_eq!(set_cookies(&reply), Vec::<String>::new(), "the end is absolute: no cookie is renewed");
        app.client().bearer(token).get("/api/user/profile").await.data();
        assert_eq!(browser.get(PATH).await.value(), value);
    }

    // RULES 10.1
    async fn it_ends_after_58_minutes_to_the_millisecond(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        sign_in(&browser, EMAIL).await;
        app.state.clock.set(START_MS + 58 * 60_000 - 1);
        assert_ne!(browser.get(PATH).await.value(), json!({}));
        app.state.clock.set(START_MS + 58 * 60_000);
        let reply = browser.get(PATH).await;
        assert_eq!(reply.value(), json!({}));
        assert!(set_cookies(&reply).iter().any(|line| line == CLEARED));
        assert_eq!(browser.cookie("next-auth.session-token"), None);
    }

    async fn asking_anew_needs_the_csrf_token(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let token = sign_in(&browser, EMAIL).await;
        let session = browser.get(PATH).await.value();
        let reply = browser.post(PATH, json!({ "csrfToken": token })).await;
        assert_eq!((reply.status.as_u16(), reply.value()), (200, session.clone()));
        for wrong in [json!({}), json!({ "csrfToken": "x" }), json!({ "csrfToken": 7 }), json!([]), Value::Null] {
            let reply = browser.post(PATH, wrong.clone()).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (400, json!({})), "{wrong}");
        }
        let reply = browser.send(axum::http::Method::POST, PATH, HeaderMap::new(), "{broken".into()).await;
        assert_eq!((reply.status.as_u16(), reply.value()), (400, json!({})));
        let stranger = app.client();
        let token = csrf(&stranger).await;
        assert_eq!(stranger.post(PATH, json!({ "csrfToken": token })).await.value(), json!({}));
    }

    async fn what_a_client_puts_into_its_session_comes_back(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        let token = sign_in(&browser, EMAIL).await;
        let plain = browser.get(PATH).await.value();
        for data in [json!({ "tab": 2, "note": "caf\u{e9}" }), json!({ "role": 3, "user": { "uaid": "1" } }), json!({})] {
            let mut wanted = plain.clone();
            wanted["data"] = data.clone();
            let reply = browser.post(PATH, json!({ "csrfToken": token, "data": data })).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (200, wanted.clone()), "who somebody is stays as it was");
            assert_eq!(browser.get(PATH).await.value(), wanted);
        }
        for wrong in [json!([]), json!("text"), json!(7), json!({ "long": "x".repeat(3_000) })] {
            let reply = browser.post(PATH, json!({ "csrfToken": token, "data": wrong })).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (400, json!({})), "{wrong}");
        }
        let mut wanted = plain;
        wanted["data"] = json!({});
        assert_eq!(browser.get(PATH).await.value(), wanted);
        // Each session of a person has its own data.
        let second = app.client();
        sign_in(&second, EMAIL).await;
        assert_eq!(second.get(PATH).await.value().get("data"), None);
    }

    async fn only_hashes_are_stored(app) {
        app.sign_up(EMAIL).await;
        let browser = app.client();
        sign_in(&browser, EMAIL).await;
        let token = browser.get(PATH).await.value()["token"].as_str().unwrap().to_owned();
        let secret = browser.cookie("next-auth.session-token").unwrap();
        assert_eq!(secret.len(), 64, "256 bits");
        assert_ne!(secret, token);
        let kept = app.texts("SELECT cookie_hash FROM session UNION ALL SELECT token_hash FROM session").await;
        assert!(!kept.iter().flatten().any(|hash| *hash == secret || *hash == token));
    }
}
