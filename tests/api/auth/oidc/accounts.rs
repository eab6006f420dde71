//! Which account a sign-in with a provider opens.

use serde_json::{Value, json};
use sixfold_server::app::accounts;
use sixfold_tests::{TestApp, both, on_both};

use super::{
    arrived, begin, enter, entered, refused, session, sign_in, with_acme, with_acme_alone, with_two,
};
use crate::user::forgot::mailed_token;

const EMAIL: &str = "robin@acme.example";

both! {
    from with_acme;

    async fn an_address_that_is_not_verified_makes_no_account((app, idp)) {
        for (claim, value) in [
            ("email_verified", json!(false)),
            ("email_verified", Value::Null),
            ("email_verified", json!("false")),
            ("email", Value::Null),
            ("email", json!("")),
            ("email", json!("no address")),
        ] {
            let good = idp.script().claims.clone();
            idp.claim(claim, value);
            refused(&enter(&app.client(), &idp).await, "OAuthCreateAccount");
            idp.script().claims = good;
        }
        assert_eq!((app.count("account").await, app.count("session").await), (0, 0));
    }

    async fn an_address_may_be_verified_as_text((app, idp)) {
        idp.claim("email_verified", json!("true"));
        arrived(&enter(&app.client(), &idp).await);
        assert_eq!(app.count("account").await, 1);
    }

    async fn an_address_with_an_account_is_never_linked_by_itself((app, idp)) {
        app.sign_up(EMAIL).await;
        for verified in [json!(true), json!(false), Value::Null] {
            for email in [EMAIL, "ROBIN@acme.example"] {
                idp.claim("email", json!(email));
                idp.claim("email_verified", verified.clone());
                refused(&enter(&app.client(), &idp).await, "OAuthAccountNotLinked");
            }
        }
        assert_eq!((app.count("identity").await, app.count("session").await), (0, 1));
    }

    async fn the_owner_links_while_signed_in((app, idp)) {
        let person = app.sign_up(EMAIL).await;
        let browser = app.client();
        sign_in(&browser, EMAIL).await;
        let before = session(&browser).await;
        idp.claim("email", json!("Robin@Acme.example"));
        arrived(&enter(&browser, &idp).await);
        assert_eq!(session(&browser).await["token"], before["token"], "the session goes on");
        let audit = "SELECT detail FROM audit_log WHERE action = 'identity.linked'";
        assert_eq!(app.texts(audit).await, [Some(r#"{"provider":"acme"}"#.to_owned())]);
        // From now on only the pair decides, whatever the address is.
        idp.claim("email", json!("elsewhere@acme.example"));
        idp.claim("email_verified", json!(false));
        let other = entered(&app, &idp).await;
        assert_eq!(session(&other).await["uaid"], json!(person.uaid));
        assert_eq!(session(&other).await["user"]["email"], EMAIL, "the account keeps its own address");
    }

    async fn linking_wants_the_accounts_own_verified_address((app, idp)) {
        app.sign_up("else@athletes.example").await;
        app.sign_up(EMAIL).await;
        let browser = app.client();
        sign_in(&browser, "else@athletes.example").await;
        refused(&enter(&browser, &idp).await, "OAuthAccountNotLinked");
        sign_in(&browser, EMAIL).await;
        for (claim, value) in [
            ("email_verified", json!(false)),
            ("email_verified", Value::Null),
            ("email", Value::Null),
            ("email", json!("other@acme.example")),
        ] {
            let good = idp.script().claims.clone();
            idp.claim(claim, value);
            refused(&enter(&browser, &idp).await, "OAuthAccountNotLinked");
            idp.script().claims = good;
        }
        assert_eq!(app.count("identity").await, 0);
        // Signing out in between removes the right to link.
        let way = idp.agree(&begin(&browser, "acme", "/en-gb/profile").await);
        app.execute("UPDATE session SET revoked_at = 1").await;
        refused(&browser.get(&way).await, "OAuthAccountNotLinked");
        assert_eq!(app.count("identity").await, 0);
    }

    async fn a_known_identity_opens_its_own_account_whoever_is_signed_in((app, idp)) {
        let first = session(&entered(&app, &idp).await).await;
        app.sign_up("else@athletes.example").await;
        let browser = app.client();
        sign_in(&browser, "else@athletes.example").await;
        let old = session(&browser).await["token"].as_str().unwrap().to_owned();
        arrived(&enter(&browser, &idp).await);
        assert_eq!(session(&browser).await["uaid"], first["uaid"]);
        app.client().bearer(&old).get("/api/user/profile").await.refused(401, "UNAUTHORISED");
    }

    async fn a_deleted_account_is_not_opened((app, idp)) {
        entered(&app, &idp).await;
        app.execute("UPDATE account SET deleted_at = 1").await;
        refused(&enter(&app.client(), &idp).await, "AccessDenied");
    }

    async fn whoever_leaves_is_forgotten_and_may_come_back_as_new((app, idp)) {
        let browser = entered(&app, &idp).await;
        let before = session(&browser).await;
        let own = app.client().bearer(before["token"].as_str().unwrap());
        own.post("/api/user/delete", json!({})).await.data();
        assert_eq!(app.count("identity").await, 0);
        let again = entered(&app, &idp).await;
        assert_ne!(session(&again).await["uaid"], before["uaid"]);
    }

    async fn somebody_new_is_screened_before_they_book((app, idp)) {
        let browser = entered(&app, &idp).await;
        let token = session(&browser).await["token"].as_str().unwrap().to_owned();
        let person = app.client().bearer(&token);
        assert_eq!(app.count("eligibility").await, 0);
        let body = json!({
            "firstName": "Robin", "lastName": "Field", "dateOfBirth": "2000-05-17",
            "eligibility": {
                "ageRange": true, "consent": true, "healthConsent": true,
                "PARQ": [false, false, false, false, false, false, false]
            }
        });
        person.put("/api/user/accountmanagement", body).await.data();
        assert_eq!(app.count("eligibility").await, 1);
        assert_eq!(person.get("/api/user/profile").await.data()["dateOfBirth"], "2000-05-17");
    }
}

async fn opened_by_staff(app: &TestApp) -> Value {
    let staff = app.person(3).await;
    let person = json!({
        "emailAddress": "Robin@Acme.example", "firstName": "Robin", "lastName": "Field", "dateOfBirth": "2000-05-17"
    });
    staff.client().post("/api/event/admin/user/create", person).await.data()["uaid"].clone()
}

both! {
    from with_acme_alone;

    // RULES 10.11
    async fn an_account_that_staff_opened_is_entered_through_the_provider((app, idp)) {
        let uaid = opened_by_staff(&app).await;
        let letter = app.letters_to("account-invitation", EMAIL).await.pop().expect("a letter");
        let words = letter.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("Sign in with the login that you use for this e-mail address"), "{letter}");
        assert!(!words.contains("password") && !words.contains("token="), "{letter}");
        for verified in [json!(false), Value::Null] {
            idp.claim("email_verified", verified);
            refused(&enter(&app.client(), &idp).await, "OAuthAccountNotLinked");
        }
        idp.claim("email_verified", json!(true));
        let browser = entered(&app, &idp).await;
        let inside = session(&browser).await;
        assert_eq!(inside["uaid"], uaid);
        let own = app.client().bearer(inside["token"].as_str().unwrap());
        assert_eq!(
            own.get("/api/user/profile").await.data()["emailConfirmed"],
            true,
            "the provider vouches for it"
        );
        let audit = "SELECT detail FROM audit_log WHERE action = 'identity.linked'";
        assert_eq!(app.texts(audit).await, [Some(r#"{"provider":"acme"}"#.to_owned())]);
        // It has an owner now: nobody else comes in by the address, and the owner by any.
        idp.claim("sub", json!("somebody-else"));
        refused(&enter(&app.client(), &idp).await, "OAuthAccountNotLinked");
        idp.claim("sub", json!("robin-at-acme"));
        idp.claim("email", json!("elsewhere@acme.example"));
        assert_eq!(session(&entered(&app, &idp).await).await["uaid"], uaid);
    }

    // RULES 10.11
    async fn an_account_opened_at_a_terminal_is_entered_through_the_provider((app, idp)) {
        let with_password = ("--password-file", Some("a password of an operator".to_owned()));
        let error = accounts::create(&app.state, EMAIL, 3, with_password).await.unwrap_err();
        assert_eq!(error, "--password-file: people sign in with a provider here, not with passwords");
        let told = accounts::create(&app.state, EMAIL, 3, ("--password", None)).await.unwrap();
        assert!(told.ends_with("signs in with a provider that has verified this address."), "{told}");
        assert_eq!(app.count("one_time_token").await, 0);
        let uaid = session(&entered(&app, &idp).await).await["uaid"].clone();
        assert!(told.contains(&format!("uaid {}.", uaid.as_str().unwrap())), "{told}");
    }

    async fn a_letter_about_a_new_address_promises_no_password_where_there_are_none((app, idp)) {
        let browser = entered(&app, &idp).await;
        let own = app.client().bearer(session(&browser).await["token"].as_str().unwrap());
        own.post("/api/user/email", json!({ "emailAddress": "robin@athletes.example" })).await.data();
        let change = mailed_token(&app, "email-change").await;
        app.client().post("/api/user/email/link", json!({ "token": change })).await.data();
        let letter = app.letters("email-changed").await.pop().expect("a letter");
        assert!(!letter.contains("password"), "{letter}");
        let undo = mailed_token(&app, "email-changed").await;
        app.client().post("/api/user/email/undo", json!({ "token": undo })).await.data();
        assert!(app.letters("password-link").await.is_empty());
    }

    // RULES 10.3
    async fn letters_about_ways_of_signing_in_speak_of_no_password_where_there_are_none((app, _idp)) {
        let (delivery, person) = (app.person(3).await, app.athlete().await);
        let add_passkey = async |id: &str| {
            app.execute(format!(
                "INSERT INTO passkey (passkey_id, uaid, credential_id, user_handle, credential, sign_count, backed_up, name, \
                 created_at) VALUES ('{id}', '{}', '{id}', 'handle', '{{}}', 0, FALSE, 'Phone', 1)",
                person.uaid
            ))
            .await;
        };
        let phone = app.enrol(&person).await;
        let code = json!({ "oneTimeCode": phone.code(&app) });
        person.client().delete("/api/user/second-factor", code).await.data();
        app.enrol(&person).await;
        add_passkey("removed").await;
        person.client().delete("/api/user/passkeys/removed", json!({})).await.data();
        let who = json!({ "uaid": person.uaid });
        delivery.client().delete("/api/event/admin/user/second-factor", who).await.data();
        for kind in ["second-factor-on", "second-factor-off", "second-factor-reset", "passkey-removed"] {
            let letter = app.letters_to(kind, &person.email).await.pop().expect(kind);
            assert!(!letter.contains("password"), "{kind}: {letter}");
        }
        // A passkey that signs nobody in ends without a letter about adding another.
        add_passkey("ended").await;
        let role = format!("/api/event/admin/user/role?uaid={}&roleid=4", person.uaid);
        delivery.client().post(&role, json!({})).await.data();
        assert_eq!((app.count("passkey").await, app.letters("passkeys-ended").await.len()), (0, 0));
    }
}

// RULES 10.11
on_both!(an_account_that_its_owner_can_enter_is_not_taken_over, |engine| async move {
    let (app, idp) = with_acme(engine).await;
    opened_by_staff(&app).await;
    refused(&enter(&app.client(), &idp).await, "OAuthAccountNotLinked");

    let (app, idp) = with_acme_alone(engine).await;
    let person = app.staff(1).await;
    idp.claim("email", json!(person.email));
    let uaid = &person.uaid;
    let passkey = format!(
        "INSERT INTO passkey (passkey_id, uaid, credential_id, user_handle, credential, sign_count, backed_up, name, \
         created_at) VALUES ('one', '{uaid}', 'one', 'handle', '{{}}', 0, FALSE, 'Phone', 1)"
    );
    let factor =
        format!("INSERT INTO second_factor (uaid, secret_sealed, created_at) VALUES ('{uaid}', 'sealed', 1)");
    let identity = format!(
        "INSERT INTO identity (issuer, subject, uaid, provider_id, email, linked_at, last_used_at) \
         VALUES ('https://id.example', 'abc', '{uaid}', 'club', '{EMAIL}', 1, 2)"
    );
    for (given, taken) in [
        ("UPDATE account SET updated_at = updated_at", "UPDATE account SET password_hash = NULL"),
        (passkey.as_str(), "DELETE FROM passkey"),
        (factor.as_str(), "DELETE FROM second_factor"),
        (identity.as_str(), "DELETE FROM identity"),
    ] {
        app.execute(given).await;
        refused(&enter(&app.client(), &idp).await, "OAuthAccountNotLinked");
        app.execute(taken).await;
    }
    assert_eq!(session(&entered(&app, &idp).await).await["uaid"], json!(person.uaid));
});

on_both!(the_same_subject_of_another_issuer_is_somebody_else, |engine| async move {
    let (app, one, two) = with_two(engine).await;
    entered(&app, &one).await;
    two.claim("email", json!("another@acme.example"));
    let browser = app.client();
    arrived(&browser.get(&two.agree(&begin(&browser, "other", "/en-gb/profile").await)).await);
    assert_eq!(session(&browser).await["user"]["email"], "another@acme.example");
    assert_eq!(app.count("account").await, 2);
});
