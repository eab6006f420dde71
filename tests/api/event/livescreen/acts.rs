//! The actions of a ceremony: after each, exactly the first steps are revealed, on the board and on every screen.

use axum::http::Method;
use futures::future::join_all;
use serde_json::{Value, json};
use sixfold_tests::{TestApp, both};

use super::stage::{
    Hall, REVEAL, TODAY, YESTERDAY, at_noon, audited, board, held, holds, name, places, scored, shown,
    visible,
};

const ALL: [&str; 4] = ["Bo", "Cy", "Di", "Em"];

async fn revealed_at(app: &TestApp) -> i64 {
    app.scalar("SELECT COUNT(*) FROM booking WHERE revealed_at IS NOT NULL AND NOT held").await
}

/// The bookings of steps or held finals.
fn bookings(rows: &Value) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row["bookingId"].as_str().unwrap().to_owned()).collect()
}

/// Holds an earlier final of Bo's too, of 61.20 points. The bookings of all held finals: Em, Di, Cy, Bo 70, Bo 61.20.
async fn with_two_of_bo(app: &TestApp, hall: &Hall) -> Vec<String> {
    scored(app, &hall.bo, (YESTERDAY, "11:00"), 6_120).await;
    app.execute("UPDATE booking SET held = TRUE WHERE score_hundredths = 6120").await;
    bookings(&hall.desk().await["held"])
}

both! {
    async fn the_top_is_decided_last_and_each_step_lands(app) {
        let hall = Hall::open(&app).await;
        let began = hall.go("start").await;
        assert_eq!(began, json!({ "uaid": null, "running": true, "step": 0, "steps": 4, "speed": 1.0 }));
        assert_eq!((holds(&app).await, board(&app).await), (ALL.map(str::to_owned).to_vec(), vec!["Ada 1".to_owned()]));
        let before = shown(&app).await;
        assert_eq!((&before["reveal"], &before["running"], &before["step"], &before["steps"]),
            (&json!(false), &json!(true), &json!(0), &json!(4)));
        // Of two equal scores the later one comes first, since it is lower on the board.
        for (step, (who, position, all)) in [
            ("Bo", 2, vec!["Ada 1", "Bo 2"]),
            ("Di", 1, vec!["Di 1", "Ada 2", "Bo 3"]),
            ("Cy", 1, vec!["Cy 1", "Di 1", "Ada 3", "Bo 4"]),
            ("Em", 1, vec!["Em 1", "Cy 2", "Di 2", "Ada 4", "Bo 5"]),
        ].into_iter().enumerate() {
            let after = hall.go("next").await;
            assert_eq!((&after["step"], after["uaid"].is_string()), (&json!(step + 1), true));
            let seen = shown(&app).await;
            assert_eq!((seen["firstName"].as_str(), &seen["position"], &seen["reveal"]), (Some(who), &json!(position), &json!(true)));
            assert_eq!(board(&app).await, all);
        }
        assert_eq!((holds(&app).await.len(), revealed_at(&app).await), (0, 4));
        hall.act(json!({ "action": "next" })).await.refused_field(422, "REVEAL_STEP", "step");
        assert_eq!(name(&app).await.as_deref(), Some("Em"), "a refused act changes nothing");
    }

    async fn back_holds_again_and_a_jump_goes_anywhere(app) {
        let hall = Hall::started(&app).await;
        for _ in 0..3 {
            hall.go("next").await;
        }
        let after = hall.go("back").await;
        assert_eq!((after["step"].as_i64(), after["uaid"].as_str()), (Some(2), Some(hall.di.uaid.as_str())));
        assert_eq!(holds(&app).await, ["Cy", "Em"]);
        assert_eq!((name(&app).await.as_deref(), board(&app).await), (Some("Di"), vec!["Di 1".to_owned(), "Ada 2".to_owned(), "Bo 3".to_owned()]));
        hall.act(json!({ "action": "jump", "step": 4 })).await.data();
        assert_eq!((name(&app).await.as_deref(), holds(&app).await.len()), (Some("Em"), 0));
        hall.act(json!({ "action": "jump", "step": 0 })).await.data();
        assert_eq!((name(&app).await, holds(&app).await, revealed_at(&app).await), (None, ALL.map(str::to_owned).to_vec(), 0));
        assert_eq!(board(&app).await, ["Ada 1"]);
        hall.act(json!({ "action": "jump", "step": 5 })).await.refused(422, "REVEAL_STEP");
        hall.act(json!({ "action": "back" })).await.refused(422, "REVEAL_STEP");
        hall.act(json!({ "action": "jump", "step": 1 })).await.data();
        assert_eq!((name(&app).await.as_deref(), holds(&app).await), (Some("Bo"), vec!["Cy".to_owned(), "Di".to_owned(), "Em".to_owned()]));
    }

    async fn what_an_end_has_not_reached_stays_held(app) {
        let hall = Hall::started(&app).await;
        hall.go("next").await;
        hall.go("next").await;
        let after = hall.go("end").await;
        assert_eq!(after, json!({ "uaid": null, "running": false, "step": 0, "steps": 0, "speed": 1.0 }));
        assert_eq!(holds(&app).await, ["Cy", "Em"]);
        let seen = shown(&app).await;
        assert_eq!((&seen["reveal"], &seen["running"], &seen["firstName"]), (&json!(false), &json!(false), &Value::Null));
        assert_eq!(board(&app).await, ["Di 1", "Ada 2", "Bo 3"]);
        hall.act(json!({ "action": "end" })).await.refused(409, "REVEAL_NOT_RUNNING");
        // The next ceremony is of the remaining finals.
        assert_eq!(hall.go("start").await["steps"], 2);
    }

    async fn an_order_can_be_the_boards_or_ones_own(app) {
        let hall = Hall::open(&app).await;
        let order = async |order: Value| {
            hall.act(json!({ "action": "start", "order": order, "speed": 2.5 })).await.data();
            let steps = hall.desk().await["steps"].clone();
            assert_eq!(shown(&app).await["speed"], 2.5);
            hall.go("end").await;
            let names = steps.as_array().unwrap().iter().map(|step| step["firstName"].as_str().unwrap().to_owned());
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(order(json!("descending")).await, "Em Cy Di Bo");
        assert_eq!(order(json!("ascending")).await, "Bo Di Cy Em");
        let own = json!([hall.em.uaid, hall.cy.uaid, hall.bo.uaid, hall.di.uaid]);
        assert_eq!(order(own).await, "Em Cy Bo Di");
        // Athletes who are not named come first; somebody without a final on hold has no step.
        assert_eq!(order(json!([hall.cy.uaid, "77"])).await, "Bo Di Em Cy");
    }

    async fn an_order_of_bookings_keeps_two_finals_of_one_athlete_apart(app) {
        let hall = Hall::open(&app).await;
        let held = with_two_of_bo(&app, &hall).await;
        let own = [4, 2, 1, 0, 3].map(|at: usize| held[at].clone());
        let both = json!({ "action": "start", "order": "ascending", "eventBookingIds": own });
        hall.act(both).await.refused_field(400, "FIELD_INVALID", "eventBookingIds");
        hall.act(json!({ "action": "start", "eventBookingIds": own })).await.data();
        assert_eq!(bookings(&hall.desk().await["steps"]), own);
        hall.go("end").await;
        // Finals that are not named come first; a booking without a held final has no step.
        hall.act(json!({ "action": "start", "eventBookingIds": [own[3], own[4], "elsewhere"] })).await.data();
        assert_eq!(bookings(&hall.desk().await["steps"]), [0, 2, 1, 3, 4].map(|at: usize| own[at].clone()));
        hall.go("end").await;
        // RULES 8.8: after Bo's 70 no board would show the 61.20.
        hall.act(json!({ "action": "start", "eventBookingIds": [own[4], own[0]] })).await.data();
        let view = hall.desk().await;
        assert_eq!(bookings(&view["steps"]), [2, 1, 3, 4].map(|at: usize| own[at].clone()));
        assert_eq!(bookings(&view["held"]), own[..1]);
    }

    // RULES 8.8
    async fn a_ceremony_is_of_one_season(app) {
        let hall = Hall::open(&app).await;
        let ola = visible(&app, "Ola Oak", "female", ("2025-08-01", "10:00"), 9_900).await;
        app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}'", ola.uaid)).await;
        let held = hall.desk().await["held"].clone();
        let seasons: Vec<&Value> = held.as_array().unwrap().iter().map(|one| &one["season"]).collect();
        assert_eq!(seasons, [10, 10, 10, 10, 9]);
        // The latest, unless another is chosen.
        assert_eq!(hall.go("start").await["steps"], 4);
        hall.go("end").await;
        hall.act(json!({ "action": "start", "season": 8 })).await.refused(422, "NOTHING_HELD");
        assert_eq!(hall.act(json!({ "action": "start", "season": 9 })).await.data()["steps"], 1);
        hall.go("next").await;
        let seen = shown(&app).await;
        assert_eq!((&seen["firstName"], &seen["position"], &seen["season"]), (&json!("Ola"), &json!(1), &json!(9)));
        hall.act(json!({ "action": "jump", "step": 0 })).await.data();
        hall.go("end").await;
        hall.go("start").await;
        hall.act(json!({ "action": "jump", "step": 4 })).await.data();
        hall.go("end").await;
        // What is left is of the earlier season.
        hall.go("start").await;
        hall.go("next").await;
        assert_eq!(name(&app).await.as_deref(), Some("Ola"));
    }

    async fn a_whole_board_of_ties_is_revealed_bottom_up(app) {
        let desk = at_noon(&app).await;
        for minute in 0..15 {
            held(&app, &format!("A{minute} Tie"), "male", &format!("09:{minute:02}"), 5_000).await;
        }
        desk.client().post(REVEAL, json!({ "action": "start" })).await.data();
        for step in 1..=15_usize {
            desk.client().post(REVEAL, json!({ "action": "next" })).await.data();
            let seen = shown(&app).await;
            assert_eq!((seen["firstName"].as_str().unwrap(), &seen["position"]), (format!("A{}", 15 - step).as_str(), &json!(1)));
        }
        let all: Vec<String> = (0..15).map(|number| format!("A{number} 1")).collect();
        assert_eq!(board(&app).await, all);
    }

    async fn one_final_is_shown_by_itself(app) {
        let hall = Hall::open(&app).await;
        let after = hall.act(json!({ "uaid": hall.em.uaid })).await.data();
        assert_eq!(after, json!({ "uaid": hall.em.uaid, "running": false, "step": 1, "steps": 1, "speed": 1.0 }));
        assert_eq!((name(&app).await.as_deref(), board(&app).await), (Some("Em"), vec!["Em 1".to_owned(), "Ada 2".to_owned()]));
        hall.act(json!({ "uaid": hall.em.uaid })).await.refused_field(422, "NOTHING_HELD", "uaid");
        hall.act(json!({ "uaid": hall.bo.uaid })).await.data();
        assert_eq!((name(&app).await.as_deref(), holds(&app).await), (Some("Bo"), vec!["Cy".to_owned(), "Di".to_owned()]));
        assert_eq!(board(&app).await, ["Em 1", "Ada 2", "Bo 3"], "the first one stays revealed");
        hall.go("end").await;
        assert_eq!((name(&app).await, board(&app).await.len()), (None, 3));
    }

    async fn of_two_held_finals_of_one_athlete_the_named_one_is_revealed(app) {
        let hall = Hall::open(&app).await;
        let held = with_two_of_bo(&app, &hall).await;
        let reveal = async |at: usize| hall.act(json!({ "uaid": hall.bo.uaid, "eventBookingId": held[at] })).await;
        // Somebody else's.
        reveal(0).await.refused_field(422, "NOTHING_HELD", "eventBookingId");
        let after = reveal(4).await.data();
        assert_eq!((&after["uaid"], &after["step"], &after["steps"]), (&json!(hall.bo.uaid), &json!(1), &json!(1)));
        let seen = shown(&app).await;
        assert_eq!((&seen["score"], &seen["position"]), (&json!(61.2), &json!(2)));
        assert_eq!(board(&app).await, ["Ada 1", "Bo 2"]);
        assert_eq!(bookings(&hall.desk().await["held"]), held[..4]);
        reveal(4).await.refused_field(422, "NOTHING_HELD", "eventBookingId");
        hall.act(json!({ "uaid": hall.bo.uaid })).await.data();
        assert_eq!(shown(&app).await["score"], 70, "without a booking the newest");
    }

    async fn during_a_ceremony_one_final_is_its_next_step(app) {
        let hall = Hall::started(&app).await;
        hall.go("next").await;
        // To the last step at once, with a final put on hold only now.
        let after = hall.act(json!({ "uaid": hall.em.uaid })).await.data();
        assert_eq!((&after["step"], &after["steps"]), (&json!(2), &json!(4)));
        let fay = held(&app, "Fay Fir", "female", "11:00", 6_000).await;
        let after = hall.act(json!({ "uaid": fay.uaid })).await.data();
        assert_eq!((&after["step"], &after["steps"]), (&json!(3), &json!(5)));
        assert_eq!((name(&app).await.as_deref(), holds(&app).await), (Some("Fay"), vec!["Cy".to_owned(), "Di".to_owned()]));
        hall.go("next").await;
        assert_eq!(name(&app).await.as_deref(), Some("Di"));
        hall.act(json!({ "action": "jump", "step": 1 })).await.data();
        assert_eq!((board(&app).await, holds(&app).await.len()), (vec!["Ada 1".to_owned(), "Bo 2".to_owned()], 4));
    }

    async fn of_two_operators_one_goes_on(app) {
        let hall = Hall::started(&app).await;
        let other = app.person(3).await;
        let moved = json!({ "action": "next", "expect": 0 });
        other.client().post(REVEAL, moved.clone()).await.data();
        let error = hall.act(moved).await.refused(409, "REVEAL_MOVED");
        assert_eq!((&error["expect"], &error["step"]), (&json!(0), &json!(1)));
        let asks = (0..8).map(|_| {
            let client = hall.desk.client();
            tokio::spawn(async move { client.post(REVEAL, json!({ "action": "next", "expect": 1 })).await })
        });
        let replies: Vec<_> = join_all(asks.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            reply.refused(409, "REVEAL_MOVED");
        }
        assert_eq!((shown(&app).await["step"].as_i64(), holds(&app).await), (Some(2), vec!["Cy".to_owned(), "Em".to_owned()]));
        // Concurrent starts make one ceremony.
        hall.go("end").await;
        let asks = (0..4).map(|_| {
            let client = hall.desk.client();
            tokio::spawn(async move { client.post(REVEAL, json!({ "action": "start" })).await })
        });
        let replies: Vec<_> = join_all(asks.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect();
        assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
        for reply in replies.iter().filter(|reply| reply.status != 200) {
            reply.refused(409, "REVEAL_RUNNING");
        }
    }

    async fn a_repeated_act_is_done_once(app) {
        let hall = Hall::started(&app).await;
        let next = json!({ "action": "next" });
        let send = async |body: &Value| hall.desk.client().keyed(Method::POST, REVEAL, "press-1", body.clone()).await;
        let first = send(&next).await;
        let again = send(&next).await;
        assert_eq!(again.header("idempotency-replayed"), "true");
        assert_eq!((first.data(), &first.body), (again.data(), &again.body));
        assert_eq!(shown(&app).await["step"], 1);
        send(&json!({ "action": "back" })).await.refused(422, "IDEMPOTENCY_KEY_REUSED");
        assert_eq!(audited(&app).await.len(), 2);
    }

    async fn each_act_is_a_line_of_the_audit_log(app) {
        let hall = Hall::open(&app).await;
        for act in [
            json!({ "uaid": hall.em.uaid }), json!({ "action": "start", "speed": 0.5 }), json!({ "action": "next" }),
            json!({ "action": "next" }), json!({ "action": "back" }), json!({ "action": "jump", "step": 3 }),
            json!({ "action": "speed", "speed": 4 }), json!({ "action": "end" }),
        ] {
            // Entries of the same moment have no order.
            app.state.clock.advance(1);
            hall.act(act).await.data();
        }
        hall.act(json!({ "action": "next" })).await.refused(409, "REVEAL_NOT_RUNNING");
        let lines: Vec<String> = audited(&app).await;
        let told: Vec<String> = lines
            .iter()
            .map(|line| {
                let (head, detail) = line.split_once(" {").unwrap();
                let detail: Value = serde_json::from_str(&format!("{{{detail}")).unwrap();
                format!("{head} {} > {} of {}", detail["from"], detail["to"], detail["steps"])
            })
            .collect();
        assert_eq!(told, [
            "reveal.one Em 0 > 1 of 1", "reveal.start - 1 > 0 of 3", "reveal.next Bo 0 > 1 of 3",
            "reveal.next Di 1 > 2 of 3", "reveal.back Bo 2 > 1 of 3", "reveal.jump Cy 1 > 3 of 3",
            "reveal.speed Cy 3 > 3 of 3", "reveal.end - 3 > 0 of 0",
        ]);
        assert!(lines[1].contains("\"order\":\"ascending\"") && lines[1].contains("\"speed\":50"), "{}", lines[1]);
        let by = format!("SELECT COUNT(*) FROM audit_log WHERE action LIKE 'reveal.%' AND actor_uaid = '{}' AND actor_role = 2 \
            AND object_id = 'sixfold-academy'", hall.desk.uaid);
        assert_eq!(app.scalar(by).await, 8);
    }

    async fn a_revealed_final_is_new_since_midnight_whenever_it_was_taken(app) {
        let desk = at_noon(&app).await;
        let ada = visible(&app, "Ada Alder", "female", (YESTERDAY, "10:00"), 7_500).await;
        let bo = visible(&app, "Bo Birch", "male", (YESTERDAY, "11:00"), 8_000).await;
        app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}'", bo.uaid)).await;
        // A better final of hers today does not hide her position then.
        scored(&app, &ada, (TODAY, "10:00"), 7_600).await;
        desk.client().post(REVEAL, json!({ "uaid": bo.uaid })).await.data();
        let seen = shown(&app).await;
        assert_eq!((&seen["position"], &seen["prevPosition"]), (&json!(1), &Value::Null));
        let rows = app.client().get("/api/user/leaderboard").await.data()["leaderboard"].clone();
        assert_eq!(places(&rows), ["Bo 1", "Ada 2"]);
        assert_eq!((&rows[0]["prevPosition"], &rows[1]["prevPosition"]), (&Value::Null, &json!(1)));
    }
}
