//! The refusals of a reveal by code, and who may not use it at all.

use serde_json::{Value, json};
use sixfold_tests::both;

use super::stage::{DESK, Hall, REVEAL, at_noon, audited, board, holds, name, shown};

both! {
    async fn without_anything_held_nothing_starts(app) {
        let desk = at_noon(&app).await;
        let act = async |body| desk.client().post(REVEAL, body).await;
        act(json!({ "action": "start" })).await.refused(422, "NOTHING_HELD");
        act(json!({ "uaid": "123" })).await.refused_field(422, "NOTHING_HELD", "uaid");
        for action in ["next", "back", "end"] {
            act(json!({ "action": action })).await.refused(409, "REVEAL_NOT_RUNNING");
        }
        act(json!({ "action": "jump", "step": 1 })).await.refused(409, "REVEAL_NOT_RUNNING");
        act(json!({ "action": "speed", "speed": 2 })).await.refused(409, "REVEAL_NOT_RUNNING");
        assert_eq!((audited(&app).await.len(), app.count("reveal").await), (0, 0));
        let seen = shown(&app).await;
        assert_eq!(seen, json!({
            "reveal": false, "uaid": null, "firstName": null, "lastName": null, "score": null, "position": null,
            "prevPosition": null, "gender": null, "season": null, "running": false, "step": 0, "steps": 0, "speed": 1.0, "timestamp": null
        }));
    }

    async fn what_is_no_act_changes_nothing(app) {
        let hall = Hall::started(&app).await;
        hall.go("next").await;
        let error = hall.act(json!({ "action": "start" })).await.refused(409, "REVEAL_RUNNING");
        assert_eq!(error["step"], 1);
        for (body, code) in [
            (json!({ "action": "forward" }), "ACTION_UNKNOWN"),
            (json!({ "action": "Next" }), "ACTION_UNKNOWN"),
            (json!({}), "FIELD_MISSING"),
            (json!({ "uaid": "1", "action": "next" }), "FIELD_INVALID"),
            (json!({ "uaid": "x" }), "FIELD_INVALID"),
            (json!({ "action": "jump" }), "FIELD_MISSING"),
            (json!({ "action": "jump", "step": -1 }), "FIELD_INVALID"),
            (json!({ "action": "jump", "step": 1.5 }), "FIELD_INVALID"),
            (json!({ "action": "speed" }), "FIELD_MISSING"),
            (json!({ "action": "speed", "speed": 0.2 }), "FIELD_INVALID"),
            (json!({ "action": "speed", "speed": 5 }), "FIELD_INVALID"),
            (json!({ "action": "speed", "speed": "fast" }), "FIELD_INVALID"),
            (json!({ "action": "start", "order": "sideways" }), "FIELD_INVALID"),
            (json!({ "action": "start", "order": [1] }), "FIELD_INVALID"),
            (json!({ "action": "start", "eventBookingIds": "b" }), "FIELD_INVALID"),
            (json!({ "uaid": "1", "eventBookingId": [] }), "FIELD_INVALID"),
            (json!({ "action": "next", "expect": "one" }), "FIELD_INVALID"),
        ] {
            hall.act(body.clone()).await.refused(400, code);
        }
        hall.act(json!({ "action": "next", "eventId": "elsewhere" })).await.refused_field(404, "NOT_FOUND", "eventId");
        for path in [REVEAL, DESK] {
            let reply = hall.desk.client().get(&format!("{path}?eventId=elsewhere")).await;
            reply.refused_field(404, "NOT_FOUND", "eventId");
        }
        assert_eq!((name(&app).await.as_deref(), holds(&app).await), (Some("Bo"), vec!["Cy".to_owned(), "Di".to_owned(), "Em".to_owned()]));
    }

    async fn a_desk_takes_nothing_off_the_screens_that_it_has_not_seen_there(app) {
        let hall = Hall::open(&app).await;
        let newest = async || hall.desk().await["steps"][0]["bookingId"].clone();
        let end = |booking: &Value| json!({ "action": "end", "expect": 1, "eventBookingId": booking });
        hall.act(json!({ "uaid": hall.bo.uaid })).await.data();
        let seen = end(&newest().await);
        hall.act(json!({ "uaid": hall.cy.uaid })).await.data();
        let error = hall.act(seen.clone()).await.refused(409, "REVEAL_MOVED");
        assert_eq!((&error["field"], &error["step"]), (&json!("eventBookingId"), &json!(1)));
        assert_eq!(name(&app).await.as_deref(), Some("Cy"));
        hall.go("start").await;
        hall.go("next").await;
        hall.act(seen).await.refused(409, "REVEAL_MOVED");
        let still = shown(&app).await;
        assert_eq!((&still["running"], &still["firstName"]), (&json!(true), &json!("Di")));
        hall.act(end(&newest().await)).await.data();
        let over = shown(&app).await;
        assert_eq!((&over["running"], &over["firstName"]), (&json!(false), &Value::Null));
    }

    async fn only_roles_2_and_3_reveal_and_see_what_is_held(app) {
        let hall = Hall::started(&app).await;
        app.client().post(REVEAL, json!({ "action": "next" })).await.refused(401, "UNAUTHORISED");
        app.client().get(DESK).await.refused(401, "UNAUTHORISED");
        for role in [1, 4] {
            let client = app.person(role).await.client();
            client.post(REVEAL, json!({ "action": "next" })).await.refused(403, "FORBIDDEN");
            client.get(DESK).await.refused(403, "FORBIDDEN");
        }
        assert_eq!(shown(&app).await["step"], 0);
        let delivery = app.person(3).await.client();
        delivery.post(REVEAL, json!({ "action": "next" })).await.data();
        assert_eq!(delivery.get(DESK).await.data()["steps"].as_array().unwrap().len(), 4);
        assert_eq!(hall.desk().await["step"], 1);
    }

    async fn the_public_sees_an_initial_and_staff_the_whole_name(app) {
        let hall = Hall::started(&app).await;
        hall.go("next").await;
        let public = shown(&app).await;
        assert_eq!(public, json!({
            "reveal": true, "uaid": null, "firstName": "Bo", "lastName": "B", "score": 70, "position": 2,
            "prevPosition": null, "gender": "male", "season": 10, "running": true, "step": 1, "steps": 4, "speed": 1.0,
            "timestamp": "2025-11-20T12:00:00.000Z"
        }));
        for role in [1, 4] {
            assert_eq!(app.person(role).await.client().get(REVEAL).await.data(), public);
        }
        for role in [2, 3] {
            let full = app.person(role).await.client().get(REVEAL).await.data();
            assert_eq!((full["uaid"].as_str(), full["lastName"].as_str()), (Some(hall.bo.uaid.as_str()), Some("Birch")));
        }
    }

    async fn nothing_of_a_held_final_is_public(app) {
        let hall = Hall::started(&app).await;
        hall.go("next").await;
        assert_eq!(board(&app).await, ["Ada 1", "Bo 2"]);
        let mut seen = String::new();
        for path in [
            REVEAL, "/api/user/leaderboard?groupBy=gender&top=15", "/api/user/leaderboard?from=2025-11-01&to=2025-11-30",
            "/api/user/leaderboard?testType=Speed", "/api/event/config",
        ] {
            seen.push_str(&app.client().get(path).await.text());
        }
        for secret in ["Cy", "Di", "Em", "Cedar", "Damson", "Elder", &hall.cy.uaid, &hall.di.uaid, &hall.em.uaid] {
            assert!(!seen.contains(&format!("\"{secret}\"")), "{secret}: {seen}");
        }
    }
}
