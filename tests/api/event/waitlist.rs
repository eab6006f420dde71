//! The waiting list: joining it, its order, and the lists that somebody is on.

use serde_json::{Value, json};
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_server::app::jobs::pass_on_lapsed;
use sixfold_tests::{Person, Reply, TestApp, both};

use super::stage::{
    DAY, LATER, NEXT_DAY, TIME, WAITLIST, body, booked, cancel, date, everything, go_to, wait, week,
};

pub(super) async fn leave(person: &Person, date: &str, time: &str) -> Reply {
    person.client().delete(WAITLIST, body(date, time)).await
}

/// The last offer mailed to somebody, from the link in the mail.
pub(super) async fn offered(app: &TestApp, person: &Person) -> String {
    let letter = app.letters_to("waitlist-offer", &person.email).await.pop().expect("an offer was mailed");
    letter
        .split_once("#offer=")
        .unwrap()
        .1
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect()
}

both! {
    async fn the_line_keeps_its_order(app) {
        app.set_schedule(week(1)).await;
        booked(&app.athlete().await, DAY, TIME).await;
        let (one, two) = (app.athlete().await, app.athlete().await);
        assert_eq!(wait(&one, DAY, TIME).await.data(), json!({ "position": 1 }));
        app.pass_minutes(1);
        assert_eq!(wait(&two, DAY, TIME).await.data(), json!({ "position": 2 }));
        assert_eq!(wait(&one, DAY, TIME).await.data(), json!({ "position": 1 }), "joining again changes nothing");
        assert_eq!(app.count("waitlist").await, 2);
        assert_eq!(leave(&one, DAY, TIME).await.data(), json!({ "position": null }));
        assert_eq!(wait(&two, DAY, TIME).await.data(), json!({ "position": 1 }));
        leave(&one, DAY, TIME).await.refused(404, "NOT_FOUND");
        app.pass_minutes(1);
        assert_eq!(wait(&one, DAY, TIME).await.data(), json!({ "position": 2 }), "who left goes to the end");
    }

    async fn those_who_join_at_one_moment_are_told_places_of_their_own(app) {
        app.set_schedule(week(1)).await;
        booked(&app.athlete().await, DAY, TIME).await;
        let people = futures::future::join_all((0..12).map(|_| app.athlete())).await;
        let joins = people.into_iter().map(|person| {
            tokio::spawn(async move { (wait(&person, DAY, TIME).await.data()["position"].as_u64().unwrap(), person) })
        });
        let mut told: Vec<(u64, Person)> =
            futures::future::join_all(joins).await.into_iter().map(Result::unwrap).collect();
        told.sort_by_key(|(position, _)| *position);
        assert_eq!(told.iter().map(|(position, _)| *position).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
        for (position, person) in &told {
            assert_eq!(wait(person, DAY, TIME).await.data()["position"], *position, "as it was told");
        }
    }

    async fn a_line_for_a_day_that_is_over_ends_without_anybodys_offer(app) {
        app.set_schedule(week(1)).await;
        booked(&app.athlete().await, DAY, TIME).await;
        wait(&app.athlete().await, DAY, TIME).await.data();
        go_to(&app, DAY, "23:00").await;
        pass_on_lapsed(&app.state).await.unwrap();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'waiting'").await, 1);
        go_to(&app, NEXT_DAY, "00:30").await;
        pass_on_lapsed(&app.state).await.unwrap();
        assert_eq!(app.scalar("SELECT COUNT(*) FROM waitlist WHERE status = 'waiting'").await, 0);
    }

    // RULES 5.1
    async fn one_waits_only_for_what_is_full_and_could_be_booked(app) {
        app.set_schedule(BookingSessionConfig { closed_dates: vec![date(NEXT_DAY)], ..week(1) }).await;
        let (owner, person) = (app.athlete().await, app.athlete().await);
        booked(&owner, DAY, TIME).await;
        let before = everything(&app).await;
        wait(&person, DAY, LATER).await.refused_field(422, "SLOT_NOT_FULL", "eventTestTime");
        wait(&person, NEXT_DAY, TIME).await.refused_field(422, "DATE_CLOSED", "eventTestDate");
        wait(&person, "2026-03-01", TIME).await.refused(422, "DATE_PAST");
        wait(&person, DAY, "09:00").await.refused(422, "NOT_OFFERED");
        wait(&owner, DAY, TIME).await.refused(409, "BOOKING_OPEN_EXISTS");
        app.client().post(WAITLIST, body(DAY, TIME)).await.refused(401, "UNAUTHORISED");
        let slots = app.scalar("SELECT COUNT(*) FROM slot WHERE taken > 0").await;
        assert_eq!((slots, app.count("waitlist").await), (1, 0));
        assert!(!before.is_empty());
    }

    // RULES 5.1
    async fn one_stands_in_five_lines_at_most(app) {
        app.set_schedule(week(1)).await;
        let person = app.athlete().await;
        let times = ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15"];
        for time in times {
            booked(&app.athlete().await, DAY, time).await;
        }
        for time in &times[..5] {
            wait(&person, DAY, time).await.data();
        }
        wait(&person, DAY, times[5]).await.refused(422, "WAITLIST_LIMIT");
        assert_eq!(app.count("waitlist").await, 5);
    }

    async fn lines_of_days_that_are_over_do_not_count(app) {
        app.set_schedule(week(1)).await;
        let (person, owner) = (app.athlete().await, app.athlete().await);
        for time in ["10:00", "10:15", "10:30", "10:45", "11:00"] {
            booked(&app.athlete().await, DAY, time).await;
            wait(&person, DAY, time).await.data();
        }
        go_to(&app, NEXT_DAY, "00:00").await;
        booked(&owner, "2026-03-09", TIME).await;
        assert_eq!(wait(&person, "2026-03-09", TIME).await.data(), json!({ "position": 1 }));
    }

    // RULES 5.1
    async fn times_of_today_that_have_begun_do_not_count(app) {
        app.set_schedule(week(1)).await;
        let (person, owner) = (app.athlete().await, app.athlete().await);
        for time in ["10:00", "10:15", "10:30", "10:45", "11:00"] {
            booked(&app.athlete().await, DAY, time).await;
            wait(&person, DAY, time).await.data();
        }
        booked(&owner, NEXT_DAY, TIME).await;
        go_to(&app, DAY, "10:59").await;
        for _ in 0..2 {
            assert_eq!(wait(&person, NEXT_DAY, TIME).await.data(), json!({ "position": 1 }), "one of five is ahead");
        }
        leave(&person, NEXT_DAY, TIME).await.data();
        go_to(&app, DAY, "14:00").await;
        assert_eq!(person.client().get(WAITLIST).await.data(), json!([]));
        assert_eq!(wait(&person, NEXT_DAY, TIME).await.data(), json!({ "position": 1 }));
    }

    async fn the_lines_one_stands_in_are_listed_with_the_position(app) {
        app.set_schedule(week(1)).await;
        let (owner, one, two) = (app.athlete().await, app.athlete().await, app.athlete().await);
        let id = booked(&owner, NEXT_DAY, TIME).await;
        booked(&app.athlete().await, DAY, LATER).await;
        assert_eq!(two.client().get(WAITLIST).await.data(), json!([]));
        wait(&one, NEXT_DAY, TIME).await.data();
        app.pass_minutes(1);
        wait(&two, NEXT_DAY, TIME).await.data();
        wait(&two, DAY, LATER).await.data();
        let line = |day: &str, time: &str, position: u8| {
            json!({
                "eventId": "sixfold-academy", "eventTestDate": day, "eventTestTime": time, "position": position,
                "offerId": null, "offerExpiresAt": null,
            })
        };
        assert_eq!(two.client().get(WAITLIST).await.data(), json!([line(DAY, LATER, 1), line(NEXT_DAY, TIME, 2)]));
        assert_eq!(one.client().get(WAITLIST).await.data(), json!([line(NEXT_DAY, TIME, 1)]));
        cancel(&owner, &id).await.data();
        let offer = offered(&app, &one).await;
        let held = one.client().get(WAITLIST).await.data();
        assert_eq!(held[0]["position"], 1);
        assert_eq!(held[0]["offerId"], offer);
        assert_eq!(held[0]["offerExpiresAt"], "2026-03-02T09:31:00.000Z");
        let behind = two.client().get(WAITLIST).await.data();
        assert_eq!((&behind[1]["position"], &behind[1]["offerId"]), (&json!(2), &Value::Null));
        leave(&two, DAY, LATER).await.data();
        assert_eq!(two.client().get(WAITLIST).await.data().as_array().unwrap().len(), 1);
        app.pass_minutes(40);
        assert_eq!(one.client().get(WAITLIST).await.data()[0]["offerId"], Value::Null, "an offer that is over is none");
        go_to(&app, NEXT_DAY, "10:00").await;
        assert_eq!(two.client().get(WAITLIST).await.data(), json!([]), "the time has come");
        app.client().get(WAITLIST).await.refused(401, "UNAUTHORISED");
    }
}
