//! The question whether a coach may see an athlete's results comes with being in the coach's team, however the team came to have
//! that coach.

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::{athletes, made, members, save, uaids};
use crate::event::stage::{BOOKING, DAY, LATER, TIME, cancel, taken, week};

const COACHES: &str = "/api/user/coaches";

/// Gives somebody a role, by programme delivery.
async fn give(app: &TestApp, delivery: &Person, person: &Person, role: u8) {
    app.pass_minutes(1);
    let path = format!("/api/event/admin/user/role?uaid={}&roleid={role}", person.uaid);
    delivery.client().post(&path, json!({})).await.data();
}

/// What programme delivery reads of an athlete's answer to the coach of a team.
async fn access(delivery: &Person, team: &str, athlete: &Person) -> Value {
    let shown = members(delivery, team).await;
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
}
