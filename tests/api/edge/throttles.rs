//! Limits on attempts: counted by address and account together, reported with `Retry-After`, expiring, shared by all nodes.

use serde_json::json;
use sixfold_domain::time::{DAY_MS, MINUTE_MS};
use sixfold_server::config::cli::Switch;
use sixfold_server::db::upkeep::throttle::{self, Limit, Spent};
use sixfold_server::db::upkeep::tidy;
use sixfold_server::db::{DbError, Engine};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Client, Reply, TestApp, both};

use crate::auth;

const EMAIL: &str = "robin@athletes.example";
const STRANGER: &str = "192.0.2.66";
const HOME: &str = "198.51.100.7";

async fn spawn(engine: Engine) -> TestApp {
    let app = TestApp::spawn_with(engine, |flags| flags.rate_limit = Switch::On).await;
    app.sign_up(EMAIL).await;
    app
}

async fn guess(client: &Client) -> Reply {
    client.post("/api/user/login", json!({ "emailAddress": EMAIL, "password": "not the password" })).await
}

async fn log_in(client: &Client, email: &str) -> Reply {
    client.post("/api/user/login", json!({ "emailAddress": email, "password": PASSWORD })).await
}

/// The attempts that are counted for the only address with any.
async fn attempts_of_address(app: &TestApp) -> i64 {
    app.scalar("SELECT attempts FROM throttle WHERE scope = 'login-address'").await
}

both! {
    from spawn;

    async fn a_stranger_locks_nobody_out(app) {
        let stranger = app.client().at(STRANGER);
        for _ in 0..10 {
            guess(&stranger).await.refused(401, "CREDENTIALS_WRONG");
        }
        for _ in 0..5 {
            guess(&stranger).await.refused(429, "TOO_MANY_REQUESTS");
        }
        // The control: for the stranger the account is closed even with the right password.
        let right = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        stranger.post("/api/user/login", right.clone()).await.refused(429, "TOO_MANY_REQUESTS");
        app.client().at(HOME).post("/api/user/login", right).await.data();
        auth::sign_in(&app.client().at(HOME), EMAIL).await;
    }

    async fn a_place_that_tries_many_accounts_waits_too(app) {
        let body = json!({ "emailAddress": "someone@athletes.example", "password": "not the password" });
        app.client().at(STRANGER).post("/api/user/login", body).await.refused(401, "CREDENTIALS_WRONG");
        // After 98 more of the same.
        app.execute("UPDATE throttle SET attempts = 99 WHERE scope = 'login-address'").await;
        guess(&app.client().at(STRANGER)).await.refused(401, "CREDENTIALS_WRONG");
        let reply = guess(&app.client().at(STRANGER)).await;
        reply.refused(429, "TOO_MANY_REQUESTS");
        let seconds: i64 = reply.header("retry-after").parse().unwrap();
        assert!((1..=15 * 60).contains(&seconds), "{seconds}");
        guess(&app.client().at(HOME)).await.refused(401, "CREDENTIALS_WRONG");
        app.state.clock.advance(seconds * 1_000);
        guess(&app.client().at(STRANGER)).await.refused(401, "CREDENTIALS_WRONG");
    }

    async fn a_school_signs_in_from_one_address(app) {
        for _ in 0..150 {
            let pupil = app.staff(1).await;
            log_in(&app.client().at(STRANGER), &pupil.email).await.data();
        }
        assert_eq!(attempts_of_address(&app).await, 0);
    }

    async fn right_passwords_give_back_no_wrong_ones(app) {
        let place = app.client().at(STRANGER);
        guess(&place).await.refused(401, "CREDENTIALS_WRONG");
        // After 98 more of the same.
        app.execute("UPDATE throttle SET attempts = 99 WHERE scope = 'login-address'").await;
        for _ in 0..2 {
            let pupil = app.staff(1).await;
            for _ in 0..25 {
                log_in(&place, &pupil.email).await.data();
            }
        }
        assert_eq!(attempts_of_address(&app).await, 99);
        guess(&place).await.refused(401, "CREDENTIALS_WRONG");
        guess(&place).await.refused(429, "TOO_MANY_REQUESTS");
    }

    async fn one_account_is_given_thirty_attempts_back(app) {
        let (pupil, place) = (app.staff(1).await, app.client().at(STRANGER));
        for attempts in std::iter::repeat_n(0, 30).chain([1, 2]) {
            log_in(&place, &pupil.email).await.data();
            assert_eq!(attempts_of_address(&app).await, attempts);
        }
    }

    async fn a_refusal_is_remembered_for_seconds_only(app) {
        let place = app.client().at(STRANGER);
        guess(&place).await.refused(401, "CREDENTIALS_WRONG");
        app.execute("UPDATE throttle SET attempts = 100 WHERE scope = 'login-address'").await;
        guess(&place).await.refused(429, "TOO_MANY_REQUESTS");
        // Sign-ins that were under way give their attempts back.
        app.execute("UPDATE throttle SET attempts = 90 WHERE scope = 'login-address'").await;
        guess(&place).await.refused(429, "TOO_MANY_REQUESTS");
        app.state.clock.advance(5_000);
        guess(&place).await.refused(401, "CREDENTIALS_WRONG");
    }

    async fn retry_after_is_true_to_the_second(app) {
        let stranger = app.client().at(STRANGER);
        for _ in 0..10 {
            guess(&stranger).await.refused(401, "CREDENTIALS_WRONG");
            app.state.clock.advance(7_500);
        }
        let reply = guess(&stranger).await;
        reply.refused(429, "TOO_MANY_REQUESTS");
        let seconds: i64 = reply.header("retry-after").parse().unwrap();
        assert_eq!(seconds, 15 * 60 - 75);
        app.state.clock.advance((seconds - 1) * 1_000);
        guess(&stranger).await.refused(429, "TOO_MANY_REQUESTS");
        app.state.clock.advance(1_000);
        guess(&stranger).await.refused(401, "CREDENTIALS_WRONG");
    }

    async fn guesses_from_everywhere_slow_an_account_down_and_lock_nobody_out(app) {
        let slowed = "SELECT COUNT(*) FROM audit_log WHERE action = 'sign-in.slowed'";
        for number in 1..=50 {
            guess(&app.client().at(&format!("192.0.2.{number}"))).await.refused(401, "CREDENTIALS_WRONG");
        }
        assert_eq!(app.scalar(slowed).await, 0);
        guess(&app.client().at("192.0.2.51")).await.refused(401, "CREDENTIALS_WRONG");
        assert_eq!(app.scalar(slowed).await, 1);
        let right = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        app.client().at(HOME).post("/api/user/login", right).await.data();
    }
}

both! {
    async fn two_nodes_count_together(app) {
        const LIMIT: Limit = Limit { scope: "test", attempts: 5, window_ms: 60_000 };
        let now_ms = app.state.clock.now_ms();
        let other = app.state.db.clone();
        let hits = (0..40).map(|n| {
            let db = if n % 2 == 0 { &app.state.db } else { &other };
            db.write(async move |conn| throttle::hit(conn, LIMIT, "one", now_ms).await)
        });
        let over: Vec<Result<Option<u64>, DbError>> = futures::future::join_all(hits).await;
        let let_through = over.into_iter().filter(|over| over.as_ref().unwrap().is_none()).count();
        assert_eq!(let_through, 5);
    }

    async fn an_attempt_is_given_back_to_its_own_window(app) {
        const LIMIT: Limit = Limit { scope: "test", attempts: 2, window_ms: 60_000 };
        let now_ms = app.state.clock.now_ms();
        let spend = |at: i64| app.write(async move |conn| throttle::spend(conn, LIMIT, "one", at).await);
        let give_back = |spent: &Spent| {
            let spent = spent.clone();
            app.write(async move |conn| throttle::give_back(conn, &spent).await)
        };
        let attempts = "SELECT attempts FROM throttle WHERE scope = 'test'";
        let spent = spend(now_ms).await.unwrap();
        for _ in 0..2 {
            give_back(&spent).await;
            assert_eq!(app.scalar(attempts).await, 0);
        }
        spend(now_ms + MINUTE_MS).await.unwrap();
        give_back(&spent).await;
        assert_eq!(app.scalar(attempts).await, 1, "another window has begun");
    }

    // RULES 1.3
    async fn a_clock_that_is_set_back_locks_nobody_out(app) {
        const LIMIT: Limit = Limit { scope: "test", attempts: 2, window_ms: 60_000 };
        let now_ms = app.state.clock.now_ms();
        let hit = |at: i64| app.write(async move |conn| throttle::hit(conn, LIMIT, "one", at).await);
        for at in [now_ms + 365 * DAY_MS, now_ms] {
            for over in [false, false, true] {
                assert_eq!(hit(at).await.is_some(), over, "{at}");
            }
        }
        assert!(hit(now_ms - 5 * MINUTE_MS).await.is_some(), "another node's clock may be that far behind");
        let counted = app.read(async |conn| throttle::count(conn, LIMIT, "one", now_ms).await).await;
        assert_eq!(counted, 4);
    }

    async fn counters_are_forgotten_after_two_days(app) {
        const LIMIT: Limit = Limit { scope: "test", attempts: 5, window_ms: 60_000 };
        let days = 2 * 24 * 60 * 60_000;
        let now_ms = app.state.clock.now_ms();
        for (subject, at) in [("old", now_ms - days - 1), ("young", now_ms - days)] {
            app.write(async move |conn| throttle::hit(conn, LIMIT, subject, at).await).await;
        }
        app.write(async move |conn| tidy::run(conn, now_ms).await).await;
        assert_eq!(app.texts("SELECT subject FROM throttle").await, [Some("young".to_owned())]);
    }
}
