//! `POST /api/user/login` and `/login/admin`.

use serde_json::{Value, json};
use sixfold_tests::both;
use sixfold_tests::people::PASSWORD;

fn login(email: &str, password: &str) -> Value {
    json!({ "emailAddress": email, "password": password })
}

both! {
    async fn a_login_gives_a_token_of_its_own(app) {
        let person = app.sign_up("ada@athletes.example").await;
        let data = app.client().post("/api/user/login", login("Ada@athletes.example", PASSWORD)).await.data();
        assert_eq!(data["uaid"], json!(person.uaid));
        assert_ne!(data["token"], json!(person.token));
        let reply = app.client().bearer(data["token"].as_str().unwrap()).get("/api/user/authorization").await.data();
        assert_eq!(reply, json!({
            "uaid": person.uaid, "role": 1, "stamp": app.state.clock.now_ms(), "expires": "2026-03-02T09:58:00.000Z"
        }));
    }

    async fn wrong_logins_are_401_alike_and_leave_no_session(app) {
        app.sign_up("ada@athletes.example").await;
        let mut answers = Vec::new();
        for (email, password) in [
            ("ada@athletes.example", "wrong password here"),
            ("nobody@athletes.example", PASSWORD),
            ("", ""),
            ("ada@athletes.example", &"x".repeat(100_000)),
        ] {
            answers.push(app.client().post("/api/user/login", login(email, password)).await.refused(401, "CREDENTIALS_WRONG"));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        for (body, field) in [
            (json!({ "password": "x" }), "emailAddress"),
            (json!({ "emailAddress": "x" }), "password"),
        ] {
            app.client().post("/api/user/login", body).await.refused_field(400, "FIELD_MISSING", field);
        }
        app.client().post("/api/user/login", json!({ "emailAddress": 1, "password": "x" })).await
            .refused_field(400, "FIELD_INVALID", "emailAddress");
        assert_eq!(app.count("session").await, 1);
    }

    async fn the_staff_door_is_for_staff(app) {
        app.sign_up("ada@athletes.example").await;
        let body = login("ada@athletes.example", PASSWORD);
        app.client().post("/api/user/login/admin", body.clone()).await.refused(403, "FORBIDDEN");
        app.client().post("/api/user/login/admin", login("ada@athletes.example", "wrong password here")).await
            .refused(401, "CREDENTIALS_WRONG");
        for role in 2..=4 {
            app.execute(format!("UPDATE account SET role = {role}")).await;
            let data = app.client().post("/api/user/login/admin", body.clone()).await.data();
            assert_eq!(data["role"], json!(role));
            assert_eq!(data["isRedirect"], false);
        }
    }

    async fn an_account_from_elsewhere_is_sent_to_account_management(app) {
        app.sign_up("ada@athletes.example").await;
        app.execute("DELETE FROM eligibility").await;
        let data = app.client().post("/api/user/login", login("ada@athletes.example", PASSWORD)).await.data();
        assert_eq!((&data["isRedirect"], &data["userProfileRegistration"]), (&json!(true), &json!(true)));
    }
}
