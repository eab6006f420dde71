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
        assert_eq!((&reply["uaid"], &reply["role"]), (&json!(person.uaid), &json!(1)));
        assert_eq!(reply["stamp"], json!(app.state.clock.now_ms()));
        assert_eq!(reply["expires"], "2026-03-02T09:58:00.000Z");
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

    async fn whoever_is_unknown_costs_as_much_as_anybody(app) {
        app.sign_up("ada@athletes.example").await;
        let sso = app.person(4).await;
        let hasher = &app.state.auth.hasher;
        for (email, password) in [
            ("ada@athletes.example", PASSWORD),
            ("ada@athletes.example", "not the password"),
            ("ada@athletes.example", ""),
            ("nobody@athletes.example", PASSWORD),
            ("no address at all", PASSWORD),
            ("", PASSWORD),
            (sso.email.as_str(), PASSWORD),
            ("ada@athletes.example", &"x".repeat(100_000)),
        ] {
            let before = hasher.verified();
            app.client().post("/api/user/login", login(email, password)).await;
            assert_eq!(hasher.verified() - before, 1, "{email:?}");
        }
    }

    async fn a_stored_hash_is_argon2id_at_no_less_than_owasps_cost(app) {
        app.sign_up("ada@athletes.example").await;
        let stored = app.texts("SELECT password_hash FROM account").await.remove(0).unwrap();
        let fields: Vec<&str> = stored.split('$').collect();
        assert_eq!((fields[1], fields[2]), ("argon2id", "v=19"), "{stored}");
        let cost: std::collections::BTreeMap<&str, u32> =
            fields[3].split(',').filter_map(|pair| pair.split_once('=')).map(|(name, n)| (name, n.parse().unwrap())).collect();
        assert!(cost["m"] >= 19 * 1024 && cost["t"] >= 2, "{stored}");
    }
}
