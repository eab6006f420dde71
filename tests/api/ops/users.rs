//! `sixfold user create` and `sixfold user reset-factor`.

use serde_json::json;
use sixfold_server::app::accounts;
use sixfold_tests::both;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::second_factor::login;

const EMAIL: &str = "delivery@programme.example";

both! {
    async fn without_a_password_the_owner_sets_one_by_a_link(app) {
        let told = accounts::create(&app.state, EMAIL, 3, ("--password", None)).await.unwrap();
        let (before, token) = told.split_once("#token=").unwrap();
        assert!(before.ends_with("http://localhost:8080/en-gb/reset-password"), "{told}");
        let body = json!({ "token": token.trim(), "password": PASSWORD });
        app.client().post("/api/user/forgot", body.clone()).await.data();
        app.client().post("/api/user/login/admin", json!({ "emailAddress": EMAIL, "password": PASSWORD })).await.data();
        app.client().post("/api/user/forgot", body).await.refused(422, "TOKEN_INVALID");
        assert!(accounts::create(&app.state, EMAIL, 3, ("--password", None)).await.unwrap_err().contains("has an account already"));
        for (password, wrong) in [("short", "at least 12"), ("delivery2026!", "too easy to guess")] {
            let error = accounts::create(&app.state, "delivery@other.example", 3, ("--password", Some(password.to_owned()))).await.unwrap_err();
            assert!(error.starts_with("--password: ") && error.contains(wrong), "{error}");
        }
    }

    async fn two_step_sign_in_is_reset_at_a_terminal(app) {
        let delivery = app.staff(3).await;
        let phone = app.enrol(&delivery).await;
        accounts::reset_factor(&app.state, &delivery.email).await.unwrap();
        delivery.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        app.client().post("/api/user/login", json!({ "emailAddress": delivery.email, "password": PASSWORD })).await.data();
        app.client().post("/api/user/login", login(&delivery.email, &phone.recovery[0])).await.data();
        let line = "SELECT COUNT(*) FROM audit_log WHERE action = 'second-factor.reset' AND actor_uaid IS NULL";
        assert_eq!(app.scalar(line).await, 1);
        let letters = "SELECT COUNT(*) FROM mail_outbox WHERE kind = 'second-factor-reset'";
        assert_eq!(app.scalar(letters).await, 1);
        for (email, wrong) in [(delivery.email.as_str(), "no two-step"), ("nobody@athletes.example", "no account"), ("x", "--email")] {
            assert!(accounts::reset_factor(&app.state, email).await.unwrap_err().contains(wrong), "{email}");
        }
    }
}
