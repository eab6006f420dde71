//! The demo looks right at whatever hour somebody opens it.

use std::collections::BTreeSet;

use serde_json::Value;
use sixfold_domain::time::{Date, TimeOfDay, london_date_time, london_to_millis};
use sixfold_server::app::demo;
use sixfold_server::app::jobs;
use sixfold_server::db::Engine;
use sixfold_tests::{TestApp, on_both};

const PASSWORD: &str = "six-tests-one-score";

async fn texts(app: &TestApp, sql: &str) -> Vec<String> {
    app.texts(sql).await.into_iter().flatten().collect()
}

async fn token(app: &TestApp, who: &str) -> String {
    let path = if who == "booked" { "/api/user/login" } else { "/api/user/login/admin" };
    let body = serde_json::json!({ "emailAddress": format!("{who}@sixfold.example"), "password": PASSWORD });
    app.client().post(path, body).await.data()["token"].as_str().unwrap().to_owned()
}

async fn good_day(engine: Engine, day: &str, time: &str) {
    let app = TestApp::spawn(engine).await;
    let (today, clock): (Date, TimeOfDay) = (day.parse().unwrap(), time.parse().unwrap());
    let now_ms = london_to_millis(today, clock).unwrap();
    assert_eq!(london_date_time(now_ms).unwrap().date, today);
    app.state.clock.set(now_ms);
    demo::seed(&app.state).await.unwrap();
    app.state.boards.sync_after_write(&app.state.db).await;
    let when = format!("{day} {time}");

    // Before and after now, as far as the quarter hours from 09:00 to 23:45 allow.
    let open = "test_date = '{day}' AND status NOT IN ('cancelled', 'declined')".replace("{day}", day);
    let times = texts(&app, &format!("SELECT test_time FROM booking WHERE {open}")).await;
    assert!(times.iter().any(|at| at.as_str() <= time) || time < "09:00", "{when}: {times:?}");
    assert!(times.iter().any(|at| at.as_str() > time) || time >= "23:30", "{when}: {times:?}");

    // How far athletes are.
    let count =
        async |condition: &str| app.scalar(format!("SELECT COUNT(*) FROM booking WHERE {condition}")).await;
    let testing = count(&format!("{open} AND onboarded_at IS NOT NULL AND completed_at IS NULL")).await;
    assert_eq!(testing, 1, "{when}: one is being tested");
    let tested = "SELECT COUNT(*) FROM result_test t JOIN booking b ON b.booking_id = t.booking_id WHERE b.completed_at IS NULL";
    assert_eq!(app.scalar(tested).await, 3, "{when}");
    assert!(
        count(&format!("{open} AND arrived_at IS NOT NULL AND onboarded_at IS NULL")).await >= 2,
        "{when}"
    );
    assert!(count(&format!("{open} AND completed_at IS NOT NULL")).await >= 4, "{when}");
    assert!(count(&format!("{open} AND status = 'booked' AND arrived_at IS NULL")).await >= 3, "{when}");
    assert_eq!(count("held").await, 1, "{when}: one final waits for its reveal");
    assert_eq!(
        count("status = 'assistance' AND test_date IS NULL AND assistance_required").await,
        1,
        "{when}"
    );
    assert_eq!(count("status = 'assistance'").await, 2, "{when}");
    for instant in ["arrived_at", "onboarded_at", "completed_at", "created_at", "updated_at"] {
        assert_eq!(count(&format!("{instant} > {now_ms}")).await, 0, "{when}: {instant} in the future");
    }
    assert_eq!(count("arrived_at > onboarded_at OR onboarded_at > completed_at").await, 0, "{when}");

    // Somebody waits for a slot that is full.
    let lines = texts(&app, "SELECT w.test_time FROM waitlist w JOIN slot s ON s.event_id = w.event_id AND s.test_date = w.test_date \
        AND s.test_time = w.test_time AND s.taken >= s.capacity WHERE w.status = 'waiting'").await;
    assert!(lines.len() >= 2 && lines.iter().all(|at| *at == lines[0]), "{when}: {lines:?}");

    // Seats agree with bookings on every day, and sizes with profiles.
    let differ = "SELECT s.test_date || ' ' || s.test_time || ' ' || CAST(s.taken AS TEXT) FROM slot s WHERE s.taken <> \
        (SELECT COUNT(*) FROM booking b WHERE b.event_id = s.event_id AND b.test_date = s.test_date AND b.test_time = s.test_time \
        AND b.status NOT IN ('cancelled', 'declined'))";
    assert_eq!(texts(&app, differ).await, [""; 0], "{when}");
    let without = "SELECT b.test_date FROM booking b WHERE b.test_date IS NOT NULL AND b.status NOT IN ('cancelled', 'declined') AND NOT EXISTS \
        (SELECT 1 FROM slot s WHERE s.event_id = b.event_id AND s.test_date = b.test_date AND s.test_time = b.test_time)";
    assert_eq!(texts(&app, without).await, [""; 0], "{when}");
    let sizes = "SELECT b.uaid FROM booking b JOIN account a ON a.uaid = b.uaid WHERE a.t_shirt_size <> b.t_shirt_size";
    assert_eq!(texts(&app, sizes).await, [""; 0], "{when}");

    // Nobody came on a closed day, and past bookings have ended: midnight has nothing to close.
    let mondays: BTreeSet<String> =
        texts(&app, "SELECT DISTINCT test_date FROM booking WHERE test_date IS NOT NULL")
            .await
            .into_iter()
            .filter(|date| *date != day && date.parse::<Date>().unwrap() < today)
            .filter(|date| date.parse::<Date>().unwrap().weekday() as usize == 0)
            .collect();
    assert!(mondays.is_empty(), "{when}: {mondays:?}");
    let bookings = count("status = 'dnt'").await;
    jobs::close_missed(&app.state).await.unwrap();
    assert_eq!(count("status = 'dnt'").await, bookings, "{when}");

    // The answers of the calls.
    let delivery = app.client().bearer(&token(&app, "delivery").await);
    let told = delivery.get("/api/event/admin/today").await.data();
    assert_eq!(told["places"]["taken"], told["counts"]["expected"], "{when}: {told}");
    assert_eq!(told["setup"], serde_json::json!([]), "a demo is no academy that still has to open");
    assert_eq!(delivery.get("/api/event/admin/assistance").await.data()["total"], 2, "{when}");
    let held = delivery.get("/api/event/admin/reveal").await.data();
    assert_eq!(held["held"].as_array().unwrap().len(), 1, "{when}: {held}");
    assert!(held["held"][0]["position"].is_number(), "{when}: a board will show it: {held}");
    let board = app.client().get("/api/user/leaderboard").await.data();
    let finals = board["total"].as_i64().unwrap();
    // On the first day of a season only today's finals count.
    assert!((4..=35).contains(&finals), "{when}: {finals} finals");
    let desk = app.client().bearer(&token(&app, "instore").await);
    let rows = desk.get("/api/event/admin/day").await.data()["bookings"].as_array().unwrap().len();
    assert!(rows >= 12, "{when}: {rows} people today");
    let days = app.client().get("/api/event/availability?type=test").await.data()["days"].clone();
    let first: Vec<&Value> =
        days.as_array().unwrap().iter().filter(|day| day["open"] == true).take(3).collect();
    assert_eq!(first.len(), 3);
    for day in first {
        let slots = day["slots"].as_array().unwrap();
        let available = slots.iter().filter(|slot| slot["available"] == true).count();
        let left: i64 = slots.iter().map(|slot| slot["remaining"].as_i64().unwrap()).sum();
        assert!(
            available >= 12 && left >= 70,
            "{when}: {} has {available} times, {left} places",
            day["date"]
        );
    }
    // The sign-ins are as the README says.
    let status = async |who: &str| {
        texts(&app, &format!("SELECT b.status || '/' || COALESCE(b.test_date, '') FROM booking b JOIN account a ON a.uaid = b.uaid \
            WHERE a.email = '{who}@sixfold.example' ORDER BY b.created_at")).await
    };
    assert_eq!(status("athlete").await, [""; 0]);
    assert!(status("booked").await[0].starts_with("booked/"));
    assert_eq!(status("today").await, [format!("completed/{day}")]);
    assert_eq!(status("retest").await.len(), 7);
}

on_both!(a_weekday_noon, |engine| async move { good_day(engine, "2026-11-25", "12:07").await });
on_both!(early_in_the_morning, |engine| async move { good_day(engine, "2026-11-24", "05:40").await });
on_both!(as_the_doors_open, |engine| async move { good_day(engine, "2026-11-26", "09:20").await });
on_both!(late_in_the_evening, |engine| async move { good_day(engine, "2026-11-27", "22:50").await });
on_both!(minutes_after_midnight, |engine| async move { good_day(engine, "2026-11-28", "00:04").await });
on_both!(a_sunday, |engine| async move { good_day(engine, "2026-11-22", "15:40").await });
on_both!(a_monday, |engine| async move { good_day(engine, "2026-11-23", "11:00").await });
on_both!(
    a_day_on_which_the_clocks_change,
    |engine| async move { good_day(engine, "2026-03-29", "14:30").await }
);
on_both!(the_first_day_of_a_season, |engine| async move { good_day(engine, "2027-01-01", "13:15").await });
