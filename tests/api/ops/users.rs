//! `sixfold user …` and `sixfold mail retry`.

use serde_json::json;
use sixfold_server::app::accounts;
use sixfold_tests::people::{PASSWORD, signup_body};
use sixfold_tests::second_factor::login;
use sixfold_tests::{both, eventually};

use super::binary::{Served, run};
use crate::user::delete::PERSONAL;

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

    async fn a_password_is_set_at_a_terminal_and_ends_every_session(app) {
        let person = app.staff(2).await;
        let (login, new) = (|password: &str| json!({ "emailAddress": person.email, "password": password }), "a password of an operator");
        let told = accounts::set_password(&app.state, &person.email, None).await.unwrap();
        let link = told.split_once("#token=").unwrap().1.to_owned();
        person.client().get("/api/user/profile").await.data();
        accounts::set_password(&app.state, &person.email, Some(new.to_owned())).await.unwrap();
        person.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        app.client().post("/api/user/login", login(PASSWORD)).await.refused(401, "CREDENTIALS_WRONG");
        app.client().post("/api/user/login", login(new)).await.data();
        let late = json!({ "token": link, "password": PASSWORD });
        app.client().post("/api/user/forgot", late).await.refused(422, "TOKEN_INVALID");
        let told = accounts::set_password(&app.state, &person.email, None).await.unwrap();
        let link = told.split_once("#token=").unwrap().1;
        app.client().post("/api/user/forgot", json!({ "token": link, "password": PASSWORD })).await.data();
        app.client().post("/api/user/login", login(PASSWORD)).await.data();
        for action in ["password.set", "password.link-printed"] {
            let line = format!("SELECT COUNT(*) FROM audit_log WHERE action = '{action}' AND actor_uaid IS NULL");
            assert!(app.scalar(line).await > 0, "{action}");
        }
        for (email, password, wrong) in [
            (person.email.as_str(), "short", "at least 12"),
            ("nobody@athletes.example", new, "no account"),
            ("x", new, "--email"),
        ] {
            let told = accounts::set_password(&app.state, email, Some(password.to_owned())).await.unwrap_err();
            assert!(told.contains(wrong), "{told}");
        }
    }

    async fn a_role_is_set_at_a_terminal_by_the_same_rules(app) {
        let (only, person) = (app.person(3).await, app.person(1).await);
        let told = accounts::set_role(&app.state, &only.email, 1).await.unwrap_err();
        assert!(told.contains("the last one with this role"), "{told}");
        only.client().get("/api/user/profile").await.data();
        accounts::set_role(&app.state, &person.email, 3).await.unwrap();
        person.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        accounts::set_role(&app.state, &only.email, 4).await.unwrap();
        assert!(accounts::set_role(&app.state, &only.email, 4).await.unwrap().contains("already"));
        let roles = app.texts("SELECT CAST(role AS TEXT) FROM account ORDER BY role").await;
        assert_eq!(roles, [Some("3".to_owned()), Some("4".to_owned())]);
        let line = "SELECT COUNT(*) FROM audit_log WHERE action = 'role.changed' AND actor_uaid IS NULL";
        assert_eq!(app.scalar(line).await, 2);
        assert!(accounts::set_role(&app.state, "nobody@athletes.example", 2).await.unwrap_err().contains("no account"));
    }

    // RULES 9.8
    async fn an_account_is_erased_at_a_terminal_by_the_same_rules(app) {
        let (only, person) = (app.person(3).await, app.sign_up("ada@athletes.example").await);
        let told = accounts::erase(&app.state, &only.email).await.unwrap_err();
        assert!(told.contains("the last one with this role"), "{told}");
        only.client().get("/api/user/profile").await.data();
        accounts::erase(&app.state, &person.email).await.unwrap();
        person.client().get("/api/user/profile").await.refused(401, "UNAUTHORISED");
        app.client().post("/api/user/login", json!({ "emailAddress": person.email, "password": PASSWORD })).await.refused(401, "CREDENTIALS_WRONG");
        let left = format!("SELECT COUNT(*) FROM account WHERE uaid = '{}' AND {PERSONAL}", person.uaid);
        assert_eq!((app.scalar(left).await, app.count("mail_outbox").await), (0, 0));
        let line = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'account.deleted' AND actor_uaid IS NULL \
            AND subject_uaid = '{}'", person.uaid);
        assert_eq!(app.scalar(line).await, 1);
        for (email, wrong) in [(person.email.as_str(), "no account"), ("x", "--email")] {
            assert!(accounts::erase(&app.state, email).await.unwrap_err().contains(wrong), "{email}");
        }
    }

    async fn letters_that_were_given_up_are_due_again(app) {
        app.sign_up("ada@athletes.example").await;
        app.sign_up("bo@athletes.example").await;
        app.execute("UPDATE mail_outbox SET failed_at = 1, last_error = 'no such mailbox'").await;
        let waiting = "SELECT COUNT(*) FROM mail_outbox WHERE failed_at IS NULL";
        let (all, one) = (app.count("mail_outbox").await, app.texts("SELECT MIN(mail_id) FROM mail_outbox").await);
        assert_eq!((all, app.scalar(waiting).await), (2, 0));
        assert!(accounts::retry_letters(&app.state, one[0].clone()).await.unwrap().starts_with("Letters due again: 1."));
        assert_eq!(app.scalar(waiting).await, 1);
        assert!(accounts::retry_letters(&app.state, None).await.unwrap().starts_with("Letters due again: 1."));
        assert_eq!(app.scalar(waiting).await, 2);
        assert!(accounts::retry_letters(&app.state, Some("nothing".to_owned())).await.unwrap_err().contains("nothing"));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'letters.sent-again'").await, 2);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_command_does_beside_a_running_server_ends_sessions_there() {
    let place = tempfile::tempdir().unwrap();
    let data = place.path().join("data");
    let served = Served::start(":", &data, &[]);
    let (changed, erased) = ("ada@athletes.example", "bo@athletes.example");
    for (email, command) in [
        (changed, &["user", "set-role", "--email", changed, "--role", "2"][..]),
        (erased, &["user", "erase", "--email", erased]),
    ] {
        let signed_up = served.client().post("/api/user/signup", signup_body(email)).await.data();
        let person = served.client().bearer(signed_up["token"].as_str().unwrap());
        person.get("/api/user/authorization").await.data();
        let ended = run(":", &data, command, "");
        assert!(ended.good && ended.told.contains("their sessions have ended"), "{}", ended.told);
        let refused = eventually("the session goes on", async || {
            let reply = person.get("/api/user/authorization").await;
            (reply.status != 200).then_some(reply)
        });
        refused.await.refused(401, "UNAUTHORISED");
    }
}
