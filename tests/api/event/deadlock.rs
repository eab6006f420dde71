//! Writes of one slot, and of one athlete, lock in the same order, so that none is ever part of a deadlock. Each test holds the
//! row at which two writes meet until both have reached it; with the old order the same set-up deadlocks, so the test can fail.
//!
//! On PostgreSQL, where writes run concurrently; on SQLite they run one after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use sixfold_domain::booking::BookingStatus;
use sixfold_server::db::DbError;
use sixfold_server::db::bookings::booking;
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::calendar::slot::{self, SlotKey};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Engine, TestApp, postgres};
use sqlx::{AssertSqlSafe, Executor as _, PgConnection};

use super::livescreen::stage::{Hall, TODAY};
use super::stage::{DAY, TIME, book, booked, cancel, date, one_booked, shift, wait, week};

/// Locks the row that counts the bookings of a slot.
const HOLD_TALLY: &str = "BEGIN; SELECT 1 FROM slot_tally WHERE test_date = '2026-03-05' FOR UPDATE";

async fn holding(app: &TestApp, sql: &str) -> PgConnection {
    let mut holder = postgres::connect(&app.state.config.database).await;
    holder.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
    holder
}

async fn looker(app: &TestApp) -> PgConnection {
    postgres::connect(&app.state.config.database).await
}

/// What frees a seat of a slot.
#[derive(Clone, Copy)]
enum Frees {
    Cancelling,
    Declining,
    Leaving,
}

/// Frees an athlete's seat while another athlete books the same slot; returns both statuses.
async fn beside_a_booking(app: &TestApp, how: Frees) -> [u16; 2] {
    app.set_schedule(week(6)).await;
    let (owner, rival, desk) = (app.staff(1).await, app.athlete().await, app.person(3).await);
    let id = booked(&owner, DAY, TIME).await;
    let mut holder = holding(app, HOLD_TALLY).await;
    let mut looker = looker(app).await;
    let frees = tokio::spawn(async move {
        let reply = match how {
            Frees::Cancelling => cancel(&owner, &id).await,
            Frees::Declining => {
                let body = json!({ "eventBookingId": id, "uaid": owner.uaid, "eventTestStatus": "declined" });
                desk.client().post("/api/user/event/booking", body).await
            }
            Frees::Leaving => owner.client().post("/api/user/delete", json!({ "password": PASSWORD })).await,
        };
        reply.status.as_u16()
    });
    postgres::waiting(&mut looker, 1).await;
    let books = tokio::spawn(async move { book(&rival, DAY, TIME).await.status.as_u16() });
    postgres::waiting(&mut looker, 2).await;
    holder.execute("ROLLBACK").await.unwrap();
    let statuses = [frees.await.unwrap(), books.await.unwrap()];
    assert_eq!(postgres::deadlocks(&mut looker, 0).await, 0);
    statuses
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn freeing_a_place_and_booking_one_at_the_same_time_both_succeed() {
    for how in [Frees::Cancelling, Frees::Declining, Frees::Leaving] {
        let app = TestApp::spawn(Engine::Postgres).await;
        assert_eq!(beside_a_booking(&app, how).await, [200, 200]);
    }
}

/// How cancelling locked before: the booking first, then its slot.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closing_a_booking_before_its_slot_is_locked_deadlocks() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(6)).await;
    let (owner, rival) = (app.athlete().await, app.athlete().await);
    let id = booked(&owner, DAY, TIME).await;
    let mut holder = holding(&app, HOLD_TALLY).await;
    let mut looker = looker(&app).await;
    let db = app.state.db.clone();
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = runs.clone();
    let closes = tokio::spawn(async move {
        let closed: Result<(), DbError> = db
            .write(async move |conn| {
                counted.fetch_add(1, Ordering::SeqCst);
                booking::lock_athlete(conn, &owner.uaid, 1).await?;
                let current = booking::find(conn, &id).await?.unwrap();
                booking::close(conn, &current, BookingStatus::Cancelled, None, 1).await?;
                let event_id = schedule::ACADEMY.to_owned();
                let key = SlotKey { event_id, date: date(DAY), time: TIME.parse().unwrap() };
                slot::lock_existing(conn, &key).await?;
                slot::give_back(conn, &key, 6).await
            })
            .await;
        closed.is_ok()
    });
    postgres::waiting(&mut looker, 1).await;
    let books = tokio::spawn(async move { book(&rival, DAY, TIME).await });
    postgres::waiting(&mut looker, 2).await;
    holder.execute("ROLLBACK").await.unwrap();
    closes.await.unwrap();
    books.await.unwrap();
    assert!(postgres::deadlocks(&mut looker, 1).await > 0, "the control did not deadlock");
}

/// Many concurrent cancels and bookings of one slot, with nothing held back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crowd_that_cancels_and_books_one_time_never_deadlocks() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(6)).await;
    for _ in 0..6 {
        let mut acts = Vec::new();
        for _ in 0..3 {
            let (owner, rival) = (app.athlete().await, app.athlete().await);
            let id = booked(&owner, DAY, TIME).await;
            acts.push(tokio::spawn(async move { cancel(&owner, &id).await }));
            acts.push(tokio::spawn(async move { book(&rival, DAY, TIME).await }));
        }
        for reply in futures::future::join_all(acts).await {
            let reply = reply.unwrap();
            assert!(matches!(reply.status.as_u16(), 200 | 409), "{}", reply.text());
        }
        app.execute("UPDATE booking SET status = 'cancelled', seat = NULL WHERE seat IS NOT NULL").await;
        app.execute("UPDATE slot SET taken = 0").await;
    }
    assert_eq!(postgres::deadlocks(&mut looker(&app).await, 0).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_result_is_corrected_while_it_is_revealed() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let hall = Hall::started(&app).await;
    let delivery = app.person(3).await;
    app.execute(format!(
        "INSERT INTO result_test (booking_id, test_type, status, score_hundredths, updated_at) \
         SELECT b.booking_id, t.name, 'closed', 5000, 1 FROM booking b CROSS JOIN (VALUES ('Cognitive'), ('Strength'), \
         ('Power'), ('Speed'), ('Agility'), ('Endurance')) AS t (name) WHERE b.uaid = '{}'",
        hall.bo.uaid
    ))
    .await;
    let sql = format!("SELECT booking_id FROM booking WHERE uaid = '{}'", hall.bo.uaid);
    let id = app.texts(sql).await.remove(0).unwrap();
    let revision =
        format!("SELECT revision FROM result_test WHERE booking_id = '{id}' AND test_type = 'Speed'");
    let revision = app.scalar(revision).await;
    let mut looker = looker(&app).await;
    let day = format!("SELECT pg_advisory_xact_lock(6007, hashtext('{} {TODAY}'))", schedule::ACADEMY);
    let mut holder = holding(&app, &format!("BEGIN; {day}")).await;
    let body = json!({ "eventBookingId": id, "reason": "Timed by hand",
        "results": [{ "TestType": "Speed", "Attempts": [{ "score": 3 }], "replaces": revision }] });
    let corrects = tokio::spawn(async move {
        delivery.client().post("/api/event/admin/results/correct", body).await.status.as_u16()
    });
    postgres::waiting(&mut looker, 1).await;
    let reveals = tokio::spawn(async move { hall.act(json!({ "action": "next" })).await.status.as_u16() });
    postgres::waiting(&mut looker, 2).await;
    holder.execute("ROLLBACK").await.unwrap();
    assert_eq!([corrects.await.unwrap(), reveals.await.unwrap()], [200, 200]);
    assert_eq!(postgres::deadlocks(&mut looker, 0).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_athlete_is_a_503_with_a_time_to_come_back() {
    let app = TestApp::spawn(Engine::Postgres).await;
    let (person, id) = one_booked(&app, 6).await;
    let lock = format!("BEGIN; UPDATE account SET updated_at = 1 WHERE uaid = '{}'", person.uaid);
    let mut holder = holding(&app, &lock).await;
    let reply = shift(&person, &id, DAY, "11:00").await;
    reply.refused(503, "UNAVAILABLE");
    assert_eq!(reply.header("retry-after"), "1");
    holder.execute("ROLLBACK").await.unwrap();
    shift(&person, &id, DAY, "11:00").await.data();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_for_good_gives_an_offer_back_only_once_its_slot_is_theirs_to_change() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(1)).await;
    let (owner, next) = (app.athlete().await, app.staff(1).await);
    let id = booked(&owner, DAY, TIME).await;
    wait(&next, DAY, TIME).await.data();
    cancel(&owner, &id).await.data();
    assert_eq!(app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'offered'").await, 1);
    let mut holder = holding(&app, "BEGIN; SELECT 1 FROM slot FOR UPDATE").await;
    let mut looker = looker(&app).await;
    let leaves =
        tokio::spawn(
            async move { next.client().post("/api/user/delete", json!({ "password": PASSWORD })).await },
        );
    postgres::waiting(&mut looker, 1).await;
    holder.execute("ROLLBACK").await.unwrap();
    leaves.await.unwrap().data();
}
