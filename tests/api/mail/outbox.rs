//! The outbox: a booking never waits for mail and never fails because of it; a letter that could not be sent is retried.

use serde_json::json;
use sixfold_server::app::jobs::{remind, send_due};
use sixfold_server::booking::missed::close_if_missed;
use sixfold_server::db::DbError;
use sixfold_server::db::bookings::booking;
use sixfold_server::mail::deliver::Transport;
use sixfold_tests::child_process::free_address;
use sixfold_tests::{Engine, TestApp, both, postgres};
use sqlx::Executor as _;

use crate::event::stage::{
    ACCEPT, DAY, NEXT_DAY, TIME, WAITLIST, booked, cancel, go_to, one_booked, shift, wait, week,
};

/// A relay that does not exist: the port is closed.
fn no_relay() -> Transport {
    Transport::from_config(Some(&format!("smtp://{}", free_address())), std::path::Path::new("")).unwrap()
}

/// The kinds of the letters that wait after an attempt to send them.
async fn left(app: &TestApp, down: &Transport) -> Vec<String> {
    assert_eq!(send_due(&app.state, down).await.unwrap(), 0);
    let unsent = "SELECT kind FROM mail_outbox WHERE sent_at IS NULL ORDER BY kind";
    app.texts(unsent).await.into_iter().flatten().collect()
}

both! {
    async fn a_relay_that_is_down_neither_fails_a_booking_nor_loses_its_letter(app) {
        let (person, id) = one_booked(&app, 6).await;
        let down = no_relay();
        let mut pause = 5_000;
        for attempt in 1..=4 {
            let now = app.state.clock.now_ms();
            assert_eq!(send_due(&app.state, &down).await.unwrap(), 0);
            assert_eq!(app.scalar("SELECT attempts FROM mail_outbox").await, attempt);
            assert_eq!(app.scalar("SELECT next_attempt_at FROM mail_outbox").await - now, pause);
            assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE last_error IS NOT NULL").await, 1);
            // Not due yet: nothing is tried.
            app.state.clock.advance(pause - 1);
            assert_eq!(send_due(&app.state, &down).await.unwrap(), 0);
            assert_eq!(app.scalar("SELECT attempts FROM mail_outbox").await, attempt);
            app.state.clock.advance(1);
            pause *= 2;
        }
        shift(&person, &id, DAY, "11:00").await.data();
        cancel(&person, &id).await.data();
        let files = Transport::from_config(None, app.data_dir()).unwrap();
        // Only the last of them is still true (RULES 4.16).
        assert_eq!(send_due(&app.state, &files).await.unwrap(), 1);
        assert_eq!(app.texts("SELECT kind FROM mail_outbox").await, [Some("booking-cancelled".to_owned())]);
        assert_eq!(std::fs::read_dir(app.data_dir().join("mail")).unwrap().count(), 1);
        assert_eq!(send_due(&app.state, &files).await.unwrap(), 0, "sent once");
    }

    async fn letters_leave_once_however_many_send(app) {
        app.set_schedule(week(40)).await;
        for _ in 0..12 {
            booked(&app.athlete().await, DAY, TIME).await;
        }
        let files = Transport::from_config(None, app.data_dir()).unwrap();
        let senders = (0..4).map(|_| send_due(&app.state, &files));
        let sent: usize = futures::future::join_all(senders).await.into_iter().map(Result::unwrap).sum();
        assert_eq!(sent, 12);
        assert_eq!(app.scalar("SELECT CAST(SUM(attempts) AS BIGINT) FROM mail_outbox").await, 12);
    }

    async fn a_letter_that_can_never_leave_is_given_up(app) {
        app.set_schedule(week(6)).await;
        booked(&app.athlete().await, DAY, TIME).await;
        app.execute("UPDATE mail_outbox SET to_address = 'not an address'").await;
        let files = Transport::from_config(None, app.data_dir()).unwrap();
        assert_eq!(send_due(&app.state, &files).await.unwrap(), 0);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE failed_at IS NOT NULL").await, 1);
        app.state.clock.advance(86_400_000);
        assert_eq!(send_due(&app.state, &files).await.unwrap(), 0);
        assert_eq!(app.scalar("SELECT attempts FROM mail_outbox").await, 1);
    }

    // RULES 4.16
    async fn a_letter_that_is_no_longer_true_is_dropped(app) {
        let (down, files) = (no_relay(), Transport::from_config(None, app.data_dir()).unwrap());
        let unsent = "SELECT kind FROM mail_outbox WHERE sent_at IS NULL ORDER BY kind";
        app.set_schedule(week(1)).await;
        let (one, next) = (app.athlete().await, app.athlete().await);
        let id = booked(&one, NEXT_DAY, TIME).await;
        wait(&next, NEXT_DAY, TIME).await.data();
        send_due(&app.state, &files).await.unwrap();
        cancel(&one, &id).await.data();
        app.client().post("/api/user/forgot", json!({ "email": one.email })).await.data();
        for (minutes, left) in [(0, 3), (29, 3), (1, 1)] {
            app.pass_minutes(minutes);
            assert_eq!(send_due(&app.state, &down).await.unwrap(), 0);
            let kinds: Vec<_> = app.texts(unsent).await.into_iter().flatten().collect();
            assert_eq!(kinds.len(), left, "{kinds:?}");
        }
        assert_eq!(app.texts(unsent).await, [Some("booking-cancelled".to_owned())]);
        booked(&one, DAY, TIME).await;
        send_due(&app.state, &files).await.unwrap();
        go_to(&app, "2026-03-04", "10:00").await;
        assert_eq!(remind(&app.state).await.unwrap(), 1);
        for (day, time, left) in [("2026-03-04", "10:00", 2), ("2026-03-04", "23:59", 2), (DAY, "00:00", 1)] {
            go_to(&app, day, time).await;
            assert_eq!(send_due(&app.state, &down).await.unwrap(), 0);
            assert_eq!(app.texts(unsent).await.len(), left, "{day} {time}");
        }
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE failed_at IS NOT NULL").await, 0);
    }

    // RULES 4.16
    async fn a_letter_is_dropped_when_its_booking_has_changed_or_its_offer_has_ended(app) {
        let (down, files) = (no_relay(), Transport::from_config(None, app.data_dir()).unwrap());
        app.set_schedule(week(1)).await;
        let (one, next) = (app.athlete().await, app.athlete().await);
        let id = booked(&one, DAY, TIME).await;
        send_due(&app.state, &files).await.unwrap();
        go_to(&app, "2026-03-04", "10:00").await;
        assert_eq!(remind(&app.state).await.unwrap(), 1);
        wait(&next, DAY, TIME).await.data();
        cancel(&one, &id).await.data();
        assert_eq!(left(&app, &down).await, ["booking-cancelled", "waitlist-offer"], "no reminder of what is off");
        let offer = json!({ "offerId": next.client().get(WAITLIST).await.data()[0]["offerId"] });
        let taken = next.client().post(ACCEPT, offer).await.data();
        app.pass_minutes(1);
        assert_eq!(left(&app, &down).await, ["booking-cancelled", "booking-confirmed"], "the offer is taken");
        let id = taken["eventBookingId"].as_str().unwrap();
        shift(&next, id, NEXT_DAY, TIME).await.data();
        app.pass_minutes(1);
        assert_eq!(left(&app, &down).await, ["booking-cancelled", "booking-moved"], "it is no longer then");
        app.pass_minutes(60);
        assert_eq!(send_due(&app.state, &files).await.unwrap(), 2);
    }

    // RULES 4.9
    async fn a_letter_and_its_booking_stand_or_fall_together(app) {
        let (person, id) = one_booked(&app, 6).await;
        let (uaid, now_ms) = (person.uaid.clone(), app.state.clock.now_ms());
        let state = app.state.clone();
        let later = "2026-03-09".parse().unwrap();
        // A change with its letter, in a transaction that fails at its end.
        let undone = app.state.db.write(async move |conn| {
            booking::lock_athlete(conn, &uaid, now_ms).await?;
            let open = booking::find_open(conn, &uaid).await?.expect("an open booking");
            assert!(close_if_missed(conn, &open, later, &state, now_ms).await?);
            Err::<(), _>(DbError::Other("a fault after the letter".to_owned()))
        });
        undone.await.unwrap_err();
        assert_eq!(app.count("mail_outbox").await, 1);
        assert_eq!(crate::event::stage::status(&app, &id).await, "booked");
    }

    async fn a_booking_whose_letter_cannot_be_kept_is_not_made(app) {
        app.set_schedule(week(6)).await;
        let person = app.athlete().await;
        app.execute("ALTER TABLE mail_outbox RENAME TO mail_elsewhere").await;
        let reply = crate::event::stage::book(&person, DAY, TIME).await;
        assert_eq!(reply.status, 500);
        assert!(!reply.text().contains("mail_outbox"), "nothing of the inside is told: {}", reply.text());
        app.execute("ALTER TABLE mail_elsewhere RENAME TO mail_outbox").await;
        assert_eq!((app.count("booking").await, app.count("audit_log").await), (0, 0));
        assert_eq!(app.scalar("SELECT COALESCE(CAST(SUM(taken) AS BIGINT), 0) FROM slot").await, 0);
        booked(&person, DAY, TIME).await;
    }
}

// On SQLite nobody claims while somebody else writes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_letter_that_leaves_while_another_sender_waits_to_claim_it_is_not_sent_again() {
    let app = TestApp::spawn(Engine::Postgres).await;
    app.set_schedule(week(6)).await;
    booked(&app.athlete().await, DAY, TIME).await;
    let files = Transport::from_config(None, app.data_dir()).unwrap();
    let mut sender = postgres::connect(&app.state.config.database).await;
    sender.execute("BEGIN; UPDATE mail_outbox SET sent_at = 1, attempts = 1").await.unwrap();
    let state = app.state.clone();
    let other = tokio::spawn(async move { send_due(&state, &files).await.unwrap() });
    postgres::waiting(&mut postgres::connect(&app.state.config.database).await, 1).await;
    sender.execute("COMMIT").await.unwrap();
    assert_eq!(other.await.unwrap(), 0);
    assert_eq!(app.scalar("SELECT attempts FROM mail_outbox").await, 1);
}
