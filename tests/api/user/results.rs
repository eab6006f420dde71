//! `GET /api/user/results`: attempts and points, percentiles compared with a plain computation, and whose results a caller may
//! see.

use serde_json::{Value, json};
use sixfold_domain::attempt::Raw;
use sixfold_domain::booking::BookingStatus;
use sixfold_domain::protocol::Protocols;
use sixfold_domain::score::{Score, final_score};
use sixfold_domain::time::london_to_millis;
use sixfold_server::db::bookings::booking::PastTest;
use sixfold_tests::{PastDay, Person, TestApp, both};

use crate::event::stage::{DAY, TIME, accepts, booked, completed, go_to, put_into_team, week};

const RESULTS: &str = "/api/user/results";

/// A day of tests at a level from 0 to 100, two attempts if the protocol takes two; returns the final score.
pub(crate) async fn tested(app: &TestApp, person: &Person, day: &str, level: i32) -> f64 {
    let ended_at = london_to_millis(day.parse().unwrap(), "10:30".parse().unwrap()).unwrap();
    let mut scores = [Score::ZERO; 6];
    let tests: Vec<PastTest> = Protocols::STANDARD
        .tests()
        .iter()
        .zip(&mut scores)
        .map(|(protocol, score)| {
            let [zero, hundred] = [protocol.zero, protocol.hundred].map(Raw::thousandths);
            let at = |level: i32| {
                let raw = zero + (hundred - zero) / 100 * level;
                Raw::from_thousandths(raw / protocol.unit.step() * protocol.unit.step())
            };
            let attempts: Vec<Raw> =
                [at(level - 1), at(level)].into_iter().take(usize::from(protocol.attempts)).collect();
            *score = protocol.score(&attempts).unwrap();
            PastTest { test_type: protocol.test_type, score: *score, attempts }
        })
        .collect();
    let score = final_score(&scores);
    let past = PastDay {
        day: day.to_owned(),
        ended_at,
        status: BookingStatus::Completed,
        score: Some(score),
        tests,
    };
    app.past(&person.uaid, past).await;
    score.to_f64()
}

/// (below + half of equal) ÷ n in per cent, to two decimals.
pub(super) fn naive(own: f64, field: &[f64]) -> f64 {
    let sum: f64 = field
        .iter()
        .map(|other| {
            if *other < own {
                1.0
            } else if *other > own {
                0.0
            } else {
                0.5
            }
        })
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "a handful")]
    let share = sum / field.len() as f64;
    (share * 10_000.0).round() / 100.0
}

/// The percentage of the field that is lower, rounded down.
pub(super) fn better_than(own: f64, field: &[f64]) -> usize {
    field.iter().filter(|other| **other < own).count() * 100 / field.len()
}

async fn of(person: &Person) -> Value {
    person.client().get(RESULTS).await.data()
}

both! {
    // RULES 7.7
    async fn percentiles_are_those_of_a_plain_computation_and_none_below_ten(app) {
        let mut people = Vec::new();
        let (mut finals, mut speeds) = (Vec::new(), Vec::new());
        for level in [20, 35, 35, 35, 50, 50, 64, 64, 81, 99] {
            let person = app.athlete().await;
            finals.push(tested(&app, &person, "2025-11-20", level).await);
            people.push(person);
        }
        // Another season is another field.
        let late = app.athlete().await;
        tested(&app, &late, "2025-08-31", 90).await;
        for person in &people {
            let data = of(person).await;
            speeds.push(data["results"][0]["tests"][3]["score"].as_f64().unwrap());
        }
        for ((person, own), speed) in people.iter().zip(&finals).zip(&speeds) {
            let data = of(person).await;
            let result = &data["results"][0];
            assert_eq!(result["score"].as_f64(), Some(*own));
            assert_eq!(result["season"], 10);
            assert_eq!(result["percentile"].as_f64(), Some(naive(*own, &finals)), "{own} of {finals:?}");
            assert_eq!(result["betterThan"], better_than(*own, &finals), "{own} of {finals:?}");
            let test = &result["tests"][3];
            assert_eq!(test["percentile"].as_f64(), Some(naive(*speed, &speeds)), "{speed} of {speeds:?}");
            assert_eq!(test["betterThan"], better_than(*speed, &speeds), "{speed} of {speeds:?}");
        }
        assert_eq!(of(&people[0]).await["results"][0]["betterThan"], 0, "the last leaves nobody behind");
        let alone = of(&late).await["results"][0].clone();
        assert_eq!(alone["season"], 9);
        for rated in [&alone, &alone["tests"][3]] {
            assert_eq!((&rated["percentile"], &rated["betterThan"]), (&Value::Null, &Value::Null), "{rated}");
        }
    }

    async fn attempts_points_and_what_was_before_come_newest_first(app) {
        let ada = app.athlete().await;
        let first = tested(&app, &ada, "2025-10-20", 40).await;
        tested(&app, &ada, "2025-11-20", 60).await;
        let data = of(&ada).await;
        let results = data["results"].as_array().unwrap();
        let dates: Vec<_> = results.iter().map(|result| result["eventTestDate"].as_str().unwrap()).collect();
        assert_eq!(dates, ["2025-11-20", "2025-10-20"]);
        assert_eq!(results[0]["previous"], json!({ "score": first, "date": "2025-10-20" }));
        assert!(results[1].get("previous").is_none());
        assert_eq!((results[0]["protocolVersion"].as_u64(), results[0]["held"].as_bool()), (Some(1), Some(false)));
        let tests = results[0]["tests"].as_array().unwrap();
        let names: Vec<_> = tests.iter().map(|test| test["TestType"].as_str().unwrap()).collect();
        assert_eq!(names, ["Cognitive", "Strength", "Power", "Speed", "Agility", "Endurance"]);
        assert_eq!(tests[3], json!({
            "TestType": "Speed", "score": 60, "percentile": null, "betterThan": null,
            "attempts": [{ "score": 3.315, "points": 59 }, { "score": 3.3, "points": 60 }],
            "best": 3.3, "unit": "s", "allowed": 2, "revision": 1, "previous": { "score": 40, "date": "2025-10-20" }
        }));
        // Bookings that were not completed are left out.
        app.set_schedule(week(6)).await;
        booked(&ada, DAY, TIME).await;
        assert_eq!(of(&ada).await["results"].as_array().unwrap().len(), 2);
    }

    // RULES 7.7
    async fn a_final_that_is_held_back_has_no_percentile_and_counts_in_none(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        tested(&app, &ada, "2025-11-20", 60).await;
        tested(&app, &ben, "2025-11-20", 40).await;
        for _ in 0..9 {
            tested(&app, &app.athlete().await, "2025-11-20", 20).await;
        }
        let rating = || async {
            let newest = of(&ben).await["results"][0].clone();
            (newest["percentile"].as_f64(), newest["betterThan"].as_u64())
        };
        assert_eq!(rating().await, (Some(86.36), Some(81)));
        app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}'", ada.uaid)).await;
        let held = &of(&ada).await["results"][0];
        assert_eq!((held["held"].as_bool(), held["score"].is_null()), (Some(true), true));
        for rated in [held, &held["tests"][0]] {
            assert_eq!((&rated["percentile"], &rated["betterThan"]), (&Value::Null, &Value::Null));
        }
        assert_eq!(rating().await, (Some(95.0), Some(90)));
    }

    async fn the_retest_opens_by_the_delay(app) {
        let ada = app.athlete().await;
        assert_eq!(of(&ada).await, json!({ "results": [], "retest": { "opens": null, "openNow": false } }));
        let config = sixfold_domain::slot::BookingSessionConfig { retest_delay: 7, ..week(6) };
        app.set_schedule(config).await;
        completed(&app, &ada, "2026-02-24").await;
        assert_eq!(of(&ada).await["retest"], json!({ "opens": "2026-03-03", "openNow": false }));
        go_to(&app, "2026-03-03", "00:00").await;
        assert_eq!(of(&ada).await["retest"], json!({ "opens": "2026-03-03", "openNow": true }));
    }

    async fn staff_see_those_they_may_and_nobody_else_does(app) {
        let (ada, ben) = (app.athlete().await, app.athlete().await);
        tested(&app, &ada, "2025-11-20", 60).await;
        let target = format!("{RESULTS}?uaid={}", ada.uaid);
        assert_eq!(ada.client().get(&target).await.data(), of(&ada).await);
        ben.client().get(&target).await.refused(403, "FORBIDDEN");
        app.client().get(&target).await.refused(401, "UNAUTHORISED");
        let (desk, delivery, coach) = (app.person(2).await, app.person(3).await, app.person(4).await);
        assert_eq!(delivery.client().get(&target).await.data(), of(&ada).await);
        delivery.client().get(&format!("{RESULTS}?uaid=999999")).await.refused_field(404, "NOT_FOUND", "uaid");
        delivery.client().get(&format!("{RESULTS}?uaid=x")).await.refused_field(400, "FIELD_INVALID", "uaid");

        desk.client().get(&target).await.refused(403, "FORBIDDEN");
        app.execute(format!(
            "UPDATE booking SET test_date = '2026-03-02' WHERE uaid = '{}'", ada.uaid
        )).await;
        desk.client().get(&target).await.data();

        coach.client().get(&target).await.refused(403, "FORBIDDEN");
        put_into_team(&app, &ada, &coach).await;
        coach.client().get(&target).await.refused(403, "FORBIDDEN");
        accepts(&app, &ada, &coach).await;
        coach.client().get(&target).await.data();
        app.execute("UPDATE coach_athlete SET access = 'declined'").await;
        coach.client().get(&target).await.refused(403, "FORBIDDEN");
    }
}
