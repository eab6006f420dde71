//! Adding and removing the devices that people are notified on.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::config::cli::Switch;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Engine, Person, TestApp, both, on_both};

use super::browser::Browser;
use super::{DEVICES, NOTIFICATIONS, add, configure, quiet};
use crate::health::dump;

/// A server that notifies; nothing is sent here.
async fn stage(engine: Engine) -> TestApp {
    let folder = tempfile::tempdir().unwrap();
    TestApp::spawn_with(engine, |flags| {
        configure(flags, folder.path(), "push.example.org");
    })
    .await
}

fn browser(name: &str) -> Browser {
    Browser::new(&format!("https://push.example.org/{name}"))
}

async fn names(person: &Person) -> Vec<String> {
    let data = person.client().get(NOTIFICATIONS).await.data();
    let devices = data["push"]["devices"].as_array().unwrap();
    devices.iter().map(|device| device["name"].as_str().unwrap().to_owned()).collect()
}

both! {
    from stage;

    async fn a_device_is_added_listed_and_removed(app) {
        let person = app.athlete().await;
        let phone = browser("phone");
        let added = person.client().post(DEVICES, phone.subscription("  My phone ")).await.data();
        let id = added["id"].as_str().unwrap();
        assert_eq!(
            added,
            json!({ "id": id, "name": "My phone", "addedAt": "2026-03-02T09:00:00.000Z", "lastSentAt": null })
        );
        let listed = person.client().get(NOTIFICATIONS).await.data()["push"]["devices"].clone();
        assert_eq!(listed, json!([added]));
        let removed = person.client().delete(&format!("{DEVICES}/{id}"), json!({})).await.data();
        assert_eq!(removed, json!({ "id": id }));
        person.client().delete(&format!("{DEVICES}/{id}"), json!({})).await.refused(404, "NOT_FOUND");
        assert!(names(&person).await.is_empty());
        let acts = "SELECT action FROM audit_log WHERE action LIKE 'notifications.%' ORDER BY at, audit_id";
        let acts: Vec<String> = app.texts(acts).await.into_iter().flatten().collect();
        assert_eq!(acts.len(), 2, "{acts:?}");
    }

    // RULES 16.5
    async fn the_same_browser_is_one_device_of_one_account(app) {
        let (person, other) = (app.athlete().await, app.athlete().await);
        let phone = browser("phone");
        let id = add(&person, &phone, "Phone").await;
        app.pass_minutes(5);
        let again = person.client().post(DEVICES, phone.renewed().subscription("New name")).await.data();
        assert_eq!((again["id"].as_str().unwrap(), &again["name"]), (&*id, &json!("New name")));
        assert_eq!(again["addedAt"], "2026-03-02T09:00:00.000Z");
        assert_eq!(app.count("push_device").await, 1);
        // A shared phone notifies only the person who signed in on it last.
        let others = add(&other, &phone, "Phone").await;
        assert_ne!(others, id);
        assert_eq!((names(&person).await.len(), names(&other).await.len()), (0, 1));
    }

    // RULES 16.5
    async fn the_eleventh_device_takes_the_place_of_the_oldest(app) {
        let (person, other) = (app.athlete().await, app.athlete().await);
        add(&other, &browser("other"), "Other").await;
        for number in 0..12 {
            app.pass_minutes(1);
            add(&person, &browser(&number.to_string()), &number.to_string()).await;
        }
        let expected: Vec<String> = (2..12).map(|number| number.to_string()).collect();
        assert_eq!((names(&person).await, names(&other).await.len()), (expected, 1));
    }

    // RULES 16.5
    async fn an_address_that_is_no_push_services_is_refused(app) {
        let client = app.athlete().await.client();
        for endpoint in [
            "http://push.example.org/x",
            "https://push.example.org:8443/x",
            "https://evil.example/x",
            "https://push.example.org.evil.example/x",
            "https://user@push.example.org/x",
            "https://127.0.0.1/x",
            "https://169.254.169.254/latest/meta-data",
            "https://localhost/x",
            "file:///etc/passwd",
            "",
        ] {
            let reply = client.post(DEVICES, Browser::new(endpoint).subscription("Phone")).await;
            reply.refused_field(422, "PUSH_ENDPOINT", "endpoint");
        }
        assert_eq!(app.count("push_device").await, 0);
    }

    async fn keys_and_names_that_are_none_are_refused_by_their_field(app) {
        let client = app.athlete().await.client();
        let changed = |path: &str, value: Value| {
            let mut body = browser("phone").subscription("Phone");
            *body.pointer_mut(path).unwrap() = value;
            body
        };
        for (path, value, code, field) in [
            ("/keys/p256dh", json!("AAAA"), "PUSH_KEYS", "keys.p256dh"),
            ("/keys/auth", json!("AAAA"), "PUSH_KEYS", "keys.auth"),
            ("/name", json!("  "), "DEVICE_NAME_INVALID", "name"),
            ("/name", json!("a\u{7}"), "DEVICE_NAME_INVALID", "name"),
            ("/name", json!("é".repeat(61)), "DEVICE_NAME_INVALID", "name"),
        ] {
            client.post(DEVICES, changed(path, value)).await.refused_field(422, code, field);
        }
        client.post(DEVICES, changed("/keys", json!(null))).await.refused(400, "FIELD_INVALID");
        client.post(DEVICES, changed("/name", json!("é".repeat(60)))).await.data();
    }

    async fn a_device_is_its_owners(app) {
        let (person, other) = (app.athlete().await, app.athlete().await);
        let id = add(&person, &browser("phone"), "Phone").await;
        for somebody in [&other, &app.person(3).await] {
            somebody.client().delete(&format!("{DEVICES}/{id}"), json!({})).await.refused(404, "NOT_FOUND");
        }
        assert_eq!(names(&person).await, ["Phone"]);
    }

    async fn a_repeated_request_adds_one_device(app) {
        let person = app.athlete().await;
        let body = browser("phone").subscription("Phone");
        let first = person.client().keyed(Method::POST, DEVICES, "k", body.clone()).await.data();
        let path = format!("{DEVICES}/{}", first["id"].as_str().unwrap());
        person.client().delete(&path, json!({})).await.data();
        let again = person.client().keyed(Method::POST, DEVICES, "k", body).await;
        assert_eq!(again.data(), first);
        assert!(names(&person).await.is_empty(), "it was removed meanwhile");
    }

    // RULES 16.5
    async fn addresses_and_keys_are_stored_encrypted_and_go_with_the_account(app) {
        let person = app.sign_up("robin@athletes.example").await;
        let canary = browser("canary-of-an-address");
        add(&person, &canary, "Canary phone").await;
        quiet(&person, None).await;
        let all = dump::dump(&app).await;
        let subscription = canary.subscription("");
        for secret in ["canary-of-an-address", subscription["keys"]["auth"].as_str().unwrap()] {
            assert!(!all.contains(secret), "{secret} can be read");
        }
        assert!(all.contains("Canary phone"), "the control");
        let export = person.client().get("/api/user/export").await.data()["notifications"].clone();
        assert_eq!(
            export,
            json!({
                "topics": ["offers", "bookings", "results", "reminders", "alerts"], "quietHours": null,
                "textReminders": false,
                "devices": [{ "name": "Canary phone", "addedAt": "2026-03-02T09:00:00.000Z", "lastSentAt": null }]
            })
        );
        person.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!((app.count("push_device").await, app.count("notification_setting").await), (0, 0));
    }
}

both! {
    async fn without_a_key_no_device_is_added(app) {
        let client = app.athlete().await.client();
        client.post(DEVICES, browser("phone").subscription("Phone")).await.refused(422, "PUSH_OFF");
    }
}

on_both!(sixty_an_hour_are_enough, |engine| async move {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::spawn_with(engine, |flags| {
        configure(flags, folder.path(), "push.example.org");
        flags.rate_limit = Switch::On;
    })
    .await;
    let (person, other) = (app.athlete().await, app.athlete().await);
    for number in 0..60 {
        add(&person, &browser(&number.to_string()), "Phone").await;
    }
    let refused = person.client().post(DEVICES, browser("more").subscription("Phone")).await;
    refused.refused(429, "TOO_MANY_REQUESTS");
    add(&other, &browser("other"), "Phone").await;
});
