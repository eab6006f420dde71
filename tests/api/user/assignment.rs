//! What no call of an account about itself writes, whatever its body contains: role, number, address, team, country, times of
//! the account.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::{TestApp, both};

use super::profile::full;

const EMAIL: &str = "robin@athletes.example";

/// Fields that only the server sets, under every name that somebody might try.
fn smuggled() -> Value {
    json!({
        "role": 3, "roleid": 3, "roleId": 3, "userRole": "programme-delivery admin",
        "email_lookup": "somebody.else@athletes.example",
        "region": "FR", "teamBookingId": "team-of-others", "team_booking_id": "team-of-others",
        "registeredAt": 1, "registered_at": 1, "deletedAt": 1, "deleted_at": 1, "createdAt": 1, "stamp": 1,
        "passwordHash": "x", "password_hash": "x", "events": [{ "eventList": [{ "eventTestScore": 100 }] }],
        "parqCleared": true, "guardianConfirmedAt": 1, "guardian_confirmed_at": 1, "clearance": { "basis": "x" },
        "secondFactor": true, "permissions": ["all"], "isAdmin": true
    })
}

fn merged(body: &Value, more: &Value) -> Value {
    let mut body = body.clone();
    for (name, value) in more.as_object().unwrap() {
        if body.get(name).is_none() {
            body[name] = value.clone();
        }
    }
    body
}

/// Every column that these calls must not write, of all accounts.
async fn guarded(app: &TestApp) -> Vec<Option<String>> {
    app.texts(
        "SELECT a.uaid || '|' || a.role || '|' || a.email || '|' || a.email_lookup || '|' || COALESCE(a.region, '-') || '|' \
         || COALESCE(a.team_booking_id, '-') || '|' || a.created_at || '|' || COALESCE(a.deleted_at, 0) || '|' \
         || COALESCE(a.password_hash, '-') || '|' || COALESCE(e.guardian_confirmed_at, 0) || '|' \
         || COALESCE(e.clearance_at, 0) FROM account a LEFT JOIN eligibility e ON e.uaid = a.uaid ORDER BY a.uaid",
    )
    .await
}

both! {
    async fn no_call_about_oneself_writes_what_is_the_servers(app) {
        let person = app.sign_up(EMAIL).await;
        app.staff(3).await;
        let before = guarded(&app).await;
        let names = json!({ "firstName": "Robin", "lastName": "Field" });
        for (method, path, body) in [
            (Method::POST, "/api/user/register", names.clone()),
            (Method::PUT, "/api/user/accountmanagement", names.clone()),
            (Method::PUT, "/api/user/profile", names),
            (Method::PUT, "/api/user/marketing", json!({ "marketingPref1": true })),
        ] {
            let body = merged(&body, &smuggled());
            person.client().json(method, path, &body, &[]).await.data();
            assert_eq!(guarded(&app).await, before, "{path}");
            let standing = person.client().get("/api/user/authorization").await.data();
            assert_eq!((&standing["uaid"], &standing["role"]), (&json!(person.uaid), &json!(1)), "{path}");
        }
    }

    async fn marketing_writes_three_choices_and_no_more_of_the_profile(app) {
        let person = app.athlete().await;
        let before = person.client().get("/api/user/profile").await.data();
        let body = merged(&full(), &smuggled());
        person.client().put("/api/user/marketing", body).await.data();
        let mut after = person.client().get("/api/user/profile").await.data();
        for name in ["marketingPref1", "marketingPref2", "marketingPref3"] {
            after[name] = before[name].clone();
        }
        assert_eq!(after, before);
    }

    async fn signing_up_makes_an_athlete_whatever_is_asked_for(app) {
        let data = app.client().post("/api/user/signup", merged(&signup_body(EMAIL), &smuggled())).await.data();
        assert_eq!(data["role"], 1);
        let rows = app.scalar("SELECT COUNT(*) FROM account WHERE role = 1 AND region IS NULL AND team_booking_id IS NULL \
            AND registered_at IS NULL AND is_competitor").await;
        assert_eq!(rows, 1);
        assert_eq!(app.texts("SELECT email FROM account").await, [Some(EMAIL.to_owned())]);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM eligibility WHERE guardian_confirmed_at IS NULL AND clearance_at IS NULL").await, 1);
    }

    async fn signing_in_and_new_passwords_give_no_role(app) {
        let person = app.sign_up(EMAIL).await;
        let login = merged(&json!({ "emailAddress": EMAIL, "password": PASSWORD }), &smuggled());
        assert_eq!(app.client().post("/api/user/login", login).await.data()["role"], 1);
        let new = json!({ "currentPassword": PASSWORD, "newPassword": "a quieter stadium", "role": 3, "region": "FR" });
        person.client().post("/api/user/password", new).await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE role = 1 AND region IS NULL").await, 1);
    }

    async fn somebody_elses_number_is_refused_by_every_call(app) {
        let (person, other) = (app.sign_up(EMAIL).await, app.staff(1).await);
        let before = guarded(&app).await;
        for (method, path, body) in [
            (Method::POST, "/api/user/register", json!({ "firstName": "Eve", "lastName": "Field" })),
            (Method::PUT, "/api/user/accountmanagement", json!({ "firstName": "Eve", "lastName": "Field" })),
            (Method::PUT, "/api/user/profile", json!({ "firstName": "Eve" })),
            (Method::PUT, "/api/user/marketing", json!({ "marketingPref1": true })),
            (Method::POST, "/api/user/password", json!({ "currentPassword": PASSWORD, "newPassword": "a quieter stadium" })),
            (Method::POST, "/api/user/delete", json!({ "password": PASSWORD })),
            (Method::DELETE, "/api/user/sessions", json!({ "all": true })),
        ] {
            let body = merged(&body, &json!({ "uaid": person.uaid }));
            other.client().json(method.clone(), path, &body, &[]).await.refused(403, "FORBIDDEN");
            let asked = format!("{path}?uaid={}", person.uaid);
            other.client().json(method, &asked, &json!({}), &[]).await.refused(403, "FORBIDDEN");
        }
        for path in ["/api/user/profile", "/api/user/export", "/api/user/sessions"] {
            other.client().get(&format!("{path}?uaid={}", person.uaid)).await.refused(403, "FORBIDDEN");
        }
        assert_eq!(guarded(&app).await, before);
        person.client().get("/api/user/profile").await.data();
    }
}
