//! The second test and later ones: when they may be, and what counts as a first one.

use sixfold_domain::slot::BookingSessionConfig;
use sixfold_tests::both;

use super::stage::{DAY, NEXT_DAY, TIME, book, booked, completed, date, everything, go_to, shift, week};

both! {
    async fn a_retest_waits_for_its_delay(app) {
        for (delay, last_day, first_day) in
            [(1, "2026-03-02", "2026-03-03"), (7, "2026-03-08", "2026-03-09"), (30, "2026-03-31", "2026-04-01")]
        {
            app.set_schedule(BookingSessionConfig { retest_delay: delay, ..week(6) }).await;
            let person = app.athlete().await;
            completed(&app, &person, "2026-03-02").await;
            go_to(&app, last_day, "23:59").await;
            let day = date(first_day).add_days(2).to_string();
            let before = everything(&app).await;
            let reply = book(&person, &day, TIME).await;
            reply.refused_field(422, "RETEST_TOO_SOON", "eventTestDate");
            assert_eq!(reply.value()["error"]["opensOn"], first_day);
            assert_eq!(everything(&app).await, before);
            go_to(&app, first_day, "00:00").await;
            let id = booked(&person, &day, TIME).await;
            let kind = app.texts(format!("SELECT booking_type FROM booking WHERE booking_id = '{id}'")).await;
            assert_eq!(kind, [Some("retest".to_owned())]);
        }
    }

    // RULES 4.3
    async fn a_retest_too_soon_cannot_be_moved_either(app) {
        app.set_schedule(BookingSessionConfig { retest_delay: 7, ..week(6) }).await;
        let person = app.athlete().await;
        let id = booked(&person, DAY, TIME).await;
        completed(&app, &person, "2026-03-01").await;
        let before = everything(&app).await;
        shift(&person, &id, NEXT_DAY, TIME).await.refused_field(422, "RETEST_TOO_SOON", "eventTestDate");
        assert_eq!(everything(&app).await, before);
    }

    async fn tests_that_were_missed_declined_or_cancelled_make_no_retest(app) {
        app.set_schedule(BookingSessionConfig { retest_delay: 30, ..week(6) }).await;
        let person = app.athlete().await;
        for (index, status) in ["dnt", "declined", "cancelled"].iter().enumerate() {
            let day = format!("2026-02-{}", 20 + index);
            completed(&app, &person, &day).await;
            app.execute(format!("UPDATE booking SET status = '{status}' WHERE test_date = '{day}'")).await;
        }
        let id = booked(&person, DAY, TIME).await;
        let kind = app.texts(format!("SELECT booking_type FROM booking WHERE booking_id = '{id}'")).await;
        assert_eq!(kind, [Some("test".to_owned())]);
    }
}
