//! What is deleted because it is old, and what stays.

use std::fs::File;
use std::time::{Duration, SystemTime};

use axum::http::Method;
use serde_json::json;
use sixfold_domain::time::DAY_MS;
use sixfold_server::app::jobs::tidy;
use sixfold_server::db::upkeep::clock_guard;
use sixfold_tests::app::START_MS;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{TestApp, both};

use crate::event::stage::{DAY, NEXT_DAY, TIME, booked, one_waits, wait, week};

/// Lets days pass, as the clock of a running server sees them: in steps that are no jump.
pub(crate) async fn pass_days(app: &TestApp, days: i64) {
    for _ in 0..days.div_euclid(6) {
        app.state.clock.advance(6 * DAY_MS);
        app.state.clock_guard.compare(&app.state.db, app.state.clock.now_ms()).await.unwrap();
    }
    app.state.clock.advance(days.rem_euclid(6) * DAY_MS);
    app.state.clock_guard.compare(&app.state.db, app.state.clock.now_ms()).await.unwrap();
}

async fn counts(app: &TestApp, tables: &[&'static str]) -> Vec<i64> {
    let mut counts = Vec::new();
    for table in tables {
        counts.push(app.count(table).await);
    }
    counts
}

both! {
    // RULES 14.2
    async fn slots_lists_and_requests_go_and_bookings_stay(app) {
        let (ada, bo, id) = one_waits(&app).await;
        app.execute("UPDATE waitlist SET status = 'left'").await;
        wait(&bo, DAY, TIME).await.data();
        app.execute(format!(
            "INSERT INTO correction_request (request_id, booking_id, uaid, results, asked_at, asked_by, settled_at, outcome) \
             VALUES ('settled', '{id}', '{0}', '[]', 1, '{0}', {START_MS}, 'applied'), ('open', '{id}', '{0}', '[]', 1, '{0}', NULL, NULL)",
            ada.uaid
        )).await;
        app.execute(format!(
            "INSERT INTO share (share_id, uaid, template, colour, booking_id, created_at, revoked_at) \
             VALUES ('one', '{0}', 'season_card', 'black', '{id}', 1, {START_MS}), ('two', '{0}', 'season_card', 'black', '{id}', 1, NULL)",
            ada.uaid
        )).await;
        let tables = ["slot", "waitlist", "correction_request", "share", "booking", "slot_tally"];
        let before = counts(&app, &tables).await;
        assert_eq!(before, [1, 2, 2, 2, 1, 1]);
        pass_days(&app, 399).await;
        tidy(&app.state).await.unwrap();
        assert_eq!(counts(&app, &tables).await, before, "not before its time");
        pass_days(&app, 6).await;
        tidy(&app.state).await.unwrap();
        // Who still waits is no past yet: a job ends that first.
        assert_eq!(counts(&app, &tables).await, [0, 1, 1, 1, 1, 1]);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'waiting'").await, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM correction_request WHERE settled_at IS NULL").await, 1);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM share WHERE revoked_at IS NULL").await, 1);
    }

    async fn figures_go_after_ten_years_and_a_late_change_still_fits(app) {
        app.set_schedule(week(2)).await;
        let ada = app.athlete().await;
        booked(&ada, NEXT_DAY, TIME).await;
        app.execute("UPDATE slot_tally SET test_date = '2016-03-06'").await;
        app.execute("UPDATE booking SET test_date = '2016-03-06', status = 'booked'").await;
        app.execute("INSERT INTO score_tally SELECT event_id, 'final', '2016-03-06', 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM event LIMIT 1").await;
        app.execute("DELETE FROM slot_tally WHERE test_date > '2020-01-01'").await;
        tidy(&app.state).await.unwrap();
        let old = "SELECT COUNT(*) FROM slot_tally WHERE test_date < '2017-01-01'";
        assert_eq!((app.scalar(old).await, app.count("score_tally").await), (1, 1), "ten years less two days");
        pass_days(&app, 6).await;
        tidy(&app.state).await.unwrap();
        assert_eq!((app.scalar(old).await, app.count("score_tally").await), (0, 0));
        app.execute("UPDATE booking SET status = 'dnt'").await;
        tidy(&app.state).await.unwrap();
        assert_eq!(app.scalar(old).await, 0);
    }

    async fn revisions_go_except_the_newest_the_present_and_the_public_one(app) {
        let item = "letter-booking-reminder";
        app.execute(format!("DELETE FROM content_revision WHERE id = '{item}'")).await;
        for rev in 1..=40 {
            app.execute(format!(
                "INSERT INTO content_revision (library_id, id, rev, name, type_id, type, status, elements, saved_at) \
                 SELECT library_id, id, {rev}, name, type_id, type, 'ready', elements, {START_MS} + {rev} FROM content_item WHERE id = '{item}'"
            )).await;
        }
        app.execute(format!("UPDATE content_item SET rev = 40, ready_rev = 3 WHERE id = '{item}'")).await;
        let others = format!("SELECT COUNT(*) FROM content_revision WHERE id <> '{item}'");
        let kept = app.scalar(others.clone()).await;
        pass_days(&app, 399).await;
        tidy(&app.state).await.unwrap();
        assert_eq!(app.scalar(format!("SELECT COUNT(*) FROM content_revision WHERE id = '{item}'")).await, 40);
        pass_days(&app, 6).await;
        tidy(&app.state).await.unwrap();
        let left = app.texts(format!("SELECT CAST(rev AS TEXT) FROM content_revision WHERE id = '{item}' ORDER BY rev")).await;
        let mut left: Vec<i64> = left.into_iter().map(|rev| rev.unwrap().parse().unwrap()).collect();
        left.sort_unstable();
        assert_eq!(left, [3].into_iter().chain(21..=40).collect::<Vec<i64>>());
        assert_eq!(app.scalar(others).await, kept, "what has few revisions keeps them");
    }

    async fn mail_files_go_after_thirty_days(app) {
        let mail = app.data_dir().join("mail");
        std::fs::create_dir_all(&mail).unwrap();
        let at = |ms: i64| SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(ms).unwrap());
        for (name, days) in [("old.eml", 31), ("young.eml", 29), ("old.txt", 31), (".old.part", 31)] {
            let file = File::create(mail.join(name)).unwrap();
            file.set_modified(at(START_MS - days * DAY_MS)).unwrap();
        }
        tidy(&app.state).await.unwrap();
        let mut left: Vec<_> = std::fs::read_dir(&mail).unwrap().map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["old.txt", "young.eml"]);
        std::fs::remove_dir_all(&mail).unwrap();
        tidy(&app.state).await.unwrap();
    }

    async fn addresses_that_were_never_confirmed_and_used_links_go_after_seven_days(app) {
        let zoe = app.sign_up("zoe@athletes.example").await;
        let change = json!({ "emailAddress": "zoe@third.example", "password": PASSWORD });
        for (method, path, body) in [
            (Method::POST, "/api/user/email", change),
            (Method::POST, "/api/user/email/send", json!({})),
            (Method::PUT, "/api/user/profile", json!({ "sportPlayed": "Judo" })),
        ] {
            let answer = zoe.client().keyed(method, path, path, body).await;
            answer.data();
            assert!(answer.text().contains("zoe@third.example"), "{path}");
        }
        // Other answers are repeated for thirty days.
        let other = json!({ "marketingPref1": true });
        zoe.client().keyed(Method::PUT, "/api/user/marketing", "other", other).await.data();
        app.execute(format!(
            "INSERT INTO one_time_token (token_hash, purpose, uaid, created_at, expires_at, used_at) \
             VALUES ('used', 'guardian', '{0}', 1, {1}, {START_MS}), ('open', 'guardian', '{0}', 1, {1}, NULL)",
            zoe.uaid,
            START_MS + 14 * DAY_MS
        )).await;
        let tables = ["email_confirmation", "idempotency_key", "one_time_token"];
        pass_days(&app, 6).await;
        tidy(&app.state).await.unwrap();
        assert_eq!(counts(&app, &tables).await, [1, 4, 2], "not before their time");
        pass_days(&app, 2).await;
        tidy(&app.state).await.unwrap();
        assert_eq!(counts(&app, &tables).await, [0, 1, 1], "the link that nobody has used is valid");
        assert_eq!(app.texts("SELECT key FROM idempotency_key").await, [Some("other".to_owned())]);
    }

    async fn answers_about_addresses_are_read_once(app) {
        let store = async |key: &str, at_ms: i64| {
            app.execute(format!(
                "INSERT INTO idempotency_key (owner, key, method, path, body_hash, created_at) \
                 VALUES ('1', '{key}', 'POST', '/api/user/email', '', {at_ms})"
            ))
            .await;
        };
        let stored = async || -> Vec<String> {
            let keys = app.texts("SELECT key FROM idempotency_key ORDER BY key").await;
            keys.into_iter().flatten().collect()
        };
        let mark = "SELECT CAST(value AS BIGINT) FROM store_fact WHERE name = 'addresses-from'";
        store("late", START_MS - 6 * DAY_MS).await;
        store("old", START_MS - 8 * DAY_MS).await;
        tidy(&app.state).await.unwrap();
        assert_eq!((stored().await, app.scalar(mark).await), (vec!["late".to_owned()], START_MS - 7 * DAY_MS));
        // What lies before the mark is not read again.
        store("old", START_MS - 8 * DAY_MS).await;
        pass_days(&app, 2).await;
        tidy(&app.state).await.unwrap();
        assert_eq!((stored().await, app.scalar(mark).await), (vec!["old".to_owned()], START_MS - 5 * DAY_MS));

        // RULES 1.3: what is stored once a clock that was ahead has been put right goes in its time.
        pass_days(&app, 10).await;
        tidy(&app.state).await.unwrap();
        app.state.clock.advance(-12 * DAY_MS);
        app.write(async move |conn| clock_guard::accept(conn, None, START_MS).await).await;
        pass_days(&app, 0).await;
        tidy(&app.state).await.unwrap();
        store("right", START_MS).await;
        pass_days(&app, 8).await;
        tidy(&app.state).await.unwrap();
        assert_eq!(stored().await, ["old"]);
    }

    // RULES 1.3
    async fn what_a_wrong_clock_put_off_is_due_once_it_is_right(app) {
        app.set_schedule(week(1)).await;
        let athlete = app.athlete().await;
        let (uaid, booking) = (&athlete.uaid, booked(&athlete, DAY, TIME).await);
        app.execute(
            "INSERT INTO push_message (message_id, device_id, topic, tag, content_sealed, created_at, expires_at, \
             next_attempt_at) VALUES ('m', 'd', 'bookings', 't', 'x', 1, 9999999999999, 1)",
        )
        .await;
        app.execute(format!(
            "INSERT INTO text_message (text_id, uaid, content_sealed, booking_id, sequence, created_at, expires_at, \
             next_attempt_at) VALUES ('t', '{uaid}', 'x', '{booking}', 0, 1, 9999999999999, 1)"
        ))
        .await;
        app.execute(format!(
            "INSERT INTO apple_pass_device (registration_id, device_hash, booking_id, push_token_sealed, created_at) \
             VALUES ('r', 'd', '{booking}', 'x', 1)"
        ))
        .await;
        let now_ms = app.state.clock.now_ms();
        let both = &["next_attempt_at", "claimed_until"][..];
        // The longest pause after a failure is an hour; quiet hours last until the next day at most, which may be 25 hours later.
        for (table, columns, hours) in [
            ("mail_outbox", both, 1),
            ("apple_pass_device", both, 1),
            ("push_message", both, 25),
            ("text_message", &both[..1], 25),
        ] {
            let now: Vec<_> = columns.iter().map(|column| format!("{column} = {now_ms}")).collect();
            let is_due: Vec<_> = columns.iter().map(|column| format!("COALESCE({column}, 0) <= {now_ms}")).collect();
            let (now, is_due) = (now.join(", "), is_due.join(" AND "));
            for (put_off, due) in [(hours * 60 * 60_000, 0), (365 * DAY_MS, app.count(table).await)] {
                for column in columns {
                    app.execute(format!("UPDATE {table} SET {now}")).await;
                    app.execute(format!("UPDATE {table} SET {column} = {now_ms} + {put_off}")).await;
                    tidy(&app.state).await.unwrap();
                    let found = app.scalar(format!("SELECT COUNT(*) FROM {table} WHERE {is_due}")).await;
                    assert_eq!(found, due, "{table}.{column}");
                }
            }
            assert!(app.count(table).await > 0, "{table}");
        }
    }

    async fn nothing_goes_while_the_clock_is_in_doubt(app) {
        app.set_schedule(week(1)).await;
        booked(&app.athlete().await, DAY, TIME).await;
        app.state.clock_guard.compare(&app.state.db, START_MS).await.unwrap();
        app.state.clock.advance(500 * DAY_MS);
        app.state.clock_guard.compare(&app.state.db, app.state.clock.now_ms()).await.unwrap();
        tidy(&app.state).await.unwrap();
        assert_eq!(app.count("slot").await, 1);
    }
}
