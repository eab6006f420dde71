//! What is sent, when, and how often.

use axum::http::StatusCode;
use serde_json::{Value, json};
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_server::app::jobs::{AlertRounds, follow_up, remind, tell_of_opened};
use sixfold_server::notification::PushService;
use sixfold_tests::wallet_keys::wallet_keys;
use sixfold_tests::{Person, TestApp, both};

use super::{DEVICES, NOTIFICATIONS, Stage, quiet, topics};
use crate::event::admin::desk::{FINAL, Guest, morning, onboard, tested};
use crate::event::stage::{
    BOOKING, DAY, LATER, NEXT_DAY, TIME, book, booked, cancel, date, go_to, put_into_team, shift, wait, week,
};
use crate::user::forgot::mailed_token;

/// Staff move a booking.
async fn move_for(staff: &Person, whose: &Person, id: &str, (day, time): (&str, &str)) {
    let body =
        json!({ "uaid": whose.uaid, "eventBookingId": id, "eventTestDate": day, "eventTestTime": time });
    staff.client().post(BOOKING, body).await.data();
}

async fn waiting(app: &TestApp) -> i64 {
    app.count("push_message").await
}

/// Two guests who have taken their tests.
async fn two_tested(app: &TestApp) -> (Person, Vec<Guest>) {
    let (desk, guests) = morning(app, 2).await;
    for guest in &guests {
        onboard(&desk, guest).await.data();
        tested(&desk, guest).await;
    }
    (desk, guests)
}

both! {
    from Stage::set?;

    // RULES 5.6 and 16.1
    async fn a_time_that_somebody_waits_for_is_told_when_it_opens(stage) {
        let saturday = "2026-03-07";
        let closed = BookingSessionConfig { closed_dates: vec![date(saturday)], ..week(6) };
        stage.app.set_schedule(closed).await;
        let athlete = stage.app.athlete().await;
        let phone = stage.browser(&athlete, "phone").await;
        let alert = json!({ "days": ["SATURDAY"], "part": "ANY", "until": saturday });
        athlete.client().post("/api/event/alerts", alert).await.data();
        let round = async || tell_of_opened(&stage.app.state, &mut AlertRounds::default()).await.unwrap();
        assert_eq!(round().await, 0);
        assert!(stage.shown(&phone).await.is_empty());
        stage.app.set_schedule(week(6)).await;
        assert_eq!((round().await, round().await), (1, 0));
        let shown = stage.shown(&phone).await;
        assert_eq!((shown.len(), &shown[0]["title"]), (1, &json!("A time has opened")));
        assert!(shown[0]["url"].as_str().unwrap().starts_with("/en-gb/my-account-book-test?date=2026-03-07T"));
    }

    // RULES 16.1 and 16.2
    async fn what_others_do_with_a_booking_is_told_and_what_one_does_oneself_is_not(stage) {
        let (athlete, staff, phone, id) = stage.with_a_booking().await;
        shift(&athlete, &id, DAY, LATER).await.data();
        assert!(stage.shown(&phone).await.is_empty());
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        let moved = json!({
            "title": "Your test has moved", "body": "It is now on Fri 6 Mar 2026, 10:00.",
            "url": "/en-gb/my-account-my-booking", "tag": format!("booking-{id}"),
        });
        assert_eq!(stage.shown(&phone).await, [moved]);
        assert!(stage.shown(&phone).await.is_empty(), "told once");
        cancel(&staff, &id).await.data();
        let shown = stage.shown(&phone).await;
        assert_eq!(
            (shown.len(), &shown[0]["title"], &shown[0]["url"]),
            (1, &json!("Your test is called off"), &json!("/en-gb/my-account-book-test"))
        );
        let devices = athlete.client().get(NOTIFICATIONS).await.data()["push"]["devices"].clone();
        assert_eq!(devices[0]["lastSentAt"], "2026-03-02T09:00:00.000Z");
    }

    // RULES 6.9 and 16.2
    async fn a_guardian_s_yes_is_told(stage) {
        let athlete = stage.app.athlete().await;
        stage.app.execute("UPDATE account SET date_of_birth = '2009-09-09'").await;
        let phone = stage.browser(&athlete, "phone").await;
        let asked = json!({ "guardianEmail": "parent@families.example" });
        athlete.client().post("/api/user/guardian/send", asked).await.data();
        assert!(stage.shown(&phone).await.is_empty());
        let token = mailed_token(&stage.app, "guardian-request").await;
        stage.app.client().post("/api/user/guardian", json!({ "token": token })).await.data();
        let told = json!({
            "title": "You can book now", "body": "Your parent or guardian has agreed.",
            "url": "/en-gb/my-account-book-test", "tag": "guardian",
        });
        assert_eq!(stage.shown(&phone).await, [told]);
    }

    // RULES 6.9 and 16.2
    async fn a_guardian_s_yes_that_lets_nobody_book_says_so(stage) {
        let athlete = stage.app.athlete().await;
        stage.app.execute("UPDATE account SET date_of_birth = '2009-09-09'").await;
        stage.app.execute("UPDATE eligibility SET parq_cleared = FALSE").await;
        let phone = stage.browser(&athlete, "phone").await;
        let asked = json!({ "guardianEmail": "parent@families.example" });
        athlete.client().post("/api/user/guardian/send", asked).await.data();
        let token = mailed_token(&stage.app, "guardian-request").await;
        stage.app.client().post("/api/user/guardian", json!({ "token": token })).await.data();
        let told = json!({
            "title": "Your parent or guardian has agreed",
            "body": "There is something left to settle before you can book.",
            "url": "/en-gb/my-account-book-test", "tag": "guardian",
        });
        assert_eq!(stage.shown(&phone).await, [told]);
    }

    async fn a_coach_s_booking_is_told(stage) {
        let (athlete, coach) = (stage.app.athlete().await, stage.app.person(4).await);
        let phone = stage.browser(&athlete, "phone").await;
        put_into_team(&stage.app, &athlete, &coach).await;
        let body = json!({ "uaid": athlete.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        coach.client().post(BOOKING, body).await.data();
        let shown = stage.shown(&phone).await;
        assert_eq!((shown.len(), &shown[0]["title"]), (1, &json!("You are booked for a test")));
    }

    async fn each_of_ones_browsers_is_told_and_nobody_elses(stage) {
        let (athlete, other, staff) =
            (stage.app.athlete().await, stage.app.athlete().await, stage.app.person(3).await);
        let (phone, laptop) = (stage.browser(&athlete, "phone").await, stage.browser(&athlete, "laptop").await);
        let others = stage.browser(&other, "others").await;
        let id = booked(&athlete, DAY, TIME).await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        assert_eq!(stage.send().await, 2);
        let got = stage.service.got();
        for browser in [&phone, &laptop] {
            assert_eq!(got.iter().filter(|got| got.is_to(browser)).count(), 1);
        }
        assert!(got.iter().all(|got| !got.is_to(&others) && others.decrypt(&got.body).is_none()));
    }

    // RULES 16.1
    async fn an_offered_place_is_told_with_its_address(stage) {
        stage.app.set_schedule(week(1)).await;
        let (owner, one) = (stage.app.athlete().await, stage.app.athlete().await);
        let phone = stage.browser(&one, "phone").await;
        let id = booked(&owner, DAY, TIME).await;
        wait(&one, DAY, TIME).await.data();
        cancel(&owner, &id).await.data();
        stage.send().await;
        let got = stage.service.got();
        assert_eq!((got.len(), got[0].header("urgency"), got[0].header("ttl")), (1, "high", "1800"));
        let shown = phone.read(&got[0].body);
        let offer = stage.app.texts("SELECT offer_id FROM waitlist").await.remove(0).unwrap();
        assert_eq!(
            shown,
            json!({
                "title": "A place is free", "body": "Thu 5 Mar 2026, 10:00. It is kept until 09:30.",
                "url": format!("/en-gb/my-account-book-test#offer={offer}"), "tag": format!("offer-{offer}"),
            })
        );
    }

    // RULES 16.2 and 8.7
    async fn a_result_is_told_without_its_score_and_a_held_one_once_it_is_revealed(stage) {
        let app = &stage.app;
        let (desk, guests) = two_tested(app).await;
        let (first, second) =
            (stage.browser(&guests[0].person, "first").await, stage.browser(&guests[1].person, "second").await);
        let mut held = guests[0].end("completed");
        held["holdReveal"] = json!(true);
        desk.client().post(FINAL, held).await.data();
        desk.client().post(FINAL, guests[1].end("completed")).await.data();
        assert_eq!(stage.send().await, 1);
        let got = stage.service.got();
        let shown = second.read(&got[0].body);
        assert_eq!((&shown["body"], got.len()), (&json!("Your result is ready."), 1));
        // The booking's id in the tag may have any digits.
        let said = shown.to_string().replace(shown["tag"].as_str().unwrap(), "");
        assert!(!said.contains("50"), "{shown}");
        app.pass_minutes(30);
        follow_up(&app.state).await.unwrap();
        assert_eq!(waiting(app).await, 0, "a held final says nothing");
        let reveal = json!({ "uaid": guests[0].uaid() });
        app.person(3).await.client().post("/api/event/livescreen/reveal", reveal).await.data();
        app.pass_minutes(10);
        follow_up(&app.state).await.unwrap();
        let shown = stage.shown(&first).await;
        assert_eq!((shown.len(), &shown[0]["body"]), (1, &json!("Your result is ready.")));
    }

    // RULES 16.2 and 8.13
    async fn a_corrected_result_is_told_without_its_score(stage) {
        let app = &stage.app;
        let (desk, guests) = two_tested(app).await;
        let phone = stage.browser(&guests[0].person, "phone").await;
        desk.client().post(FINAL, guests[0].end("completed")).await.data();
        stage.send().await;
        stage.service.got();
        let correction = json!({ "eventBookingId": guests[0].id, "reason": "Timed by hand",
            "results": [{ "TestType": "Speed", "Attempts": [{ "score": 3.3 }], "replaces": 1 }] });
        app.person(3).await.client().post("/api/event/admin/results/correct", correction).await.data();
        let shown = stage.shown(&phone).await;
        assert_eq!((shown.len(), &shown[0]["body"]), (1, &json!("Your result was corrected.")));
    }

    // RULES 16.1
    async fn a_reminder_comes_the_day_before(stage) {
        let athlete = stage.app.athlete().await;
        let phone = stage.browser(&athlete, "phone").await;
        booked(&athlete, DAY, TIME).await;
        go_to(&stage.app, "2026-03-04", "09:00").await;
        assert_eq!(remind(&stage.app.state).await.unwrap(), 1);
        let shown = stage.shown(&phone).await;
        assert_eq!((&shown[0]["title"], shown.len()), (&json!("Your test is coming up"), 1));
        assert_eq!(remind(&stage.app.state).await.unwrap(), 0);
        assert!(stage.shown(&phone).await.is_empty());
    }

    // RULES 16.1
    async fn a_topic_that_is_off_is_not_sent(stage) {
        let (athlete, staff, phone, id) = stage.with_a_booking().await;
        let off = json!({ "topics": topics(&["bookings"]), "quietHours": null });
        athlete.client().put(NOTIFICATIONS, off).await.data();
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        assert_eq!(waiting(&stage.app).await, 0);
        quiet(&athlete, None).await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, LATER)).await;
        assert_eq!(stage.shown(&phone).await.len(), 1);
        // The letters went either way.
        assert_eq!(stage.app.letters("booking-moved").await.len(), 2);
    }

    // RULES 16.7
    async fn nothing_is_told_of_what_was_refused(stage) {
        stage.app.set_schedule(week(1)).await;
        let (athlete, other, staff) =
            (stage.app.athlete().await, stage.app.athlete().await, stage.app.person(3).await);
        stage.browser(&athlete, "phone").await;
        let id = booked(&athlete, DAY, TIME).await;
        booked(&other, NEXT_DAY, TIME).await;
        let body = json!({ "uaid": athlete.uaid, "eventBookingId": id, "eventTestDate": NEXT_DAY, "eventTestTime": TIME });
        staff.client().post(BOOKING, body).await.refused(409, "SLOT_FULL");
        book(&athlete, NEXT_DAY, LATER).await.refused(409, "BOOKING_OPEN_EXISTS");
        assert_eq!(waiting(&stage.app).await, 0);
    }

    // RULES 16.3
    async fn in_quiet_hours_it_waits_for_the_morning(stage) {
        let (athlete, staff, phone, id) = stage.with_a_booking().await;
        go_to(&stage.app, "2026-03-03", "23:30").await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        assert_eq!(stage.send().await, 0);
        go_to(&stage.app, "2026-03-04", "06:59").await;
        assert_eq!(stage.send().await, 0);
        stage.app.pass_minutes(1);
        assert_eq!(stage.shown(&phone).await.len(), 1);
        // Without quiet hours the night is like the day.
        quiet(&athlete, None).await;
        go_to(&stage.app, "2026-03-04", "23:30").await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, LATER)).await;
        assert_eq!(stage.shown(&phone).await.len(), 1);
    }

    // RULES 16.3 and 16.7
    async fn a_retry_that_falls_into_quiet_hours_waits_for_the_morning(stage) {
        let (athlete, staff, phone, id) = stage.with_a_booking().await;
        go_to(&stage.app, "2026-03-03", "21:59").await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        stage.service.will_answer(StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(stage.send().await, 0);
        stage.app.pass_minutes(2);
        assert_eq!((stage.send().await, stage.service.got().len()), (0, 1));
        go_to(&stage.app, "2026-03-04", "07:00").await;
        assert_eq!(stage.shown(&phone).await.len(), 1);
    }

    // RULES 16.1 and 16.3
    async fn what_somebody_has_chosen_since_decides_what_is_sent(stage) {
        let (athlete, staff, phone, id) = stage.with_a_booking().await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        let off = json!({ "topics": topics(&["bookings"]), "quietHours": null });
        athlete.client().put(NOTIFICATIONS, off).await.data();
        assert_eq!((stage.send().await, waiting(&stage.app).await), (0, 0));
        quiet(&athlete, None).await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, LATER)).await;
        quiet(&athlete, Some(("08:00", "10:00"))).await;
        assert_eq!((stage.send().await, waiting(&stage.app).await), (0, 1));
        go_to(&stage.app, "2026-03-02", "10:00").await;
        assert_eq!(stage.shown(&phone).await.len(), 1);
        quiet(&athlete, Some(("09:00", "12:00"))).await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        assert_eq!((stage.send().await, waiting(&stage.app).await), (0, 1));
        quiet(&athlete, None).await;
        assert_eq!(
            stage.shown(&phone).await.len(),
            1,
            "it does not wait for the end of hours that were given up"
        );
    }

    // RULES 16.7
    async fn what_a_service_does_not_take_now_is_repeated(stage) {
        let (athlete, staff, phone, id) = stage.with_a_booking().await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        stage.service.will_answer(StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!((stage.send().await, stage.send().await), (0, 0), "not at once");
        assert_eq!(stage.service.got().len(), 1);
        stage.app.pass_minutes(1);
        stage.service.will_answer_with(StatusCode::TOO_MANY_REQUESTS, "retry-after", "1800");
        assert_eq!(stage.send().await, 0);
        stage.app.pass_minutes(29);
        assert_eq!(stage.send().await, 0, "the service asked for half an hour");
        stage.app.pass_minutes(1);
        let got = stage.service.got();
        assert_eq!(got.len(), 1);
        assert_eq!(stage.shown(&phone).await.len(), 1);
        assert_eq!(waiting(&stage.app).await, 0);
    }

    // RULES 16.5
    async fn an_address_that_is_gone_is_forgotten(stage) {
        let (athlete, staff) = (stage.app.athlete().await, stage.app.person(3).await);
        let mut id = booked(&athlete, DAY, TIME).await;
        for (status, time) in [(StatusCode::GONE, "11:00"), (StatusCode::NOT_FOUND, "12:00")] {
            stage.browser(&athlete, "phone").await;
            move_for(&staff, &athlete, &id, (NEXT_DAY, time)).await;
            stage.service.will_answer(status);
            assert_eq!(stage.send().await, 0);
            assert_eq!((stage.app.count("push_device").await, waiting(&stage.app).await), (0, 0), "{status}");
        }
        // What a service will never take is dropped, and the device stays.
        let phone = stage.browser(&athlete, "phone").await;
        for status in [StatusCode::PAYLOAD_TOO_LARGE, StatusCode::BAD_REQUEST] {
            cancel(&staff, &id).await.data();
            stage.service.will_answer(status);
            assert_eq!(stage.send().await, 0);
            assert_eq!((stage.app.count("push_device").await, waiting(&stage.app).await), (1, 0), "{status}");
            id = booked(&athlete, DAY, TIME).await;
        }
        stage.service.got();
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        assert_eq!(stage.shown(&phone).await.len(), 1);
    }

    async fn a_redirect_is_not_followed(stage) {
        let (athlete, staff, _, id) = stage.with_a_booking().await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        stage.service.will_answer_with(StatusCode::TEMPORARY_REDIRECT, "location", "/elsewhere");
        assert_eq!(stage.send().await, 0);
        let got = stage.service.got();
        assert_eq!((got.len(), &*got[0].path, waiting(&stage.app).await), (1, "/phone", 1));
    }

    // RULES 16.7
    async fn two_nodes_do_not_send_the_same_at_once(stage) {
        let (athlete, staff) = (stage.app.athlete().await, stage.app.person(3).await);
        for number in 0..8 {
            stage.browser(&athlete, &format!("phone-{number}")).await;
        }
        let id = booked(&athlete, DAY, TIME).await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        let (one, two) = tokio::join!(stage.send(), stage.send());
        assert_eq!((one + two, stage.service.got().len()), (8, 8));
    }

    async fn a_service_that_is_away_delays_nothing_else(stage) {
        let (athlete, staff, _, id) = stage.with_a_booking().await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        // Its certificate is not trusted: no connection is made.
        let settings = stage.app.state.config.notifications.push.clone().unwrap();
        let away = PushService::new(settings, None).unwrap();
        assert_eq!(sixfold_server::app::jobs::send_pushes(&stage.app.state, &away).await.unwrap(), 0);
        assert_eq!(stage.app.scalar("SELECT attempts FROM push_message").await, 1);
        assert!(wallet_keys().is_some() && stage.service.got().is_empty());
        stage.app.pass_minutes(1);
        assert_eq!(stage.send().await, 1);
    }

    // RULES 16.5
    async fn a_removed_device_is_told_nothing_more(stage) {
        let (athlete, staff, _, id) = stage.with_a_booking().await;
        move_for(&staff, &athlete, &id, (NEXT_DAY, TIME)).await;
        assert_eq!(waiting(&stage.app).await, 1);
        let devices: Value = athlete.client().get(NOTIFICATIONS).await.data()["push"]["devices"].clone();
        let path = format!("{DEVICES}/{}", devices[0]["id"].as_str().unwrap());
        athlete.client().delete(&path, json!({})).await.data();
        assert_eq!((stage.send().await, waiting(&stage.app).await), (0, 0));
    }
}
