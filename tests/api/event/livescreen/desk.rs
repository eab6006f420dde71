//! `GET /api/event/admin/reveal`: which athlete comes at which step and at which position, and other finals on hold.

use serde_json::{Value, json};
use sixfold_tests::both;

use super::stage::{
    DESK, Hall, REVEAL, TODAY, YESTERDAY, at_noon, board, held, holds, name, scored, shown, visible,
};

/// Name and position of each step or final on hold, such as `Bo 2`.
fn landings(rows: &Value) -> Vec<String> {
    let rows = rows.as_array().unwrap();
    rows.iter().map(|row| format!("{} {}", row["firstName"].as_str().unwrap(), row["position"])).collect()
}

both! {
    async fn each_step_lands_where_it_says_however_far_the_ceremony_is(app) {
        let hall = Hall::started(&app).await;
        let expected = ["Bo 2", "Di 1", "Cy 1", "Em 1"];
        for step in [0, 1, 2, 3, 4, 2, 0] {
            hall.act(json!({ "action": "jump", "step": step })).await.data();
            let view = hall.desk().await;
            assert_eq!((landings(&view["steps"]), &view["step"]), (expected.map(str::to_owned).to_vec(), &json!(step)));
            let revealed = view["steps"].as_array().unwrap().iter().filter(|row| row["revealed"] == true).count();
            assert_eq!(revealed, step);
        }
        let view = hall.desk().await;
        assert_eq!((&view["running"], &view["speed"], &view["held"]), (&json!(true), &json!(1.0), &json!([])));
        let mut first = view["steps"][0].clone();
        let booking = first.as_object_mut().unwrap().remove("bookingId").unwrap();
        assert!(booking.is_string());
        assert_eq!(first, json!({
            "step": 1, "revealed": false, "withdrawn": false, "uaid": hall.bo.uaid, "firstName": "Bo", "lastName": "Birch",
            "gender": "male", "score": 70, "position": 2, "bestScore": null, "season": 10, "testDate": TODAY
        }));
    }

    async fn what_is_held_comes_newest_first_and_lands_on_the_board_of_now(app) {
        let hall = Hall::open(&app).await;
        let view = hall.desk().await;
        assert_eq!((&view["running"], &view["step"], &view["steps"]), (&json!(false), &json!(0), &json!([])));
        assert_eq!(landings(&view["held"]), ["Em 1", "Di 1", "Cy 1", "Bo 2"]);
        assert!(view["held"][0].get("step").is_none());
        assert_eq!(view["held"][0]["testDate"], TODAY);
        hall.go("start").await;
        held(&app, "Fay Fir", "none", "11:00", 7_200).await;
        hall.act(json!({ "action": "jump", "step": 2 })).await.data();
        let view = hall.desk().await;
        assert_eq!((landings(&view["held"]), view["steps"].as_array().unwrap().len()), (vec!["Fay 3".to_owned()], 4));
    }

    // RULES 8.8
    async fn a_retest_below_the_final_on_the_board_is_no_step(app) {
        let desk = at_noon(&app).await;
        visible(&app, "Ada Alder", "female", (YESTERDAY, "10:00"), 7_500).await;
        let bo = visible(&app, "Bo Birch", "male", (YESTERDAY, "11:00"), 8_000).await;
        // A worse retest, and one of the previous season, which does not count here.
        scored(&app, &bo, (TODAY, "10:00"), 6_000).await;
        scored(&app, &bo, ("2025-08-01", "10:00"), 9_900).await;
        app.execute("UPDATE booking SET held = TRUE WHERE score_hundredths = 6000").await;
        held(&app, "Cy Cedar", "male", "11:00", 7_800).await;
        let view = async || desk.client().get(DESK).await.data();
        let act = async |body: Value| desk.client().post(REVEAL, body).await.data();
        let before = view().await["held"].clone();
        assert_eq!(landings(&before), ["Cy 2", "Bo null"]);
        assert_eq!((&before[0]["bestScore"], &before[1]["bestScore"]), (&Value::Null, &json!(80)));
        assert_eq!(act(json!({ "action": "start" })).await["steps"], 1);
        act(json!({ "action": "next" })).await;
        let during = view().await;
        assert_eq!((landings(&during["steps"]), landings(&during["held"])), (vec!["Cy 2".to_owned()], vec!["Bo null".to_owned()]));
        // Their hold ends, and the screens go on showing who is on them.
        let after = act(json!({ "uaid": bo.uaid })).await;
        assert_eq!((&after["step"], &after["steps"]), (&json!(1), &json!(1)));
        assert_eq!((name(&app).await.as_deref(), holds(&app).await.len()), (Some("Cy"), 0));
        assert_eq!(board(&app).await, ["Bo 1", "Cy 2", "Ada 3"]);
    }

    // RULES 8.8
    async fn a_retest_below_the_final_on_the_board_is_not_shown_by_itself(app) {
        let desk = at_noon(&app).await;
        let bo = held(&app, "Bo Birch", "male", "09:00", 6_000).await;
        scored(&app, &bo, (YESTERDAY, "11:00"), 8_000).await;
        let act = async |body: Value| desk.client().post(REVEAL, body).await;
        act(json!({ "action": "start" })).await.refused(422, "NOTHING_HELD");
        let after = act(json!({ "uaid": bo.uaid })).await.data();
        assert_eq!((&after["uaid"], &after["steps"]), (&Value::Null, &json!(0)));
        assert_eq!((name(&app).await, holds(&app).await.len()), (None, 0));
    }

    // RULES 8.8
    async fn a_step_is_given_no_place_of_another_final(app) {
        let hall = Hall::started(&app).await;
        // Recorded on another tablet, without the hold.
        scored(&app, &hall.bo, (YESTERDAY, "11:30"), 9_500).await;
        let step = hall.desk().await["steps"][0].clone();
        assert_eq!((&step["score"], &step["position"], &step["bestScore"]), (&json!(70), &Value::Null, &json!(95)));
        hall.go("next").await;
        let seen = shown(&app).await;
        assert_eq!((&seen["firstName"], &seen["score"], &seen["position"], &seen["prevPosition"]),
            (&json!("Bo"), &json!(70), &Value::Null, &Value::Null));
        assert_eq!(board(&app).await, ["Bo 1", "Ada 2"]);
    }
}
