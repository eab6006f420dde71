//! `GET` and `PUT /api/user/notifications`, and what `event/config` says.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{TestApp, both, on_both};

use super::{NOTIFICATIONS, configure, topics};

const CONFIG: &str = "/api/event/config";

both! {
    // RULES 16.1 and 16.3
    async fn until_somebody_chooses_everything_is_on_and_the_night_is_quiet(app) {
        let person = app.athlete().await;
        assert_eq!(person.client().get(NOTIFICATIONS).await.data(), json!({
            "push": { "publicKey": null, "devices": [] },
            "texts": false,
            "topics": topics(&[]),
            "quietHours": { "from": "22:00", "until": "07:00" },
            "textReminders": false,
        }));
        let config = app.client().get(CONFIG).await.data();
        assert_eq!((&config["push"], &config["texts"]), (&Value::Null, &json!(false)));
    }

    async fn a_choice_is_kept_and_answered(app) {
        let (person, other) = (app.athlete().await, app.athlete().await);
        let chosen = json!({ "topics": topics(&["offers", "alerts"]), "quietHours": null, "textReminders": true });
        let saved = person.client().put(NOTIFICATIONS, chosen.clone()).await.data();
        for name in ["topics", "quietHours", "textReminders"] {
            assert_eq!(saved[name], chosen[name], "{name}");
        }
        assert_eq!(person.client().get(NOTIFICATIONS).await.data(), saved);
        let again = json!({ "topics": topics(&["results"]), "quietHours": { "from": "23:30", "until": "06:15" } });
        let saved = person.client().put(NOTIFICATIONS, again.clone()).await.data();
        assert_eq!((&saved["topics"], &saved["quietHours"]), (&again["topics"], &again["quietHours"]));
        assert_eq!(saved["textReminders"], true, "what is left out stays");
        assert_eq!(other.client().get(NOTIFICATIONS).await.data()["topics"], topics(&[]));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'notifications.settings'").await, 2);
    }

    async fn what_is_no_choice_is_refused_by_its_field(app) {
        let client = app.athlete().await.client();
        let put = async |body: Value| client.put(NOTIFICATIONS, body).await;
        let same = json!({ "from": "22:00", "until": "22:00" });
        put(json!({ "topics": topics(&[]), "quietHours": same })).await
            .refused_field(422, "QUIET_HOURS_INVALID", "quietHours");
        put(json!({ "topics": topics(&[]) })).await.refused_field(400, "FIELD_MISSING", "quietHours");
        put(json!({ "quietHours": null })).await.refused_field(400, "FIELD_MISSING", "topics");
        put(json!({ "topics": { "offers": true }, "quietHours": null })).await
            .refused_field(400, "FIELD_MISSING", "topics.bookings");
        for bad in ["24:00", "7", "07:00:00", ""] {
            let hours = json!({ "from": "22:00", "until": bad });
            put(json!({ "topics": topics(&[]), "quietHours": hours })).await
                .refused_field(400, "FIELD_INVALID", "quietHours.until");
        }
        assert_eq!(app.count("notification_setting").await, 0);
    }

    async fn a_repeated_choice_is_made_once(app) {
        let person = app.athlete().await;
        let body = json!({ "topics": topics(&["results"]), "quietHours": null });
        let first = person.client().keyed(Method::PUT, NOTIFICATIONS, "k", body.clone()).await.data();
        person.client().put(NOTIFICATIONS, json!({ "topics": topics(&[]), "quietHours": null })).await.data();
        assert_eq!(person.client().keyed(Method::PUT, NOTIFICATIONS, "k", body).await.data(), first);
        assert_eq!(person.client().get(NOTIFICATIONS).await.data()["topics"], topics(&[]));
    }
}

on_both!(a_page_learns_the_key_where_there_is_one, |engine| async move {
    let folder = tempfile::tempdir().unwrap();
    let app = TestApp::spawn_with(engine, |flags| {
        configure(flags, folder.path(), "push.example.org");
        flags.notifications.text_url = Some("https://texts.example.org".to_owned());
    })
    .await;
    let config = app.client().get(CONFIG).await.data();
    let key = config["push"].as_str().unwrap();
    // 65 bytes in base64url.
    assert_eq!((key.len(), &key[..1]), (87, "B"), "{key}");
    assert_eq!(config["texts"], true);
    let own = app.athlete().await.client().get(NOTIFICATIONS).await.data();
    assert_eq!((&own["push"]["publicKey"], &own["texts"]), (&config["push"], &json!(true)));
    for page in [config.to_string(), own.to_string()] {
        assert!(!page.contains("PRIVATE") && !page.contains("texts.example"), "{page}");
    }
});
