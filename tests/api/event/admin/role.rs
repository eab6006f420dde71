//! `POST /api/event/admin/user/role`.

use axum::body::Body;
use axum::http::{HeaderMap, Method, header};
use serde_json::{Value, json};
use sixfold_domain::role::Role;
use sixfold_server::config::cli::AutoSwitch;
use sixfold_server::db::people::role;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::second_factor::{Authenticator, begin, login};
use sixfold_tests::{Person, Reply, TestApp, both, on_both};

use crate::user::forgot::mailed_token;

const PATH: &str = "/api/event/admin/user/role";

/// As clients send it: everything in the query, without a body.
async fn give(staff: &Person, uaid: &str, role: &str) -> Reply {
    let path = format!("{PATH}?uaid={uaid}&roleid={role}");
    staff.client().send(Method::POST, &path, HeaderMap::new(), Body::empty()).await
}

async fn role_of(app: &TestApp, person: &Person) -> i64 {
    app.scalar(format!("SELECT role FROM account WHERE uaid = '{}'", person.uaid)).await
}

async fn delivery(app: &TestApp) -> i64 {
    app.scalar("SELECT COUNT(*) FROM account WHERE role = 3 AND deleted_at IS NULL").await
}

both! {
    async fn a_role_is_given_the_sessions_end_and_the_log_has_a_line(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        for (from, to) in [(1, 2), (2, 4), (4, 3), (3, 1)] {
            app.pass_minutes(1);
            let token = if from == 1 { person.token.clone() } else { app.session_of(&person).await };
            let client = app.client().bearer(&token);
            client.get("/api/user/authorization").await.data();
            let answer = give(&staff, &person.uaid, &to.to_string()).await.data();
            assert_eq!(answer, json!({ "uaid": person.uaid, "role": to }));
            client.get("/api/user/authorization").await.refused(401, "UNAUTHORISED");
            assert_eq!(role_of(&app, &person).await, to);
            let details = app.texts("SELECT detail FROM audit_log WHERE action = 'role.changed' ORDER BY at DESC LIMIT 1").await;
            assert_eq!(serde_json::from_str::<Value>(details[0].as_ref().unwrap()).unwrap(), json!({ "from": from, "to": to }));
        }
        let lines = app.scalar(format!(
            "SELECT COUNT(*) FROM audit_log WHERE action = 'role.changed' AND actor_uaid = '{}' AND actor_role = 3 \
             AND subject_uaid = '{}'", staff.uaid, person.uaid)).await;
        assert_eq!(lines, 4);
        staff.client().get("/api/user/authorization").await.data();
    }

    async fn the_fields_are_read_from_a_body_too(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        let number: Value = person.uaid.parse::<u64>().unwrap().into();
        for (body, role) in [
            (json!({ "uaid": person.uaid, "roleid": 2 }), 2),
            (json!({ "uaid": number, "roleId": "4" }), 4),
            (json!({ "token": staff.token, "uaid": format!("00{}", person.uaid), "roleid": 1 }), 1),
        ] {
            assert_eq!(staff.client().post(PATH, body).await.data()["role"], role);
        }
        let path = format!("{PATH}?uaid={}&roleid=2&token={}", person.uaid, staff.token);
        assert_eq!(app.client().post(&path, json!({ "roleid": 2 })).await.data()["role"], 2, "the token in the query");
        let torn = staff.client().post(&format!("{PATH}?uaid={}&roleid=2", person.uaid), json!({ "roleid": 3 })).await;
        torn.refused_field(400, "FIELD_INVALID", "roleid");
        assert_eq!(role_of(&app, &person).await, 2);
    }

    async fn every_bad_field_is_named_and_nothing_changes(app) {
        let (staff, person) = (app.person(3).await, app.athlete().await);
        for (query, status, code, field) in [
            (String::new(), 400, "FIELD_MISSING", "uaid"),
            ("?roleid=2".to_owned(), 400, "FIELD_MISSING", "uaid"),
            ("?uaid=&roleid=2".to_owned(), 400, "FIELD_MISSING", "uaid"),
            ("?uaid=0&roleid=2".to_owned(), 400, "UAID_REQUIRED", "uaid"),
            ("?uaid=abc&roleid=2".to_owned(), 400, "UAID_INVALID", "uaid"),
            ("?uaid=-1&roleid=2".to_owned(), 400, "UAID_INVALID", "uaid"),
            ("?uaid=123456789012345678901&roleid=2".to_owned(), 400, "UAID_TOO_LONG", "uaid"),
            ("?uaid=1&roleid=2".to_owned(), 404, "NOT_FOUND", "uaid"),
            (format!("?uaid={}", person.uaid), 400, "FIELD_MISSING", "roleid"),
            (format!("?uaid={}&roleid=", person.uaid), 400, "FIELD_MISSING", "roleid"),
            (format!("?uaid={}&roleid=0", person.uaid), 400, "ROLE_INVALID", "roleid"),
            (format!("?uaid={}&roleid=5", person.uaid), 400, "ROLE_INVALID", "roleid"),
            (format!("?uaid={}&roleid=03", person.uaid), 400, "ROLE_INVALID", "roleid"),
            (format!("?uaid={}&roleid=admin", person.uaid), 400, "ROLE_INVALID", "roleid"),
        ] {
            let path = format!("{PATH}{query}");
            let reply = staff.client().send(Method::POST, &path, HeaderMap::new(), Body::empty()).await;
            reply.refused_field(status, code, field);
        }
        for (value, field) in [(json!({ "uaid": ["1"] }), "uaid"), (json!({ "uaid": person.uaid, "roleid": true }), "roleid")] {
            staff.client().post(PATH, value).await.refused_field(400, "FIELD_INVALID", field);
        }
        let text = HeaderMap::from_iter([(header::CONTENT_TYPE, "text/plain".parse().unwrap())]);
        staff.client().send(Method::POST, PATH, text, Body::from("{}")).await.refused(415, "NOT_JSON");
        assert_eq!(role_of(&app, &person).await, 1);
        person.client().get("/api/user/authorization").await.data();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'role.changed'").await, 0);
    }

    async fn only_role_3_may_and_every_other_try_is_written_down(app) {
        let person = app.athlete().await;
        app.client().post(PATH, json!({})).await.refused(401, "UNAUTHORISED");
        for role in [1, 2, 4] {
            let other = app.person(role).await;
            give(&other, &person.uaid, "3").await.refused(403, "FORBIDDEN");
            app.pass_minutes(1);
            give(&other, &other.uaid, "3").await.refused(403, "FORBIDDEN");
            app.pass_minutes(1);
            // Decided before the body is looked at.
            let broken = other.client().send(Method::POST, PATH, HeaderMap::new(), Body::from("{")).await;
            broken.refused(403, "FORBIDDEN");
            assert_eq!(role_of(&app, &other).await, i64::from(role));
            let tries = app.scalar(format!(
                "SELECT COUNT(*) FROM audit_log WHERE action = 'access.refused' AND actor_uaid = '{}'", other.uaid)).await;
            assert_eq!(tries, 3);
        }
        assert_eq!(role_of(&app, &person).await, 1);
    }

    // RULES 9.2
    async fn nobody_changes_their_own(app) {
        let staff = app.person(3).await;
        app.person(3).await;
        for role in ["1", "2", "3", "4"] {
            give(&staff, &staff.uaid, role).await.refused(403, "OWN_ROLE");
            give(&staff, &format!("000{}", staff.uaid), role).await.refused(403, "OWN_ROLE");
        }
        assert_eq!(role_of(&app, &staff).await, 3);
        staff.client().get("/api/user/authorization").await.data();
    }

    async fn the_role_that_somebody_has_already_ends_no_session(app) {
        let (staff, person) = (app.person(3).await, app.person(2).await);
        give(&staff, &person.uaid, "2").await.data();
        person.client().get("/api/user/authorization").await.data();
        assert_eq!(app.count("audit_log").await, 0);
    }

    async fn a_repeated_key_gets_its_first_answer_and_no_other_question(app) {
        let (staff, person, other) = (app.person(3).await, app.athlete().await, app.athlete().await);
        let path = |uaid: &str, role: u8| format!("{PATH}?uaid={uaid}&roleid={role}");
        let ask = async |path: String| staff.client().keyed(Method::POST, &path, "k", json!({})).await;
        let first = ask(path(&person.uaid, 2)).await;
        first.data();
        give(&staff, &person.uaid, "4").await.data();
        let again = ask(path(&person.uaid, 2)).await;
        assert_eq!((again.value(), again.header("idempotency-replayed")), (first.value(), "true".to_owned()));
        assert_eq!(role_of(&app, &person).await, 4, "not done a second time");
        for wrong in [path(&other.uaid, 2), path(&person.uaid, 3)] {
            ask(wrong).await.refused(422, "IDEMPOTENCY_KEY_REUSED");
        }
        assert_eq!((role_of(&app, &other).await, role_of(&app, &person).await), (1, 4));
    }

    // RULES 10.4
    async fn a_second_factor_that_an_athlete_only_began_ends_too(app) {
        let (staff, person) = (app.person(3).await, app.staff(1).await);
        let begun = begin(&app, &person).await;
        let phone = Authenticator::scan(begun["otpauthUrl"].as_str().unwrap());
        give(&staff, &person.uaid, "4").await.data();
        let again = app.client().bearer(&app.session_of(&person).await);
        let code = json!({ "code": phone.code(&app) });
        again.post("/api/user/second-factor/confirm", code).await.refused(409, "SECOND_FACTOR_NOT_BEGUN");
        assert_eq!(app.letters("passkeys-ended").await.len(), 0, "it was never on");
    }

    // RULES 10.4
    async fn a_pending_change_of_address_ends_when_an_athlete_becomes_staff(app) {
        let staff = app.person(3).await;
        let link = "/api/user/email/link";
        let (person, coach) = (app.staff(1).await, app.staff(4).await);
        for (of, role, address) in [(&person, "4", "one@thieves.example"), (&coach, "2", "two@athletes.example")] {
            let body = json!({ "emailAddress": address, "password": PASSWORD });
            assert_eq!(of.client().post("/api/user/email", body).await.data()["pending"], address);
            let token = mailed_token(&app, "email-change").await;
            give(&staff, &of.uaid, role).await.data();
            let reply = app.client().post(link, json!({ "token": token })).await;
            if role == "4" {
                reply.refused(422, "TOKEN_INVALID");
            } else {
                reply.data();
            }
            app.state.clock.advance(1);
        }
        // The code for the account's own address is no change.
        let new = app.sign_up("ada@programme.example").await;
        let token = mailed_token(&app, "email-confirmation").await;
        give(&staff, &new.uaid, "4").await.data();
        app.client().post(link, json!({ "token": token })).await.data();
    }

    async fn a_deleted_account_gets_no_role(app) {
        let (staff, person) = (app.person(3).await, app.staff(1).await);
        person.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        give(&staff, &person.uaid, "3").await.refused_field(404, "NOT_FOUND", "uaid");
        assert_eq!(role_of(&app, &person).await, 1);
    }

    async fn two_who_take_the_role_from_each_other_leave_one(app) {
        for round in 0..12 {
            app.execute("UPDATE account SET role = 1").await;
            let (one, two) = (app.person(3).await, app.person(3).await);
            let (first, second) = tokio::join!(give(&one, &two.uaid, "1"), give(&two, &one.uaid, "1"));
            assert_eq!(delivery(&app).await, 1, "round {round}: {} {}", first.text(), second.text());
            let fine = [&first, &second].iter().filter(|reply| reply.status == 200).count();
            assert_eq!(fine, 1, "round {round}");
            let other = if first.status == 200 { second } else { first };
            assert!(
                matches!(other.status.as_u16(), 401 | 409),
                "signed out already, or the last one: {}", other.text()
            );
        }
    }

    async fn of_three_in_a_ring_one_at_least_is_left(app) {
        for round in 0..8 {
            app.execute("UPDATE account SET role = 1").await;
            let people = [app.person(3).await, app.person(3).await, app.person(3).await];
            let (a, b, c) = tokio::join!(
                give(&people[0], &people[1].uaid, "1"),
                give(&people[1], &people[2].uaid, "1"),
                give(&people[2], &people[0].uaid, "1"),
            );
            assert!(delivery(&app).await >= 1, "round {round}");
            for reply in [a, b, c] {
                assert!(matches!(reply.status.as_u16(), 200 | 401 | 403 | 409), "round {round}: {}", reply.text());
            }
        }
    }

    async fn two_who_leave_at_once_leave_one(app) {
        for round in 0..4 {
            app.execute("UPDATE account SET role = 1").await;
            let (one, two) = (app.staff(3).await, app.staff(3).await);
            let leave = async |person: &Person| {
                person.client().post("/api/user/delete", json!({ "password": PASSWORD })).await
            };
            let (first, second) = tokio::join!(leave(&one), leave(&two));
            assert_eq!(delivery(&app).await, 1, "round {round}: {} {}", first.text(), second.text());
            let other = if first.status == 200 { second } else { first };
            other.refused(409, "LAST_DELIVERY_ADMIN");
        }
    }

    /// The control of the races above: checking and writing in two transactions, without the lock, takes the role from both.
    async fn asking_and_writing_apart_would_leave_nobody(app) {
        let (one, two) = (app.person(3).await, app.person(3).await);
        let mut asked = Vec::new();
        for person in [&one, &two] {
            let uaid = person.uaid.clone();
            let other = app.write(async move |conn| role::another_delivery_admin(conn, &uaid).await).await;
            asked.push(other);
        }
        assert_eq!(asked, [true, true], "each sees the other");
        for person in [&one, &two] {
            let uaid = person.uaid.clone();
            app.write(async move |conn| role::set(conn, &uaid, Role::Athlete, 0).await).await;
        }
        assert_eq!(delivery(&app).await, 0);
    }
}

// RULES 10.4
on_both!(a_second_factor_of_an_athlete_opens_no_rights_of_staff, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.require_second_factor = AutoSwitch::On).await;
    let (staff, coach) = (app.staff(3).await, app.staff(4).await);
    app.enrol(&staff).await;
    // Anybody may sign up with an address, and an athlete enrols with the password alone.
    let person = app.sign_up("ada@programme.example").await;
    let phone = app.enrol(&person).await;
    give(&staff, &person.uaid, "3").await.data();
    let plain = |email: &str| json!({ "emailAddress": email, "password": PASSWORD });
    let door = "/api/user/login/admin";
    let again = app.client().post(door, plain(&person.email)).await.data();
    let again = app.client().bearer(again["token"].as_str().unwrap());
    again.get("/api/event/admin/settings").await.refused(403, "SECOND_FACTOR_NEEDED");
    let proof = json!({ "password": PASSWORD });
    again.post("/api/user/second-factor", proof).await.refused(422, "MAILED_CODE_NEEDED");
    let old = app.client().post(door, login(&person.email, &phone.recovery[0])).await.data();
    let old = app.client().bearer(old["token"].as_str().unwrap());
    old.get("/api/event/admin/settings").await.refused(403, "SECOND_FACTOR_NEEDED");
    assert_eq!(app.letters_to("passkeys-ended", &person.email).await.len(), 1);
    let line = format!(
        "SELECT COUNT(*) FROM audit_log WHERE action = 'second-factor.reset' AND actor_uaid IS NULL \
         AND subject_uaid = '{}'",
        person.uaid
    );
    assert_eq!(app.scalar(line).await, 1);
    // One that staff enrolled with a mailed code stays, whatever they become.
    app.enrol(&coach).await;
    for role in ["2", "1"] {
        give(&staff, &coach.uaid, role).await.data();
        let reply = app.client().post("/api/user/login", plain(&coach.email)).await;
        reply.refused(401, "SECOND_FACTOR_REQUIRED");
    }
});
