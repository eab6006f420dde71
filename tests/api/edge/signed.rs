//! Signed requests. The signature is computed here from its description (`docs/EDGE.md`), not by the server's code.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method};
use futures::future::join_all;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use sixfold_server::db::Engine;
use sixfold_server::db::content::{LIBRARY, picture};
use sixfold_server::db::upkeep::tidy;
use sixfold_tests::{Client, Person, Reply, TestApp, both, on_both};

use crate::auth;

const MINUTES_5: i64 = 5 * 60_000;
const PROFILE: &str = "/api/user/profile";
const MARKETING: &str = "/api/user/marketing";

fn key(byte: u8) -> Vec<u8> {
    vec![byte; 32]
}

async fn spawn(engine: Engine) -> TestApp {
    TestApp::spawn_with(engine, |flags| {
        flags.signing_keys =
            [("till", 1), ("board", 2)].map(|(id, byte)| format!("{id}:{}", hex::encode(key(byte)))).to_vec();
    })
    .await
}

/// A request to be signed and sent.
#[derive(Clone)]
struct Signed {
    method: Method,
    target: String,
    body: String,
    iv: String,
    key_id: &'static str,
    key: Vec<u8>,
}

impl Signed {
    fn get(app: &TestApp, path: &str) -> Self {
        let iv = app.state.clock.now_ms().to_string();
        let target = format!("{path}?b=2&iv={iv}");
        Self { method: Method::GET, target, body: String::new(), iv, key_id: "till", key: key(1) }
    }

    fn put(app: &TestApp, path: &str, body: &str) -> Self {
        Self { method: Method::PUT, body: body.to_owned(), ..Self::get(app, path) }
    }

    fn at(app: &TestApp, iv: i64) -> Self {
        Self { target: format!("{PROFILE}?iv={iv}"), iv: iv.to_string(), ..Self::get(app, PROFILE) }
    }

    fn signature(&self) -> String {
        let (path, query) = self.target.split_once('?').unwrap_or((&self.target, ""));
        let body = hex::encode(Sha256::digest(self.body.as_bytes()));
        let text = format!("{}\n{path}\n{query}\n{body}\n{}", self.method, self.iv);
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key).unwrap();
        mac.update(text.as_bytes());
        hex::encode(mac.finalize().into_bytes())
    }

    async fn send(&self, client: &Client) -> Reply {
        self.send_with(client, &self.signature()).await
    }

    async fn send_with(&self, client: &Client, signature: &str) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert("x-signature-key-id", HeaderValue::from_static(self.key_id));
        headers.insert("x-signature", HeaderValue::from_str(signature).unwrap());
        if !self.body.is_empty() {
            headers.insert("content-type", HeaderValue::from_static("application/json"));
        }
        client.send(self.method.clone(), &self.target, headers, Body::from(self.body.clone())).await
    }
}

async fn stage(engine: Engine) -> (TestApp, Person) {
    let app = spawn(engine).await;
    let person = app.athlete().await;
    (app, person)
}

both! {
    from stage;

    async fn a_signed_request_is_served_once((app, person)) {
        let request = Signed::get(&app, PROFILE);
        request.send(&person.client()).await.data();
        for _ in 0..3 {
            request.send(&person.client()).await.refused(401, "SIGNATURE_USED");
        }
        // The same signature in another notation is accepted.
        request
            .send_with(&person.client(), &request.signature().to_uppercase())
            .await
            .refused(401, "SIGNATURE_USED");
        app.state.clock.advance(1);
        Signed::get(&app, PROFILE).send(&person.client()).await.data();
        let other = Signed { key_id: "board", key: key(2), ..Signed::get(&app, "/api/user/authorization") };
        other.send(&person.client()).await.data();
        let write = Signed::put(&app, MARKETING, r#"{"marketingPref1":true}"#);
        write.send(&person.client()).await.data();
    }

    async fn a_request_without_a_whole_signature_is_refused((app, person)) {
        let request = Signed::get(&app, PROFILE);
        let bare = person.client();
        bare.get(&request.target).await.refused(401, "SIGNATURE_MISSING");
        let signature = request.signature();
        person
            .client()
            .header("x-signature", &signature)
            .get(&request.target)
            .await
            .refused(401, "SIGNATURE_MISSING");
        person
            .client()
            .header("x-signature-key-id", "till")
            .get(&request.target)
            .await
            .refused(401, "SIGNATURE_MISSING");
        let without_iv = Signed { target: PROFILE.to_owned(), ..request };
        without_iv.send(&person.client()).await.refused(401, "SIGNATURE_MISSING");
        app.client().get("/api/event/config").await.refused(401, "SIGNATURE_MISSING");
        bare.get("/api/nothing").await.refused(401, "SIGNATURE_MISSING");
        bare.put(MARKETING, json!({ "marketingPref1": true })).await.refused(401, "SIGNATURE_MISSING");
        let large = bare.put(MARKETING, json!({ "a": "x".repeat(1024 * 1024) })).await;
        large.refused(413, "BODY_TOO_LARGE");
    }

    async fn whatever_is_changed_after_signing_does_not_fit((app, person)) {
        let good = Signed::put(&app, MARKETING, r#"{"marketingPref1":true}"#);
        let signature = good.signature();
        let later = (app.state.clock.now_ms() + 1).to_string();
        let changed: [(&str, Signed); 7] = [
            ("method", Signed { method: Method::POST, ..good.clone() }),
            ("path", Signed { target: good.target.replace(MARKETING, PROFILE), ..good.clone() }),
            ("query", Signed { target: good.target.replace("b=2", "b=3"), ..good.clone() }),
            ("more query", Signed { target: format!("{}&token=x", good.target), ..good.clone() }),
            ("iv", Signed { target: good.target.replace(&good.iv, &later), ..good.clone() }),
            ("body", Signed { body: r#"{"marketingPref1":false}"#.to_owned(), ..good.clone() }),
            ("key", Signed { key_id: "board", ..good.clone() }),
        ];
        for (what, request) in changed {
            let reply = request.send_with(&person.client(), &signature).await;
            assert_eq!(reply.status, 401, "{what}");
            reply.refused(401, "SIGNATURE_WRONG");
        }
        for wrong in ["", "x", "00", &signature[..62], &format!("{signature}00")] {
            good.send_with(&person.client(), wrong).await.refused(401, "SIGNATURE_WRONG");
        }
        let unknown = Signed { key_id: "nobody", ..good.clone() };
        unknown.send(&person.client()).await.refused(401, "SIGNATURE_WRONG");
        let foreign = Signed { key: key(9), ..good.clone() };
        foreign.send(&person.client()).await.refused(401, "SIGNATURE_WRONG");
        assert_eq!(app.count("used_signature").await, 0, "what was refused is not used up");
        good.send_with(&person.client(), &signature).await.data();
    }

    async fn iv_is_at_most_five_minutes_off((app, person)) {
        let now = app.state.clock.now_ms();
        for off in [-MINUTES_5, MINUTES_5] {
            Signed::at(&app, now + off).send(&person.client()).await.data();
        }
        for off in [-MINUTES_5 - 1, MINUTES_5 + 1, -now, now, i64::MIN, i64::MAX - now] {
            let request = Signed::at(&app, now.wrapping_add(off));
            request.send(&person.client()).await.refused(401, "SIGNATURE_STALE");
        }
        for junk in ["", "x", "1e3", "99999999999999999999"] {
            let request =
                Signed { target: format!("{PROFILE}?iv={junk}"), iv: junk.to_owned(), ..Signed::at(&app, now) };
            request.send(&person.client()).await.refused(401, "SIGNATURE_WRONG");
        }
    }

    async fn iv_may_stand_in_the_body((app, person)) {
        let now = app.state.clock.now_ms();
        for body in [json!({ "iv": now }), json!({ "iv": now.to_string(), "x": 1 })] {
            let request = Signed {
                target: MARKETING.to_owned(),
                body: body.to_string(),
                ..Signed::put(&app, MARKETING, "")
            };
            request.send(&person.client()).await.data();
            request.send(&person.client()).await.refused(401, "SIGNATURE_USED");
        }
    }

    async fn of_twenty_at_once_with_one_signature_one_is_served((app, person)) {
        let request = Signed::get(&app, PROFILE);
        let clients: Vec<Client> = (0..20).map(|_| person.client()).collect();
        let replies = join_all(clients.iter().map(|client| request.send(client))).await;
        let served = replies.iter().filter(|reply| reply.status == 200).count();
        assert_eq!(served, 1);
        // The control: with a signature each, all succeed.
        let now = app.state.clock.now_ms();
        let each: Vec<Signed> = (1..=20).map(|n| Signed::at(&app, now + n)).collect();
        let replies = join_all(each.iter().zip(&clients).map(|(request, client)| request.send(client))).await;
        assert!(replies.iter().all(|reply| reply.status == 200));
    }

    async fn used_signatures_are_forgotten_once_they_are_too_old_anyway((app, person)) {
        let request = Signed::get(&app, PROFILE);
        request.send(&person.client()).await.data();
        for (minutes, kept) in [(0, 1), (6, 1), (60, 0)] {
            app.pass_minutes(minutes);
            let now_ms = app.state.clock.now_ms();
            app.write(async move |conn| tidy::run(conn, now_ms).await).await;
            assert_eq!(app.count("used_signature").await, kept, "after {minutes} minutes more");
            let reply = request.send(&person.client()).await;
            reply.refused(401, if minutes == 0 { "SIGNATURE_USED" } else { "SIGNATURE_STALE" });
        }
    }

    async fn a_repeated_write_is_signed_anew_and_answered_alike((app, person)) {
        let mut bodies = Vec::new();
        for _ in 0..2 {
            let request = Signed::put(&app, MARKETING, r#"{"marketingPref1":true}"#);
            let client = person.client().header("idempotency-key", "once");
            bodies.push(request.send(&client).await.data());
            app.state.clock.advance(1);
        }
        assert_eq!(bodies[0], bodies[1]);
        assert_eq!(app.count("idempotency_key").await, 1);
    }
}

on_both!(our_own_pages_need_no_key_and_a_token_always_does, |engine| async move {
    let app = spawn(engine).await;
    // One of our pages without a session signs up, marked as browsers do.
    let page = || app.client().header("sec-fetch-site", "same-origin");
    let email = "ada@athletes.example";
    let account = page().post("/api/user/signup", sixfold_tests::people::signup_body(email)).await.data();
    page().get("/api/event/config").await.data();
    let browser = app.client();
    let csrf = auth::sign_in(&browser, email).await;
    browser.get(PROFILE).await.data();
    let body = json!({ "marketingPref1": true });
    browser.json(Method::PUT, MARKETING, &body, &[("x-csrf-token", &csrf)]).await.data();
    browser.put(MARKETING, body).await.refused(403, "CSRF");
    for path in [
        "/healthz",
        "/readyz",
        "/robots.txt",
        "/api/docs",
        "/api/openapi.json",
        "/api/auth/session",
        "/en-gb/",
    ] {
        assert_ne!(app.client().get(path).await.status, 401, "{path}");
    }
    let letter = page().post("/api/user/guardian", json!({ "token": "unknown" })).await;
    letter.refused_field(422, "TOKEN_INVALID", "token");
    let letter =
        page().post("/api/user/forgot", json!({ "token": "unknown", "password": "a quieter stadium" })).await;
    letter.refused_field(422, "TOKEN_INVALID", "token");
    let letter = page().post("/api/user/coaches/answer", json!({ "token": "unknown" })).await;
    letter.refused_field(422, "TOKEN_INVALID", "token");
    // A stolen token is worthless, whatever else is claimed.
    let token = account["token"].as_str().unwrap();
    page().bearer(token).get(PROFILE).await.refused(401, "SIGNATURE_MISSING");
    page().get(&format!("{PROFILE}?token={token}")).await.refused(401, "SIGNATURE_MISSING");
    page().put(MARKETING, json!({ "token": token })).await.refused(401, "SIGNATURE_MISSING");
    app.client()
        .header("sec-fetch-site", "cross-site")
        .get("/api/event/config")
        .await
        .refused(401, "SIGNATURE_MISSING");
    let now = app.state.clock.now_ms();
    let mine = browser.get("/api/auth/session").await.value()["token"].as_str().unwrap().to_owned();
    browser.get(&format!("{PROFILE}?token={mine}&iv={now}")).await.refused(401, "SIGNATURE_MISSING");
});

// RULES 13.1
on_both!(a_picture_needs_no_signature_since_other_sites_show_it, |engine| async move {
    let app = spawn(engine).await;
    let mut file = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(8, 8).write_to(&mut file, image::ImageFormat::Png).unwrap();
    let picture = sixfold_server::content::image::read(&file.into_inner()).unwrap();
    let library = "/api/content/sixfold-en-gb/delivery/v1";
    let address = format!("{library}/images/{}/8", picture.image_id);
    app.write(async move |conn| picture::put(conn, LIBRARY, &picture, ("Track", "A track"), None, 0).await)
        .await;
    assert_eq!(app.client().get(&address).await.status, 200);
    // The control: nothing else of the library is open.
    app.client().get(&format!("{library}/content/home")).await.refused(401, "SIGNATURE_MISSING");
});

on_both!(without_keys_nobody_has_to_sign, |engine| async move {
    let app = TestApp::spawn(engine).await;
    let person = app.athlete().await;
    let client = person.client().header("x-signature", "junk").header("x-signature-key-id", "nobody");
    for path in [PROFILE, "/api/user/profile?iv=0", "/api/user/profile?iv=junk"] {
        client.get(path).await.data();
    }
    assert_eq!(app.count("used_signature").await, 0);
});
