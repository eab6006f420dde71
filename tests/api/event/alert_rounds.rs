//! Rounds that announce times that have opened: whom each tells, whom it looks at again, and what changes under it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_server::app::jobs::{AlertRounds, tell_of_opened};
use sixfold_server::db::bookings::alert;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::calendar::slot::SlotKey;
use sixfold_server::db::{DbError, Engine};
use sixfold_tests::{TestApp, both};
use tokio::sync::Notify;

use super::alerts::{NEXT_SATURDAY, SATURDAY, add, closed, one_time, round, saturday, told};
use super::stage::{booked, cancel, completed, date, go_to, week};

fn booked_with_the_first_alert(engine: Engine) -> &'static [&'static str] {
    match engine {
        Engine::Sqlite => &["CREATE TRIGGER full_now AFTER UPDATE OF sent_at ON time_alert BEGIN \
             UPDATE slot SET taken = capacity; END"],
        Engine::Postgres => &[
            "CREATE FUNCTION full_now() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN UPDATE slot SET taken = capacity; RETURN NEW; END $$",
            "CREATE TRIGGER full_now AFTER UPDATE ON time_alert FOR EACH ROW EXECUTE FUNCTION full_now()",
        ],
    }
}

both! {
    // RULES 5.6
    async fn nobody_is_notified_of_a_seat_that_was_taken_during_the_round(app) {
        app.set_schedule(closed(one_time(1))).await;
        let (one, two) = (app.athlete().await, app.athlete().await);
        add(&one, saturday()).await.data();
        add(&two, saturday()).await.data();
        app.set_schedule(one_time(1)).await;
        // Somebody books when the first alert is sent.
        for sql in booked_with_the_first_alert(app.state.db.engine()) {
            app.execute(*sql).await;
        }
        assert_eq!(round(&app).await, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM time_alert WHERE sent_at IS NULL").await, 1);
    }

    // RULES 5.5
    async fn only_those_are_told_who_may_book_and_have_no_such_place(app) {
        app.set_schedule(closed(BookingSessionConfig { retest_delay: 4, ..one_time(3) })).await;
        let (unfinished, placed, rests) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let both_days = json!({ "days": ["SATURDAY"], "until": NEXT_SATURDAY });
        booked(&placed, NEXT_SATURDAY, "10:00").await;
        for person in [&unfinished, &placed, &rests] {
            add(person, both_days.clone()).await.data();
        }
        app.execute(format!("DELETE FROM eligibility WHERE uaid = '{}'", unfinished.uaid)).await;
        completed(&app, &rests, "2026-03-01").await;
        app.set_schedule(BookingSessionConfig { retest_delay: 4, ..one_time(3) }).await;
        let mut rounds = AlertRounds::default();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
        // Nothing else changes; the wait for the retest ends with a day.
        go_to(&app, "2026-03-05", "09:00").await;
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        assert_eq!(told(&app, &rests).await, 1);
        assert_eq!(app.letters("time-opened").await.len(), 1);
    }

    // RULES 5.5
    async fn somebody_who_was_passed_over_is_told_as_soon_as_they_can_use_the_time(app) {
        app.set_schedule(closed(one_time(3))).await;
        let (placed, unfinished) = (app.athlete().await, app.athlete().await);
        let id = booked(&placed, NEXT_SATURDAY, "10:00").await;
        for person in [&placed, &unfinished] {
            add(person, json!({ "days": ["SATURDAY"], "until": NEXT_SATURDAY })).await.data();
        }
        app.execute(format!("UPDATE eligibility SET parq_cleared = FALSE WHERE uaid = '{}'", unfinished.uaid)).await;
        app.set_schedule(one_time(3)).await;
        // No alert is newer than the first round.
        app.pass_minutes(1);
        let mut rounds = AlertRounds::default();
        for _ in 0..2 {
            assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
        }
        // Nothing more can be booked than before.
        cancel(&app.person(3).await, &id).await.data();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        app.execute("UPDATE eligibility SET parq_cleared = TRUE").await;
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
        assert_eq!((told(&app, &placed).await, told(&app, &unfinished).await), (1, 1));
    }

    // RULES 5.5
    async fn nobody_is_told_while_their_booking_can_no_longer_be_moved(app) {
        let config = BookingSessionConfig { cancel_cutoff_minutes: 30 * 60, ..one_time(3) };
        app.set_schedule(closed(config.clone())).await;
        let (movable, late, tested) = (app.athlete().await, app.athlete().await, app.athlete().await);
        // Tomorrow is within the cut-off.
        for (person, day) in [(&movable, "2026-03-04"), (&late, "2026-03-03"), (&tested, "2026-03-04")] {
            booked(person, day, "10:00").await;
            add(person, saturday()).await.data();
        }
        app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE uaid = '{}'", tested.uaid)).await;
        app.set_schedule(config).await;
        let mut rounds = AlertRounds::default();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        assert_eq!(told(&app, &movable).await, 1);
        // The alert is still there once the other's booking is missed, which can be booked again (RULES 4.5).
        go_to(&app, "2026-03-04", "08:00").await;
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 1);
        assert_eq!((told(&app, &late).await, told(&app, &tested).await), (1, 0));
    }

    // RULES 5.6
    async fn nobody_is_told_in_the_night(app) {
        app.set_schedule(closed(week(1))).await;
        let person = app.athlete().await;
        add(&person, saturday()).await.data();
        app.set_schedule(week(1)).await;
        let mut rounds = AlertRounds::default();
        for (day, time, expected) in
            [("2026-03-02", "21:00", 0), ("2026-03-03", "07:59", 0), ("2026-03-03", "08:00", 1)]
        {
            go_to(&app, day, time).await;
            assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), expected, "{day} {time}");
        }
    }

    // RULES 5.6
    async fn few_are_told_of_one_seat_the_longest_waiting_first(app) {
        app.set_schedule(closed(one_time(1))).await;
        let mut people = Vec::new();
        for _ in 0..7 {
            let person = app.athlete().await;
            add(&person, saturday()).await.data();
            people.push(person);
            app.pass_minutes(1);
        }
        app.set_schedule(one_time(1)).await;
        let mut rounds = AlertRounds::default();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 5);
        for (index, person) in people.iter().enumerate() {
            assert_eq!(told(&app, person).await, usize::from(index < 5), "{index}");
        }
        app.pass_minutes(9);
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
        app.pass_minutes(2);
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 2);
    }

    // RULES 5.6
    async fn overlapping_alerts_send_one_letter_and_count_as_one_person(app) {
        app.set_schedule(one_time(1)).await;
        let (person, next) = (app.athlete().await, app.athlete().await);
        let until = |day: &str| json!({ "days": ["SATURDAY"], "until": day });
        // What was free when this one was made is no news to it.
        add(&person, until("2026-03-08")).await.data();
        app.set_schedule(closed(one_time(1))).await;
        for day in [SATURDAY, "2026-03-09", "2026-03-10", "2026-03-11"] {
            add(&person, until(day)).await.data();
        }
        for _ in 0..3 {
            add(&app.athlete().await, saturday()).await.data();
        }
        add(&next, saturday()).await.data();
        app.set_schedule(one_time(1)).await;
        let mut rounds = AlertRounds::default();
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 5);
        assert_eq!((told(&app, &person).await, told(&app, &next).await), (1, 1));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM time_alert WHERE sent_at IS NULL").await, 1);
        app.pass_minutes(11);
        assert_eq!(tell_of_opened(&app.state, &mut rounds).await.unwrap(), 0);
    }

    // RULES 5.6
    async fn two_nodes_tell_once(app) {
        app.set_schedule(closed(week(1))).await;
        for _ in 0..4 {
            add(&app.athlete().await, saturday()).await.data();
        }
        app.set_schedule(week(1)).await;
        let counts = futures::future::join_all((0..3).map(|_| round(&app))).await;
        assert_eq!(counts.iter().sum::<usize>(), 4, "{counts:?}");
        assert_eq!(app.letters("time-opened").await.len(), 4);
    }

    // RULES 5.6
    async fn nodes_together_tell_no_more_of_one_seat(app) {
        app.set_schedule(closed(one_time(1))).await;
        for _ in 0..12 {
            add(&app.athlete().await, saturday()).await.data();
        }
        app.set_schedule(one_time(1)).await;
        let counts = futures::future::join_all((0..3).map(|_| round(&app))).await;
        assert_eq!(counts.iter().sum::<usize>(), 5, "{counts:?}");
        assert_eq!(app.letters("time-opened").await.len(), 5);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slot_of_which_somebody_is_told_while_the_capacity_changes_has_the_new_one() {
    let (app, told) = told_while(Meanwhile::ScheduleBecomes(Box::new(week(5)))).await;
    assert_eq!(told, 1);
    assert_eq!(app.scalar("SELECT capacity FROM slot").await, 5);
}

// RULES 5.5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_of_a_time_that_is_closed_while_the_round_is_under_way() {
    let (app, told) = told_while(Meanwhile::ScheduleBecomes(Box::new(closed(week(1))))).await;
    assert_eq!((told, app.count("slot").await), (0, 0));
    assert_eq!(app.scalar("SELECT COUNT(*) FROM time_alert WHERE sent_at IS NULL").await, 1);
}

// RULES 5.5
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_told_of_a_place_that_they_give_up_while_the_round_is_under_way() {
    let (app, told) = told_while(Meanwhile::PlaceGivenUp).await;
    assert_eq!(told, 0);
    assert_eq!(app.scalar("SELECT COUNT(*) FROM time_alert WHERE sent_at IS NULL").await, 1);
    // The other times of that day are news.
    assert_eq!(round(&app).await, 1);
    assert_eq!(app.texts("SELECT test_time FROM time_alert").await, [Some("10:15".to_owned())]);
}

#[derive(Clone)]
enum Meanwhile {
    ScheduleBecomes(Box<BookingSessionConfig>),
    /// The athlete of the alert gives up a place at the first time of the day.
    PlaceGivenUp,
}

/// Opens a day, and changes something more when a round has found that out but told nobody yet; returns how many it told
/// afterwards.
async fn told_while(meanwhile: Meanwhile) -> (TestApp, usize) {
    const WAITS: &str = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(closed(week(1))).await;
    let person = app.athlete().await;
    add(&person, saturday()).await.data();
    let uaid = person.uaid;
    app.set_schedule(week(1)).await;
    let (claimed, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (db, now_ms, told, wait) =
        (app.state.db.clone(), app.state.clock.now_ms(), claimed.clone(), go.clone());
    let change = tokio::spawn(async move {
        let changed = db.write(async move |conn| {
            schedule::lock_exclusive(conn).await?;
            told.notify_one();
            wait.notified().await;
            match meanwhile {
                Meanwhile::ScheduleBecomes(config) => {
                    schedule::replace_config(conn, schedule::ACADEMY, &config, now_ms).await
                }
                Meanwhile::PlaceGivenUp => {
                    let (day, time) = (date(SATURDAY), "10:00".parse().unwrap());
                    let place = SlotKey { event_id: schedule::ACADEMY.to_owned(), date: day, time };
                    alert::give_up(conn, &uaid, &place, date("2026-03-02")).await
                }
            }
        });
        changed.await.unwrap_or_else(|error: DbError| panic!("{error}"));
    });
    claimed.notified().await;
    let state = app.state.clone();
    let telling =
        tokio::spawn(async move { tell_of_opened(&state, &mut AlertRounds::default()).await.unwrap() });
    while !telling.is_finished() && app.scalar(WAITS).await == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    go.notify_one();
    change.await.unwrap();
    (app, telling.await.unwrap())
}
