//! `POST /api/event/admin/user/delete`: somebody's account is deleted for them.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Person, Reply, both};

use crate::cases::{Case, refuses};
use crate::event::stage::{DAY, LATER, TIME, booked, status, taken, wait, week};
use crate::event::waitlist::offered;
use crate::user::delete::PERSONAL;

const PATH: &str = "/api/event/admin/user/delete";
const EMAIL: &str = "robin@athletes.example";

fn body(uaid: &str) -> Value {
    json!({ "uaid": uaid, "confirmation": uaid })
}

async fn delete(staff: &Person, uaid: &str) -> Reply {
    staff.client().post(PATH, body(uaid)).await
}

both! {
    // RULES 9.8
    async fn everything_personal_goes_and_the_places_come_free(app) {
        app.set_schedule(week(1)).await;
        let (staff, next, other) = (app.person(3).await, app.athlete().await, app.athlete().await);
        let person = app.sign_up(EMAIL).await;
        let profile = json!({
            "firstName": "Robin", "lastName": "Field", "phoneNumber": "+447700900123", "postcode": "SW11 8AL", "gender": "female",
            "emergencyName": "Sam Field", "emergencyNumber": "+447700900456", "medicalIssues": "Asthma", "improvement": "Start",
            "socialMediaHandles": [{ "socialMediaName": "Instagram", "handle": "robin.rows" }]
        });
        person.client().post("/api/user/register", profile).await.data();
        app.client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
        let id = booked(&person, DAY, TIME).await;
        wait(&next, DAY, TIME).await.data();
        booked(&other, DAY, LATER).await;
        wait(&person, DAY, LATER).await.data();
        let second = app.client().bearer(&app.session_of(&person).await);
        second.get("/api/user/profile").await.data();

        assert_eq!(delete(&staff, &person.uaid).await.data(), json!({ "uaid": person.uaid }));
        person.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        second.get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        let login = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        app.client().post("/api/user/login", login).await.refused(401, "CREDENTIALS_WRONG");
        let theirs = format!("uaid = '{}'", person.uaid);
        for table in ["eligibility", "one_time_token", "mail_outbox"] {
            assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM {table} WHERE {theirs}")).await, 0, "{table}");
        }
        assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM mail_outbox WHERE to_address = '{EMAIL}'")).await, 0);
        assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM account WHERE {theirs} AND {PERSONAL}")).await, 0);
        assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM account WHERE {theirs} AND deleted_at IS NOT NULL")).await, 1);
        let again = app.sign_up(EMAIL).await;
        assert_ne!(again.uaid, person.uaid);

        assert_eq!((status(&app, &id).await.as_str(), taken(&app, DAY, TIME).await), ("cancelled", 1));
        offered(&app, &next).await;
        let in_line = format!("SELECT COUNT(*) FROM waitlist WHERE {theirs} AND status IN ('waiting', 'offered')");
        assert_eq!(app.scalar(in_line).await, 0);
        let line = format!(
            "SELECT COUNT(*) FROM audit_log WHERE action = 'account.deleted-by-staff' AND actor_uaid = '{}' AND actor_role = 3 \
             AND subject_uaid = '{}'", staff.uaid, person.uaid);
        assert_eq!(app.scalar(line).await, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'account.deleted'").await, 0);
        staff.client().get("/api/user/profile").await.data();
    }

    async fn only_role_3_may_and_never_their_own(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        app.person(3).await;
        delete(&staff, &staff.uaid).await.refused(403, "OWN_ACCOUNT");
        delete(&staff, &format!("00{}", staff.uaid)).await.refused(403, "OWN_ACCOUNT");
        app.client().post(PATH, body(&person.uaid)).await.refused(401, "UNAUTHORISED");
        for role in [1, 2, 4] {
            let other = app.person(role).await;
            delete(&other, &person.uaid).await.refused(403, "FORBIDDEN");
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE deleted_at IS NOT NULL").await, 0);
        person.client().get("/api/user/profile").await.data();
        staff.client().get("/api/user/profile").await.data();
    }

    async fn without_their_number_typed_nothing_happens(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let cases: [Case; 6] = [
            ("uaid", None, 400, "FIELD_MISSING", "uaid"),
            ("uaid", Some(json!("Robin")), 400, "FIELD_INVALID", "uaid"),
            ("confirmation", None, 400, "FIELD_MISSING", "confirmation"),
            ("confirmation", Some(json!("")), 400, "FIELD_INVALID", "confirmation"),
            ("confirmation", Some(json!("Robin")), 400, "FIELD_INVALID", "confirmation"),
            ("confirmation", Some(json!(staff.uaid)), 400, "FIELD_INVALID", "confirmation"),
        ];
        refuses(&staff.client(), &Method::POST, PATH, &body(&person.uaid), &cases).await;
        delete(&staff, "1").await.refused_field(404, "NOT_FOUND", "uaid");
        person.client().get("/api/user/profile").await.data();
    }

    async fn a_repeated_key_gets_its_first_answer(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let ask = async || staff.client().keyed(Method::POST, PATH, "k", body(&person.uaid)).await;
        let first = ask().await;
        first.data();
        let again = ask().await;
        assert_eq!((again.value(), again.header("idempotency-replayed")), (first.value(), "true".to_owned()));
        delete(&staff, &person.uaid).await.refused_field(404, "NOT_FOUND", "uaid");
        let lines = "SELECT COUNT(*) FROM audit_log WHERE action = 'account.deleted-by-staff'";
        assert_eq!(app.scalar(lines).await, 1);
    }

    async fn two_who_delete_each_other_leave_one(app) {
        for round in 0..8 {
            app.execute("UPDATE account SET role = 1").await;
            let (one, two) = (app.person(3).await, app.person(3).await);
            let (first, second) = tokio::join!(delete(&one, &two.uaid), delete(&two, &one.uaid));
            let left = app.scalar("SELECT COUNT(*) FROM account WHERE role = 3 AND deleted_at IS NULL").await;
            assert_eq!(left, 1, "round {round}: {} {}", first.text(), second.text());
            let other = if first.status == 200 { second } else { first };
            if other.status != 401 {
                other.refused(409, "LAST_DELIVERY_ADMIN");
            }
        }
    }
}
