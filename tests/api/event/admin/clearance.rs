//! `event/admin/clearance`.

use serde_json::{Value, json};
use sixfold_tests::people::signup_body;
use sixfold_tests::{Person, TestApp, both};

use crate::event::stage::{DAY, TIME, book, week};

const PATH: &str = "/api/event/admin/clearance";

async fn with_a_yes(app: &TestApp) -> Person {
    let person = app.athlete().await;
    app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", person.uaid)).await;
    person
}

async fn screening(staff: &Person, person: &Person) -> Value {
    let path = format!("/api/event/admin/profile?uaid={}", person.uaid);
    staff.client().get(&path).await.data()["screening"].clone()
}

both! {
    async fn a_clearance_lets_somebody_book_until_it_is_withdrawn(app) {
        app.set_schedule(week(6)).await;
        let (staff, person) = (app.person(3).await, with_a_yes(&app).await);
        book(&person, DAY, TIME).await.refused(422, "SCREENING_NOT_CLEARED");
        assert_eq!(screening(&staff, &person).await["state"], "not-cleared");
        let body = json!({ "uaid": person.uaid, "basis": "Letter of Dr Moss" });
        assert_eq!(staff.client().post(PATH, body).await.data(), json!({ "uaid": person.uaid, "expires": "2027-03-01" }));
        let told = screening(&staff, &person).await;
        let clearance = (&told["clearance"]["by"], &told["clearance"]["basis"], &told["clearance"]["expires"]);
        assert_eq!(clearance, (&json!(staff.uaid), &json!("Letter of Dr Moss"), &json!("2027-03-01")));
        assert_eq!((&told["state"], &told["cleared"]), (&json!("cleared"), &json!(true)));
        book(&person, DAY, TIME).await.data();
        staff.client().delete(PATH, json!({ "uaid": person.uaid })).await.data();
        assert_eq!(screening(&staff, &person).await["clearance"], Value::Null);
        staff.client().delete(PATH, json!({ "uaid": person.uaid })).await.refused(404, "NOT_FOUND");
        let log = app.texts("SELECT action || detail FROM audit_log WHERE action LIKE 'clearance.%' ORDER BY at, audit_id").await;
        assert_eq!(log.len(), 2);
        assert!(log.iter().flatten().all(|line| !line.contains("Moss")), "{log:?}");
        let desk = app.person(2).await;
        app.execute(format!("UPDATE booking SET test_date = '2026-03-02', seat = NULL WHERE uaid = '{}'", person.uaid)).await;
        assert_eq!(screening(&desk, &person).await, Value::Null, "for role 3 alone");
    }

    // RULES 6.4
    async fn a_clearance_is_for_the_answers_that_were_seen(app) {
        let (staff, person) = (app.person(3).await, with_a_yes(&app).await);
        let path = format!("/api/event/admin/profile?uaid={}", person.uaid);
        let seen = staff.client().get(&path).await.data()["rev"].clone();
        let mut answers = signup_body(&person.email)["eligibility"].clone();
        answers["PARQ"] = json!([false, true, false, false, false, false, true]);
        let form = json!({ "firstName": "Sam", "lastName": "Field", "eligibility": answers });
        person.client().put("/api/user/accountmanagement", form).await.data();
        let body = |rev: &Value| json!({ "uaid": person.uaid, "basis": "Letter of Dr Moss", "rev": rev });
        let refused = staff.client().post(PATH, body(&seen)).await.refused(409, "PROFILE_CHANGED");
        assert_eq!(screening(&staff, &person).await["clearance"], Value::Null);
        staff.client().post(PATH, body(&refused["current"]["rev"])).await.data();
    }

    async fn what_a_clearance_is_based_on_may_have_several_lines(app) {
        let (staff, person) = (app.person(3).await, with_a_yes(&app).await);
        let basis = "Letter of Dr Moss, 2 March.\nSeen on the phone.";
        staff.client().post(PATH, json!({ "uaid": person.uaid, "basis": basis })).await.data();
        assert_eq!(screening(&staff, &person).await["clearance"]["basis"], basis);
        let broken = json!({ "uaid": person.uaid, "basis": "Letter\u{7}" });
        staff.client().post(PATH, broken).await.refused_field(422, "TEXT_INVALID", "basis");
    }

    // RULES 6.4
    async fn only_the_clearance_that_was_seen_is_withdrawn(app) {
        let (staff, person) = (app.person(3).await, with_a_yes(&app).await);
        let record = json!({ "uaid": person.uaid, "basis": "Letter of Dr Moss" });
        staff.client().post(PATH, record.clone()).await.data();
        let seen = screening(&staff, &person).await["clearance"]["at"].clone();
        app.pass_minutes(1);
        staff.client().post(PATH, record).await.data();
        let withdraw = async |at: &Value| staff.client().delete(PATH, json!({ "uaid": person.uaid, "at": at })).await;
        let refused = withdraw(&seen).await.refused(409, "PROFILE_CHANGED");
        let now = &refused["current"]["screening"]["clearance"]["at"];
        assert_eq!(*now, screening(&staff, &person).await["clearance"]["at"], "it stands");
        assert_eq!(refused["current"]["screening"]["clearance"]["basis"], "N/A");
        withdraw(now).await.data();
        assert_eq!(screening(&staff, &person).await["clearance"], Value::Null);
    }

    async fn what_needs_none_gets_none(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let ask = async |person: &Person, body: Value| {
            let mut whole = json!({ "uaid": person.uaid, "basis": "A letter" });
            whole.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
            staff.client().post(PATH, whole).await
        };
        ask(&person, json!({})).await.refused(422, "CLEARANCE_NOT_NEEDED");
        ask(&staff, json!({})).await.refused(403, "OWN_CLEARANCE");
        let yes = with_a_yes(&app).await;
        ask(&yes, json!({ "basis": "x" })).await.refused_field(422, "REASON_REQUIRED", "basis");
        ask(&yes, json!({ "basis": "x".repeat(501) })).await.refused_field(422, "TEXT_TOO_LONG", "basis");
        ask(&yes, json!({ "expires": "2026-03-01" })).await.refused_field(422, "DATE_PAST", "expires");
        ask(&yes, json!({ "uaid": "1" })).await.refused_field(404, "NOT_FOUND", "uaid");
        app.execute("UPDATE eligibility SET screened_at = 1").await;
        ask(&yes, json!({})).await.refused(422, "CLEARANCE_WITHOUT_SCREENING");
    }
}
