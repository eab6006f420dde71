//! Items of the schedule: changes take effect for everybody at once, and invalid ones are refused.

use serde_json::{Value, json};
use sixfold_tests::both;

use super::{ITEM, create, item, put_dates, session};
use crate::event::stage::{DAY, NEXT_DAY, book, week};

both! {
    /// An item of the schedule has every field that an item of the content hub has.
    async fn an_item_of_the_schedule_reads_like_any_other(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        let made = create(&client, "mopup-session", DAY, "10:00", "12:00").await.data();
        let page = app.client().get("/api/content/sixfold-en-gb/delivery/v1/content/home").await.data();
        let list = client.get(&format!("{ITEM}?type=mopup-session")).await.data()["items"][0].clone();
        for (item, type_id) in [
            (item(&client, "closed-dates").await, "date-list"), (item(&client, "mopup-sessions").await, "session-list"),
            (item(&client, made["id"].as_str().unwrap()).await, "mopup-session"), (list, "mopup-session"), (made, "mopup-session"),
        ] {
            assert_eq!((&item["typeId"], &item["type"], &item["tags"]), (&json!(type_id), &json!(type_id), &json!([])), "{item}");
            for field in page.as_object().unwrap().keys().filter(|field| *field != "lastModified") {
                assert!(item.get(field).is_some(), "{field} is missing in {item}");
            }
        }
    }

    async fn a_closed_date_is_closed_for_everybody_at_once(app) {
        app.set_schedule(week(6)).await;
        let (delivery, athlete) = (app.person(3).await, app.athlete().await);
        let empty = item(&delivery.client(), "closed-dates").await;
        assert_eq!((&empty["status"], &empty["elements"]["dates"]["values"]), (&json!("ready"), &json!([])));
        let saved = put_dates(&delivery.client(), "closed-dates", &[DAY], json!([])).await.data();
        assert_eq!(saved["elements"]["dates"]["values"], json!([DAY]));
        assert_eq!(app.client().get("/api/event/config").await.data()["bookingSessionConfig"]["closedDates"], json!([DAY]));
        book(&athlete, DAY, "10:00").await.refused(422, "DATE_CLOSED");
        // An editor with the earlier revision is shown the current one.
        let stale = json!({ "rev": empty["rev"], "elements": { "dates": { "values": [DAY, NEXT_DAY] } } });
        let error = delivery.client().put(&format!("{ITEM}?id=closed-dates"), stale).await.refused(409, "SCHEDULE_CHANGED");
        assert_eq!(error["current"], saved);
        put_dates(&delivery.client(), "closed-dates", &[DAY, "2026-03-01"], json!([])).await.refused(422, "DATE_PAST");
        put_dates(&delivery.client(), "closed-dates", &["2026-02-30"], json!([])).await.refused_field(400, "FIELD_INVALID", "elements.dates");
        put_dates(&delivery.client(), "closed-dates", &[], json!([])).await.data();
        book(&athlete, DAY, "10:00").await.data();
        let told = app.texts("SELECT detail FROM audit_log WHERE action = 'schedule.changed'").await;
        let told: Vec<Value> = told.iter().map(|detail| serde_json::from_str(detail.as_deref().unwrap()).unwrap()).collect();
        let added = json!([{ "act": "add", "kind": "closed-date", "date": DAY }]);
        assert!(told.len() == 2 && told.iter().any(|detail| detail["changes"] == added), "{told:?}");
    }

    async fn a_fixed_item_is_put_back_as_it_was_read(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        let put = async |read: &Value| {
            let target = format!("{ITEM}?id={}", read["id"].as_str().unwrap());
            client.put(&target, read.clone()).await
        };
        for id in ["closed-dates", "bank-holidays"] {
            let mut read = item(&client, id).await;
            read["elements"]["dates"]["values"].as_array_mut().unwrap().push(json!(DAY));
            let saved = put(&read).await.data()["elements"]["dates"]["values"].clone();
            assert!(saved.as_array().unwrap().contains(&json!(DAY)), "{id}: {saved}");
        }
        for kind in ["closed-session", "training-session", "mopup-session"] {
            create(&client, kind, NEXT_DAY, "10:00", "12:00").await.data();
            let read = item(&client, &format!("{kind}s")).await;
            assert_eq!(put(&read).await.data(), read, "{kind}");
        }
        let mut other = item(&client, "closed-dates").await;
        for type_id in ["session-list", "closed-session"] {
            other["typeId"] = json!(type_id);
            put(&other).await.refused_field(400, "FIELD_INVALID", "typeId");
        }
    }

    async fn without_a_revision_the_last_to_save_wins_and_the_log_says_so(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        put_dates(&client, "closed-dates", &[DAY], json!([])).await.data();
        let body = json!({ "elements": { "dates": { "values": [NEXT_DAY] } } });
        let saved = client.put(&format!("{ITEM}?id=closed-dates"), body).await.data();
        assert_eq!(saved["elements"]["dates"]["values"], json!([NEXT_DAY]));
        let told = app.texts("SELECT detail FROM audit_log WHERE action = 'schedule.changed'").await;
        let mut unchecked: Vec<bool> = told.into_iter().flatten().map(|detail| detail.contains("\"unchecked\":true")).collect();
        unchecked.sort_unstable();
        assert_eq!(unchecked, [false, true]);
    }

    // RULES 13.9
    async fn sessions_are_made_moved_and_taken_away(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        let made = create(&client, "closed-session", DAY, "10:00", "12:00").await.data();
        assert_eq!(made["name"], format!("closed-session-{DAY}-10:00-12:00"));
        let id = made["id"].as_str().unwrap();
        let body = json!({ "rev": made["rev"], "typeId": "training-session", "elements": session(NEXT_DAY, "11:00", "23:59") });
        let moved = client.put(&format!("{ITEM}?id={id}"), body.clone()).await.data();
        assert_eq!((moved["id"].as_str(), moved["typeId"].as_str()), (Some(id), Some("training-session")));
        assert_eq!(moved["name"], format!("training-session-{NEXT_DAY}-11:00-23:59"));
        assert_eq!(item(&client, id).await, moved);
        let error = client.put(&format!("{ITEM}?id={id}"), body).await.refused(409, "SCHEDULE_CHANGED");
        assert_eq!(error["current"], moved);
        let list = client.get(&format!("{ITEM}?type=training-session&from={NEXT_DAY}&to={NEXT_DAY}")).await.data();
        assert_eq!(list["items"], json!([moved]));
        assert_eq!(client.get(&format!("{ITEM}?type=training-session&to={DAY}")).await.data()["items"], json!([]));
        let config = app.client().get("/api/event/config").await.data();
        assert_eq!(config["bookingSessionConfig"]["trainingSessions"][0]["sessionStart"], "11:00");
        // A fixed item has the sessions of a kind; a write keeps those that it names.
        let all = item(&client, "training-sessions").await;
        assert_eq!(all["elements"]["sessions"]["values"][0]["id"], id);
        let other = create(&client, "training-session", DAY, "10:00", "10:15").await.data();
        let all = item(&client, "training-sessions").await;
        let keep = json!({ "rev": all["rev"], "elements": { "sessions": { "values": [{ "id": other["id"] }] } } });
        let left = client.put(&format!("{ITEM}?id=training-sessions"), keep).await.data();
        assert_eq!(left["elements"]["sessions"]["values"].as_array().unwrap().len(), 1);
        client.get(&format!("{ITEM}?id={id}")).await.refused(404, "NOT_FOUND");
        let logged = app.texts("SELECT detail FROM audit_log WHERE action = 'schedule.changed'").await;
        let removed = format!("\"name\":\"training-session-{NEXT_DAY}-11:00-23:59\"");
        let line = logged.into_iter().flatten().find(|line| line.contains("\"remove\"")).unwrap();
        assert!(line.contains(&removed), "{line}");
        let target = format!("{ITEM}?id={}", other["id"].as_str().unwrap());
        client.delete(&target, json!({ "rev": 7 })).await.refused(409, "SCHEDULE_CHANGED");
        client.delete(&target, json!({ "rev": other["rev"] })).await.data();
        assert_eq!(app.count("session_item").await, 0);
    }

    async fn what_cannot_stand_is_refused_and_leaves_nothing(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        let there = create(&client, "mopup-session", DAY, "10:00", "12:00").await.data();
        let error = create(&client, "mopup-session", DAY, "11:45", "13:00").await.refused(422, "SESSION_OVERLAP");
        assert_eq!(error["with"], json!({ "id": there["id"], "date": DAY, "start": "10:00", "end": "12:00" }));
        for (kind, day, start, end, status, word) in [
            ("mopup-session", DAY, "14:00", "13:00", 422, "SESSION_REVERSED"),
            ("mopup-session", DAY, "14:00", "14:00", 422, "SESSION_REVERSED"),
            ("mopup-session", DAY, "14:05", "15:00", 422, "SESSION_OFF_GRID"),
            ("mopup-session", "2026-03-01", "14:00", "15:00", 422, "DATE_PAST"),
            ("open-session", DAY, "14:00", "15:00", 400, "FIELD_INVALID"),
            ("mopup-session", DAY, "25:00", "26:00", 400, "FIELD_INVALID"),
            ("mopup-session", "someday", "14:00", "15:00", 400, "FIELD_INVALID"),
        ] {
            create(&client, kind, day, start, end).await.refused(status, word);
        }
        // Sessions of different kinds may overlap.
        create(&client, "closed-session", DAY, "11:00", "13:00").await.data();
        assert_eq!(app.count("session_item").await, 2);
        client.get(ITEM).await.refused(400, "FIELD_REQUIRED");
        client.get(&format!("{ITEM}?type=mopup-session&from={NEXT_DAY}&to={DAY}")).await.refused(400, "RANGE_INVALID");
        for role in [1, 2, 4] {
            app.person(role).await.client().get(&format!("{ITEM}?id=closed-dates")).await.refused(403, "FORBIDDEN");
        }
    }

    async fn a_write_that_is_sent_again_happens_once(app) {
        app.set_schedule(week(6)).await;
        let client = app.person(3).await.client();
        let body = json!({ "typeId": "closed-session", "elements": session(DAY, "10:00", "12:00") });
        let first = client.keyed(axum::http::Method::POST, ITEM, "one", body.clone()).await.data();
        assert_eq!(client.keyed(axum::http::Method::POST, ITEM, "one", body).await.data(), first);
        assert_eq!(app.count("session_item").await, 1);
    }
}
