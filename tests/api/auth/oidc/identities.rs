//! `GET` and `DELETE /api/user/identities`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{Client, TestApp, both, on_both};

use super::{
    arrived, begin, csrf, enter, entered, refused, session, sign_in, with_acme, with_acme_alone, with_two,
};

const PATH: &str = "/api/user/identities";
const EMAIL: &str = "robin@acme.example";

/// A client with a browser's own token, which permits writing.
async fn bearer(app: &TestApp, browser: &Client) -> Client {
    app.client().bearer(session(browser).await["token"].as_str().unwrap())
}

both! {
    from with_acme;

    async fn a_linked_provider_is_listed_and_unlinked((app, idp)) {
        let person = app.sign_up(EMAIL).await;
        let own = person.client();
        assert_eq!(own.get(PATH).await.data(), json!({ "identities": [], "password": true }));
        let browser = app.client();
        sign_in(&browser, EMAIL).await;
        arrived(&enter(&browser, &idp).await);
        let now = app.state.clock.now_ms();
        let linked = json!({ "provider": "acme", "name": "acme account", "email": EMAIL, "linkedAt": now });
        assert_eq!(own.get(PATH).await.data(), json!({ "identities": [linked], "password": true }));
        let elsewhere = entered(&app, &idp).await;
        let left = own.delete(PATH, json!({ "provider": "acme" })).await.data();
        assert_eq!(left, json!({ "identities": [], "password": true }));
        assert_eq!(elsewhere.get("/api/auth/session").await.value(), json!({}), "what it vouched for has ended");
        browser.get("/api/user/profile").await.data();
        own.delete(PATH, json!({ "provider": "acme" })).await.refused_field(404, "NOT_FOUND", "provider");
        refused(&enter(&app.client(), &idp).await, "OAuthAccountNotLinked");
        let log = app.texts("SELECT action FROM audit_log WHERE action LIKE 'identity.%' ORDER BY action").await;
        assert_eq!(log, [Some("identity.linked".to_owned()), Some("identity.unlinked".to_owned())]);
    }

    // RULES 11.4
    async fn unlinking_once_more_is_answered_as_before((app, idp)) {
        let person = app.sign_up(EMAIL).await;
        let browser = app.client();
        sign_in(&browser, EMAIL).await;
        arrived(&enter(&browser, &idp).await);
        let unlink = || {
            let own = person.client().header("idempotency-key", "unlink");
            async move { own.delete(PATH, json!({ "provider": "acme" })).await }
        };
        let first = unlink().await;
        assert_eq!(first.data(), json!({ "identities": [], "password": true }));
        let again = unlink().await;
        assert_eq!((again.header("idempotency-replayed"), again.data()), ("true".into(), first.data()));
    }

    async fn a_passkey_is_a_way_in_and_stays_if_it_is_the_only_one((app, idp)) {
        let browser = entered(&app, &idp).await;
        let own = bearer(&app, &browser).await;
        let uaid = session(&browser).await["uaid"].as_str().unwrap().to_owned();
        for id in ["phone", "key"] {
            app.execute(format!(
                "INSERT INTO passkey (passkey_id, uaid, credential_id, user_handle, credential, sign_count, backed_up, name, \
                 created_at) VALUES ('{id}', '{uaid}', '{id}', 'handle', '{{}}', 0, FALSE, 'Phone', 1)"
            ))
            .await;
        }
        let left = own.delete(PATH, json!({ "provider": "acme" })).await.data();
        assert_eq!(left, json!({ "identities": [], "password": false }));
        own.delete("/api/user/passkeys/phone", json!({})).await.data();
        own.delete("/api/user/passkeys/key", json!({})).await.refused(422, "LAST_SIGN_IN");
        assert_eq!(app.count("passkey").await, 1);
    }

    async fn a_provider_that_is_not_configured_any_more_is_no_way_in((app, idp)) {
        let own = bearer(&app, &entered(&app, &idp).await).await;
        app.execute("INSERT INTO identity SELECT 'https://gone.example', subject, uaid, 'gone', email, linked_at, last_used_at FROM identity").await;
        let ids = own.get(PATH).await.data()["identities"].clone();
        assert_eq!(ids.as_array().unwrap().iter().filter(|one| one["name"] == "gone").count(), 1, "{ids}");
        own.delete(PATH, json!({ "provider": "acme" })).await.refused(422, "LAST_SIGN_IN");
        own.delete(PATH, json!({ "provider": "gone" })).await.data();
    }

    async fn only_the_owner_reads_and_unlinks((app, idp)) {
        let browser = entered(&app, &idp).await;
        let other = app.athlete().await;
        app.client().get(PATH).await.refused(401, "UNAUTHORISED");
        app.client().delete(PATH, json!({ "provider": "acme" })).await.refused(401, "UNAUTHORISED");
        browser.delete(PATH, json!({ "provider": "acme" })).await.refused(403, "CSRF");
        other.client().delete(PATH, json!({ "provider": "acme" })).await.refused(404, "NOT_FOUND");
        let uaid = session(&browser).await["uaid"].as_str().unwrap().to_owned();
        other.client().get(&format!("{PATH}?uaid={uaid}")).await.refused(403, "FORBIDDEN");
        let token = csrf(&browser).await;
        let reply =
            browser.json(Method::DELETE, PATH, &json!({ "provider": "acme" }), &[("x-csrf-token", &token)]).await;
        reply.refused(422, "LAST_SIGN_IN");
        for (body, code) in [
            (json!({}), "FIELD_MISSING"),
            (json!({ "provider": 1 }), "FIELD_INVALID"),
            (Value::Null, "FIELD_INVALID"),
        ] {
            other.client().delete(PATH, body).await.refused(400, code);
        }
        assert_eq!(app.count("identity").await, 1);
    }
}

on_both!(the_only_way_in_stays, |engine| async move {
    let (app, one, two) = with_two(engine).await;
    let browser = entered(&app, &one).await;
    let own = bearer(&app, &browser).await;
    assert_eq!(own.get(PATH).await.data()["password"], false);
    own.delete(PATH, json!({ "provider": "acme" })).await.refused_field(422, "LAST_SIGN_IN", "provider");
    arrived(&browser.get(&two.agree(&begin(&browser, "other", "/en-gb/profile").await)).await);
    let left = own.delete(PATH, json!({ "provider": "acme" })).await.data();
    assert_eq!(left["identities"][0]["provider"], "other");
    own.delete(PATH, json!({ "provider": "other" })).await.refused(422, "LAST_SIGN_IN");
    own.get("/api/user/profile").await.data();
});

on_both!(a_password_that_opens_nothing_is_no_way_in, |engine| async move {
    let (app, idp) = with_acme_alone(engine).await;
    let own = bearer(&app, &entered(&app, &idp).await).await;
    app.execute("UPDATE account SET password_hash = 'x'").await;
    let error = own.delete(PATH, json!({ "provider": "acme" })).await.refused(422, "LAST_SIGN_IN");
    assert!(!error["errorMessage"].as_str().unwrap().contains("password"), "{error}");
});

// RULES 10.3
on_both!(an_old_password_is_not_asked_for_where_single_sign_on_is_the_only_way_in, |engine| async move {
    let (app, _idp) = with_acme_alone(engine).await;
    let person = app.staff(1).await;
    assert_eq!(person.client().get(PATH).await.data(), json!({ "identities": [], "password": false }));
    let change = json!({ "emailAddress": "other@acme.example" });
    person.client().post("/api/user/email", change.clone()).await.data();
    app.pass_minutes(11);
    person.client().post("/api/user/email", change).await.refused(422, "SIGN_IN_AGAIN");
});
