//! The role from a provider's claim.

use serde_json::{Value, json};
use sixfold_tests::{Client, Engine, TestApp, on_both};

use super::idp::Idp;
use super::{entered, session, with_acme};

async fn with_roles(engine: Engine, claim: &str) -> (TestApp, Idp) {
    let idp = Idp::start().await;
    let app = TestApp::spawn_with(engine, |flags| {
        idp.configure(flags);
        for (part, value) in [("ROLE_CLAIM", claim), ("ROLE_MAP", "desk=2,delivery=3,coach=4")] {
            flags.providers.push((format!("SIXFOLD_OIDC_ACME_{part}"), value.to_owned()));
        }
    })
    .await;
    (app, idp)
}

async fn role(browser: &Client) -> Value {
    session(browser).await["role"].clone()
}

on_both!(the_claim_gives_the_role_at_each_sign_in, |engine| async move {
    let (app, idp) = with_roles(engine, "groups").await;
    app.staff(3).await;
    for (groups, expected) in [
        (json!("coach"), 4),
        (json!(["everybody", "desk"]), 2),
        (json!(["delivery", "desk"]), 2),
        (json!("delivery"), 3),
        (json!(["Delivery"]), 1),
        (json!("desk"), 2),
        (json!([]), 1),
        (json!("desk"), 2),
        (Value::Null, 1),
    ] {
        app.pass_minutes(1);
        idp.claim("groups", groups.clone());
        assert_eq!(role(&entered(&app, &idp).await).await, expected, "{groups}");
    }
    let made = app.texts("SELECT detail FROM audit_log WHERE action = 'account.created'").await;
    assert_eq!(made, [Some(r#"{"provider":"acme","role":4}"#.to_owned())]);
    let changed =
        app.texts("SELECT detail FROM audit_log WHERE action = 'role.changed' ORDER BY at, audit_id").await;
    assert_eq!(changed.len(), 7, "{changed:?}");
    assert_eq!(changed[0].as_deref(), Some(r#"{"from":4,"provider":"acme","to":2}"#));
});

on_both!(a_changed_role_ends_the_sessions_of_the_old_one, |engine| async move {
    let (app, idp) = with_roles(engine, "groups").await;
    idp.claim("groups", json!("desk"));
    let old = entered(&app, &idp).await;
    idp.claim("groups", json!("coach"));
    entered(&app, &idp).await;
    assert_eq!(old.get("/api/auth/session").await.value(), json!({}));
});

// RULES 10.4 and 10.9
on_both!(what_ends_with_a_new_role_is_reported, |engine| async move {
    let (app, idp) = with_roles(engine, "groups").await;
    idp.claim("groups", json!([]));
    let uaid = session(&entered(&app, &idp).await).await["uaid"].as_str().unwrap().to_owned();
    app.execute(format!(
        "INSERT INTO passkey (passkey_id, uaid, credential_id, user_handle, credential, sign_count, backed_up, name, \
         created_at) VALUES ('one', '{uaid}', 'one', 'handle', '{{}}', 0, FALSE, 'Phone', 1)"
    ))
    .await;
    app.execute(format!(
        "INSERT INTO second_factor (uaid, secret_sealed, created_at, confirmed_at) VALUES ('{uaid}', 'sealed', 1, 1)"
    ))
    .await;
    idp.claim("groups", json!("desk"));
    for _ in 0..2 {
        app.pass_minutes(1);
        assert_eq!(role(&entered(&app, &idp).await).await, 2);
        let letters = app.letters_to("passkeys-ended", "robin@acme.example").await;
        assert_eq!((app.count("passkey").await, letters.len()), (0, 1));
        assert_eq!(app.count("second_factor").await, 0);
        assert!(letters[0].contains("Phone") && letters[0].contains("Two-step sign-in"), "{}", letters[0]);
        assert!(!letters[0].contains("password"), "they may have none: {}", letters[0]);
    }
});

on_both!(the_last_of_role_3_keeps_it, |engine| async move {
    let (app, idp) = with_roles(engine, "groups").await;
    idp.claim("groups", json!("delivery"));
    entered(&app, &idp).await;
    idp.claim("groups", json!("desk"));
    assert_eq!(role(&entered(&app, &idp).await).await, 3);
    app.staff(3).await;
    assert_eq!(role(&entered(&app, &idp).await).await, 2);
});

on_both!(the_claim_may_stand_inside_or_in_userinfo, |engine| async move {
    let (app, idp) = with_roles(engine, "realm_access.roles").await;
    idp.claim("realm_access", json!({ "roles": ["coach"] }));
    assert_eq!(role(&entered(&app, &idp).await).await, 4);
    idp.claim("realm_access", Value::Null);
    idp.script().user_info = json!({ "sub": "robin-at-acme", "realm_access": { "roles": ["desk"] } });
    assert_eq!(role(&entered(&app, &idp).await).await, 2);
});

on_both!(without_a_map_a_provider_gives_and_takes_no_role, |engine| async move {
    let (app, idp) = with_acme(engine).await;
    for name in ["role", "roles", "groups"] {
        idp.claim(name, json!(3));
    }
    assert_eq!(role(&entered(&app, &idp).await).await, 1);
    app.execute("UPDATE account SET role = 4").await;
    assert_eq!(role(&entered(&app, &idp).await).await, 4);
});
