//! A person with a unique value in every personal and every health field.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::db::sharing::share::photo::{self, NewPhoto};
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::{Client, TestApp};

use crate::event::stage::{BOOKING, DAY, TIME, body, week};

/// What must never be readable in the database, even while its owner has an account. The last is the screening as it would be
/// stored.
pub(crate) const HEALTH: [&str; 6] = [
    "Canary of Medicine",
    "Canary Contact",
    "+447011122233",
    "Canary ramp, please",
    "Canary letter of Dr Finch",
    "[true,false,true,false,false,false,false]",
];

/// What is readable while its owner has an account, and erased afterwards.
pub(crate) const PERSONAL: [&str; 21] = [
    "canary@athletes.example",
    "Canaryfirst",
    "Canarylast",
    "2009-09-09",
    "+447099988877",
    "ZE2 9XX",
    "Canarysport",
    "Canarylevel",
    "Canary start",
    "canary.insta",
    "canary.tiktok",
    "parent@canary-families.example",
    "CanaryBrowser/1.0",
    "canary-subject",
    "canary@provider.example",
    "Canary note of the desk",
    "Canary crew",
    "Canary note of a report",
    "Canary photograph",
    "Canary browser",
    "Canary passkey",
];

/// The person whose data it is.
pub(crate) struct Canary {
    pub(crate) uaid: String,
    pub(crate) client: Client,
}

/// Fills in every value: with calls, or with SQL where there is no call.
pub(crate) async fn plant(app: &TestApp) -> Canary {
    app.set_schedule(week(2)).await;
    let mut signup = signup_body(PERSONAL[0]);
    signup["dateOfBirth"] = json!(PERSONAL[3]);
    signup["eligibility"]["guardianEmail"] = json!(PERSONAL[11]);
    signup["eligibility"]["PARQ"] = json!([true, false, true, false, false, false, false]);
    let data = app.client().header("user-agent", PERSONAL[12]).post("/api/user/signup", signup).await.data();
    let uaid = data["uaid"].as_str().unwrap().to_owned();
    let client = app.client().bearer(data["token"].as_str().unwrap());
    let profile = json!({
        "firstName": PERSONAL[1], "lastName": PERSONAL[2], "phoneNumber": PERSONAL[4], "postcode": PERSONAL[5],
        "sportPlayed": PERSONAL[6], "sportLevel": PERSONAL[7], "improvement": PERSONAL[8],
        "medicalIssues": HEALTH[0], "emergencyName": HEALTH[1], "emergencyNumber": HEALTH[2],
        "socialMediaHandles": [
            { "socialMediaName": "Instagram", "handle": PERSONAL[9] },
            { "socialMediaName": "TikTok", "handle": PERSONAL[10] }
        ]
    });
    client.keyed(Method::POST, "/api/user/register", "canary-1", profile.clone()).await.data();
    client.keyed(Method::PUT, "/api/user/profile", "canary-2", profile).await.data();
    app.client().post("/api/user/forgot", json!({ "email": PERSONAL[0] })).await.data();
    app.execute("UPDATE eligibility SET guardian_confirmed_at = 1").await;
    let mut wish: Value = body(DAY, TIME);
    wish["assistanceRequired"] = json!(true);
    wish["assistanceType"] = json!(HEALTH[3]);
    client.keyed(Method::POST, BOOKING, "canary-3", wish).await.data();
    client.keyed(Method::POST, "/api/user/crew", "canary-4", json!({ "name": PERSONAL[16] })).await.data();
    by_sql(app, &uaid).await;
    card(app, &uaid).await;
    Canary { uaid, client }
}

async fn by_sql(app: &TestApp, uaid: &str) {
    let cipher = &app.state.cipher;
    let basis = cipher.encrypt("eligibility", uaid, "clearance_basis_sealed", HEALTH[4]).unwrap();
    let secret = cipher.encrypt("second_factor", uaid, "secret_sealed", "canary of a secret").unwrap();
    let session = app.texts("SELECT session_id FROM session").await.remove(0).unwrap();
    let id_token = cipher.encrypt("session", &session, "id_token_sealed", "canary of a token").unwrap();
    let push =
        cipher.encrypt("apple_pass_device", "canary", "push_token_sealed", "canary of a phone").unwrap();
    let sealed = |table, column, plain| cipher.encrypt(table, "canary", column, plain).unwrap();
    let subscription = sealed("push_device", "subscription_sealed", "canary of an address");
    let notice = sealed("push_message", "content_sealed", "canary of a notification");
    let text = sealed("text_message", "content_sealed", "canary of a text message");
    for sql in [
        format!("UPDATE eligibility SET clearance_basis_sealed = '{basis}' WHERE uaid = '{uaid}'"),
        format!(
            "UPDATE session SET id_token_sealed = '{id_token}', idp_sid = 'canary-sid' WHERE uaid = '{uaid}'"
        ),
        format!("UPDATE booking SET notes = '{}' WHERE uaid = '{uaid}'", PERSONAL[15]),
        format!(
            "INSERT INTO second_factor (uaid, secret_sealed, created_at) VALUES ('{uaid}', '{secret}', 1)"
        ),
        format!(
            "INSERT INTO apple_pass_device (registration_id, device_hash, booking_id, push_token_sealed, created_at) \
             SELECT 'canary', 'canary-phone', booking_id, '{push}', 1 FROM booking WHERE uaid = '{uaid}'"
        ),
        format!(
            "INSERT INTO push_device (device_id, uaid, endpoint_hash, subscription_sealed, name, created_at) \
             VALUES ('canary', '{uaid}', 'canary-endpoint', '{subscription}', '{}', 1)",
            PERSONAL[19]
        ),
        format!(
            "INSERT INTO push_message (message_id, device_id, topic, tag, content_sealed, created_at, expires_at, \
             next_attempt_at) VALUES ('canary', 'canary', 'alerts', 'canary', '{notice}', 1, 9999999999999, 9999999999999)"
        ),
        format!(
            "INSERT INTO text_message (text_id, uaid, content_sealed, booking_id, sequence, created_at, expires_at, \
             next_attempt_at) VALUES ('canary', '{uaid}', '{text}', 'canary', 0, 1, 9999999999999, 9999999999999)"
        ),
        format!(
            "INSERT INTO notification_setting (uaid, offers, bookings, results, reminders, alerts, text_reminders, updated_at) \
             VALUES ('{uaid}', TRUE, TRUE, TRUE, TRUE, TRUE, TRUE, 1)"
        ),
        format!("INSERT INTO recovery_code (uaid, code_hash) VALUES ('{uaid}', 'canary-code')"),
        format!(
            "INSERT INTO passkey (passkey_id, uaid, credential_id, user_handle, credential, sign_count, backed_up, name, \
             created_at) VALUES ('canary-key', '{uaid}', 'canary-credential', 'canary-handle', '{{}}', 0, FALSE, '{}', 1)",
            PERSONAL[20]
        ),
        format!(
            "INSERT INTO identity (issuer, subject, uaid, provider_id, email, linked_at, last_used_at) \
             VALUES ('https://provider.example', '{}', '{uaid}', 'provider', '{}', 1, 1)",
            PERSONAL[13], PERSONAL[14]
        ),
    ] {
        app.execute(sql).await;
    }
}

/// A public card on a photograph, which somebody has reported.
async fn card(app: &TestApp, uaid: &str) {
    let (whose, body) = (uaid.to_owned(), PERSONAL[18].as_bytes().to_vec());
    let photo = NewPhoto { body, digest: "canary-digest".to_owned(), width: 64, height: 48 };
    let photo_id = app
        .write(async move |conn| {
            let photo_id = photo::store(conn, &whose, (&photo, None), 1).await?;
            photo::refuse(conn, &photo_id, 1).await?;
            Ok(photo_id)
        })
        .await;
    for sql in [
        format!(
            "INSERT INTO share (share_id, uaid, template, colour, photo_id, booking_id, created_at) \
             SELECT 'canary-share', uaid, 'season_card', 'black', '{photo_id}', booking_id, 1 FROM booking \
             WHERE uaid = '{uaid}'"
        ),
        format!(
            "INSERT INTO share_report (share_id, reason, note, reported_at) VALUES ('canary-share', 'other', '{}', 1)",
            PERSONAL[17]
        ),
    ] {
        app.execute(sql).await;
    }
}

pub(crate) async fn leave(canary: &Canary) {
    canary.client.post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
}
