//! A clock that has jumped: what cannot be undone waits until somebody confirms the clock.

use serde_json::{Value, json};
use sixfold_domain::time::DAY_MS;
use sixfold_server::app::jobs::{
    close_missed, enter_bank_holidays, erase_expired, pass_on_lapsed, remind, tidy,
};
use sixfold_server::db::engines::store_metadata;
use sixfold_tests::app::START_MS;
use sixfold_tests::{Person, TestApp, both};

use crate::event::stage::{DAY, NEXT_DAY, TIME, book, booked, cancel, status, wait, week};

const TODAY: &str = "/api/event/admin/today";
const CLOCK: &str = "/api/event/admin/clock";

/// Compares the clock with the store, as a start and every tick do; returns whether irreversible work has to wait.
async fn waits(app: &TestApp) -> bool {
    app.state.clock_guard.compare(&app.state.db, app.state.clock.now_ms()).await.unwrap().is_some()
}

/// Moves the clock and signs everybody in again.
async fn jump(app: &TestApp, by_ms: i64) {
    app.state.clock.advance(by_ms);
    let now_ms = app.state.clock.now_ms();
    app.execute(format!(
        "UPDATE session SET created_at = {now_ms}, expires_at = {now_ms} + 3480000 WHERE expires_at > 1"
    ))
    .await;
}

async fn everything_runs(app: &TestApp) {
    close_missed(&app.state).await.unwrap();
    remind(&app.state).await.unwrap();
    pass_on_lapsed(&app.state).await.unwrap();
    erase_expired(&app.state).await.unwrap();
    enter_bank_holidays(&app.state).await.unwrap();
    tidy(&app.state).await.unwrap();
}

async fn newest(app: &TestApp) -> i64 {
    let kept = app.read(async |conn| store_metadata::find(conn, store_metadata::NEWEST_TIME).await).await;
    kept.unwrap().parse().unwrap()
}

async fn warning(staff: &Person) -> Value {
    staff.client().get(TODAY).await.data()["clockWarning"].clone()
}

both! {
    // RULES 1.3
    async fn a_clock_far_ahead_holds_what_cannot_be_undone_until_somebody_says_it_is_right(app) {
        app.set_schedule(week(1)).await;
        assert!(!waits(&app).await);
        let (ada, bo, staff) = (app.athlete().await, app.athlete().await, app.person(3).await);
        let id = booked(&ada, DAY, TIME).await;
        wait(&bo, DAY, TIME).await.data();
        let other = app.athlete().await;
        let cancelled = booked(&other, NEXT_DAY, TIME).await;
        wait(&bo, NEXT_DAY, TIME).await.data();
        cancel(&other, &cancelled).await.data();
        app.execute(format!("UPDATE session SET expires_at = 1 WHERE uaid = '{}'", other.uaid)).await;
        app.execute(format!("UPDATE account SET medical_issues_sealed = 'x' WHERE uaid = '{}'", ada.uaid)).await;
        let state = || async {
            let mut state = vec![status(&app, &id).await];
            for sql in [
                "SELECT COUNT(*) FROM mail_outbox", "SELECT COUNT(*) FROM session WHERE expires_at = 1",
                "SELECT COUNT(*) FROM schedule_date",
                "SELECT COUNT(*) FROM account WHERE medical_issues_sealed IS NOT NULL",
                "SELECT COUNT(*) FROM waitlist WHERE status IN ('waiting', 'offered')",
            ] {
                state.push(app.scalar(sql).await.to_string());
            }
            state
        };
        let before = state().await;

        jump(&app, 400 * DAY_MS).await;
        assert!(waits(&app).await);
        everything_runs(&app).await;
        assert_eq!(state().await, before, "nothing was closed, mailed, passed on, entered or forgotten");
        // Nor as a side effect of another call.
        book(&ada, "2027-04-12", TIME).await.refused(409, "BOOKING_OPEN_EXISTS");
        assert_eq!(newest(&app).await, START_MS, "a doubted time is not kept");
        let ready = app.client().get("/readyz").await;
        assert_eq!(ready.status, 200);
        assert!(ready.text().starts_with("ready\nwarning: the clock is far ahead"), "{}", ready.text());
        assert_eq!(warning(&staff).await, json!({ "direction": "ahead", "newest": "2026-03-02T09:00:00.000Z" }));

        app.person(2).await.client().post(CLOCK, json!({})).await.refused(403, "FORBIDDEN");
        staff.client().post(CLOCK, json!({})).await.data();
        assert_eq!(warning(&staff).await, Value::Null);
        assert_eq!(app.client().get("/readyz").await.text(), "ready");
        assert_eq!(newest(&app).await, START_MS + 400 * DAY_MS);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'clock.accepted'").await, 1);
        everything_runs(&app).await;
        let after = state().await;
        assert_eq!((after[0].as_str(), after[4].as_str()), ("dnt", "0"));
        assert!(before.iter().zip(&after).all(|(before, after)| before != after), "{before:?} {after:?}");
    }

    async fn a_clock_that_went_back_is_doubted_until_it_has_caught_up(app) {
        assert!(!waits(&app).await);
        let staff = app.person(3).await;
        jump(&app, -9 * 60_000).await;
        assert!(!waits(&app).await, "clocks of two nodes may differ by minutes");
        jump(&app, -2 * 60_000).await;
        assert!(waits(&app).await);
        assert_eq!(warning(&staff).await["direction"], "behind");
        jump(&app, 2 * 60_000).await;
        assert!(!waits(&app).await, "it is near again");
        assert_eq!(warning(&staff).await, Value::Null);
        assert_eq!(newest(&app).await, START_MS);
    }

    // RULES 10.1
    async fn a_session_from_a_clock_that_was_ahead_has_ended_when_the_clock_is_right(app) {
        let ask = async |person: &Person| person.client().get("/api/user/profile").await.status.as_u16();
        app.state.clock.advance(400 * DAY_MS);
        let early = app.athlete().await;
        assert_eq!(ask(&early).await, 200);
        app.state.clock.set(START_MS);
        assert_eq!(ask(&early).await, 401);
        // The clocks of two nodes may differ a little.
        app.state.clock.advance(9 * 60_000);
        let ahead = app.athlete().await;
        app.state.clock.set(START_MS);
        assert_eq!(ask(&ahead).await, 200);
    }

    async fn days_that_pass_are_no_jump(app) {
        for _ in 0..30 {
            assert!(!waits(&app).await);
            app.state.clock.advance(6 * DAY_MS);
        }
        assert!(!waits(&app).await);
        assert_eq!(newest(&app).await, START_MS + 180 * DAY_MS);
    }

    async fn a_node_whose_clock_is_wrong_changes_nothing_for_the_others(app) {
        assert!(!waits(&app).await);
        let wrong = sixfold_server::db::upkeep::clock_guard::ClockGuard::default();
        assert!(wrong.compare(&app.state.db, START_MS + 400 * DAY_MS).await.unwrap().is_some());
        assert!(wrong.compare(&app.state.db, START_MS - DAY_MS).await.unwrap().is_some());
        app.state.clock.advance(60_000);
        assert!(!waits(&app).await);
        assert_eq!(newest(&app).await, START_MS + 60_000);
    }
}
