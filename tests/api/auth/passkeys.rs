//! `POST /api/auth/passkeys/{options, sign-in}`, answered by a software authenticator.

use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_server::config::cli::{AutoSwitch, Switch};
use sixfold_server::db::upkeep::tidy;
use sixfold_tests::passkey::{Behaviour, SoftPasskey, answer, base64url, sign_in_options};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, Engine, Person, TestApp, both, on_both};

use super::{ORIGIN, csrf, set_cookies, sign_in};

const SIGN_IN: &str = "/api/auth/passkeys/sign-in";

/// Somebody with a passkey on a phone.
async fn with_passkey(app: &TestApp, role: u8) -> (Person, SoftPasskey) {
    let person = app.staff(role).await;
    let passkey = SoftPasskey::add(app, &person, "Phone", &Behaviour::default()).await;
    (person, passkey)
}

async fn signed_in(browser: &Client) -> Value {
    browser.get("/api/auth/session").await.value()["uaid"].clone()
}

/// The reasons of the refusals in the audit log.
async fn reasons(app: &TestApp) -> Vec<(String, Value)> {
    let lines = app
        .texts("SELECT action || ' ' || detail FROM audit_log WHERE action LIKE 'sign-in.passkey%' ORDER BY at, audit_id")
        .await;
    let read = |line: Option<String>| {
        let line = line.unwrap();
        let (action, detail) = line.split_once(' ').unwrap();
        (action.to_owned(), serde_json::from_str::<Value>(detail).unwrap()["reason"].clone())
    };
    lines.into_iter().map(read).collect()
}

both! {
    // RULES 10.9
    async fn a_passkey_signs_in_as_a_password_does(app) {
        let (athlete, mut phone) = with_passkey(&app, 1).await;
        let browser = app.client();
        let options = sign_in_options(&browser).await;
        assert_eq!(options["publicKey"]["rpId"], "localhost");
        assert_eq!(options["publicKey"]["userVerification"], "required");
        assert_eq!(options["publicKey"]["allowCredentials"], json!([]));
        let credential = phone.get(&options["publicKey"], &Behaviour::default());
        let token = csrf(&browser).await;
        let body = json!({ "challenge": options["challenge"], "credential": credential, "csrfToken": token,
            "callbackUrl": "/en-gb/my-account?a=1" });
        let reply = browser.post(SIGN_IN, body).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(reply.value(), json!({ "url": format!("{ORIGIN}/en-gb/my-account?a=1") }));
        let cookies = set_cookies(&reply);
        let session = cookies.iter().find(|line| line.starts_with("next-auth.session-token=")).unwrap();
        assert!(session.ends_with("; Max-Age=3480; Path=/; HttpOnly; SameSite=Lax"), "{session}");
        assert_eq!(signed_in(&browser).await, json!(athlete.uaid));
        let method = "SELECT auth_method FROM session ORDER BY created_at DESC, auth_method DESC LIMIT 1";
        assert_eq!(app.texts(method).await, [Some("passkey".to_owned())]);
        let listed = browser.get("/api/user/passkeys").await.data();
        assert_eq!(listed["passkeys"][0]["lastUsedAt"], app.state.clock.now_ms());
        let done = app.texts("SELECT detail FROM audit_log WHERE action = 'sign-in.done'").await.pop().unwrap().unwrap();
        assert!(done.contains("\"method\":\"passkey\""), "{done}");
    }

    // RULES 10.9
    async fn a_passkey_of_an_athlete_ends_when_they_become_staff(app) {
        let delivery = app.person(3).await;
        let (person, mut phone) = with_passkey(&app, 1).await;
        let give = async |role: u8| {
            let path = format!("/api/event/admin/user/role?uaid={}&roleid={role}", person.uaid);
            delivery.client().post(&path, json!({})).await.data();
        };
        give(4).await;
        phone.sign_in(&app.client(), &Behaviour::default()).await.refused(401, "PASSKEY_UNKNOWN");
        let letter = app.letters_to("passkeys-ended", &person.email).await.pop().unwrap();
        assert!(letter.contains("Phone"), "{letter}");
        let removed = app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'passkey.removed'").await;
        assert_eq!(removed, 1);
        // One that staff added under the stricter rule stays, whatever they become.
        let (coach, mut key) = with_passkey(&app, 4).await;
        for role in [2, 1] {
            let path = format!("/api/event/admin/user/role?uaid={}&roleid={role}", coach.uaid);
            delivery.client().post(&path, json!({})).await.data();
            assert_eq!(key.sign_in(&app.client(), &Behaviour::default()).await.status, 200, "role {role}");
        }
    }

    async fn of_several_each_signs_in(app) {
        let (athlete, mut phone) = with_passkey(&app, 1).await;
        let mut laptop = SoftPasskey::add(&app, &athlete, "Laptop", &Behaviour::default()).await;
        assert_eq!(phone.user_handle, laptop.user_handle, "one person is one user to an authenticator");
        for passkey in [&mut phone, &mut laptop] {
            let browser = app.client();
            assert_eq!(passkey.sign_in(&browser, &Behaviour::default()).await.status, 200);
            assert_eq!(signed_in(&browser).await, json!(athlete.uaid));
        }
        let (other, mut tablet) = with_passkey(&app, 1).await;
        assert_ne!(tablet.user_handle, phone.user_handle);
        let browser = app.client();
        assert_eq!(tablet.sign_in(&browser, &Behaviour::default()).await.status, 200);
        assert_eq!(signed_in(&browser).await, json!(other.uaid));
    }

    async fn what_an_authenticator_has_not_signed_as_it_has_to_is_refused(app) {
        let (_, mut phone) = with_passkey(&app, 1).await;
        let good = Behaviour::default;
        for (how, reason) in [
            (Behaviour { origin: "http://localhost:9090", ..good() }, "origin"),
            (Behaviour { origin: "http://evil.example", ..good() }, "origin"),
            (Behaviour { rp_id: "evil.example", ..good() }, "rp-id"),
            (Behaviour { user_verified: false, ..good() }, "not-verified"),
            (Behaviour { user_present: false, ..good() }, "not-present"),
            (Behaviour { kind: Some("webauthn.create"), ..good() }, "type"),
            (Behaviour { cross_origin: true, ..good() }, "cross-origin"),
        ] {
            let browser = app.client();
            phone.sign_in(&browser, &how).await.refused(401, "PASSKEY_REFUSED");
            assert_eq!(signed_in(&browser).await, Value::Null);
            assert_eq!(reasons(&app).await.pop().unwrap(), ("sign-in.passkey-refused".to_owned(), json!(reason)));
            app.pass_minutes(2);
        }
        assert_eq!(phone.sign_in(&app.client(), &good()).await.status, 200);
    }

    async fn what_was_changed_after_signing_is_refused(app) {
        let (_, mut phone) = with_passkey(&app, 1).await;
        for field in ["signature", "authenticatorData", "clientDataJSON"] {
            let browser = app.client();
            let options = sign_in_options(&browser).await;
            let mut credential = phone.get(&options["publicKey"], &Behaviour::default());
            let other = phone.get(&options["publicKey"], &Behaviour { backed_up: true, ..Behaviour::default() });
            credential["response"][field] = match field {
                "clientDataJSON" => {
                    let data = json!({ "type": "webauthn.get", "challenge": options["publicKey"]["challenge"],
                        "origin": ORIGIN, "crossOrigin": false, "more": true });
                    json!(base64url(data.to_string().as_bytes()))
                }
                _ => other["response"][field].clone(),
            };
            answer(&browser, &options, credential).await.refused(401, "PASSKEY_REFUSED");
        }
    }

    async fn a_challenge_is_answered_once(app) {
        let (_, mut phone) = with_passkey(&app, 1).await;
        let browser = app.client();
        let options = sign_in_options(&browser).await;
        let credential = phone.get(&options["publicKey"], &Behaviour::default());
        assert_eq!(answer(&browser, &options, credential.clone()).await.status, 200);
        for thief in [&app.client(), &browser] {
            answer(thief, &options, credential.clone()).await.refused(401, "PASSKEY_EXPIRED");
        }
        // Not even by a new signature.
        let again = phone.get(&options["publicKey"], &Behaviour::default());
        answer(&app.client(), &options, again).await.refused(401, "PASSKEY_EXPIRED");
        // One whose answer was refused is spent as well.
        let options = sign_in_options(&browser).await;
        let wrong = phone.get(&options["publicKey"], &Behaviour { user_verified: false, ..Behaviour::default() });
        answer(&browser, &options, wrong).await.refused(401, "PASSKEY_REFUSED");
        let right = phone.get(&options["publicKey"], &Behaviour::default());
        answer(&browser, &options, right).await.refused(401, "PASSKEY_EXPIRED");
    }

    async fn an_answer_belongs_to_its_challenge(app) {
        let (_, mut phone) = with_passkey(&app, 1).await;
        let browser = app.client();
        let (one, two) = (sign_in_options(&browser).await, sign_in_options(&browser).await);
        assert_ne!(one["publicKey"]["challenge"], two["publicKey"]["challenge"]);
        let credential = phone.get(&one["publicKey"], &Behaviour::default());
        answer(&browser, &two, credential).await.refused(401, "PASSKEY_REFUSED");
        assert_eq!(reasons(&app).await, [("sign-in.passkey-refused".to_owned(), json!("challenge"))]);
        let made_up = json!({ "challenge": "v2.0.AAAA" });
        let credential = phone.get(&one["publicKey"], &Behaviour::default());
        answer(&browser, &made_up, credential).await.refused(401, "PASSKEY_EXPIRED");
    }

    async fn a_challenge_lasts_five_minutes_to_the_millisecond(app) {
        let (_, mut phone) = with_passkey(&app, 1).await;
        let start = app.state.clock.now_ms();
        let browser = app.client();
        let (one, two) = (sign_in_options(&browser).await, sign_in_options(&browser).await);
        app.state.clock.set(start + 5 * 60_000);
        let credential = phone.get(&one["publicKey"], &Behaviour::default());
        answer(&browser, &one, credential).await.refused(401, "PASSKEY_EXPIRED");
        app.state.clock.set(start + 5 * 60_000 - 1);
        let credential = phone.get(&two["publicKey"], &Behaviour::default());
        assert_eq!(answer(&browser, &two, credential).await.status, 200);
    }

    async fn a_counter_that_does_not_rise_is_refused_and_written_down(app) {
        let (athlete, mut phone) = with_passkey(&app, 1).await;
        let counting = |counter| Behaviour { counter: Some(counter), ..Behaviour::default() };
        assert_eq!(phone.sign_in(&app.client(), &counting(7)).await.status, 200);
        for counter in [7, 6, 0] {
            let browser = app.client();
            phone.sign_in(&browser, &counting(counter)).await.refused(401, "PASSKEY_REFUSED");
            assert_eq!(signed_in(&browser).await, Value::Null);
            app.pass_minutes(2);
        }
        assert_eq!(reasons(&app).await, vec![("sign-in.passkey-copied".to_owned(), json!("counter")); 3]);
        let about = app.texts("SELECT subject_uaid FROM audit_log WHERE action = 'sign-in.passkey-copied'").await;
        assert_eq!(about, vec![Some(athlete.uaid.clone()); 3]);
        assert_eq!(phone.sign_in(&app.client(), &counting(8)).await.status, 200, "the real one goes on");
    }

    async fn an_authenticator_may_count_nothing(app) {
        let athlete = app.staff(1).await;
        let nothing = Behaviour { counter: Some(0), ..Behaviour::default() };
        let mut phone = SoftPasskey::add(&app, &athlete, "Phone", &nothing).await;
        for _ in 0..2 {
            assert_eq!(phone.sign_in(&app.client(), &nothing).await.status, 200);
        }
    }

    async fn the_backup_state_is_kept_up_to_date(app) {
        let (athlete, mut phone) = with_passkey(&app, 1).await;
        let backed_up = async || athlete.client().get("/api/user/passkeys").await.data()["passkeys"][0]["backedUp"].clone();
        for state in [false, true, false] {
            let how = Behaviour { backed_up: state, ..Behaviour::default() };
            assert_eq!(phone.sign_in(&app.client(), &how).await.status, 200);
            assert_eq!(backed_up().await, json!(state));
        }
    }

    async fn a_passkey_of_nobody_is_unknown(app) {
        let (_, mut phone) = with_passkey(&app, 1).await;
        let browser = app.client();
        let foreign = json!({ "challenge": "AAAA", "user": { "id": phone.user_handle } });
        let (mut stranger, _) = SoftPasskey::create(&foreign, &Behaviour::default());
        stranger.sign_in(&browser, &Behaviour::default()).await.refused(401, "PASSKEY_UNKNOWN");
        // Somebody else's key under the id of a passkey.
        stranger.credential_id.clone_from(&phone.credential_id);
        stranger.sign_in(&browser, &Behaviour::default()).await.refused(401, "PASSKEY_REFUSED");
        // Somebody else's passkey under the name of its owner.
        let (_, mut other) = with_passkey(&app, 1).await;
        other.user_handle.clone_from(&phone.user_handle);
        other.sign_in(&browser, &Behaviour::default()).await.refused(401, "PASSKEY_REFUSED");
        assert_eq!(signed_in(&browser).await, Value::Null);
        phone.user_handle = String::new();
        phone.sign_in(&browser, &Behaviour::default()).await.refused(401, "PASSKEY_REFUSED");
    }

    async fn a_sign_in_needs_the_csrf_token_of_its_browser(app) {
        let (_, mut phone) = with_passkey(&app, 1).await;
        let (browser, other) = (app.client(), app.client());
        for token in [csrf(&other).await, "x".to_owned(), String::new()] {
            let options = sign_in_options(&browser).await;
            csrf(&browser).await;
            let credential = phone.get(&options["publicKey"], &Behaviour::default());
            let body = json!({ "challenge": options["challenge"], "credential": credential, "csrfToken": token });
            browser.post(SIGN_IN, body).await.refused(403, "CSRF");
        }
        let body = json!({ "challenge": "x", "credential": {} });
        browser.post(SIGN_IN, body).await.refused_field(400, "FIELD_MISSING", "csrfToken");
    }

    async fn nonsense_is_refused(app) {
        let browser = app.client();
        let options = sign_in_options(&browser).await;
        for credential in [json!({}), json!(7), json!("x"), json!({ "id": "a", "rawId": "§", "type": "public-key", "response": {} })] {
            answer(&browser, &options, credential).await.refused_field(400, "FIELD_INVALID", "credential");
        }
        let id = base64url(b"id");
        let broken = json!({ "id": id, "rawId": id, "type": "public-key", "response": {
            "clientDataJSON": base64url(b"{"), "authenticatorData": base64url(b"x"), "signature": id, "userHandle": id } });
        answer(&browser, &options, broken).await.refused(401, "PASSKEY_REFUSED");
    }

    async fn a_new_sign_in_ends_the_old_session_of_that_browser_only(app) {
        let (athlete, mut phone) = with_passkey(&app, 1).await;
        let browser = app.client();
        sign_in(&browser, &athlete.email).await;
        let old = browser.get("/api/auth/session").await.value()["token"].as_str().unwrap().to_owned();
        assert_eq!(phone.sign_in(&browser, &Behaviour::default()).await.status, 200);
        app.client().bearer(&old).get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        athlete.client().get("/api/user/profile").await.data();
    }

    async fn a_passkey_that_was_removed_signs_nobody_in(app) {
        let (athlete, mut phone) = with_passkey(&app, 1).await;
        let path = format!("/api/user/passkeys/{}", phone.id);
        athlete.client().delete(&path, json!({ "password": PASSWORD })).await.data();
        phone.sign_in(&app.client(), &Behaviour::default()).await.refused(401, "PASSKEY_UNKNOWN");
    }

    async fn a_deleted_account_lets_go_of_its_passkeys(app) {
        let (athlete, mut phone) = with_passkey(&app, 1).await;
        athlete.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!(app.count("passkey").await, 0);
        phone.sign_in(&app.client(), &Behaviour::default()).await.refused(401, "PASSKEY_UNKNOWN");
    }

    async fn nothing_is_stored_for_a_challenge_that_nobody_answers(app) {
        let (_, mut phone) = with_passkey(&app, 1).await;
        let before = app.count("used_passkey_challenge").await;
        for _ in 0..20 {
            sign_in_options(&app.client()).await;
        }
        assert_eq!(app.count("used_passkey_challenge").await, before);
        phone.sign_in(&app.client(), &Behaviour::default()).await;
        assert_eq!(app.count("used_passkey_challenge").await, before + 1);
        // An hour after its end, when no node takes it any more, it is forgotten.
        let tidy = async || {
            let now_ms = app.state.clock.now_ms();
            app.write(async move |conn| tidy::run(conn, now_ms).await).await;
        };
        app.pass_minutes(60);
        tidy().await;
        assert_eq!(app.count("used_passkey_challenge").await, before + 1);
        app.pass_minutes(6);
        tidy().await;
        assert_eq!(app.count("used_passkey_challenge").await, 0);
    }
}

/// Answers one challenge eight times at once; returns how many get in.
async fn at_once(app: &TestApp, phone: &mut SoftPasskey) -> usize {
    // A counter would refuse the others by itself.
    let nothing = Behaviour { counter: Some(0), ..Behaviour::default() };
    let options = sign_in_options(&app.client()).await;
    let credential = phone.get(&options["publicKey"], &nothing);
    let browsers: Vec<Client> = (0..8).map(|_| app.client()).collect();
    let replies =
        join_all(browsers.iter().map(|browser| answer(browser, &options, credential.clone()))).await;
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        reply.refused(401, "PASSKEY_EXPIRED");
    }
    replies.iter().filter(|reply| reply.status == 200).count()
}

on_both!(of_two_answers_at_once_one_gets_in, |engine| async move {
    let app = TestApp::spawn(engine).await;
    let athlete = app.staff(1).await;
    let nothing = Behaviour { counter: Some(0), ..Behaviour::default() };
    let mut phone = SoftPasskey::add(&app, &athlete, "Phone", &nothing).await;
    assert_eq!(at_once(&app, &mut phone).await, 1);
    // The control: without the key of the table that guards it, all get in.
    app.execute("DROP TABLE used_passkey_challenge").await;
    app.execute(
        "CREATE TABLE used_passkey_challenge (challenge_id TEXT NOT NULL, expires_at BIGINT NOT NULL)",
    )
    .await;
    assert_eq!(at_once(&app, &mut phone).await, 8);
});

on_both!(of_two_sign_ins_with_one_count_one_gets_in, |engine| async move {
    let app = TestApp::spawn(engine).await;
    let (_, mut phone) = with_passkey(&app, 1).await;
    let browsers: Vec<Client> = (0..6).map(|_| app.client()).collect();
    let mut answers = Vec::new();
    for browser in &browsers {
        let options = sign_in_options(browser).await;
        let same = Behaviour { counter: Some(9), ..Behaviour::default() };
        answers.push((browser, phone.get(&options["publicKey"], &same), options));
    }
    let replies =
        join_all(answers.into_iter().map(|(browser, credential, options)| async move {
            answer(browser, &options, credential).await
        }))
        .await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
});

// RULES 10.9
on_both!(for_staff_a_passkey_is_both_factors, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.require_second_factor = AutoSwitch::On).await;
    let (delivery, mut phone) = with_passkey(&app, 3).await;
    delivery.client().get("/api/event/admin/settings").await.refused(403, "SECOND_FACTOR_NEEDED");
    let browser = app.client();
    assert_eq!(phone.sign_in(&browser, &Behaviour::default()).await.status, 200);
    browser.get("/api/event/admin/settings").await.data();
    // Somebody with codes as well is not asked for one, and turning them off takes nothing away.
    let app_of_codes = app.enrol(&delivery).await;
    let browser = app.client();
    assert_eq!(phone.sign_in(&browser, &Behaviour::default()).await.status, 200);
    let token = browser.get("/api/auth/session").await.value()["token"].as_str().unwrap().to_owned();
    let bearer = app.client().bearer(&token);
    let off = json!({ "password": PASSWORD, "oneTimeCode": app_of_codes.code(&app) });
    bearer.delete("/api/user/second-factor", off).await.data();
    bearer.get("/api/event/admin/settings").await.data();
});

on_both!(attempts_are_counted_by_address, |engine: Engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    let (_, mut phone) = with_passkey(&app, 1).await;
    let browser = app.client().at("192.0.2.1");
    let none = Behaviour { user_verified: false, ..Behaviour::default() };
    for _ in 0..100 {
        let options = sign_in_options(&browser).await;
        let credential = phone.get(&options["publicKey"], &none);
        answer(&browser, &options, credential).await.refused(401, "PASSKEY_REFUSED");
    }
    let options = sign_in_options(&browser).await;
    let credential = phone.get(&options["publicKey"], &Behaviour::default());
    let reply = answer(&browser, &options, credential).await;
    reply.refused(429, "TOO_MANY_REQUESTS");
    assert!(!reply.header("retry-after").is_empty());
    browser.post("/api/auth/passkeys/options", json!({})).await.refused(429, "TOO_MANY_REQUESTS");
    assert_eq!(phone.sign_in(&app.client().at("192.0.2.2"), &Behaviour::default()).await.status, 200);
    let fewest = "SELECT MIN(attempts) FROM throttle WHERE scope = 'login-address'";
    assert_eq!(app.scalar(fewest).await, 0, "a right one is given back");
});
