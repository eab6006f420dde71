//! Athletes who withdraw during a ceremony, or may not be shown publicly: their step stays, shows nothing and is passed over.

use serde_json::{Value, json};
use sixfold_tests::{Person, TestApp, both};

use super::stage::{DESK, Hall, REVEAL, at_noon, board, held, holds, leaves, name, shown, visible};

/// Changes an athlete's account.
async fn set(app: &TestApp, person: &Person, what: &str) {
    app.execute(format!("UPDATE account SET {what} WHERE uaid = '{}'", person.uaid)).await;
}

/// Somebody with a held final of the day before the first season.
async fn out_of_season(app: &TestApp) -> Person {
    let person = visible(app, "Ola Oak", "female", ("2023-03-31", "10:00"), 9_900).await;
    app.execute(format!("UPDATE booking SET held = TRUE WHERE uaid = '{}'", person.uaid)).await;
    person
}

both! {
    async fn whoever_leaves_is_passed_over(app) {
        let hall = Hall::started(&app).await;
        hall.go("next").await;
        leaves(&app, &hall.di).await;
        let steps = hall.desk().await["steps"].clone();
        assert_eq!((steps.as_array().unwrap().len(), &steps[1]["withdrawn"], &steps[1]["position"]), (4, &json!(true), &Value::Null));
        assert!(!steps.to_string().contains("Damson"));
        let after = hall.go("next").await;
        assert_eq!((after["step"].as_i64(), after["uaid"].as_str()), (Some(3), Some(hall.cy.uaid.as_str())));
        assert_eq!(board(&app).await, ["Cy 1", "Ada 2", "Bo 3"]);
        assert_eq!(hall.go("back").await["step"], 1);
        assert_eq!(name(&app).await.as_deref(), Some("Bo"));
        // A jump may lead there: nobody is shown.
        let after = hall.act(json!({ "action": "jump", "step": 2 })).await.data();
        assert_eq!(after["uaid"], Value::Null);
        let seen = shown(&app).await;
        assert_eq!((&seen["reveal"], &seen["step"], &seen["score"]), (&json!(false), &json!(2), &Value::Null));
        assert_eq!(hall.go("back").await["step"], 1);
    }

    async fn whoever_leaves_while_shown_is_shown_no_more(app) {
        let hall = Hall::started(&app).await;
        hall.act(json!({ "action": "jump", "step": 4 })).await.data();
        leaves(&app, &hall.em).await;
        let seen = shown(&app).await;
        assert_eq!((&seen["reveal"], &seen["firstName"], &seen["lastName"], &seen["score"], &seen["gender"], &seen["position"]),
            (&json!(false), &Value::Null, &Value::Null, &Value::Null, &Value::Null, &Value::Null));
        assert_eq!((&seen["step"], &seen["steps"]), (&json!(4), &json!(4)));
        assert_eq!(board(&app).await, ["Cy 1", "Di 1", "Ada 3", "Bo 4"]);
        hall.act(json!({ "action": "next" })).await.refused(422, "REVEAL_STEP");
        assert_eq!(hall.go("back").await["step"], 3);
        assert_eq!(name(&app).await.as_deref(), Some("Cy"));
        hall.go("end").await;
    }

    async fn with_everybody_gone_the_ceremony_can_still_be_ended(app) {
        let hall = Hall::started(&app).await;
        for person in [&hall.bo, &hall.cy, &hall.di, &hall.em] {
            leaves(&app, person).await;
        }
        hall.act(json!({ "action": "next" })).await.refused(422, "REVEAL_STEP");
        hall.go("end").await;
        assert_eq!(board(&app).await, ["Ada 1"]);
    }

    async fn a_result_that_goes_or_a_competitor_who_is_none_is_withdrawn(app) {
        let hall = Hall::started(&app).await;
        set(&app, &hall.bo, "is_competitor = FALSE").await;
        app.execute(format!("UPDATE booking SET status = 'dnt', score_hundredths = NULL WHERE uaid = '{}'", hall.di.uaid)).await;
        let steps = hall.desk().await["steps"].clone();
        let out: Vec<bool> = steps.as_array().unwrap().iter().map(|step| step["withdrawn"].as_bool().unwrap()).collect();
        assert_eq!(out, [true, true, false, false]);
        assert_eq!((&steps[1]["score"], &steps[2]["position"]), (&Value::Null, &json!(1)));
        assert_eq!(hall.go("next").await["step"], 3);
        assert_eq!((name(&app).await.as_deref(), board(&app).await), (Some("Cy"), vec!["Cy 1".to_owned(), "Ada 2".to_owned()]));
        // An athlete who comes back has the step with their number again.
        set(&app, &hall.bo, "is_competitor = TRUE").await;
        assert_eq!(board(&app).await, ["Cy 1", "Ada 2", "Bo 3"]);
        assert_eq!(hall.go("back").await["step"], 1);
        assert_eq!(name(&app).await.as_deref(), Some("Bo"));
    }

    // RULES 4.17, 8.8
    async fn a_removed_score_leaves_the_screens_and_its_step_is_passed_over(app) {
        let hall = Hall::started(&app).await;
        let delivery = app.person(3).await;
        let remove = async |person: &Person| {
            let sql = format!("SELECT booking_id FROM booking WHERE uaid = '{}'", person.uaid);
            let body = json!({ "eventBookingId": app.texts(sql).await[0], "reason": "Tested under another name" });
            delivery.client().post("/api/event/admin/results/remove", body).await.data();
        };
        hall.go("next").await;
        assert_eq!(name(&app).await.as_deref(), Some("Bo"));
        remove(&hall.bo).await;
        let seen = shown(&app).await;
        assert_eq!((&seen["reveal"], &seen["firstName"], &seen["score"]), (&json!(false), &Value::Null, &Value::Null));
        remove(&hall.di).await;
        let steps = hall.desk().await["steps"].clone();
        let out: Vec<bool> = steps.as_array().unwrap().iter().map(|step| step["withdrawn"].as_bool().unwrap()).collect();
        assert_eq!(out, [true, true, false, false]);
        assert_eq!(hall.go("next").await["step"], 3);
        assert_eq!((name(&app).await.as_deref(), board(&app).await), (Some("Cy"), vec!["Cy 1".to_owned(), "Ada 2".to_owned()]));
        // Neither a step back nor the end holds or reveals them again.
        assert_eq!(hall.go("back").await["step"], 0);
        hall.go("end").await;
        let back = "SELECT COUNT(*) FROM booking WHERE score_removed_at IS NOT NULL AND (held OR status <> 'dnt')";
        assert_eq!((app.scalar(back).await, holds(&app).await), (0, vec!["Cy".to_owned(), "Em".to_owned()]));
    }

    async fn a_corrected_score_is_the_one_that_is_shown(app) {
        let hall = Hall::started(&app).await;
        app.execute(format!("UPDATE booking SET score_hundredths = 7600 WHERE uaid = '{}'", hall.bo.uaid)).await;
        assert_eq!(hall.desk().await["steps"][0]["position"], 1);
        hall.go("next").await;
        let seen = shown(&app).await;
        assert_eq!((&seen["score"], &seen["position"]), (&json!(76), &json!(1)));
    }

    async fn nobody_under_age_is_shown_without_their_own_word(app) {
        let desk = at_noon(&app).await;
        let (young, opted) = (held(&app, "Yo Young", "female", "09:00", 9_900).await, held(&app, "Al Open", "male", "09:10", 8_000).await);
        set(&app, &young, "date_of_birth = '2009-01-01'").await;
        set(&app, &opted, "date_of_birth = '2009-01-01', public_opt_in = TRUE").await;
        let act = async |body| desk.client().post(REVEAL, body).await.data();
        assert_eq!(act(json!({ "action": "start", "order": [young.uaid, opted.uaid] })).await["steps"], 1);
        let view = desk.client().get(DESK).await.data();
        assert_eq!((&view["steps"][0]["firstName"], &view["held"][0]["firstName"], &view["held"][0]["position"]),
            (&json!("Al"), &json!("Yo"), &Value::Null));
        act(json!({ "action": "next" })).await;
        assert_eq!(name(&app).await.as_deref(), Some("Al"));
        // The hold ends, but nobody sees anything of it.
        let after = act(json!({ "uaid": young.uaid })).await;
        assert_eq!((after["uaid"].as_str(), after["step"].as_i64()), (Some(opted.uaid.as_str()), Some(1)));
        assert_eq!((holds(&app).await.len(), name(&app).await.as_deref(), board(&app).await), (0, Some("Al"), vec!["Al 1".to_owned()]));
    }

    async fn a_final_outside_every_season_is_no_step(app) {
        let hall = Hall::open(&app).await;
        let ola = out_of_season(&app).await;
        assert_eq!(hall.go("start").await["steps"], 4);
        let view = hall.desk().await;
        assert_eq!((&view["held"][0]["firstName"], &view["held"][0]["position"]), (&json!("Ola"), &Value::Null));
        hall.go("next").await;
        // The hold ends, but no board and no screen shows it.
        let after = hall.act(json!({ "uaid": ola.uaid })).await.data();
        assert_eq!((&after["uaid"], &after["step"], &after["steps"]), (&json!(hall.bo.uaid), &json!(1), &json!(4)));
        assert_eq!((name(&app).await.as_deref(), holds(&app).await.join(" ")), (Some("Bo"), "Cy Di Em".to_owned()));
        assert_eq!(board(&app).await, ["Ada 1", "Bo 2"]);
    }

    async fn a_final_outside_every_season_is_never_shown_by_itself(app) {
        let desk = at_noon(&app).await;
        let ola = out_of_season(&app).await;
        let act = async |body| desk.client().post(REVEAL, body).await;
        act(json!({ "action": "start" })).await.refused(422, "NOTHING_HELD");
        let after = act(json!({ "uaid": ola.uaid })).await.data();
        assert_eq!((&after["uaid"], &after["step"], &after["steps"]), (&Value::Null, &json!(0), &json!(0)));
        let seen = shown(&app).await;
        assert_eq!((&seen["reveal"], &seen["firstName"], &seen["score"]), (&json!(false), &Value::Null, &Value::Null));
        assert_eq!(holds(&app).await, [""; 0]);
    }

    async fn a_step_that_may_not_be_shown_any_more_can_be_let_go(app) {
        let hall = Hall::started(&app).await;
        hall.go("next").await;
        set(&app, &hall.cy, "is_competitor = FALSE").await;
        let after = hall.act(json!({ "uaid": hall.cy.uaid })).await.data();
        assert_eq!((after["step"].as_i64(), after["steps"].as_i64()), (Some(1), Some(3)));
        assert_eq!((name(&app).await.as_deref(), holds(&app).await), (Some("Bo"), vec!["Di".to_owned(), "Em".to_owned()]));
    }
}
