//! `GET` and `PUT /api/event/admin/protocols`: every change is a new version, and existing scores do not change.

use serde_json::{Value, json};
use sixfold_domain::protocol::Protocols;
use sixfold_tests::both;

const PROTOCOLS: &str = "/api/event/admin/protocols";

/// The built-in set with one value of Speed changed.
fn changed(field: &str, value: Value) -> Value {
    let mut set = json!(Protocols::STANDARD);
    set["tests"][3][field] = value;
    set
}

both! {
    async fn a_change_is_a_new_version_that_the_settings_tell(app) {
        let delivery = app.person(3).await;
        let standard = json!(Protocols::STANDARD);
        assert_eq!(delivery.client().get(PROTOCOLS).await.data(), standard);
        assert_eq!(app.client().get("/api/event/config").await.data()["protocols"], standard);
        // Saving the same set again is not a change.
        assert_eq!(delivery.client().put(PROTOCOLS, standard).await.data()["version"], 1);
        assert_eq!(app.count("protocol_set").await, 0);

        let saved = delivery.client().put(PROTOCOLS, changed("attempts", json!(3))).await.data();
        assert_eq!((saved["version"].as_u64(), saved["tests"][3]["attempts"].as_u64()), (Some(2), Some(3)));
        assert_eq!(app.client().get("/api/event/config").await.data()["protocols"], saved);
        let detail = app.texts("SELECT detail FROM audit_log WHERE action = 'protocols.changed'").await.remove(0);
        let detail: Value = serde_json::from_str(&detail.unwrap()).unwrap();
        assert_eq!((detail["changed"].clone(), detail["to"].clone()), (json!(["Speed"]), saved));
    }

    async fn whoever_saw_an_older_version_is_shown_the_newer_one(app) {
        let delivery = app.person(3).await;
        let saved = delivery.client().put(PROTOCOLS, changed("attempts", json!(3))).await.data();
        let error = delivery.client().put(PROTOCOLS, changed("attempts", json!(4))).await.refused(409, "PROTOCOL_CHANGED");
        assert_eq!(error["current"], saved);
        assert_eq!(app.count("protocol_set").await, 1);
    }

    async fn protocols_that_cannot_score_are_refused(app) {
        let delivery = app.person(3).await;
        for (field, value, named) in [
            ("zero", json!(2.7), "tests[3].hundred"),
            ("zero", json!(11), "tests[3].zero"),
            ("hundred", json!(1), "tests[3].hundred"),
            ("low", json!(-1), "tests[3].low"),
            ("low", json!(10), "tests[3].high"),
            ("attempts", json!(0), "tests[3].attempts"),
            ("attempts", json!(11), "tests[3].attempts"),
            ("TestType", json!("Power"), "tests"),
        ] {
            let body = changed(field, value.clone());
            let error = delivery.client().put(PROTOCOLS, body).await.refused(422, "PROTOCOL_INVALID");
            assert_eq!(error["field"], named, "{field} {value}");
        }
        for (field, value) in [("unit", json!("miles")), ("zero", json!("4.2")), ("TestType", json!("Chess"))] {
            delivery.client().put(PROTOCOLS, changed(field, value)).await.refused(400, "FIELD_INVALID");
        }
        assert_eq!(app.count("protocol_set").await, 0);
    }

    async fn only_programme_delivery_sees_and_changes_them(app) {
        for role in [1, 2, 4] {
            let client = app.person(role).await.client();
            client.get(PROTOCOLS).await.refused(403, "FORBIDDEN");
            client.put(PROTOCOLS, json!(Protocols::STANDARD)).await.refused(403, "FORBIDDEN");
        }
    }
}
