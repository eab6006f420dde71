//! What an academy still needs before its first day, and the calls that change it.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_server::db::engines::store_metadata;
use sixfold_tests::{Client, both};

use crate::event::stage::week;

const SETUP: &str = "/api/event/admin/setup";
const EVENT: &str = "/api/event/admin/event";

/// The words of the checks that are done, and of those that are not.
async fn told(client: &Client) -> (Vec<String>, Vec<String>) {
    let data = client.get("/api/event/admin/today").await.data();
    let list = data["setup"].as_array().unwrap();
    let of = |done: bool| {
        let rows = list.iter().filter(|row| row["done"] == done);
        rows.map(|row| row["check"].as_str().unwrap().to_owned()).collect()
    };
    (of(true), of(false))
}

async fn done(client: &Client, check: &str) -> bool {
    told(client).await.0.contains(&check.to_owned())
}

fn academy() -> Value {
    json!({
        "eventName": "Six at the Mill", "eventLocationName": "The Mill", "eventLocationAddress": "1 Weir Lane, Leeds",
        "eventLocationPostCode": "LS1 4AP", "eventLocationContactNumber": "", "eventLocationContactEmail": "desk@mill.example", "mapUrl": ""
    })
}

both! {
    async fn a_fresh_install_lists_what_it_needs(app) {
        let client = app.person(3).await.client();
        let (done, open) = told(&client).await;
        assert_eq!(done, [""; 0]);
        assert_eq!(open, ["SEASON", "WEEKLY_TIMES", "EVENT", "GETTING_THERE", "TERMS", "MAIL_RELAY", "PUBLIC_URL", "SECOND_FACTOR", "BACKUP"]);
    }

    async fn each_is_done_by_doing_it(app) {
        let client = app.person(3).await.client();
        let season = json!({ "season": 11, "start": "2026-01-01", "end": "2026-06-30" });
        client.json(Method::POST, "/api/event/admin/seasons", &season, &[]).await.data();
        assert!(done(&client, "SEASON").await);

        let mut settings = client.get("/api/event/admin/settings").await.data();
        settings["settings"]["slotCapacity"] = json!(4);
        let mut settings = client.put("/api/event/admin/settings", settings).await.data();
        assert!(!done(&client, "WEEKLY_TIMES").await, "the lists are still the sample ones");
        settings["settings"]["testSlots"]["thursday"] = json!(["11:00"]);
        client.put("/api/event/admin/settings", settings).await.data();
        assert!(done(&client, "WEEKLY_TIMES").await);

        let sample = app.client().get("/api/event/config").await.data()["event"].clone();
        for field in [
            "eventLocationName", "eventLocationAddress", "eventLocationPostCode", "eventLocationContactNumber",
            "eventLocationContactEmail", "mapUrl",
        ] {
            let mut body = academy();
            body[field] = sample[field].clone();
            client.put(EVENT, body).await.data();
            assert!(!done(&client, "EVENT").await, "{field} is still the sample's");
        }
        let mut body = academy();
        body["eventName"] = sample["eventName"].clone();
        client.put(EVENT, body).await.data();
        assert!(done(&client, "EVENT").await, "the programme's name may stay");
        let event = app.client().get("/api/event/config").await.data()["event"].clone();
        assert_eq!((&event["eventLocationName"], &event["mapUrl"]), (&json!("The Mill"), &json!("")));

        let now_ms = app.state.clock.now_ms();
        app.write(async move |conn| {
            store_metadata::replace(conn, store_metadata::BACKED_UP, &now_ms.to_string()).await
        })
        .await;
        assert!(done(&client, "BACKUP").await);
        app.pass_minutes(7 * 24 * 60 + 1);
        let client = app.person(3).await.client();
        assert!(!done(&client, "BACKUP").await, "a week is too old");
    }

    async fn what_suits_as_it_is_can_be_confirmed_and_what_is_measured_cannot(app) {
        let client = app.person(3).await.client();
        for check in ["WEEKLY_TIMES", "EVENT", "GETTING_THERE", "TERMS", "BACKUP"] {
            let answer = client.post(SETUP, json!({ "check": check, "confirmed": true })).await.data();
            let row = answer["setup"].as_array().unwrap().iter().find(|row| row["check"] == check).unwrap();
            assert_eq!((&row["done"], &row["confirmable"]), (&json!(true), &json!(true)), "{check}");
        }
        client.post(SETUP, json!({ "check": "TERMS", "confirmed": false })).await.data();
        assert!(!done(&client, "TERMS").await);
        for check in ["SEASON", "MAIL_RELAY", "PUBLIC_URL", "SECOND_FACTOR"] {
            client.post(SETUP, json!({ "check": check, "confirmed": true })).await.refused_field(400, "FIELD_INVALID", "check");
        }
        client.post(SETUP, json!({ "check": "LUCK", "confirmed": true })).await.refused(400, "FIELD_INVALID");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'setup.confirmed'").await, 6);
    }

    async fn texts_that_somebody_has_published_are_done(app) {
        let client = app.person(3).await.client();
        let save = async |id: &str, status: &str| {
            let at = format!("/api/content/sixfold-en-gb/authoring/v1/content/{id}");
            let mut item = client.get(&at).await.data()["item"].clone();
            item["status"] = json!(status);
            client.put(&at, item).await.data();
        };
        save("terms-text", "draft").await;
        save("privacy-text", "ready").await;
        assert!(!done(&client, "TERMS").await, "a draft is nobody's terms yet");
        save("terms-text", "ready").await;
        assert!(done(&client, "TERMS").await);
        assert!(!done(&client, "GETTING_THERE").await);
        save("getting-there", "ready").await;
        assert!(done(&client, "GETTING_THERE").await);
    }

    async fn the_terms_are_not_done_without_the_privacy_text(app) {
        let client = app.person(3).await.client();
        let at = "/api/content/sixfold-en-gb/authoring/v1/content/terms-text";
        let item = client.get(at).await.data()["item"].clone();
        client.put(at, item).await.data();
        assert!(!done(&client, "TERMS").await, "the privacy text is still the sample");
    }

    async fn an_academys_details_are_checked_field_by_field(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        for (field, value, code) in [
            ("eventName", json!(" "), "FIELD_REQUIRED"), ("eventLocationAddress", json!(""), "FIELD_REQUIRED"),
            ("eventLocationContactEmail", json!("desk"), "EMAIL_INVALID"), ("mapUrl", json!("javascript:alert(1)"), "FIELD_INVALID"),
            ("mapUrl", json!("https://maps.example/a b"), "FIELD_INVALID"),
        ] {
            let mut body = academy();
            body[field] = value;
            client.put(EVENT, body).await.refused_field(422, code, field);
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'event.changed'").await, 0);
        let saved = client.put(EVENT, academy()).await.data();
        assert_eq!((&saved["eventId"], &saved["eventName"]), (&json!("sixfold-academy"), &json!("Six at the Mill")));
        client.put(EVENT, academy()).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'event.changed'").await, 1, "what is as it was is no change");
    }

    // RULES 11.5
    async fn details_that_somebody_else_has_changed_since_are_not_overwritten(app) {
        let (mine, theirs) = (app.person(3).await.client(), app.person(3).await.client());
        let opened = app.client().get("/api/event/config").await.data()["event"].clone();
        let over = |opened: &Value, phone: &str| {
            let mut body = academy();
            body["eventLocationContactNumber"] = json!(phone);
            body["opened"] = opened.clone();
            body
        };
        let saved = theirs.put(EVENT, over(&opened, "")).await.data();
        let error = mine.put(EVENT, over(&opened, "0113 496 0123")).await.refused(409, "EVENT_CHANGED");
        assert_eq!(error["current"], saved);
        assert_eq!(mine.put(EVENT, over(&opened, "")).await.data(), saved, "they have saved the same");
        let phone = "0113 496 0124";
        let merged = mine.put(EVENT, over(&saved, phone)).await.data();
        assert_eq!(merged["eventLocationContactNumber"], phone);
        // A caller who does not say what it has seen is not checked.
        assert_eq!(theirs.put(EVENT, academy()).await.data(), saved);
    }
}
