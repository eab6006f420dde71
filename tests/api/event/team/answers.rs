//! The question whether a coach may see an athlete's results comes with being in the coach's team, however the team came to have
//! that coach; and what an answer outlasts.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{Person, TestApp, both};

use super::{COACHES, USERS, VOUCH, athletes, body, made, members, save, uaids};
use crate::event::stage::{BOOKING, DAY, LATER, TIME, cancel, taken, week};

/// Gives somebody a role, by programme delivery.
async fn give(app: &TestApp, delivery: &Person, person: &Person, role: u8) {
    app.pass_minutes(1);
    let path = format!("/api/event/admin/user/role?uaid={}&roleid={role}", person.uaid);
    delivery.client().post(&path, json!({})).await.data();
}

/// What somebody reads of an athlete's answer to the coach of a team.
async fn access(reader: &Person, team: &str, athlete: &Person) -> Value {
    let shown = members(reader, team).await;
    shown.iter().find(|member| member["uaid"] == athlete.uaid).unwrap()["coachAccess"].clone()
}

fn answer(coach: &Person, answer: &str) -> Value {
    json!({ "coachUaid": coach.uaid, "answer": answer })
}

both! {
    // RULES 12.1
    async fn who_is_in_a_team_can_answer_a_coach_who_has_the_role_again(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [yes, no, silent] = &people[..] else { unreachable!() };
        let team = made(&coach, &[yes, no, silent]).await;
        yes.client().post(COACHES, answer(&coach, "accept")).await.data();
        give(&app, &delivery, &coach, 1).await;
        assert_eq!(silent.client().get(COACHES).await.data()["coaches"], json!([]));
        give(&app, &delivery, &coach, 4).await;
        for athlete in &people {
            assert_eq!(access(&delivery, &team, athlete).await, "asked");
            let told = athlete.client().get(COACHES).await.data()["coaches"].clone();
            assert_eq!(told.as_array().unwrap().len(), 1);
            assert_eq!((&told[0]["coachUaid"], &told[0]["access"], &told[0]["openBookings"]),
                (&json!(coach.uaid), &json!("asked"), &json!(1)));
            assert_eq!((&told[0]["decidedAt"], &told[0]["byTeam"]), (&json!(null), &json!(false)));
        }
        yes.client().post(COACHES, answer(&coach, "accept")).await.data();
        let told = no.client().post(COACHES, answer(&coach, "decline")).await.data()["coaches"][0].clone();
        assert_eq!((&told["access"], &told["openBookings"]), (&json!("declined"), &json!(0)));
        assert_eq!((access(&delivery, &team, yes).await, taken(&app, DAY, TIME).await), (json!("accepted"), 2));
    }

    // RULES 12.1
    async fn who_was_tested_can_answer_the_coach_to_whom_the_team_is_given(app) {
        app.set_schedule(week(20)).await;
        let (coach, next, delivery, people) =
            (app.person(4).await, app.person(4).await, app.person(3).await, athletes(&app, 2).await);
        let [tested, open] = &people[..] else { unreachable!() };
        let team = made(&coach, &[tested, open]).await;
        app.execute(format!("UPDATE booking SET status = 'completed' WHERE uaid = '{}'", tested.uaid)).await;
        let given = json!({ "teamBookingId": team, "uaids": uaids(&[tested, open]), "coachUaid": next.uaid });
        save(&delivery, given).await.data();
        let asked = async |athlete: &Person| app.letters_to("coach-booking", &athlete.email).await.len();
        assert_eq!((asked(tested).await, asked(open).await), (1, 2), "whose test is over gets no letter about it");
        assert_eq!((access(&delivery, &team, tested).await, access(&delivery, &team, open).await), (json!("asked"), json!("asked")));
        let told = tested.client().post(COACHES, answer(&next, "accept")).await.data()["coaches"].clone();
        let of = |coach: &Person| told.as_array().unwrap().iter().find(|row| row["coachUaid"] == coach.uaid).unwrap().clone();
        assert_eq!((&of(&next)["access"], &of(&coach)["access"]), (&json!("accepted"), &json!("asked")));
        assert_eq!(access(&delivery, &team, tested).await, "accepted");
        // Whoever is in none of a coach's teams has nothing to answer.
        let stranger = app.athlete().await;
        stranger.client().post(COACHES, answer(&next, "accept")).await.refused(404, "NOT_FOUND");
    }

    // RULES 9.8
    async fn an_answer_that_names_a_coach_who_never_asked_goes_with_that_coach(app) {
        app.set_schedule(week(20)).await;
        let (first, leaver, last, delivery, people) = (
            app.person(4).await, app.staff(4).await, app.person(4).await, app.person(3).await, athletes(&app, 3).await,
        );
        let [tested, open, other] = &people[..] else { unreachable!() };
        let team = made(&first, &[tested, open]).await;
        made(&last, &[other]).await;
        app.execute(format!("UPDATE booking SET status = 'completed' WHERE uaid = '{}'", tested.uaid)).await;
        let give = async |to: &Person| {
            let given = json!({ "teamBookingId": team, "uaids": uaids(&[tested, open]), "coachUaid": to.uaid });
            save(&delivery, given).await.data();
        };
        give(&leaver).await;
        let told = tested.client().keyed(Method::POST, COACHES, "tested", answer(&first, "accept")).await.data();
        let named = told["coaches"].as_array().unwrap().iter().any(|row| row["coachUaid"] == leaver.uaid);
        assert!(named, "{told}");
        other.client().keyed(Method::POST, COACHES, "other", answer(&last, "accept")).await.data();
        give(&last).await;
        leaver.client().post("/api/user/delete", json!({ "password": PASSWORD })).await.data();
        assert_eq!(app.texts("SELECT key FROM idempotency_key").await, [Some("other".to_owned())]);
    }

    // RULES 12.1
    async fn whom_programme_delivery_books_into_a_coachs_team_is_asked(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let team = made(&coach, &[one]).await;
        let wish = json!({ "uaid": two.uaid, "eventTestDate": DAY, "eventTestTime": LATER, "teamBookingId": team });
        delivery.client().post(BOOKING, wish).await.data();
        let letters = app.letters_to("coach-booking", &two.email).await;
        assert!(letters.len() == 1 && letters[0].contains(LATER), "{letters:?}");
        assert!(app.letters_to("booking-confirmed", &two.email).await.is_empty());
        assert_eq!(two.client().get(COACHES).await.data()["coaches"][0]["coachUaid"], coach.uaid);
    }

    // RULES 12.1
    async fn a_no_takes_who_had_cancelled_before_out_of_the_coachs_list(app) {
        app.set_schedule(week(20)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 2).await);
        let [gone, tested] = &people[..] else { unreachable!() };
        let team = made(&coach, &[gone, tested]).await;
        let profile = async |athlete: &Person| {
            coach.client().get(&format!("/api/event/admin/profile?uaid={}", athlete.uaid)).await
        };
        let row = members(&coach, &team).await.into_iter().find(|row| row["uaid"] == gone.uaid).unwrap();
        cancel(gone, row["eventBookingId"].as_str().unwrap()).await.data();
        profile(gone).await.data();
        gone.client().post(COACHES, answer(&coach, "decline")).await.data();
        profile(gone).await.refused(403, "FORBIDDEN");
        assert_eq!(gone.client().get("/api/user/profile").await.data()["teamBookingId"], json!(null));

        // Whoever was tested in the team stays in it.
        app.execute(format!("UPDATE booking SET status = 'completed' WHERE uaid = '{}'", tested.uaid)).await;
        tested.client().post(COACHES, answer(&coach, "decline")).await.data();
        assert_eq!(profile(tested).await.data()["coachAccess"], "declined");
    }

    // RULES 12.1
    async fn a_no_takes_a_no_show_out_of_the_coachs_team(app) {
        app.set_schedule(week(20)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 2).await);
        let [missed, begun] = &people[..] else { unreachable!() };
        let team = made(&coach, &[missed, begun]).await;
        app.execute("UPDATE booking SET status = 'dnt'").await;
        // A visit that ended before all six tests were taken.
        app.execute(format!("UPDATE booking SET onboarded_at = 1 WHERE uaid = '{}'", begun.uaid)).await;
        for athlete in &people {
            athlete.client().post(COACHES, answer(&coach, "decline")).await.data();
        }
        let profile = async |athlete: &Person| {
            coach.client().get(&format!("/api/event/admin/profile?uaid={}", athlete.uaid)).await
        };
        profile(missed).await.refused(403, "FORBIDDEN");
        assert_eq!(profile(begun).await.data()["coachAccess"], "declined");
        let left: Vec<_> = members(&coach, &team).await.iter().map(|member| member["uaid"].clone()).collect();
        assert_eq!(left, [json!(begun.uaid)]);
        assert_eq!(missed.client().get("/api/user/profile").await.data()["teamBookingId"], json!(null));
        assert_eq!(app.scalar("SELECT COUNT(*) FROM booking WHERE status = 'dnt'").await, 2, "the booking stays theirs");
    }

    // RULES 12.1
    async fn a_no_is_an_answer_until_its_athlete_or_programme_delivery_says_otherwise(app) {
        app.set_schedule(week(20)).await;
        let (coach, other, delivery, people) =
            (app.person(4).await, app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [one, two, three] = &people[..] else { unreachable!() };
        made(&coach, &[one]).await;
        one.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "decline" })).await.data();
        let refused = save(&coach, body(&[one, two])).await;
        refused.refused(422, "TEAM_MEMBERS");
        assert_eq!(refused.value()["error"]["members"], json!([{ "uaid": one.uaid, "code": "NOT_BOOKABLE" }]));
        let search = json!({ "search": one.uaid, "forTeam": true });
        let found = async |who: &Person| who.client().post(USERS, search.clone()).await.data()["users"][0]["bookable"].clone();
        assert_eq!((found(&coach).await, found(&other).await), (json!(false), json!(true)), "a no is to one coach");
        assert_eq!(one.client().get(COACHES).await.data()["coaches"][0]["access"], "declined");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM mail_outbox WHERE kind = 'coach-booking'").await, 1, "nobody is asked again");

        // A yes that was taken back is a no too, but what is booked stays.
        let team = made(&coach, &[two]).await;
        two.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        two.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "withdraw" })).await.data();
        let moved = json!({ "teamBookingId": team, "teamName": "Harriers", "testDate": DAY, "testTime": LATER, "uaids": uaids(&[two]) });
        save(&coach, moved).await.data();
        let id = members(&coach, &team).await[0]["eventBookingId"].as_str().unwrap().to_owned();
        coach.client().delete("/api/user/event/cancel", json!({ "eventBookingID": id })).await.data();
        let wanted = json!({ "uaid": two.uaid, "eventTestDate": DAY, "eventTestTime": TIME });
        coach.client().post(BOOKING, wanted.clone()).await.refused(403, "FORBIDDEN");
        two.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        coach.client().post(BOOKING, wanted).await.data();

        let vouched = json!({ "coachUaid": coach.uaid, "uaid": one.uaid, "accepted": true });
        delivery.client().post(VOUCH, vouched).await.data();
        made(&coach, &[one, three]).await;
    }

    // RULES 12.1
    async fn a_no_outlasts_the_role_of_the_coach_and_a_yes_does_not(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 3).await);
        let [no, back, yes] = &people[..] else { unreachable!() };
        let team = made(&coach, &[no, back, yes]).await;
        for (athlete, answer) in [(no, "decline"), (back, "withdraw"), (yes, "accept")] {
            athlete.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": answer })).await.data();
        }
        assert_eq!(access(&delivery, &team, back).await, "declined");

        // Without the role they coach nobody: the athlete sees no answer and can give none.
        give(&app, &delivery, &coach, 1).await;
        for athlete in &people {
            assert_eq!(athlete.client().get(COACHES).await.data()["coaches"], json!([]));
            let accept = json!({ "coachUaid": coach.uaid, "answer": "accept" });
            athlete.client().post(COACHES, accept).await.refused(404, "NOT_FOUND");
        }
        assert_eq!((access(&delivery, &team, back).await, access(&delivery, &team, yes).await), (Value::Null, Value::Null));

        // As a yes leaves it that came in while the role was taken away.
        app.execute(format!(
            "INSERT INTO coach_athlete (coach_uaid, athlete_uaid, access, asked_at) VALUES ('{}', '{}', 'accepted', 1)",
            coach.uaid, yes.uaid
        ))
        .await;
        give(&app, &delivery, &coach, 4).await;
        let mut again = coach.again();
        again.token = app.session_of(&coach).await;
        assert_eq!((access(&again, &team, back).await, access(&again, &team, yes).await), (json!("declined"), json!("asked")));
        let refused = save(&again, body(&[no])).await;
        refused.refused(422, "TEAM_MEMBERS");
        assert_eq!(refused.value()["error"]["members"], json!([{ "uaid": no.uaid, "code": "NOT_BOOKABLE" }]));
        no.client().post(COACHES, json!({ "coachUaid": coach.uaid, "answer": "accept" })).await.data();
        save(&again, body(&[no])).await.data();
    }

    // RULES 12.1
    async fn nobody_is_asked_about_somebody_who_is_no_coach_any_more(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 2).await);
        let [one, two] = &people[..] else { unreachable!() };
        let team = made(&coach, &[one]).await;
        let path = format!("/api/event/admin/user/role?uaid={}&roleid=1", coach.uaid);
        delivery.client().post(&path, json!({})).await.data();
        save(&delivery, json!({ "teamBookingId": team, "uaids": uaids(&[one, two]) })).await.data();
        assert!(app.letters_to("coach-booking", &two.email).await.is_empty());
        assert_eq!(app.letters_to("booking-confirmed", &two.email).await.len(), 1);
        assert_eq!(app.count("coach_athlete").await, 0);
        let asked = format!("SELECT COUNT(*) FROM audit_log WHERE action = 'coach.asked' AND subject_uaid = '{}'", two.uaid);
        assert_eq!(app.scalar(asked).await, 0);
    }
}
