//! `user/passkeys`: adding, naming and removing passkeys, with a software authenticator.

use axum::http::Method;
use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_tests::passkey::{Behaviour, SoftPasskey, new_options};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::second_factor::mailed_code;
use sixfold_tests::{Person, TestApp, both, on_both};

use super::forgot::mailed_token;
use crate::auth::{csrf, sign_in};

const PATH: &str = "/api/user/passkeys";
const OPTIONS: &str = "/api/user/passkeys/options";

fn proof() -> Value {
    json!({ "password": PASSWORD })
}

/// The body that adds a passkey: a new one, made for a new challenge.
async fn new_body(person: &Person, name: &str, how: &Behaviour) -> Value {
    let options = new_options(person, proof()).await.data();
    let (_, credential) = SoftPasskey::create(&options["publicKey"], how);
    json!({ "challenge": options["challenge"], "credential": credential, "name": name })
}

async fn names(person: &Person) -> Vec<Value> {
    let listed = person.client().get(PATH).await.data();
    listed["passkeys"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect()
}

both! {
    // RULES 10.9
    async fn passkeys_are_added_listed_renamed_and_removed(app) {
        let athlete = app.staff(1).await;
        assert_eq!(athlete.client().get(PATH).await.data(), json!({ "passkeys": [] }));
        let phone = SoftPasskey::add(&app, &athlete, "  Kim's   phone ", &Behaviour::default()).await;
        let added_at = app.state.clock.now_ms();
        app.pass_minutes(1);
        SoftPasskey::add(&app, &athlete, "Key ring", &Behaviour { backed_up: true, ..Behaviour::default() }).await;
        let listed = athlete.client().get(PATH).await.data();
        assert_eq!(listed["passkeys"][0], json!({ "id": phone.id, "name": "Kim's phone", "backedUp": false,
            "createdAt": added_at, "lastUsedAt": null }));
        assert_eq!(listed["passkeys"][1]["backedUp"], true);
        let path = format!("{PATH}/{}", phone.id);
        let renamed = athlete.client().put(&path, json!({ "name": "Old phone" })).await.data();
        assert_eq!((&renamed["name"], &renamed["id"]), (&json!("Old phone"), &json!(phone.id)));
        assert_eq!(names(&athlete).await, ["Old phone", "Key ring"]);
        athlete.client().delete(&path, proof()).await.data();
        assert_eq!(names(&athlete).await, ["Key ring"]);
        athlete.client().delete(&path, proof()).await.refused(404, "NOT_FOUND");
        let lines = app.texts("SELECT action FROM audit_log WHERE action LIKE 'passkey%' ORDER BY action").await;
        let lines: Vec<String> = lines.into_iter().flatten().collect();
        assert_eq!(lines, ["passkey.added", "passkey.added", "passkey.removed", "passkey.renamed"]);
    }

    async fn each_change_is_told_to_the_owner(app) {
        let athlete = app.staff(1).await;
        let phone = SoftPasskey::add(&app, &athlete, "Kim's phone", &Behaviour::default()).await;
        let letter = app.letters_to("passkey-added", &athlete.email).await.pop().unwrap();
        assert!(letter.contains("Kim's phone") && letter.contains("/en-gb/my-account-my-profile"), "{letter}");
        athlete.client().delete(&format!("{PATH}/{}", phone.id), proof()).await.data();
        let letter = app.letters_to("passkey-removed", &athlete.email).await.pop().unwrap();
        assert!(letter.contains("Kim's phone"), "{letter}");
    }

    async fn adding_and_removing_take_the_password(app) {
        let athlete = app.staff(1).await;
        let wrong = json!({ "password": "not the password" });
        new_options(&athlete, json!({})).await.refused_field(400, "FIELD_MISSING", "password");
        new_options(&athlete, wrong.clone()).await.refused_field(422, "PASSWORD_WRONG", "password");
        let phone = SoftPasskey::add(&app, &athlete, "Phone", &Behaviour::default()).await;
        let path = format!("{PATH}/{}", phone.id);
        athlete.client().delete(&path, json!({})).await.refused_field(400, "FIELD_MISSING", "password");
        athlete.client().delete(&path, wrong).await.refused_field(422, "PASSWORD_WRONG", "password");
        assert_eq!(names(&athlete).await, ["Phone"]);
    }

    async fn an_account_without_a_password_takes_a_fresh_sign_in(app) {
        let athlete = app.athlete().await;
        let options = new_options(&athlete, json!({})).await.data();
        assert_eq!(options["publicKey"]["attestation"], "none");
        assert_eq!(options["publicKey"]["authenticatorSelection"]["residentKey"], "required");
        assert_eq!(options["publicKey"]["authenticatorSelection"]["userVerification"], "required");
        assert_eq!(options["publicKey"]["rp"]["id"], "localhost");
        assert_eq!(options["publicKey"]["user"]["name"], athlete.email);
        app.pass_minutes(11);
        new_options(&athlete, json!({})).await.refused(422, "SIGN_IN_AGAIN");
    }

    async fn staff_with_one_factor_are_mailed_a_code_first(app) {
        let coach = app.staff(4).await;
        new_options(&coach, proof()).await.refused_field(422, "MAILED_CODE_NEEDED", "mailedCode");
        let code = mailed_code(&app, &coach.email).await;
        let wrong = json!({ "password": PASSWORD, "mailedCode": if code == "000000" { "000001" } else { "000000" } });
        new_options(&coach, wrong).await.refused_field(422, "MAILED_CODE_WRONG", "mailedCode");
        new_options(&coach, json!({ "password": PASSWORD, "mailedCode": code })).await.data();
        // Who has given a code at sign-in needs no other.
        let coach = app.staff(4).await;
        app.enrol(&coach).await;
        new_options(&coach, proof()).await.data();
    }

    async fn a_challenge_belongs_to_its_session_and_serves_once(app) {
        let (athlete, other) = (app.staff(1).await, app.staff(1).await);
        let body = new_body(&athlete, "Phone", &Behaviour::default()).await;
        other.client().post(PATH, body.clone()).await.refused(422, "PASSKEY_EXPIRED");
        let elsewhere = app.client().bearer(&app.session_of(&athlete).await);
        elsewhere.post(PATH, body.clone()).await.refused(422, "PASSKEY_EXPIRED");
        athlete.client().post(PATH, body.clone()).await.data();
        athlete.client().post(PATH, body).await.refused(422, "PASSKEY_EXPIRED");
        let late = new_body(&athlete, "Phone", &Behaviour::default()).await;
        app.pass_minutes(5);
        athlete.client().post(PATH, late).await.refused(422, "PASSKEY_EXPIRED");
        // A challenge for signing in adds nothing.
        let options = sixfold_tests::passkey::sign_in_options(&app.client()).await;
        let mut body = new_body(&athlete, "Phone", &Behaviour::default()).await;
        body["challenge"] = options["challenge"].clone();
        athlete.client().post(PATH, body).await.refused(422, "PASSKEY_EXPIRED");
        assert_eq!(names(&athlete).await, ["Phone"]);
    }

    async fn what_an_authenticator_has_not_signed_as_it_has_to_is_refused(app) {
        let athlete = app.staff(1).await;
        let good = Behaviour::default;
        for how in [
            Behaviour { origin: "http://evil.example", ..good() },
            Behaviour { origin: "https://localhost:8080", ..good() },
            Behaviour { rp_id: "evil.example", ..good() },
            Behaviour { user_verified: false, ..good() },
            Behaviour { user_present: false, ..good() },
            Behaviour { kind: Some("webauthn.get"), ..good() },
            Behaviour { cross_origin: true, ..good() },
            Behaviour { discoverable: false, ..good() },
        ] {
            let body = new_body(&athlete, "Phone", &how).await;
            athlete.client().post(PATH, body).await.refused(422, "PASSKEY_REFUSED");
        }
        let mut body = new_body(&athlete, "Phone", &good()).await;
        let (_, other) = SoftPasskey::create(&json!({ "challenge": "AAAA", "user": { "id": "AAAA" } }), &good());
        body["credential"] = other;
        athlete.client().post(PATH, body.clone()).await.refused(422, "PASSKEY_REFUSED");
        for nonsense in [json!({}), json!(7), json!(null)] {
            body["credential"] = nonsense;
            athlete.client().post(PATH, body.clone()).await.refused_field(400, "FIELD_INVALID", "credential");
        }
        assert_eq!(app.count("passkey").await, 0);
    }

    async fn a_name_is_one_line_of_forty_characters(app) {
        let athlete = app.staff(1).await;
        let phone = SoftPasskey::add(&app, &athlete, &"n".repeat(40), &Behaviour::default()).await;
        for wrong in ["", "  ", "7", "two\nlines", "<b>", &"n".repeat(41)] {
            let body = new_body(&athlete, wrong, &Behaviour::default()).await;
            athlete.client().post(PATH, body).await.refused_field(422, "PASSKEY_NAME_INVALID", "name");
            let path = format!("{PATH}/{}", phone.id);
            athlete.client().put(&path, json!({ "name": wrong })).await.refused_field(422, "PASSKEY_NAME_INVALID", "name");
        }
    }

    async fn nobody_has_more_than_ten(app) {
        let athlete = app.staff(1).await;
        let mut last = Value::Null;
        for number in 1..=9 {
            SoftPasskey::add(&app, &athlete, &format!("Key {number}"), &Behaviour::default()).await;
        }
        // The tenth and the eleventh at once: the limit is that of the store.
        let bodies = [new_body(&athlete, "Key", &Behaviour::default()).await, new_body(&athlete, "Key", &Behaviour::default()).await];
        let client = athlete.client();
        let replies = join_all(bodies.into_iter().map(|body| client.post(PATH, body))).await;
        for reply in &replies {
            if reply.status != 200 {
                last = reply.refused(422, "PASSKEY_LIMIT");
            }
        }
        assert_ne!(last, Value::Null);
        assert_eq!(names(&athlete).await.len(), 10);
        new_options(&athlete, proof()).await.refused(422, "PASSKEY_LIMIT");
    }

    async fn one_authenticator_is_one_passkey(app) {
        let athlete = app.staff(1).await;
        let options = new_options(&athlete, proof()).await.data();
        let (_, credential) = SoftPasskey::create(&options["publicKey"], &Behaviour::default());
        let body = json!({ "challenge": options["challenge"], "credential": credential, "name": "Phone" });
        athlete.client().post(PATH, body).await.data();
        let options = new_options(&athlete, proof()).await.data();
        assert_eq!(options["publicKey"]["excludeCredentials"][0]["id"], credential["id"]);
    }

    async fn a_repeated_write_has_one_effect(app) {
        let athlete = app.staff(1).await;
        let body = new_body(&athlete, "Phone", &Behaviour::default()).await;
        let add = || athlete.client();
        let first = add().keyed(Method::POST, PATH, "add", body.clone()).await.data();
        assert_eq!(add().keyed(Method::POST, PATH, "add", body).await.data(), first);
        assert_eq!(names(&athlete).await.len(), 1);
        let path = format!("{PATH}/{}", first["id"].as_str().unwrap());
        add().keyed(Method::DELETE, &path, "remove", proof()).await.data();
        assert_eq!(app.letters("passkey-removed").await.len(), 1);
    }

    async fn somebody_elses_passkey_is_unknown(app) {
        let (athlete, other) = (app.staff(1).await, app.staff(1).await);
        let phone = SoftPasskey::add(&app, &athlete, "Phone", &Behaviour::default()).await;
        let path = format!("{PATH}/{}", phone.id);
        other.client().put(&path, json!({ "name": "Mine" })).await.refused(404, "NOT_FOUND");
        other.client().delete(&path, proof()).await.refused(404, "NOT_FOUND");
        for call in [app.client().get(PATH).await, app.client().post(OPTIONS, proof()).await,
            app.client().put(&path, json!({ "name": "Mine" })).await, app.client().delete(&path, proof()).await] {
            call.refused(401, "UNAUTHORISED");
        }
        assert_eq!(names(&athlete).await, ["Phone"]);
    }

    async fn removing_one_ends_the_other_sessions_of_passkeys(app) {
        let athlete = app.staff(1).await;
        let mut phone = SoftPasskey::add(&app, &athlete, "Phone", &Behaviour::default()).await;
        let (thief, browser) = (app.client(), app.client());
        assert_eq!(phone.sign_in(&thief, &Behaviour::default()).await.status, 200);
        sign_in(&browser, &athlete.email).await;
        athlete.client().delete(&format!("{PATH}/{}", phone.id), proof()).await.data();
        thief.get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        browser.get("/api/user/profile").await.data();
        athlete.client().get("/api/user/profile").await.data();
    }

    async fn a_write_by_cookie_needs_the_csrf_token(app) {
        let athlete = app.staff(1).await;
        let browser = app.client();
        sign_in(&browser, &athlete.email).await;
        browser.post(OPTIONS, proof()).await.refused(403, "CSRF");
        let token = csrf(&browser).await;
        browser.json(Method::POST, OPTIONS, &proof(), &[("x-csrf-token", &token)]).await.data();
    }

    async fn the_export_lists_them_without_their_keys(app) {
        let athlete = app.staff(1).await;
        let mut phone = SoftPasskey::add(&app, &athlete, "Kim's phone", &Behaviour::default()).await;
        phone.sign_in(&app.client(), &Behaviour::default()).await;
        let export = athlete.client().get("/api/user/export").await;
        let listed = export.data()["passkeys"].clone();
        assert_eq!(listed[0]["name"], "Kim's phone");
        assert_eq!(listed[0]["backedUp"], false);
        assert!(listed[0]["addedAt"].is_string() && listed[0]["lastUsedAt"].is_string(), "{listed}");
        let id = sixfold_tests::passkey::base64url(&phone.credential_id);
        assert!(!export.text().contains(&id) && !export.text().contains(&phone.user_handle));
    }

    async fn undoing_a_change_of_address_removes_every_passkey(app) {
        let athlete = app.staff(1).await;
        SoftPasskey::add(&app, &athlete, "Phone", &Behaviour::default()).await;
        let body = json!({ "emailAddress": "thief@athletes.example", "password": PASSWORD });
        athlete.client().post("/api/user/email", body).await.data();
        let link = mailed_token(&app, "email-change").await;
        app.client().post("/api/user/email/link", json!({ "token": link })).await.data();
        let undo = mailed_token(&app, "email-changed").await;
        app.client().post("/api/user/email/undo", json!({ "token": undo })).await.data();
        assert_eq!(app.count("passkey").await, 0);
    }
}

on_both!(a_site_without_a_name_has_no_passkeys, |engine| async move {
    let app =
        TestApp::spawn_with(engine, |flags| "http://127.0.0.1:8080".clone_into(&mut flags.public_url)).await;
    let athlete = app.staff(1).await;
    new_options(&athlete, proof()).await.refused(422, "PASSKEY_UNAVAILABLE");
    app.client().post("/api/auth/passkeys/options", json!({})).await.refused(422, "PASSKEY_UNAVAILABLE");
});

on_both!(wrong_passwords_are_counted, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let athlete = app.staff(1).await;
    for _ in 0..10 {
        new_options(&athlete, json!({ "password": "wrong password" })).await.refused(422, "PASSWORD_WRONG");
    }
    new_options(&athlete, proof()).await.refused(429, "TOO_MANY_REQUESTS");
});
