//! Attacks on the way back from a provider, and their error codes. Each starts as a good sign-in, which `flow` shows to work,
//! and changes one thing.

use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_tests::app::START_MS;
use sixfold_tests::{TestApp, both, on_both};

use super::idp::{CLIENT, Given, Idp, SECRET, new_key, sign};
use super::{CHECKS, arrived, begin, csrf, enter, query_of, refused, session, with_acme, with_two};

const CALLBACK: &str = "OAuthCallback";

both! {
    from with_acme;

    async fn a_wrong_state_is_refused((app, idp)) {
        for wrong in ["", "x", &"0".repeat(64), &"x".repeat(7_000)] {
            let browser = app.client();
            let way = idp.agree(&begin(&browser, "acme", "/en-gb/profile").await);
            let (base, _) = way.split_once("&state=").unwrap();
            refused(&browser.get(&format!("{base}&state={wrong}")).await, CALLBACK);
            refused(&browser.get(base).await, CALLBACK);
            refused(&browser.get(&way).await, CALLBACK);
        }
        assert_eq!(app.count("session").await, 0);
    }

    async fn another_browsers_way_back_is_refused((app, idp)) {
        let (victim, attacker) = (app.client(), app.client());
        let way = idp.agree(&begin(&attacker, "acme", "/en-gb/profile").await);
        refused(&victim.get(&way).await, CALLBACK);
        begin(&victim, "acme", "/en-gb/profile").await;
        refused(&victim.get(&way).await, CALLBACK);
        arrived(&attacker.get(&way).await);
    }

    async fn check_cookies_of_a_browsers_own_making_are_refused((app, idp)) {
        for name in CHECKS {
            for forged in ["", "x", "v1.AAAA", "v2.000000000000.AAAA"] {
                let browser = app.client();
                let url = begin(&browser, "acme", "/en-gb/profile").await;
                browser.set_cookie(name, forged);
                refused(&browser.get(&idp.agree(&url)).await, CALLBACK);
            }
            let browser = app.client();
            begin(&browser, "acme", "/en-gb/profile").await;
            let earlier = browser.cookie(name).unwrap();
            let url = begin(&browser, "acme", "/en-gb/profile").await;
            browser.set_cookie(name, &earlier);
            refused(&browser.get(&idp.agree(&url)).await, CALLBACK);
        }
        let browser = app.client();
        let url = begin(&browser, "acme", "/en-gb/profile").await;
        browser.set_cookie(CHECKS[2], &browser.cookie(CHECKS[1]).unwrap());
        refused(&browser.get(&idp.agree(&url)).await, CALLBACK);
    }

    async fn a_code_serves_once((app, idp)) {
        let browser = app.client();
        let way = idp.agree(&begin(&browser, "acme", "/en-gb/profile").await);
        let kept: Vec<String> = CHECKS.iter().map(|name| browser.cookie(name).unwrap()).collect();
        arrived(&browser.get(&way).await);
        let thief = app.client();
        for (name, value) in CHECKS.iter().zip(&kept) {
            thief.set_cookie(name, value);
        }
        refused(&thief.get(&way).await, CALLBACK);
        for code in ["", "code-99", "a%20b", &"x".repeat(7_000)] {
            let browser = app.client();
            let way = idp.agree(&begin(&browser, "acme", "/en-gb/profile").await);
            let state = query_of(&format!("http://x{way}"))["state"].clone();
            refused(&browser.get(&format!("/api/auth/callback/acme?code={code}&state={state}")).await, CALLBACK);
        }
    }

    async fn an_id_token_that_does_not_fit_is_refused((app, idp)) {
        let now = START_MS / 1_000;
        for (claim, value) in [
            ("nonce", json!("another")),
            ("nonce", json!("")),
            ("aud", json!("another client")),
            ("aud", json!([])),
            ("aud", json!([CLIENT, "another client"])),
            ("azp", json!("another client")),
            ("iss", json!("https://evil.example")),
            ("iss", json!(format!("{}/", idp.issuer))),
            ("exp", json!(now - 61)),
            ("exp", json!("soon")),
            ("iat", json!(now + 61)),
            ("at_hash", json!("AAAAAAAAAAAAAAAAAAAAAA")),
            ("sub", json!("")),
            ("sub", json!("x".repeat(256))),
            ("sub", json!("a\u{0}b")),
            ("sub", json!(7)),
        ] {
            let good = idp.script().claims.clone();
            idp.claim(claim, value.clone());
            let reply = enter(&app.client(), &idp).await;
            assert_eq!(query_of(&reply.header("location"))["error"], CALLBACK, "{claim} {value}");
            refused(&reply, CALLBACK);
            idp.script().claims = good;
        }
        arrived(&enter(&app.client(), &idp).await);
    }

    async fn an_id_token_that_the_provider_did_not_sign_is_refused((app, idp)) {
        let now = START_MS / 1_000;
        let text = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        for how in [
            "another key",
            "another key of the same name",
            "none",
            "HS256",
            "tampered",
            "no token",
            "nonsense",
            "empty",
        ] {
            let browser = app.client();
            let url = begin(&browser, "acme", "/en-gb/profile").await;
            let claims = json!({
                "iss": idp.issuer, "aud": CLIENT, "iat": now, "exp": now + 60, "nonce": query_of(&url)["nonce"],
                "sub": "robin-at-acme", "email": "robin@acme.example", "email_verified": true,
            });
            let id_token = match how {
                "another key" => {
                    Given::Other(sign(&json!({ "alg": "EdDSA", "kid": "x" }), &claims, &new_key("x").0))
                }
                "another key of the same name" => {
                    Given::Other(sign(&json!({ "alg": "EdDSA", "kid": "one" }), &claims, &new_key("one").0))
                }
                "none" => Given::Other(format!("{}.{}.", text(&json!({ "alg": "none" })), text(&claims))),
                "HS256" => {
                    use hmac::{Hmac, KeyInit as _, Mac as _};
                    let message = format!("{}.{}", text(&json!({ "alg": "HS256" })), text(&claims));
                    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
                    mac.update(message.as_bytes());
                    Given::Other(format!("{message}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())))
                }
                "tampered" => {
                    let signed = sign(&json!({ "alg": "EdDSA", "kid": "one" }), &claims, &idp.script().key.0);
                    let mut other = claims.clone();
                    other["email"] = json!("delivery@sixfold.example");
                    let parts: Vec<&str> = signed.split('.').collect();
                    Given::Other(format!("{}.{}.{}", parts[0], text(&other), parts[2]))
                }
                "no token" => Given::Nothing,
                "nonsense" => Given::Other("a.b.c".to_owned()),
                _ => Given::Other(String::new()),
            };
            idp.script().id_token = id_token;
            let reply = browser.get(&idp.agree(&url)).await;
            assert_eq!(query_of(&reply.header("location"))["error"], CALLBACK, "{how}");
            refused(&reply, CALLBACK);
        }
        assert_eq!((app.count("session").await, app.count("account").await), (0, 0));
    }

    async fn a_userinfo_answer_about_somebody_else_is_refused((app, idp)) {
        idp.claim("email", Value::Null);
        for wrong in [
            json!({ "sub": "another", "email": "robin@acme.example", "email_verified": true }),
            json!({ "email": "robin@acme.example", "email_verified": true }),
            json!("nonsense"),
        ] {
            idp.script().user_info = wrong;
            refused(&enter(&app.client(), &idp).await, CALLBACK);
        }
    }

    async fn another_issuers_answer_is_refused((app, idp)) {
        let browser = app.client();
        let way = idp.agree(&begin(&browser, "acme", "/en-gb/profile").await);
        refused(&browser.get(&format!("{way}&iss=https%3A%2F%2Fevil.example")).await, CALLBACK);
        let way = idp.agree(&begin(&browser, "acme", "/en-gb/profile").await);
        let own = sixfold_tests::client::percent(&idp.issuer);
        arrived(&browser.get(&format!("{way}&iss={own}")).await);
    }

    async fn a_provider_that_says_no_is_told_as_such((app, idp)) {
        let browser = app.client();
        let state = query_of(&begin(&browser, "acme", "/en-gb/profile").await)["state"].clone();
        let path = format!("/api/auth/callback/acme?error=access_denied&error_description=no&state={state}");
        refused(&browser.get(&path).await, "Callback");
        refused(&browser.get("/api/auth/callback/acme?error=access_denied").await, CALLBACK);
        idp.script().token_error = Some((StatusCode::BAD_REQUEST, json!({ "error": "invalid_client" })));
        refused(&enter(&browser, &idp).await, CALLBACK);
        idp.script().token_error = Some((StatusCode::OK, json!("nonsense")));
        refused(&enter(&browser, &idp).await, CALLBACK);
        idp.script().token_error = Some((StatusCode::FOUND, json!({})));
        refused(&enter(&browser, &idp).await, CALLBACK);
    }

    async fn an_access_token_that_is_no_header_is_refused((app, idp)) {
        let browser = app.client();
        let url = begin(&browser, "acme", "/en-gb/profile").await;
        let now = START_MS / 1_000;
        let claims = json!({
            "iss": idp.issuer, "aud": CLIENT, "iat": now, "exp": now + 60, "nonce": query_of(&url)["nonce"], "sub": "x",
        });
        let signed = sign(&json!({ "alg": "EdDSA", "kid": "one" }), &claims, &idp.script().key.0);
        let answer = json!({ "access_token": "a\r\nx: y", "token_type": "Bearer", "id_token": signed });
        idp.script().token_error = Some((StatusCode::OK, answer));
        refused(&browser.get(&idp.agree(&url)).await, CALLBACK);
    }
}

on_both!(check_cookies_serve_one_provider_for_fifteen_minutes, |engine| async move {
    let (app, one, two) = with_two(engine).await;
    let browser = app.client();
    let way = two.agree(&begin(&browser, "other", "/en-gb/profile").await);
    refused(&browser.get(&way.replace("/other?", "/acme?")).await, CALLBACK);
    let browser = app.client();
    let way = one.agree(&begin(&browser, "acme", "/en-gb/profile").await);
    app.pass_minutes(15);
    refused(&browser.get(&way).await, CALLBACK);
});

on_both!(the_way_back_is_throttled_by_address, |engine| async move {
    let idp = Idp::start().await;
    let app = TestApp::spawn_with(engine, |flags| {
        idp.configure(flags);
        flags.rate_limit = Switch::On;
    })
    .await;
    let browser = app.client();
    for _ in 0..200 {
        refused(&browser.get("/api/auth/callback/acme").await, CALLBACK);
    }
    refused(&browser.get("/api/auth/callback/acme").await, "TooManyRequests");
    let token = csrf(&browser).await;
    let reply = browser.form("/api/auth/signin/acme", &[("csrfToken", &token), ("json", "true")]).await;
    assert_eq!((reply.status.as_u16(), reply.header("retry-after").is_empty()), (429, false));
    assert!(reply.value()["url"].as_str().unwrap().ends_with("/error?error=TooManyRequests&provider=acme"));
    app.pass_minutes(15);
    arrived(&enter(&browser, &idp).await);
    session(&browser).await;
    let attempts = "SELECT attempts FROM throttle WHERE scope = 'sso-address'";
    assert_eq!(app.scalar(attempts).await, 1, "there and back again is one attempt");
});
