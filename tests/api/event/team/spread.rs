//! A team that does not fit into one slot is spread over the following ones, completely or not at all.

use serde_json::{Value, json};
use sixfold_server::db::Engine;
use sixfold_tests::{Person, TestApp, both};

use super::{TEAM, athletes, body, members, save, uaids};
use crate::event::stage::{DAY, NEXT_DAY, booked, everything, taken, week};

/// How many of a team are at each of its times, in order.
async fn spread(coach: &Person, id: &str) -> Vec<(String, usize)> {
    let mut times: Vec<(String, usize)> = Vec::new();
    let mut users = members(coach, id).await;
    users.sort_by_key(|user| user["testTime"].as_str().unwrap().to_owned());
    for user in users {
        let time = user["testTime"].as_str().unwrap().to_owned();
        match times.iter_mut().find(|(known, _)| *known == time) {
            Some((_, count)) => *count += 1,
            None => times.push((time, 1)),
        }
    }
    times
}

fn at(times: &[(&str, usize)]) -> Vec<(String, usize)> {
    times.iter().map(|(time, count)| ((*time).to_owned(), *count)).collect()
}

async fn made(coach: &Person, people: &[&Person]) -> String {
    save(coach, body(people)).await.data()["teamBookingId"].as_str().unwrap().to_owned()
}

both! {
    async fn twelve_athletes_stand_in_two_quarter_hours_in_the_order_of_the_list(app) {
        app.set_schedule(week(6)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 12).await);
        let all: Vec<_> = people.iter().collect();
        let data = save(&coach, body(&all)).await.data();
        let id = data["teamBookingId"].as_str().unwrap();
        let placed: Vec<(Value, Value)> = data["members"].as_array().unwrap().iter()
            .map(|member| (member["uaid"].clone(), member["testTime"].clone())).collect();
        let wanted: Vec<(Value, Value)> = all.iter().enumerate()
            .map(|(index, person)| (json!(person.uaid), json!(if index < 6 { "10:00" } else { "10:15" }))).collect();
        assert_eq!(placed, wanted);
        assert_eq!(spread(&coach, id).await, at(&[("10:00", 6), ("10:15", 6)]));
        let row = coach.client().get(TEAM).await.data()["teams"][0].clone();
        assert_eq!((&row["testDate"], &row["testTime"], &row["lastTime"]), (&json!(DAY), &json!("10:00"), &json!("10:15")));
        // Each athlete gets a letter with their own time.
        let told = app.letters_to("coach-booking", &people[11].email).await.remove(0);
        assert!(told.contains("10:15"), "{told}");
    }

    async fn what_others_hold_is_left_out_and_a_full_quarter_hour_ends_it(app) {
        app.set_schedule(week(4)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 12).await);
        for _ in 0..3 {
            booked(&app.athlete().await, DAY, "10:00").await;
        }
        let all: Vec<_> = people.iter().collect();
        let id = made(&coach, &all[..6]).await;
        assert_eq!(spread(&coach, &id).await, at(&[("10:00", 1), ("10:15", 4), ("10:30", 1)]));
        for _ in 0..4 {
            booked(&app.athlete().await, DAY, "11:30").await;
        }
        let mut wish = body(&all[6..12]);
        wish["testTime"] = json!("11:15");
        let before = everything(&app).await;
        let reply = save(&coach, wish).await;
        reply.refused_field(409, "TEAM_TOO_LARGE", "uaids");
        let error = reply.value()["error"].clone();
        assert_eq!((&error["remaining"], &error["needed"]), (&json!(4), &json!(6)));
        assert_eq!(everything(&app).await, before);
        assert_eq!(taken(&app, DAY, "11:15").await, 0);
    }

    async fn a_team_is_moved_and_grows_as_a_whole(app) {
        app.set_schedule(week(4)).await;
        let (coach, people) = (app.person(4).await, athletes(&app, 8).await);
        let all: Vec<_> = people.iter().collect();
        let id = made(&coach, &all[..6]).await;
        assert_eq!(spread(&coach, &id).await, at(&[("10:00", 4), ("10:15", 2)]));
        // Athletes who join get seats from the team's time on.
        let more = json!({ "teamBookingId": id, "uaids": uaids(&all) });
        save(&coach, more).await.data();
        assert_eq!(spread(&coach, &id).await, at(&[("10:00", 4), ("10:15", 4)]));
        // A quarter of an hour later, half of the seats are the team's own.
        let later = json!({ "teamBookingId": id, "testDate": DAY, "testTime": "10:15", "uaids": uaids(&all) });
        save(&coach, later).await.data();
        assert_eq!(spread(&coach, &id).await, at(&[("10:15", 4), ("10:30", 4)]));
        let times = [taken(&app, DAY, "10:00").await, taken(&app, DAY, "10:15").await, taken(&app, DAY, "10:30").await];
        assert_eq!(times, [0, 4, 4]);
        // To another day, with athletes leaving on the way.
        let moved = json!({ "teamBookingId": id, "testDate": NEXT_DAY, "testTime": "17:30", "uaids": uaids(&all[..7]) });
        save(&coach, moved).await.data();
        assert_eq!(spread(&coach, &id).await, at(&[("17:30", 4), ("17:45", 3)]));
        assert_eq!((taken(&app, DAY, "10:15").await, taken(&app, DAY, "10:30").await), (0, 0));
        // The list ends at 17:45.
        let over = json!({ "teamBookingId": id, "testDate": NEXT_DAY, "testTime": "17:45", "uaids": uaids(&all[..7]) });
        save(&coach, over).await.refused(409, "TEAM_TOO_LARGE");
    }
}

/// Ten coaches want the same slots at once: what is placed is placed completely, nothing is oversold, and nobody waits
/// indefinitely.
async fn ten_at_once(engine: Engine) {
    let app = TestApp::spawn(engine).await;
    app.set_schedule(week(6)).await;
    let people = athletes(&app, 100).await;
    let coaches = futures::future::join_all((0..10).map(|_| app.person(4))).await;
    let asks = coaches.iter().zip(people.chunks(10)).enumerate().map(|(index, (coach, team))| {
        let mut wish = body(&team.iter().collect::<Vec<_>>());
        wish["testTime"] = json!(if index % 2 == 0 { "15:00" } else { "17:00" });
        let client = coach.client();
        tokio::spawn(async move { client.post(TEAM, wish).await.status.as_u16() })
    });
    let answers: Vec<u16> =
        futures::future::join_all(asks.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect();
    let won = answers.iter().filter(|status| **status == 200).count();
    assert!(won == 2 && answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
    let bookings = app.scalar("SELECT COUNT(*) FROM booking WHERE status = 'booked'").await;
    assert_eq!(bookings, i64::try_from(won).unwrap() * 10);
    assert_eq!(app.scalar("SELECT COUNT(*) FROM slot WHERE taken > 6").await, 0);
    assert_eq!(app.scalar("SELECT CAST(SUM(taken) AS BIGINT) FROM slot").await, bookings);
}

sixfold_tests::on_both!(ten_teams_at_once_are_spread_whole_or_not_at_all, ten_at_once);
