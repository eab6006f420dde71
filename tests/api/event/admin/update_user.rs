//! `POST /api/event/admin/user/update`.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

const PATH: &str = "/api/event/admin/user/update";

async fn rev(staff: &Person, person: &Person) -> Value {
    let path = format!("/api/event/admin/profile?uaid={}", person.uaid);
    staff.client().get(&path).await.data()["rev"].clone()
}

async fn readings(app: &TestApp) -> i64 {
    app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'health.read'").await
}

both! {
    async fn an_edit_of_something_that_changed_meanwhile_shows_both(app) {
        let (one, two, person) = (app.person(3).await, app.person(3).await, app.athlete().await);
        let read = rev(&one, &person).await;
        let first = json!({ "uaid": person.uaid, "rev": read, "firstName": "Ada", "medicalIssues": "Asthma" });
        let saved = two.client().post(PATH, first).await.data();
        assert_eq!((&saved["firstName"], &saved["medicalIssues"]), (&json!("Ada"), &json!("Asthma")));
        assert_eq!(saved["rev"].as_i64().unwrap(), read.as_i64().unwrap() + 1);
        let before = readings(&app).await;
        let late = json!({ "uaid": person.uaid, "rev": read, "firstName": "Bo", "lastName": "Reed" });
        let refused = one.client().keyed(Method::POST, PATH, "k", late.clone()).await.refused(409, "PROFILE_CHANGED");
        assert_eq!((&refused["current"]["firstName"], &refused["current"]["rev"]), (&json!("Ada"), &saved["rev"]));
        assert_eq!(refused["yours"], json!({ "firstName": "Bo", "lastName": "Reed" }));
        assert_eq!(readings(&app).await, before + 1, "the refusal shows health data too");
        let again = one.client().keyed(Method::POST, PATH, "k", late.clone()).await.refused(409, "PROFILE_CHANGED");
        assert_eq!((again, readings(&app).await), (refused.clone(), before + 2));
        let unkeyed = one.client().post(PATH, late).await.refused(409, "PROFILE_CHANGED");
        assert_eq!((unkeyed, readings(&app).await), (refused, before + 3));
        let mine = json!({ "uaid": person.uaid, "rev": saved["rev"], "lastName": "Reed" });
        let merged = one.client().post(PATH, mine).await.data();
        assert_eq!((&merged["firstName"], &merged["lastName"]), (&json!("Ada"), &json!("Reed")));
    }

    async fn a_refusal_that_shows_no_profile_is_no_reading(app) {
        let (staff, person, other) = (app.person(3).await, app.athlete().await, app.athlete().await);
        let body = json!({ "uaid": person.uaid, "emailAddress": other.email });
        let before = readings(&app).await;
        for (method, path) in [(Method::POST, PATH), (Method::PUT, "/api/user/profile/admin")] {
            for _ in 0..2 {
                staff.client().keyed(method.clone(), path, path, body.clone()).await.refused(409, "EMAIL_TAKEN");
            }
        }
        assert_eq!(readings(&app).await, before);
    }

    async fn an_edit_that_does_not_ask_for_health_data_is_not_shown_it(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let read = rev(&staff, &person).await;
        let before = readings(&app).await;
        let edit = json!({ "uaid": person.uaid, "rev": read, "health": false, "medicalIssues": "Asthma" });
        let saved = staff.client().keyed(Method::POST, PATH, "k", edit.clone()).await.data();
        assert_eq!(saved["medicalIssues"], "N/A");
        assert_eq!(staff.client().keyed(Method::POST, PATH, "k", edit).await.data(), saved);
        let late = json!({ "uaid": person.uaid, "rev": read, "health": false, "firstName": "Bo" });
        let refused = staff.client().post(PATH, late).await.refused(409, "PROFILE_CHANGED");
        assert_eq!(refused["current"]["medicalIssues"], "N/A");
        assert_eq!(readings(&app).await, before);
        // It is stored nevertheless.
        let open = json!({ "uaid": person.uaid, "rev": saved["rev"], "firstName": "Bo" });
        assert_eq!(staff.client().post(PATH, open).await.data()["medicalIssues"], "Asthma");
        assert_eq!(readings(&app).await, before + 1);
    }

    async fn what_its_owner_changes_counts_as_a_change_too_and_of_two_at_once_one_is_late(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let read = rev(&staff, &person).await;
        person.client().put("/api/user/profile", json!({ "sportPlayed": "Judo" })).await.data();
        let body = |rev: &Value, sport: &str| json!({ "uaid": person.uaid, "rev": rev, "sportPlayed": sport });
        staff.client().post(PATH, body(&read, "Golf")).await.refused(409, "PROFILE_CHANGED");
        let now = rev(&staff, &person).await;
        let client = staff.client();
        let (a, b) = tokio::join!(client.post(PATH, body(&now, "Golf")), client.post(PATH, body(&now, "Polo")));
        let mut told = [a.status.as_u16(), b.status.as_u16()];
        told.sort_unstable();
        assert_eq!(told, [200, 409]);
    }

    async fn without_a_revision_the_last_to_save_wins_and_the_log_says_so(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let read = rev(&staff, &person).await;
        person.client().put("/api/user/profile", json!({ "sportPlayed": "Judo" })).await.data();
        let body = json!({ "uaid": person.uaid, "sportPlayed": "Golf" });
        assert_eq!(staff.client().post(PATH, body).await.data()["sportPlayed"], "Golf");
        let checked = json!({ "uaid": person.uaid, "rev": rev(&staff, &person).await, "sportPlayed": "Polo" });
        staff.client().post(PATH, checked).await.data();
        let old = json!({ "uaid": person.uaid, "rev": read, "sportPlayed": "Chess" });
        staff.client().post(PATH, old).await.refused(409, "PROFILE_CHANGED");
        let details = app.texts("SELECT detail FROM audit_log WHERE action = 'profile.changed-by-staff'").await;
        let mut unchecked: Vec<bool> = details.into_iter().flatten().map(|detail| detail.contains("\"unchecked\":true")).collect();
        unchecked.sort_unstable();
        assert_eq!(unchecked, [false, true]);
    }

    async fn the_rules_of_a_profile_hold(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let now = rev(&staff, &person).await;
        staff.client().post(PATH, json!({ "rev": 1, "firstName": "Ada" })).await.refused_field(400, "FIELD_MISSING", "uaid");
        staff.client().post(PATH, json!({ "uaid": "1", "rev": 1 })).await.refused(404, "NOT_FOUND");
        let wrong = json!({ "uaid": person.uaid, "rev": now, "phoneNumber": "12" });
        staff.client().post(PATH, wrong).await.refused_field(422, "PHONE_INVALID", "phoneNumber");
        assert_eq!(rev(&staff, &person).await, now);
    }
}
