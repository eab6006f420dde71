//! Expired health data is erased automatically, by days in London.

use axum::http::Method;
use serde_json::json;
use sixfold_domain::time::{TimeOfDay, london_day_end, london_to_millis};
use sixfold_server::app::jobs::{Erased, erase_expired};
use sixfold_tests::{Engine, Person, TestApp, both, on_both};

use crate::event::stage::{booked, cancel, completed, date, go_to, week};

const NOTES: &str = "Notes of the canary";
const HELD: &str = "SELECT COUNT(*) FROM account WHERE medical_issues_sealed IS NOT NULL";
const ANSWERS: &str = "SELECT COUNT(*) FROM eligibility WHERE parq_sealed IS NOT NULL";

const NOTHING: Erased = Erased { health: 0, screenings: 0 };
const HEALTH: Erased = Erased { health: 1, screenings: 0 };
const SCREENING: Erased = Erased { health: 0, screenings: 1 };

/// Runs the job in the last millisecond of a day in London.
async fn at_the_end_of(app: &TestApp, day: &str) -> Erased {
    app.state.clock.set(london_day_end(date(day)).unwrap());
    erase_expired(&app.state).await.unwrap()
}

/// Runs the job in the first millisecond of a day in London.
async fn at_the_start_of(app: &TestApp, day: &str) -> Erased {
    app.state.clock.set(london_to_millis(date(day), TimeOfDay::MIDNIGHT).unwrap());
    erase_expired(&app.state).await.unwrap()
}

/// A person who has entered health data today.
async fn told(app: &TestApp) -> Person {
    let athlete = app.athlete().await;
    tell(&athlete).await;
    athlete
}

async fn tell(athlete: &Person) {
    let body = json!({ "medicalIssues": NOTES });
    athlete.client().put("/api/user/profile", body).await.data();
}

both! {
    // RULES 6.6
    async fn ninety_days_after_the_last_test(app) {
        let athlete = told(&app).await;
        completed(&app, &athlete, "2026-02-20").await;
        completed(&app, &athlete, "2026-03-20").await;
        assert_eq!(at_the_end_of(&app, "2026-06-17").await, NOTHING);
        assert_eq!(app.scalar(HELD).await, 1);
        // Summer time: the day begins an hour before it does in UTC.
        assert_eq!(at_the_start_of(&app, "2026-06-18").await, HEALTH);
        assert_eq!(app.scalar(HELD).await, 0);
        assert_eq!(app.scalar(ANSWERS).await, 1);
    }

    async fn without_a_test_ninety_days_after_the_consent(app) {
        told(&app).await;
        assert_eq!(at_the_end_of(&app, "2026-05-30").await, NOTHING);
        assert_eq!(at_the_start_of(&app, "2026-05-31").await, HEALTH);
    }

    async fn news_of_ones_health_is_kept_for_as_long_again(app) {
        let athlete = told(&app).await;
        go_to(&app, "2026-04-01", "12:00").await;
        tell(&athlete).await;
        assert_eq!(at_the_end_of(&app, "2026-06-29").await, NOTHING);
        assert_eq!(at_the_start_of(&app, "2026-06-30").await, HEALTH);
    }

    async fn another_change_of_the_profile_keeps_nothing_longer(app) {
        let athlete = told(&app).await;
        go_to(&app, "2026-04-01", "12:00").await;
        let body = json!({ "sportPlayed": "Rowing" });
        athlete.client().put("/api/user/profile", body).await.data();
        assert_eq!(at_the_start_of(&app, "2026-05-31").await, HEALTH);
    }

    async fn whoever_has_a_booking_to_come_keeps_theirs(app) {
        app.set_schedule(week(2)).await;
        let athlete = told(&app).await;
        let without = told(&app).await;
        go_to(&app, "2026-05-20", "12:00").await;
        let id = booked(&athlete, "2026-06-10", "10:00").await;
        assert_eq!(at_the_start_of(&app, "2026-06-09").await, HEALTH);
        let kept = format!("{HELD} AND uaid = '{}'", athlete.uaid);
        assert_eq!(app.scalar(kept.clone()).await, 1);
        assert_eq!(app.scalar(format!("{HELD} AND uaid = '{}'", without.uaid)).await, 0);
        // They never came; the day counts nevertheless, and then it is over.
        app.execute(format!("UPDATE booking SET status = 'dnt' WHERE booking_id = '{id}'")).await;
        assert_eq!(at_the_end_of(&app, "2026-09-07").await, NOTHING);
        assert_eq!(at_the_start_of(&app, "2026-09-08").await, HEALTH);
        assert_eq!(app.scalar(kept).await, 0);
    }

    async fn a_booking_that_was_called_off_keeps_nothing(app) {
        app.set_schedule(week(2)).await;
        let athlete = told(&app).await;
        go_to(&app, "2026-05-20", "12:00").await;
        let id = booked(&athlete, "2026-06-10", "10:00").await;
        app.execute(format!("UPDATE booking SET status = 'cancelled', seat = NULL WHERE booking_id = '{id}'")).await;
        assert_eq!(at_the_start_of(&app, "2026-05-31").await, HEALTH);
    }

    async fn a_request_for_help_without_a_day_is_still_to_come(app) {
        let athlete = told(&app).await;
        let ask = json!({ "assistanceRequired": true, "assistanceType": NOTES });
        athlete.client().post("/api/user/event/booking", ask).await.data();
        assert_eq!(at_the_start_of(&app, "2026-12-01").await, NOTHING);
        app.execute("UPDATE booking SET status = 'declined'").await;
        assert_eq!(at_the_start_of(&app, "2026-12-01").await, HEALTH);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE assistance_type_sealed IS NOT NULL").await, 0);
    }

    // RULES 6.6
    async fn that_help_was_asked_for_goes_too(app) {
        let (athlete, other) = (app.athlete().await, app.athlete().await);
        let ask = json!({ "assistanceRequired": true, "assistanceType": NOTES });
        athlete.client().post("/api/user/event/booking", ask).await.data();
        // Without any health field.
        go_to(&app, "2026-04-01", "12:00").await;
        other.client().put("/api/user/profile", json!({ "assistanceRequired": true })).await.data();
        app.execute("UPDATE booking SET status = 'completed', test_date = '2026-03-20', test_time = '10:00'").await;
        let marked = async |table: &str| {
            app.scalar(format!("SELECT COUNT(*) FROM {table} WHERE assistance_required = TRUE")).await
        };
        assert_eq!(at_the_end_of(&app, "2026-06-17").await, NOTHING);
        assert_eq!((marked("account").await, marked("booking").await), (2, 1));
        assert_eq!(at_the_start_of(&app, "2026-06-18").await, HEALTH);
        assert_eq!((marked("account").await, marked("booking").await), (1, 0));
        assert_eq!(at_the_end_of(&app, "2026-06-29").await, NOTHING);
        assert_eq!(at_the_start_of(&app, "2026-06-30").await, HEALTH);
        assert_eq!(marked("account").await, 0);
    }

    // RULES 6.6
    async fn a_wish_for_help_that_came_with_a_booking_is_kept_as_long_as_one_in_the_profile(app) {
        let athlete = app.athlete().await;
        go_to(&app, "2026-06-15", "12:00").await;
        let ask = json!({ "assistanceRequired": true });
        let asked = athlete.client().post("/api/user/event/booking", ask).await.data();
        cancel(&athlete, asked["eventBookingId"].as_str().unwrap()).await.data();
        let marked = "SELECT COUNT(*) FROM account WHERE assistance_required = TRUE";
        assert_eq!(at_the_end_of(&app, "2026-09-12").await, NOTHING);
        assert_eq!(app.scalar(marked).await, 1);
        assert_eq!(at_the_start_of(&app, "2026-09-13").await, HEALTH);
        assert_eq!(app.scalar(marked).await, 0);
    }

    async fn the_screening_goes_after_twelve_months(app) {
        app.athlete().await;
        assert_eq!(at_the_end_of(&app, "2027-03-01").await, NOTHING);
        assert_eq!(app.scalar(ANSWERS).await, 1);
        assert_eq!(at_the_start_of(&app, "2027-03-02").await, SCREENING);
        assert_eq!(app.scalar(ANSWERS).await, 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM eligibility WHERE parq_cleared = TRUE").await, 0);
    }

    // RULES 6.6
    async fn the_basis_of_a_clearance_goes_with_the_screening_from_stored_answers_too(app) {
        let (staff, athlete) = (app.person(3).await, app.athlete().await);
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", athlete.uaid)).await;
        go_to(&app, "2027-02-20", "12:00").await;
        let clearance = json!({ "uaid": athlete.uaid, "basis": NOTES });
        staff.client().post("/api/event/admin/clearance", clearance).await.data();
        let edit = json!({ "uaid": athlete.uaid, "sportPlayed": "Judo" });
        let saved = staff.client().keyed(Method::POST, "/api/event/admin/user/update", "edit", edit).await.data();
        assert_eq!(saved["screening"]["clearance"]["basis"], NOTES);
        assert_eq!(at_the_end_of(&app, "2027-03-01").await, NOTHING);
        assert_eq!(app.count("idempotency_key").await, 1);
        assert_eq!(at_the_start_of(&app, "2027-03-02").await, Erased { health: 0, screenings: 2 });
        assert_eq!(app.count("idempotency_key").await, 0);
    }

    // RULES 6.6
    async fn a_booking_to_come_keeps_health_data_but_not_the_screening(app) {
        let athlete = told(&app).await;
        let ask = json!({ "assistanceRequired": true, "assistanceType": NOTES });
        athlete.client().post("/api/user/event/booking", ask).await.data();
        assert_eq!(at_the_start_of(&app, "2027-03-02").await, SCREENING);
        assert_eq!((app.scalar(HELD).await, app.scalar(ANSWERS).await), (1, 0));
    }

    async fn each_person_gets_one_line_in_the_log_and_a_second_run_finds_nothing(app) {
        let athlete = told(&app).await;
        assert_eq!(at_the_start_of(&app, "2027-03-02").await, Erased { health: 1, screenings: 1 });
        assert_eq!(at_the_start_of(&app, "2027-03-02").await, NOTHING);
        let lines = app.texts("SELECT action || detail || subject_uaid FROM audit_log WHERE action LIKE '%.expired' ORDER BY action").await;
        let line = |action: &str| Some(format!("{action}{{}}{}", athlete.uaid));
        assert_eq!(lines, [line("health.expired"), line("screening.expired")]);
    }

    async fn two_nodes_erase_it_once(app) {
        told(&app).await;
        app.state.clock.set(london_to_millis(date("2027-03-02"), TimeOfDay::MIDNIGHT).unwrap());
        let (one, two) = futures::join!(erase_expired(&app.state), erase_expired(&app.state));
        assert_eq!(one.unwrap().health + two.unwrap().health, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM audit_log WHERE action = 'health.expired'").await, 1);
    }

    async fn more_people_than_one_look_finds_are_all_reached(app) {
        let person = told(&app).await;
        let rows: Vec<String> = (0..450)
            .map(|number| format!("('{number}', 'x', 'x{number}', 1, 1, 'v1.x')"))
            .collect();
        app.execute(format!(
            "INSERT INTO account (uaid, email, email_lookup, created_at, updated_at, medical_issues_sealed) VALUES {}",
            rows.join(", ")
        )).await;
        assert_eq!(erase_expired(&app.state).await.unwrap(), Erased { health: 450, screenings: 0 });
        assert_eq!(app.scalar(format!("{HELD} AND uaid = '{}'", person.uaid)).await, 1);
        assert_eq!(app.scalar(HELD).await, 1);
    }
}

on_both!(the_days_are_configured, |engine: Engine| async move {
    let app = TestApp::spawn_with(engine, |flags| flags.health_days = 7).await;
    told(&app).await;
    assert_eq!(at_the_end_of(&app, "2026-03-08").await, NOTHING);
    assert_eq!(at_the_start_of(&app, "2026-03-09").await, HEALTH);
});
