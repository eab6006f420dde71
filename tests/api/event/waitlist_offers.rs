//! The seat of a waiting list that comes free: offered, held, taken or passed on.

use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_server::app::jobs::{pass_on_lapsed, write_offers};
use sixfold_tests::{Person, Reply, TestApp, both};

use super::stage::{
    ACCEPT, BOOKING, DAY, LATER, NEXT_DAY, TIME, WAITLIST, body, book, booked, cancel, completed, everything,
    go_to, one_waits, seats, shift, status, taken, two_wait, wait, week,
};
use super::waitlist::{leave, offered};
use crate::acoustic::put_dates;

pub(super) async fn accept(person: &Person, offer_id: &str) -> Reply {
    person.client().post(ACCEPT, json!({ "offerId": offer_id })).await
}

/// Two wait for a slot with one seat, which comes free: both of them, and the offer to the first.
async fn first_of_two_is_offered(app: &TestApp) -> (Person, Person, String) {
    let (owner, [one, two], id) = two_wait(app).await;
    cancel(&owner, &id).await.data();
    let offer = offered(app, &one).await;
    (one, two, offer)
}

/// Brings about the reason, by its code, for which somebody cannot take a seat.
async fn prevent(app: &TestApp, person: &Person, code: &str) {
    let set = async |row: &str, change: &str| {
        app.execute(format!("UPDATE {row} SET {change} WHERE uaid = '{}'", person.uaid)).await;
    };
    match code {
        "SCREENING_NOT_CLEARED" => set("eligibility", "parq_cleared = FALSE").await,
        "GUARDIAN_REQUIRED" => set("account", "date_of_birth = '2009-09-09'").await,
        "AGE_OUT_OF_RANGE" => set("account", "date_of_birth = '2012-09-09'").await,
        "RETEST_TOO_SOON" => completed(app, person, "2026-03-02").await,
        "STATUS_CONFLICT" => {
            booked(person, DAY, LATER).await;
            set("booking", "onboarded_at = 1").await;
        }
        // Tomorrow, which is within the cut-off.
        "CANCEL_TOO_LATE" => drop(booked(person, "2026-03-03", TIME).await),
        code => unreachable!("{code}"),
    }
}

pub(super) async fn mails(app: &TestApp, kind: &str) -> i64 {
    app.scalar(format!("SELECT COUNT(*) FROM mail_outbox WHERE kind = '{kind}'")).await
}

both! {
    async fn a_freed_place_is_held_for_the_first_in_line(app) {
        let (owner, [one, two], id) = two_wait(&app).await;
        let stranger = app.athlete().await;
        cancel(&owner, &id).await.data();
        assert_eq!(mails(&app, "waitlist-offer").await, 1);
        assert_eq!(taken(&app, DAY, TIME).await, 1, "the place is held");
        let offer = offered(&app, &one).await;
        book(&stranger, DAY, TIME).await.refused(409, "SLOT_FULL");
        book(&owner, DAY, TIME).await.refused(409, "SLOT_FULL");
        let before = everything(&app).await;
        accept(&two, &offer).await.refused(403, "FORBIDDEN");
        accept(&one, "nothing-of-the-sort").await.refused(409, "OFFER_GONE");
        app.client().post(ACCEPT, json!({ "offerId": offer })).await.refused(401, "UNAUTHORISED");
        assert_eq!(everything(&app).await, before);
        let data = accept(&one, &offer).await.data();
        assert_eq!(data["uaid"], one.uaid);
        assert_eq!(status(&app, data["eventBookingId"].as_str().unwrap()).await, "booked");
        assert_eq!((taken(&app, DAY, TIME).await, seats(&app, DAY, TIME).await), (1, vec![1]));
        assert_eq!(mails(&app, "booking-confirmed").await, 2);
    }

    // RULES 5.2
    async fn who_takes_a_place_again_is_told_of_it_while_they_have_it(app) {
        let (one, two, offer) = first_of_two_is_offered(&app).await;
        let data = accept(&one, &offer).await.data();
        let before = everything(&app).await;
        assert_eq!(accept(&one, &offer).await.data(), data);
        accept(&two, &offer).await.refused(409, "OFFER_GONE");
        assert_eq!(everything(&app).await, before);
        let id = data["eventBookingId"].as_str().unwrap();
        shift(&one, id, NEXT_DAY, TIME).await.data();
        accept(&one, &offer).await.refused(409, "OFFER_GONE");
        cancel(&one, id).await.data();
        accept(&one, &offer).await.refused(409, "OFFER_GONE");
    }

    // RULES 5.2
    async fn an_offer_lapses_and_goes_to_the_next_in_line(app) {
        let (one, two, offer) = first_of_two_is_offered(&app).await;
        app.pass_minutes(29);
        assert_eq!(pass_on_lapsed(&app.state).await.unwrap(), 0);
        app.pass_minutes(1);
        accept(&one, &offer).await.refused(409, "OFFER_GONE");
        book(&one, DAY, TIME).await.refused(409, "SLOT_FULL");
        assert_eq!(pass_on_lapsed(&app.state).await.unwrap(), 1);
        assert_eq!(pass_on_lapsed(&app.state).await.unwrap(), 0);
        assert_eq!((mails(&app, "waitlist-lapsed").await, mails(&app, "waitlist-offer").await), (1, 2));
        assert_eq!(taken(&app, DAY, TIME).await, 1);
        accept(&one, &offer).await.refused(409, "OFFER_GONE");
        let next = offered(&app, &two).await;
        go_to(&app, "2026-03-02", "10:05").await;
        assert_eq!(pass_on_lapsed(&app.state).await.unwrap(), 1);
        assert_eq!(taken(&app, DAY, TIME).await, 0, "nobody is left in line");
        accept(&two, &next).await.refused(409, "OFFER_GONE");
        booked(&one, DAY, TIME).await;
    }

    async fn every_way_of_freeing_a_place_offers_it(app) {
        app.set_schedule(week(1)).await;
        let desk = app.person(2).await.client();
        for (index, time) in ["10:00", "10:15", "10:30"].into_iter().enumerate() {
            let (owner, waiting) = (app.athlete().await, app.athlete().await);
            let id = booked(&owner, DAY, time).await;
            wait(&waiting, DAY, time).await.data();
            match index {
                0 => drop(cancel(&owner, &id).await.data()),
                1 => drop(shift(&owner, &id, NEXT_DAY, time).await.data()),
                _ => {
                    let decline = json!({ "uaid": owner.uaid, "eventBookingId": id, "eventTestStatus": "declined" });
                    desk.post(BOOKING, decline).await.data();
                }
            }
            let offer = offered(&app, &waiting).await;
            assert_eq!(taken(&app, DAY, time).await, 1);
            accept(&waiting, &offer).await.data();
            assert_eq!(seats(&app, DAY, time).await, [1]);
        }
    }

    async fn an_offer_moves_the_booking_of_who_has_one(app) {
        app.set_schedule(week(1)).await;
        let (owner, person) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, DAY, TIME).await;
        let mine = booked(&person, NEXT_DAY, TIME).await;
        wait(&person, DAY, TIME).await.data();
        cancel(&owner, &id).await.data();
        let offer = offered(&app, &person).await;
        assert_eq!(accept(&person, &offer).await.data()["eventBookingId"], mine);
        assert_eq!((taken(&app, DAY, TIME).await, taken(&app, NEXT_DAY, TIME).await), (1, 0));
    }

    // RULES 5.2
    async fn an_offer_is_not_taken_once_the_booking_can_no_longer_be_moved(app) {
        app.set_schedule(BookingSessionConfig { cancel_cutoff_minutes: 60, ..week(1) }).await;
        let (owner, person) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, NEXT_DAY, TIME).await;
        booked(&person, DAY, TIME).await;
        wait(&person, NEXT_DAY, TIME).await.data();
        go_to(&app, DAY, "08:45").await;
        cancel(&owner, &id).await.data();
        let offer = offered(&app, &person).await;
        go_to(&app, DAY, "09:00").await;
        accept(&person, &offer).await.refused(422, "CANCEL_TOO_LATE");
        assert_eq!((taken(&app, DAY, TIME).await, taken(&app, NEXT_DAY, TIME).await), (1, 1));
    }

    // RULES 5.2
    async fn a_freed_seat_passes_over_those_who_could_not_take_it(app) {
        app.set_schedule(BookingSessionConfig { cancel_cutoff_minutes: 30 * 60, ..week(1) }).await;
        for (time, status, code) in [
            ("10:00", 422, "SCREENING_NOT_CLEARED"),
            ("10:15", 422, "GUARDIAN_REQUIRED"),
            ("10:30", 422, "AGE_OUT_OF_RANGE"),
            ("10:45", 422, "RETEST_TOO_SOON"),
            ("11:00", 409, "STATUS_CONFLICT"),
            ("11:15", 422, "CANCEL_TOO_LATE"),
        ] {
            let (owner, one, two) = (app.athlete().await, app.athlete().await, app.athlete().await);
            let id = booked(&owner, NEXT_DAY, time).await;
            wait(&one, NEXT_DAY, time).await.data();
            wait(&two, NEXT_DAY, time).await.data();
            prevent(&app, &one, code).await;
            cancel(&owner, &id).await.data();
            let lines = one.client().get(WAITLIST).await.data();
            assert_eq!((&lines[0]["offerId"], lines.as_array().unwrap().len()), (&json!(null), 1), "{code}");
            let offer = offered(&app, &two).await;
            leave(&two, NEXT_DAY, time).await.data();
            assert_eq!(taken(&app, NEXT_DAY, time).await, 0, "{code}: nobody else waits");
            accept(&two, &offer).await.refused(409, "OFFER_GONE");
            let lines = one.client().get(WAITLIST).await.data();
            let line = (&lines[0]["offerId"], &lines[0]["position"]);
            assert_eq!(line, (&json!(null), &json!(1)), "{code}: they wait for the next seat");
            // It is the reason for which the server would refuse them.
            app.execute(format!(
                "UPDATE waitlist SET status = 'offered', offer_id = 'offer-{code}', offer_expires_at = {} \
                 WHERE uaid = '{}'",
                app.state.clock.now_ms() + 60_000,
                one.uaid
            ))
            .await;
            accept(&one, &format!("offer-{code}")).await.refused(status, code);
        }
    }

    // RULES 5.2
    async fn a_seat_is_offered_to_somebody_who_only_has_to_consent_again(app) {
        let (owner, waiting, id) = one_waits(&app).await;
        let set = async |version: &str| {
            app.execute(format!("UPDATE eligibility SET health_consent_version = '{version}'")).await;
        };
        set("an older one").await;
        cancel(&owner, &id).await.data();
        let offer = offered(&app, &waiting).await;
        accept(&waiting, &offer).await.refused(422, "HEALTH_CONSENT_REQUIRED");
        set(&app.state.hub.consent_version()).await;
        accept(&waiting, &offer).await.data();
    }

    async fn booking_the_held_place_takes_the_offer(app) {
        let (owner, person, id) = one_waits(&app).await;
        cancel(&owner, &id).await.data();
        let offer = offered(&app, &person).await;
        let booking = booked(&person, DAY, TIME).await;
        assert_eq!((taken(&app, DAY, TIME).await, seats(&app, DAY, TIME).await), (1, vec![1]));
        assert_eq!(accept(&person, &offer).await.data()["eventBookingId"], booking);
    }

    async fn who_leaves_with_an_offer_passes_it_on(app) {
        let (one, two, first) = first_of_two_is_offered(&app).await;
        leave(&one, DAY, TIME).await.data();
        accept(&one, &first).await.refused(409, "OFFER_GONE");
        let offer = offered(&app, &two).await;
        leave(&two, DAY, TIME).await.data();
        assert_eq!(taken(&app, DAY, TIME).await, 0);
        accept(&two, &offer).await.refused(409, "OFFER_GONE");
    }

    async fn offers_taken_and_lapsing_at_once_never_oversell(app) {
        app.set_schedule(week(2)).await;
        let mut owners = Vec::new();
        for _ in 0..2 {
            let owner = app.athlete().await;
            owners.push((booked(&owner, DAY, TIME).await, owner));
        }
        let mut line = Vec::new();
        for _ in 0..4 {
            let person = app.athlete().await;
            wait(&person, DAY, TIME).await.data();
            app.pass_minutes(1);
            line.push(person);
        }
        for (id, owner) in &owners {
            cancel(owner, id).await.data();
        }
        let first = offered(&app, &line[0]).await;
        let clients: Vec<_> = line.iter().map(Person::client).collect();
        let take = clients[0].post(ACCEPT, json!({ "offerId": first }));
        let away = clients[1].delete(WAITLIST, body(DAY, TIME));
        let rush = clients[3].post(BOOKING, body(DAY, TIME));
        let (took, left, rushed) = tokio::join!(take, away, rush);
        took.data();
        left.data();
        rushed.refused(409, "SLOT_FULL");
        assert_eq!(taken(&app, DAY, TIME).await, 2);
        assert_eq!(seats(&app, DAY, TIME).await.len(), 1);
        let next = offered(&app, &line[2]).await;
        accept(&line[2], &next).await.data();
        assert_eq!((taken(&app, DAY, TIME).await, seats(&app, DAY, TIME).await), (2, vec![1, 2]));
    }

    // RULES 5.2
    async fn a_seat_that_comes_free_on_the_day_of_the_test_can_be_taken(app) {
        let (owner, waiting, id) = one_waits(&app).await;
        go_to(&app, DAY, "08:45").await;
        cancel(&owner, &id).await.data();
        let offer = offered(&app, &waiting).await;
        let booking = accept(&waiting, &offer).await.data();
        assert_eq!(status(&app, booking["eventBookingId"].as_str().unwrap()).await, "booked");
    }

    async fn an_offer_never_outlives_the_start(app) {
        app.set_schedule(BookingSessionConfig { days_ahead: 0, ..week(1) }).await;
        let (owner, person) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, "2026-03-02", TIME).await;
        wait(&person, "2026-03-02", TIME).await.data();
        app.pass_minutes(45);
        cancel(&owner, &id).await.data();
        let until = app.scalar("SELECT offer_expires_at FROM waitlist").await;
        assert_eq!(until, sixfold_tests::app::START_MS + 60 * 60_000);
    }

    async fn the_offer_is_told_in_its_mail(app) {
        let (owner, _, id) = one_waits(&app).await;
        cancel(&owner, &id).await.data();
        let text = app.letters("waitlist-offer").await.remove(0);
        assert!(text.contains("30 minutes") && text.contains("Thu 5 Mar 2026, 10:00"), "{text}");
        assert!(text.contains("http://localhost:8080/en-gb/my-account-book-test#offer="), "{text}");
        assert!(text.contains("your turn") && !text.contains("first in line"), "others may have been passed over: {text}");
    }

    // RULES 3.11
    async fn somebody_whose_offer_ends_because_its_time_is_closed_gets_a_letter(app) {
        let (one, _, _) = first_of_two_is_offered(&app).await;
        put_dates(&app.person(3).await.client(), "closed-dates", &[DAY], json!([])).await.data();
        assert_eq!(mails(&app, "waitlist-closed").await, 1, "the other had no offer");
        let letter = app.letters_to("waitlist-closed", &one.email).await.remove(0);
        assert!(letter.contains("There are no tests on Thu 5 Mar 2026, 10:00 after all"), "{letter}");
        // Nor does somebody whose offer has not been mailed yet.
        let (owner, asleep) = (app.athlete().await, app.athlete().await);
        let id = booked(&owner, NEXT_DAY, TIME).await;
        wait(&asleep, NEXT_DAY, TIME).await.data();
        go_to(&app, "2026-03-03", "23:10").await;
        cancel(&owner, &id).await.data();
        put_dates(&app.person(3).await.client(), "closed-dates", &[DAY, NEXT_DAY], json!([])).await.data();
        go_to(&app, "2026-03-04", "08:00").await;
        assert_eq!(write_offers(&app.state).await.unwrap(), 0);
        assert_eq!(mails(&app, "waitlist-closed").await, 1);
    }
}
