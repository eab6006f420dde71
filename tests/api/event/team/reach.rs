//! Which teams a coach may use: all of their own and no others; and what programme delivery sees of all of them.

use serde_json::json;
use sixfold_tests::both;

use super::{TEAM, athletes, body, made, members, save, uaids};
use crate::event::stage::{BOOKING, CANCEL, DAY, NEXT_DAY, TIME, go_to, week};

fn name_of(day: &str, time: &str) -> String {
    format!("On {day} at {}", time.replace(':', "."))
}

both! {
    async fn a_coach_acts_for_the_people_of_each_of_their_teams(app) {
        app.set_schedule(week(20)).await;
        let (coach, other, people) = (app.person(4).await, app.person(4).await, athletes(&app, 3).await);
        let [one, two, three] = &people[..] else { unreachable!() };
        let reds = made(&coach, &[one]).await;
        made(&coach, &[two]).await;
        let theirs = made(&other, &[three]).await;
        for person in [one, two] {
            let profile = coach.client().get(&format!("/api/event/admin/profile?uaid={}", person.uaid)).await.data();
            assert_eq!(profile["medicalIssues"], "N/A");
            let open = json!({ "uaid": person.uaid, "eventBookingID": profile["events"][0]["eventList"][0]["eventBookingId"] });
            other.client().delete(CANCEL, open.clone()).await.refused(403, "FORBIDDEN");
            coach.client().delete(CANCEL, open).await.data();
            let again = json!({ "uaid": person.uaid, "eventTestDate": NEXT_DAY, "eventTestTime": TIME, "teamBookingId": reds });
            coach.client().post(BOOKING, again).await.data();
        }
        assert_eq!(members(&coach, &reds).await.len(), 2, "a single booking joins the team that it names");

        // Nothing of another coach's.
        for wish in [
            json!({ "teamBookingId": theirs, "uaids": uaids(&[one]) }),
            json!({ "teamName": "Mine", "testDate": DAY, "testTime": TIME, "uaids": uaids(&[one]), "coachUaid": other.uaid }),
        ] {
            save(&coach, wish).await.refused(403, "FORBIDDEN");
        }
        coach.client().delete(TEAM, json!({ "teamBookingId": theirs })).await.refused(403, "FORBIDDEN");
        coach.client().get(&format!("{TEAM}/users?teamBookingId={theirs}")).await.refused(403, "FORBIDDEN");
        coach.client().get(&format!("{TEAM}?uaid={}", other.uaid)).await.refused(403, "FORBIDDEN");
        coach.client().get(&format!("{TEAM}?teamBookingId={theirs}")).await.refused(403, "FORBIDDEN");
        let one_team = other.client().get(&format!("{TEAM}?teamBookingId={theirs}")).await.data();
        assert_eq!((&one_team["teams"][0]["teamBookingId"], &one_team["teams"][1]), (&json!(theirs), &json!(null)));
        let into = json!({ "uaid": one.uaid, "eventTestDate": DAY, "eventTestTime": TIME, "teamBookingId": theirs });
        coach.client().post(BOOKING, into).await.refused(403, "FORBIDDEN");
        let profile = format!("/api/event/admin/profile?uaid={}", three.uaid);
        coach.client().get(&profile).await.refused(403, "FORBIDDEN");
        // An athlete who leaves the last of a coach's teams is no longer the coach's.
        save(&other, json!({ "teamBookingId": theirs, "uaids": [app.athlete().await.uaid] })).await.data();
        other.client().get(&profile).await.refused(403, "FORBIDDEN");
    }

    async fn programme_delivery_takes_a_team_from_its_coach_and_gives_it_back(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, athlete) = (app.person(4).await, app.person(3).await, app.athlete().await);
        let id = made(&coach, &[&athlete]).await;
        let team = async || delivery.client().get(&format!("{TEAM}?teamBookingId={id}")).await.data()["teams"][0].clone();
        let wish = |coach: serde_json::Value| {
            let mut wish = json!({ "teamBookingId": id, "uaids": uaids(&[&athlete]) });
            wish.as_object_mut().unwrap().extend(coach.as_object().unwrap().clone());
            wish
        };
        // Absent values, and those that mean absent, do not remove the coach.
        for same in [json!({}), json!({ "coachUaid": null }), json!({ "coachUaid": "" }), json!({ "coachUaid": "0" }),
            json!({ "noCoach": false }), json!({ "noCoach": null })] {
            save(&delivery, wish(same)).await.data();
            assert_eq!(team().await["coachUaid"], coach.uaid);
        }
        save(&coach, wish(json!({ "noCoach": true }))).await.refused(403, "FORBIDDEN");
        let both = json!({ "coachUaid": coach.uaid, "noCoach": true });
        save(&delivery, wish(both)).await.refused_field(400, "FIELD_INVALID", "noCoach");

        save(&delivery, wish(json!({ "noCoach": true }))).await.data();
        let held = team().await;
        assert_eq!((&held["coachUaid"], &held["coachName"], &held["members"]), (&json!(null), &json!(""), &json!(1)));
        let of_coach = "SELECT COUNT(*) FROM audit_log WHERE action = 'team.update' AND subject_uaid = ";
        assert_eq!(app.scalar(format!("{of_coach}'{}'", coach.uaid)).await, 7);
        // A team without a coach is no longer the former coach's to see or change.
        assert!(coach.client().get(TEAM).await.data()["teams"].as_array().unwrap().is_empty());
        save(&coach, wish(json!({}))).await.refused(403, "FORBIDDEN");
        let profile = format!("/api/event/admin/profile?uaid={}", athlete.uaid);
        coach.client().get(&profile).await.refused(403, "FORBIDDEN");
        // It stays without a coach until one is named, also if the request does not mention it.
        save(&delivery, wish(json!({ "noCoach": true }))).await.data();
        save(&delivery, wish(json!({}))).await.data();
        assert_eq!(team().await["coachUaid"], json!(null));
        save(&delivery, wish(json!({ "coachUaid": coach.uaid }))).await.data();
        assert_eq!(team().await["coachUaid"], coach.uaid);
        coach.client().get(&profile).await.data();
    }

    async fn lists_stand_in_the_order_that_was_asked_for(app) {
        app.set_schedule(week(20)).await;
        let (coach, delivery, people) = (app.person(4).await, app.person(3).await, athletes(&app, 4).await);
        let place = |index: usize, day: &str, time: &str| {
            let mut wish = body(&[&people[index]]);
            (wish["teamName"], wish["testDate"], wish["testTime"]) = (json!(name_of(day, time)), json!(day), json!(time));
            wish
        };
        save(&coach, place(0, NEXT_DAY, TIME)).await.data();
        save(&coach, place(1, DAY, "15:00")).await.data();
        save(&coach, place(2, DAY, TIME)).await.data();
        let of_nobody = save(&delivery, place(3, DAY, "12:00")).await.data();
        let names = async |caller: &sixfold_tests::Client, target: String| {
            let data = caller.get(&target).await.data();
            let teams = data["teams"].as_array().unwrap().clone();
            teams.iter().map(|team| team["teamName"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let (first, second, third) = (name_of(DAY, TIME), name_of(DAY, "15:00"), name_of(NEXT_DAY, TIME));
        assert_eq!(names(&coach.client(), TEAM.to_owned()).await, [first.clone(), second.clone(), third.clone()]);
        let between = format!("{TEAM}?from={DAY}&to={DAY}");
        assert_eq!(names(&delivery.client(), between.clone()).await, [first.clone(), name_of(DAY, "12:00"), second.clone()]);
        assert_eq!(names(&coach.client(), between).await, [first.clone(), second.clone()], "a coach's own only");
        assert_eq!(names(&delivery.client(), format!("{TEAM}?uaid={}", coach.uaid)).await.len(), 3);

        let coaches = delivery.client().get("/api/event/admin/coaches").await.data();
        let row = coaches["coaches"].as_array().unwrap().iter().find(|row| row["uaid"] == coach.uaid).unwrap().clone();
        assert_eq!((&row["teams"], &row["upcoming"]), (&json!(3), &json!(3)));
        // A coach is given a team, and past teams come after upcoming ones, newest first.
        let given = json!({ "teamBookingId": of_nobody["teamBookingId"], "uaids": uaids(&[&people[3]]), "coachUaid": coach.uaid });
        save(&delivery, given).await.data();
        go_to(&app, NEXT_DAY, "09:00").await;
        let four = names(&coach.client(), TEAM.to_owned()).await;
        assert_eq!(four, [third, second, name_of(DAY, "12:00"), first]);
    }

    async fn coaches_and_members_are_listed_by_name_whatever_letters_it_has(app) {
        app.set_schedule(week(6)).await;
        let (delivery, people) = (app.person(3).await, athletes(&app, 4).await);
        for (person, name) in people.iter().zip(["Young", "Ó Briain", "de Souza", "Åkesson"]) {
            let coach = app.person(4).await;
            let both = format!("uaid IN ('{}', '{}')", person.uaid, coach.uaid);
            app.execute(format!("UPDATE account SET last_name = '{name}' WHERE {both}")).await;
        }
        let team = made(&delivery, &people.iter().collect::<Vec<_>>()).await;
        let coaches = delivery.client().get("/api/event/admin/coaches").await.data()["coaches"].clone();
        for rows in [coaches.as_array().unwrap().clone(), members(&delivery, &team).await] {
            let names: Vec<&str> = rows.iter().map(|row| row["lastName"].as_str().unwrap()).collect();
            assert_eq!(names, ["Åkesson", "de Souza", "Ó Briain", "Young"]);
        }
    }
}
