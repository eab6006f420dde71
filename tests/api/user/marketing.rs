//! `PUT /api/user/marketing`.

use axum::http::Method;
use serde_json::json;
use sixfold_tests::both;

use crate::cases::{Case, changed, refuses};

const PATH: &str = "/api/user/marketing";

both! {
    async fn a_choice_is_kept_and_what_is_left_out_stays(app) {
        let person = app.athlete().await;
        let choices = || async {
            let profile = person.client().get("/api/user/profile").await.data();
            json!([profile["marketingPref1"], profile["marketingPref2"], profile["marketingPref3"]])
        };
        let body = json!({ "marketingPref1": true, "marketingPref3": true });
        assert_eq!(person.client().put(PATH, body).await.data(), json!({ "uaid": person.uaid }));
        assert_eq!(choices().await, json!([true, false, true]));
        person.client().put(PATH, json!({ "marketingPref1": false, "marketingPref2": null })).await.data();
        assert_eq!(choices().await, json!([false, false, true]));
        person.client().put(PATH, json!({})).await.data();
        assert_eq!(choices().await, json!([false, false, true]));
        let cases: [Case; 3] = [
            ("marketingPref1", Some(json!("yes")), 400, "FIELD_INVALID", "marketingPref1"),
            ("marketingPref2", Some(json!(0)), 400, "FIELD_INVALID", "marketingPref2"),
            ("marketingPref3", Some(json!([true])), 400, "FIELD_INVALID", "marketingPref3"),
        ];
        let good = json!({ "marketingPref1": true, "marketingPref2": true, "marketingPref3": false });
        refuses(&person.client(), &Method::PUT, PATH, &good, &cases).await;
        assert_eq!(choices().await, json!([false, false, true]));
    }

    async fn the_choices_are_their_owners(app) {
        let (one, two) = (app.athlete().await, app.athlete().await);
        app.client().put(PATH, json!({ "marketingPref1": true })).await.refused(401, "UNAUTHORISED");
        let theirs = changed(&json!({ "marketingPref1": true }), "uaid", Some(&json!(two.uaid)));
        one.client().put(PATH, theirs).await.refused(403, "FORBIDDEN");
        assert_eq!(app.scalar("SELECT COUNT(*) FROM account WHERE marketing_pref_1").await, 0);
    }
}
