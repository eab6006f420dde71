//! Signing in with a provider, and signing out.

use axum::http::{HeaderMap, Method};
use serde_json::{Value, json};
use sixfold_tests::both;

use super::idp::{CLIENT, new_key, show};
use super::{
    CHECKS, ORIGIN, arrived, begin, csrf, enter, entered, query_of, session, set_cookies, sign_in, with_acme,
};

both! {
    from with_acme;

    async fn the_whole_way_makes_an_account_and_a_session((app, idp)) {
        let browser = app.client();
        let token = csrf(&browser).await;
        let fields = [("csrfToken", token.as_str()), ("json", "true"), ("callbackUrl", "/en-gb/profile")];
        let reply = browser.form("/api/auth/signin/acme", &fields).await;
        let url = reply.value()["url"].as_str().unwrap().to_owned();
        let query = query_of(&url);
        assert_eq!(query["redirect_uri"], format!("{ORIGIN}/api/auth/callback/acme"));
        assert_eq!(query["scope"], "openid email profile");
        let cookies = set_cookies(&reply);
        for (name, secret) in CHECKS.iter().zip(["state", "code_challenge", "nonce"]) {
            let line = cookies.iter().find(|line| line.starts_with(&format!("{name}="))).unwrap();
            assert!(line.ends_with("; Max-Age=900; Path=/; HttpOnly; SameSite=Lax"), "{line}");
            assert!(!line.contains(&query[secret]), "a check cookie is encrypted: {line}");
            assert!(query[secret].len() >= 43, "{secret}");
        }
        let reply = browser.get(&idp.agree(&url)).await;
        arrived(&reply);
        let cookies = set_cookies(&reply);
        let line = cookies.iter().find(|line| line.starts_with("next-auth.session-token=")).unwrap();
        assert!(line.ends_with("; Max-Age=3480; Path=/; HttpOnly; SameSite=Lax"), "{line}");
        for name in CHECKS {
            assert!(cookies.contains(&format!("{name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax")), "{name}");
        }
        let told = session(&browser).await;
        assert_eq!(
            (&told["user"]["name"], &told["user"]["email"]),
            (&json!("Robin Field"), &json!("robin@acme.example"))
        );
        assert_eq!(told["role"], 1);
        let profile = browser.get("/api/user/profile").await.data();
        assert_eq!(profile["firstName"], "Robin");
        assert_eq!(app.texts("SELECT password_hash FROM account").await, [None]);
        let log = app.texts("SELECT action FROM audit_log ORDER BY action").await;
        assert_eq!(
            log.iter().flatten().collect::<Vec<_>>(),
            ["account.created", "identity.linked", "sign-in.done"]
        );
        assert_eq!(
            app.texts("SELECT auth_method || ' ' || provider_id || ' ' || idp_sid FROM session").await,
            [Some("sso acme session-at-acme".to_owned())]
        );
        let encrypted = app.texts("SELECT id_token_sealed FROM session").await[0].clone().unwrap();
        assert!(!encrypted.contains(&idp.script().last_id_token), "the ID token is encrypted");

        let again = entered(&app, &idp).await;
        assert_eq!(session(&again).await["uaid"], told["uaid"]);
        assert_eq!((app.count("account").await, app.count("identity").await), (1, 1));
    }

    async fn a_new_sign_in_ends_the_old_session_of_that_browser((app, idp)) {
        let browser = entered(&app, &idp).await;
        let old = session(&browser).await["token"].as_str().unwrap().to_owned();
        arrived(&enter(&browser, &idp).await);
        app.client().bearer(&old).get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        browser.get("/api/user/profile").await.data();
    }

    async fn what_the_id_token_leaves_out_comes_from_userinfo((app, idp)) {
        for name in ["email", "email_verified", "given_name", "family_name"] {
            idp.claim(name, Value::Null);
        }
        idp.script().user_info = json!({
            "sub": "robin-at-acme", "email": "Robin@Acme.example", "email_verified": true, "given_name": "Ro<b>in",
            "family_name": "O’Field",
        });
        let browser = entered(&app, &idp).await;
        let told = session(&browser).await;
        assert_eq!(told["user"]["email"], "robin@acme.example");
        assert_eq!(told["user"]["name"], "O'Field", "a name that does not pass is left out");
    }

    async fn a_key_made_since_the_last_look_is_fetched((app, idp)) {
        let browser = app.client();
        let url = begin(&browser, "acme", "/en-gb/profile").await;
        let fetched = idp.script().key_fetches;
        let key = new_key("two");
        idp.script().shown = show(&key.0);
        idp.script().key = key;
        arrived(&browser.get(&idp.agree(&url)).await);
        assert_eq!(idp.script().key_fetches, fetched + 1);
    }

    async fn extras_pass_through_and_nothing_of_ours_is_replaced((app, idp)) {
        let browser = app.client();
        let token = csrf(&browser).await;
        let path = "/api/auth/signin/acme?login_hint=robin%40acme.example&prompt=login&ui_locales=en-GB&client_id=evil\
            &redirect_uri=https%3A%2F%2Fevil.example&state=mine&scope=admin&request=x&claims=x";
        let fields = [
            ("csrfToken", token.as_str()),
            ("json", "true"),
            ("nonce", "mine"),
            ("response_type", "token"),
            ("code_challenge", "mine"),
            ("acr_values", "gold"),
            ("max_age", ""),
        ];
        let url = browser.form(path, &fields).await.value()["url"].as_str().unwrap().to_owned();
        let query = query_of(&url);
        assert_eq!(
            (
                query["login_hint"].as_str(),
                query["prompt"].as_str(),
                query["ui_locales"].as_str(),
                query["acr_values"].as_str()
            ),
            ("robin@acme.example", "login", "en-GB", "gold")
        );
        assert!(!url.contains("evil") && !query.values().any(|value| value == "mine"), "{url}");
        for absent in ["request", "claims", "max_age", "csrfToken", "json"] {
            assert!(!query.contains_key(absent), "{absent}");
        }
        assert_eq!(query["scope"], "openid email profile");
        browser.get(&idp.agree(&url)).await;
        session(&browser).await;
    }

    async fn the_way_begins_with_a_csrf_token_only((app, _idp)) {
        let browser = app.client();
        let page = json!({ "url": format!("{ORIGIN}/api/auth/signin?csrf=true") });
        csrf(&browser).await;
        for wrong in ["", "x", &"0".repeat(64)] {
            let reply = browser.form("/api/auth/signin/acme", &[("csrfToken", wrong), ("json", "true")]).await;
            assert_eq!((reply.status.as_u16(), reply.value()), (200, page.clone()));
            assert!(!set_cookies(&reply).iter().any(|line| line.starts_with("next-auth.state")));
        }
        let reply = browser.get("/api/auth/signin/acme?callbackUrl=%2Fx").await;
        let to = format!("{ORIGIN}/en-gb/login?callbackUrl=http%3A%2F%2Flocalhost%3A8080%2Fx");
        assert_eq!((reply.status.as_u16(), reply.header("location")), (302, to), "a visit begins nothing");
        for (method, path) in [
            (Method::GET, "/api/auth/signin/nobody"),
            (Method::POST, "/api/auth/signin/nobody"),
            (Method::GET, "/api/auth/callback/nobody"),
            (Method::GET, "/api/auth/callback/credentials"),
            (Method::POST, "/api/auth/callback/acme"),
            (Method::POST, "/api/auth/signin/ACME"),
        ] {
            let reply = browser.send(method.clone(), path, HeaderMap::new(), "".into()).await;
            assert_eq!(reply.status, 400, "{method} {path}");
        }
    }

    async fn signing_out_leads_to_the_providers_own_sign_out((app, idp)) {
        let browser = entered(&app, &idp).await;
        let token = csrf(&browser).await;
        let reply = browser
            .form("/api/auth/signout", &[("csrfToken", &token), ("json", "true"), ("callbackUrl", "/x")])
            .await;
        let url = reply.value()["url"].as_str().unwrap().to_owned();
        assert!(url.starts_with(&format!("{}/end?", idp.issuer)), "{url}");
        let query = query_of(&url);
        assert_eq!(query["id_token_hint"], idp.script().last_id_token);
        assert_eq!(query["client_id"], CLIENT);
        assert_eq!(query["post_logout_redirect_uri"], format!("{ORIGIN}/"));
        assert_eq!(app.texts("SELECT id_token_sealed FROM session").await, [None]);
        assert_eq!(browser.get("/api/auth/session").await.value(), json!({}));
        let again = browser
            .form("/api/auth/signout", &[("csrfToken", &token), ("json", "true"), ("callbackUrl", "/x")])
            .await;
        assert_eq!(again.value()["url"], format!("{ORIGIN}/x"));

        app.sign_up("own@athletes.example").await;
        let token = sign_in(&browser, "own@athletes.example").await;
        let own = browser
            .form("/api/auth/signout", &[("csrfToken", &token), ("json", "true"), ("callbackUrl", "/x")])
            .await;
        assert_eq!(own.value()["url"], format!("{ORIGIN}/x"), "a session of ours ends here");
    }

    async fn signing_out_everywhere_leads_to_the_providers_own_sign_out_too((app, idp)) {
        let (other, browser) = (entered(&app, &idp).await, entered(&app, &idp).await);
        let token = csrf(&browser).await;
        let headers = [("x-csrf-token", token.as_str()), ("idempotency-key", "sign-out-everywhere")];
        let reply = browser.json(Method::DELETE, "/api/user/sessions", &json!({ "all": true }), &headers).await;
        let url = reply.data()["signOutUrl"].as_str().unwrap().to_owned();
        assert!(url.starts_with(&format!("{}/end?", idp.issuer)), "{url}");
        assert_eq!(query_of(&url)["id_token_hint"], idp.script().last_id_token);
        for browser in [&browser, &other] {
            assert_eq!(browser.get("/api/auth/session").await.value(), json!({}));
        }
        let kept = "SELECT COUNT(*) FROM session WHERE id_token_sealed IS NOT NULL";
        assert_eq!(app.scalar(kept).await, 1, "the other session's");

        let browser = entered(&app, &idp).await;
        let token = csrf(&browser).await;
        let sessions = browser.get("/api/user/sessions").await.data()["sessions"].clone();
        let own = json!({ "id": sessions[0]["id"] });
        let reply = browser.json(Method::DELETE, "/api/user/sessions", &own, &[("x-csrf-token", &token)]).await;
        assert!(reply.data()["signOutUrl"].is_string(), "this session alone");
    }

    async fn deleting_the_account_leads_to_the_providers_own_sign_out_too((app, idp)) {
        let browser = entered(&app, &idp).await;
        let token = csrf(&browser).await;
        let headers = [("x-csrf-token", token.as_str()), ("idempotency-key", "delete-the-account")];
        let reply = browser.json(Method::POST, "/api/user/delete", &json!({}), &headers).await;
        let url = reply.data()["signOutUrl"].as_str().unwrap().to_owned();
        assert!(url.starts_with(&format!("{}/end?", idp.issuer)), "{url}");
        assert_eq!(query_of(&url)["id_token_hint"], idp.script().last_id_token);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM session WHERE id_token_sealed IS NOT NULL").await, 0);
        assert_eq!(browser.get("/api/auth/session").await.value(), json!({}));
    }

    async fn a_provider_without_a_sign_out_leaves_it_at_ours((app, idp)) {
        idp.script().metadata.insert("end_session_endpoint".to_owned(), Value::Null);
        let browser = entered(&app, &idp).await;
        let token = csrf(&browser).await;
        let reply = browser
            .form("/api/auth/signout", &[("csrfToken", &token), ("json", "true"), ("callbackUrl", "/x")])
            .await;
        assert_eq!(reply.value()["url"], format!("{ORIGIN}/x"));
    }
}
