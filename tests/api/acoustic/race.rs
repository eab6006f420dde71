//! A booking that has read the schedule while its day is being closed: closing waits for it and demands a decision. Without the
//! guard the day closes over the booking, which proves that the test can fail.
//!
//! On PostgreSQL, where writes run concurrently; on SQLite they run one after the other.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use sixfold_domain::booking::{BookingStatus, BookingType};
use sixfold_server::db::bookings::booking::{self, NewBooking, Seat};
use sixfold_server::db::calendar::schedule;
use sixfold_server::db::calendar::slot::{self, SlotKey};
use sixfold_server::db::{Conn, DbError};
use sixfold_tests::{Engine, Reply, TestApp};
use tokio::sync::Notify;

use super::put_dates;
use crate::event::stage::{DAY, TIME, date, week};

/// How long to watch a closing that has to wait.
const PATIENCE: Duration = Duration::from_millis(700);
/// How long to wait for a closing that nothing holds up, even on a busy machine.
const LONG: Duration = Duration::from_secs(30);

/// What a booking does after it has read the schedule.
async fn take_a_seat(conn: &mut Conn, uaid: &str) -> Result<(), DbError> {
    let key =
        SlotKey { event_id: schedule::ACADEMY.to_owned(), date: date(DAY), time: TIME.parse().unwrap() };
    slot::lock(conn, &key, 6).await?;
    assert!(slot::take(conn, &key).await?);
    let new = NewBooking {
        uaid,
        event_id: &key.event_id,
        status: BookingStatus::Booked,
        booking_type: BookingType::Test,
        slot: Some((key.date, key.time)),
        seat: Seat::Numbered(1),
        team_booking_id: None,
        created_by: uaid,
        bypass: false,
    };
    booking::insert(conn, &new, 1).await.map(drop)
}

/// Closes the day while a booking is between reading the schedule and taking its seat. Returns the answer, and whether closing
/// waited for the booking.
async fn close_beside_a_booking(guarded: bool) -> (Reply, bool) {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(6)).await;
    let (athlete, client) = (app.athlete().await, app.person(3).await.client());
    let (read, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (db, told, wait) = (app.state.db.clone(), read.clone(), go.clone());
    let booking = tokio::spawn(async move {
        let uaid = athlete.uaid;
        let done = db.write(async move |conn| {
            if guarded {
                schedule::lock_shared(conn).await?;
            }
            booking::lock_athlete(conn, &uaid, 1).await?;
            told.notify_one();
            wait.notified().await;
            take_a_seat(conn, &uaid).await
        });
        done.await.unwrap_or_else(|error: DbError| panic!("{error}"));
    });
    read.notified().await;
    let mut closing =
        tokio::spawn(async move { put_dates(&client, "closed-dates", &[DAY], json!([])).await });
    let patience = if guarded { PATIENCE } else { LONG };
    let early = tokio::time::timeout(patience, &mut closing).await;
    go.notify_one();
    booking.await.unwrap();
    match early {
        Ok(reply) => (reply.unwrap(), false),
        Err(_) => (closing.await.unwrap(), true),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_day_waits_for_who_is_booking_into_it() {
    let (reply, waited) = close_beside_a_booking(true).await;
    let error = reply.refused(409, "BOOKINGS_HIT");
    assert_eq!((error["bookings"].as_array().unwrap().len(), waited), (1, true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_guard_a_day_closes_over_a_booking() {
    let (reply, waited) = close_beside_a_booking(false).await;
    reply.data();
    assert!(!waited);
}
