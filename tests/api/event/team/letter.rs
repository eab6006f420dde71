//! The letter in which a coach's athlete is asked, and its link, which answers without signing in.

use serde_json::json;
use sixfold_domain::slot::BookingSessionConfig;
use sixfold_tests::{Person, TestApp, both};

use super::{COACHES, athletes, made, members};
use crate::event::stage::{BOOKING, DAY, NEXT_DAY, TIME, go_to, status, taken, week};
use crate::user::forgot::mailed_token;

const ANSWER: &str = "/api/user/coaches/answer";

/// The token in the newest letter about a coach's booking.
async fn token(app: &TestApp) -> String {
    let text = app.letters("coach-booking").await.pop().expect("a letter");
    let at = text.find("coach-booking#").unwrap_or_else(|| panic!("no link in {text}"));
    let fragment: String = text[at + 14..].chars().take_while(|c| !c.is_whitespace()).collect();
    fragment.rsplit('=').next().unwrap().to_owned()
}

both! {
    // RULES 12.1
    async fn a_no_frees_a_place_that_was_booked_without_a_team(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 1).await);
        let team = made(&coach, &[&people[0]]).await;
        let id = members(&coach, &team).await[0]["eventBookingId"].as_str().unwrap().to_owned();
        coach.client().delete("/api/user/event/cancel", json!({ "eventBookingID": id })).await.data();
        app.state.clock.advance(1);
        let wanted = json!({ "uaid": people[0].uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        let booked = coach.client().post(BOOKING, wanted).await.data();
        let id = booked["eventBookingId"].as_str().unwrap();
        let secret = token(&app).await;
        let no = app.client().post(ANSWER, json!({ "token": secret, "answer": "decline" })).await.data();
        assert_eq!((&no["access"], &no["cancelled"]), (&json!("declined"), &json!(1)));
        assert_eq!((status(&app, id).await.as_str(), taken(&app, DAY, TIME).await), ("cancelled", 0));
    }

    // RULES 12.1
    async fn a_no_counts_though_the_booking_can_no_longer_be_cancelled(app) {
        app.set_schedule(BookingSessionConfig { cancel_cutoff_minutes: 120, ..week(6) }).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 2).await);
        let [late, here] = &people[..] else { unreachable!() };
        made(&coach, &[late]).await;
        let secret = token(&app).await;
        made(&coach, &[here]).await;
        app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE uaid = '{}'", here.uaid)).await;
        let decline = async |athlete: &Person| {
            let no = json!({ "coachUaid": coach.uaid, "answer": "decline" });
            let told = athlete.client().post(COACHES, no).await.data()["coaches"][0].clone();
            assert_eq!(told["access"], "declined");
            told["openBookings"].clone()
        };
        assert_eq!(decline(here).await, 1, "who is checked in stays");

        go_to(&app, DAY, "08:00").await;
        let no = app.client().post(ANSWER, json!({ "token": secret, "answer": "decline" })).await.data();
        assert_eq!((&no["access"], &no["cancelled"], &no["testDate"]), (&json!("declined"), &json!(0), &json!(DAY)));
        assert_eq!(decline(late).await, 1, "after the cut-off");
        assert_eq!(taken(&app, DAY, TIME).await, 2);
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-cancelled'").await, 0);

        // One that was missed is closed on the way, as for a new booking.
        go_to(&app, NEXT_DAY, "00:01").await;
        assert_eq!((decline(late).await, decline(here).await), (json!(0), json!(1)));
        assert_eq!(app.texts(format!("SELECT status FROM booking WHERE uaid = '{}'", late.uaid)).await, [Some("dnt".to_owned())]);
    }

    // RULES 10.5
    async fn a_link_that_was_mailed_to_another_address_answers_nothing(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 1).await);
        made(&coach, &[&people[0]]).await;
        let secret = token(&app).await;
        let staff = app.person(3).await;
        let body = json!({ "uaid": people[0].uaid, "emailAddress": "right@athletes.example" });
        staff.client().put("/api/user/profile/admin", body).await.data();
        let change = mailed_token(&app, "email-change").await;
        app.client().post("/api/user/email/link", json!({ "token": change })).await.data();
        app.client().post(ANSWER, json!({ "token": secret, "answer": "accept" })).await.refused(422, "TOKEN_INVALID");
    }

    // RULES 10.5
    async fn a_request_that_has_not_left_gets_new_links_with_a_new_address(app) {
        app.set_schedule(week(6)).await;
        let (coach, staff, people) = (app.person(4).await, app.person(3).await, athletes(&app, 1).await);
        made(&coach, &[&people[0]]).await;
        for address in ["right@athletes.example", "better@athletes.example"] {
            app.state.clock.advance(1);
            let body = json!({ "uaid": people[0].uaid, "emailAddress": address });
            staff.client().put("/api/user/profile/admin", body).await.data();
            let change = mailed_token(&app, "email-change").await;
            app.client().post("/api/user/email/link", json!({ "token": change })).await.data();
            let letters = (app.letters_to("coach-booking", address).await.len(), app.letters("coach-booking").await.len());
            assert_eq!(letters, (1, 1), "it alone");
            let look = app.client().post(ANSWER, json!({ "token": token(&app).await })).await.data();
            assert_eq!((&look["access"], &look["testDate"]), (&json!("asked"), &json!(DAY)));
        }
    }

    // RULES 12.1
    async fn the_letter_answers_without_signing_in_and_a_no_frees_the_place(app) {
        app.set_schedule(week(6)).await;
        let (coach, other, people) = (app.person(4).await, app.person(4).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let team = made(&coach, &[one]).await;
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-confirmed'").await, 0);
        let secret = token(&app).await;
        let look = app.client().post(ANSWER, json!({ "token": secret })).await.data();
        assert_eq!((&look["name"], &look["access"], &look["testDate"], &look["testTime"]),
            (&json!("Robin Field"), &json!("asked"), &json!(DAY), &json!(TIME)));
        let yes = app.client().post(ANSWER, json!({ "token": secret, "answer": "accept" })).await.data();
        assert_eq!(yes["access"], "accepted");
        // The same link also declines, as long as it is valid.
        let id = members(&coach, &team).await[0]["eventBookingId"].as_str().unwrap().to_owned();
        let no = app.client().post(ANSWER, json!({ "token": secret, "answer": "decline" })).await.data();
        assert_eq!((&no["access"], &no["cancelled"]), (&json!("declined"), &json!(1)));
        assert_eq!((status(&app, &id).await.as_str(), taken(&app, DAY, TIME).await), ("cancelled", 0));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'booking-cancelled'").await, 1);
        coach.client().get(&format!("/api/event/admin/profile?uaid={}", one.uaid)).await.refused(403, "FORBIDDEN");
        for wrong in [json!({ "token": "nonsense" }), json!({ "token": "nonsense", "answer": "accept" })] {
            app.client().post(ANSWER, wrong).await.refused(422, "TOKEN_INVALID");
        }
        app.client().post(ANSWER, json!({ "token": secret, "answer": "perhaps" })).await.refused(400, "FIELD_INVALID");
        app.pass_minutes(60 * 24 * 60);
        app.client().post(ANSWER, json!({ "token": secret })).await.refused(422, "TOKEN_INVALID");

        // An answer is about one coach, and nobody answers for somebody else.
        two.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.refused(401, "UNAUTHORISED");
        let two = app.client().bearer(&app.session_of(two).await);
        two.post(COACHES, json!({ "coachUaid": other.uaid, "answer": "accept" })).await.refused(404, "NOT_FOUND");
    }
}
