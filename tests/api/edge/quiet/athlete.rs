//! An athlete's part of the walk: signs up and in, browses, keeps a profile, books, forgets a password, with and without
//! mistakes.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use serde_json::{Value, json};
use sixfold_server::app::jobs::send_due;
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::child_process::free_address;
use sixfold_tests::{Client, Reply, TestApp};

use super::{EMAIL, Walk};
use crate::event::stage::{BOOKING, DAY, TIME};
use crate::user::forgot::mailed_token;

fn medical(walk: &mut Walk, at: &str) -> Value {
    json!({
        "medicalIssues": walk.plant(format!("canary illness {at}")),
        "emergencyName": walk.plant(format!("Canary Emergency {at}")),
        "emergencyNumber": walk.plant(format!("+4477009{:05}", walk.planted.len())),
        "phoneNumber": walk.plant(format!("+4477008{:05}", walk.planted.len())),
    })
}

async fn text(client: &Client, path: &str, kind: &'static str, body: String) -> Reply {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static(kind));
    client.send(Method::POST, path, headers, Body::from(body)).await
}

pub(super) async fn sign_up_and_in(app: &TestApp, walk: &mut Walk) -> (String, String) {
    let password = walk.plant("canary password of the sign-up");
    let mut signup = sixfold_tests::people::signup_body(EMAIL);
    signup["password"] = json!(password);
    signup["eligibility"]["PARQ"] = json!([true, false, false, false, false, false, false]);
    let data = walk.seen(app.client().post("/api/user/signup", signup.clone()).await).data();
    let token = walk.plant(data["token"].as_str().unwrap());
    let again = app.client().post("/api/user/signup", signup.clone()).await;
    walk.refused(409, again);
    signup["password"] = json!(walk.plant("canarypw"));
    let short = app.client().post("/api/user/signup", signup).await;
    walk.refused(422, short);
    for path in ["/api/user/login", "/api/user/login/admin"] {
        let wrong = walk.plant(format!("canary wrong password {path}"));
        let reply = app.client().post(path, json!({ "emailAddress": EMAIL, "password": wrong })).await;
        walk.refused(401, reply);
        let reply = app.client().post(path, json!({ "emailAddress": EMAIL, "password": [wrong] })).await;
        walk.refused(400, reply);
        let reply = app.client().post(path, json!({ "emailAddress": { "x": wrong }, "password": 1 })).await;
        walk.refused(400, reply);
        let reply =
            text(&app.client(), path, "application/json", format!("{{\"password\":\"{wrong}\"")).await;
        walk.refused(400, reply);
        let reply = text(&app.client(), path, "text/plain", format!("password={wrong}")).await;
        walk.refused(415, reply);
        let large = json!({ "password": format!("{wrong}{}", "x".repeat(1024 * 1024)) });
        let reply = app.client().post(path, large).await;
        walk.refused(413, reply);
        let reply =
            app.client().get(&format!("{path}?password={}", sixfold_tests::client::percent(&wrong))).await;
        walk.refused(405, reply);
    }
    (token, password)
}

pub(super) async fn browse(app: &TestApp, walk: &mut Walk, password: &str) {
    let browser = app.client();
    let csrf = browser.get("/api/auth/csrf").await.value()["csrfToken"].as_str().unwrap().to_owned();
    let csrf = walk.plant(csrf);
    let wrong = walk.plant("canary wrong password of the browser");
    let fields =
        |password| [("email", EMAIL), ("password", password), ("csrfToken", csrf.as_str()), ("json", "true")];
    let reply = browser.form("/api/auth/callback/credentials", &fields(&wrong)).await;
    walk.refused(401, reply);
    let reply = browser.form("/api/auth/callback/credentials", &fields(password)).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    walk.plant(browser.cookie("next-auth.session-token").unwrap());
    let session = browser.get("/api/auth/session").await.value();
    let token = walk.plant(session["token"].as_str().unwrap());
    let reversed: String = token.chars().rev().collect();
    let mixed = browser.get(&format!("/api/user/profile?token={reversed}")).await;
    walk.refused(401, mixed);
    let unguarded =
        browser.put("/api/user/profile", json!({ "medicalIssues": walk.plant("canary without csrf") })).await;
    walk.refused(403, unguarded);
    let told = format!("it broke at /x?token={token} for {EMAIL}");
    browser
        .form("/api/auth/_log", &[("level", "error"), ("code", "CLIENT_FETCH_ERROR"), ("message", &told)])
        .await;
    let reply = browser.form("/api/auth/signout", &[("csrfToken", &csrf), ("json", "true")]).await;
    assert_eq!(reply.status, 200);
}

pub(super) async fn use_account(app: &TestApp, walk: &mut Walk, token: &str) {
    let client = app.client().bearer(token);
    let mut profile = medical(walk, "registered");
    profile["firstName"] = json!("Robin");
    profile["lastName"] = json!(walk.plant("Canary-Surname"));
    walk.seen(client.post("/api/user/register", profile).await).data();
    for path in ["/api/user/profile", "/api/user/authorization", "/api/nothing", "/en-gb/login"] {
        let reply = app.client().get(&format!("{path}?token={token}&iv=1")).await;
        walk.seen(reply);
    }
    let unknown = walk.plant("canarytokenthatnobodyhas");
    let reply = app.client().get(&format!("/api/user/profile?token={unknown}")).await;
    walk.refused(401, reply);
    let reply = app.client().bearer(&unknown).get("/api/user/profile").await;
    walk.refused(401, reply);
    for (field, value) in [
        ("medicalIssues", json!(format!("{}{}", walk.plant("canary illness too long"), "x".repeat(2_001)))),
        ("medicalIssues", json!({ "in": walk.plant("canary illness in an object") })),
        ("medicalIssues", json!(format!("{}\u{0}", walk.plant("canary illness with a zero")))),
        ("emergencyNumber", json!(walk.plant("canary number"))),
        ("emergencyName", json!(walk.plant("<canary name>"))),
        ("dateOfBirth", json!(walk.plant("canary birthday"))),
        ("socialMediaHandles", json!(walk.plant("canary handle"))),
        ("gender", json!(walk.plant("canary gender"))),
        ("tShirtSize", json!(walk.plant("canary size"))),
        ("emailAddress", json!(walk.plant("canary address"))),
    ] {
        let reply = client.put("/api/user/profile", json!({ field: value })).await;
        assert!(matches!(reply.status.as_u16(), 400 | 422), "{field}: {}", reply.text());
        walk.seen(reply);
    }
    let changed = medical(walk, "changed");
    walk.seen(client.put("/api/user/profile", changed).await).data();
    let wrong = walk.plant("canary wrong current password");
    let new = walk.plant("canary new password");
    let reply =
        client.post("/api/user/password", json!({ "currentPassword": wrong, "newPassword": new })).await;
    walk.refused(422, reply);
    let reply = client.post("/api/user/delete", json!({ "password": wrong })).await;
    walk.refused(422, reply);
}

pub(super) async fn book(app: &TestApp, walk: &mut Walk, token: &str) {
    let client = app.client().bearer(token);
    let mut body = medical(walk, "booked");
    body["eventTestDate"] = json!(DAY);
    body["eventTestTime"] = json!(TIME);
    body["assistanceRequired"] = json!(true);
    body["assistanceType"] = json!(walk.plant("canary assistance"));
    for (date, time) in [("2020-01-01", TIME), ("a canary of a date", TIME), (DAY, "10:07")] {
        body["eventTestDate"] = json!(date);
        body["eventTestTime"] = json!(time);
        let reply = client.post(BOOKING, body.clone()).await;
        assert!(matches!(reply.status.as_u16(), 400 | 422), "{date} {time}: {}", reply.text());
        walk.seen(reply);
    }
    body["eventTestDate"] = json!(DAY);
    body["eventTestTime"] = json!(TIME);
    walk.seen(client.keyed(Method::POST, BOOKING, "walk-1", body.clone()).await).data();
    walk.seen(client.keyed(Method::POST, BOOKING, "walk-1", body.clone()).await).data();
    let again = client.post(BOOKING, body).await;
    assert_eq!(again.status.as_u16(), 409, "{}", again.text());
    walk.seen(again);
}

pub(super) async fn reset(app: &TestApp, walk: &mut Walk) -> String {
    app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
    let link = walk.plant(mailed_token(app, "password-link").await);
    let files = Transport::from_config(None, app.data_dir()).unwrap();
    let relay = format!("smtp://robin:{}@{}", walk.plant("canary-of-the-relay"), free_address());
    let down = Transport::from_config(Some(&relay), app.data_dir()).unwrap();
    send_due(&app.state, &down).await.unwrap();
    app.pass_minutes(1);
    send_due(&app.state, &files).await.unwrap();
    let wrong = walk.plant("canarytokenofnoletter");
    let password = walk.plant("canary password of the reset");
    for path in ["/api/user/forgot", "/api/user/guardian"] {
        let reply = app.client().post(path, json!({ "token": wrong, "password": password })).await;
        walk.refused(422, reply);
    }
    app.client().post("/api/user/forgot", json!({ "token": link, "password": password })).await.data();
    let reply = app.client().post("/api/user/forgot", json!({ "token": link, "password": password })).await;
    walk.refused(422, reply);
    password
}
