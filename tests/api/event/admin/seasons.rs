//! `event/admin/seasons`: the table stays valid, and boards follow it.

use axum::http::Method;
use serde_json::{Value, json};
use sixfold_tests::{Person, Reply, both};

use crate::event::stage::completed;

const SEASONS: &str = "/api/event/admin/seasons";

async fn send(staff: &Person, method: Method, body: Value) -> Reply {
    staff.client().json(method, SEASONS, &body, &[]).await
}

fn season(number: u32, start: &str, end: &str) -> Value {
    json!({ "season": number, "start": start, "end": end })
}

both! {
    async fn a_season_is_added_moved_and_removed_and_boards_follow(app) {
        let delivery = app.person(3).await;
        let board = "/api/user/leaderboard?season=11";
        app.client().get(board).await.refused(404, "NOT_FOUND");
        let added = send(&delivery, Method::POST, season(11, "2026-01-01", "2026-06-30")).await.data();
        let last = added["seasons"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last["start"], "2026-01-01T00:00:00.000+00:00");
        assert_eq!([&last["builtIn"], &last["running"], &last["removable"]], [false, true, true].map(|flag| json!(flag)).each_ref());
        assert_eq!(app.client().get(board).await.data()["to"], "2026-06-30");
        assert_eq!(app.client().get("/api/event/config").await.data()["seasons"].as_array().unwrap().len(), 11);

        let mut wanted = season(11, "2026-01-01", "2026-08-31");
        wanted["rev"] = last["rev"].clone();
        let moved = send(&delivery, Method::PUT, wanted.clone()).await.data();
        assert_eq!(moved["seasons"][10]["rev"], 2);
        assert_eq!(app.client().get(board).await.data()["to"], "2026-08-31");
        wanted["end"] = json!("2026-07-31");
        let error = send(&delivery, Method::PUT, wanted).await.refused(409, "SEASON_CHANGED");
        assert_eq!((&error["current"]["end"], &error["current"]["rev"]), (&json!("2026-08-31"), &json!(2)));

        let removed = send(&delivery, Method::DELETE, json!({ "season": 11 })).await.data();
        assert_eq!(removed["seasons"].as_array().unwrap().len(), 10);
        app.client().get(board).await.refused(404, "NOT_FOUND");
        let acts = app.texts("SELECT action FROM audit_log WHERE action LIKE 'season.%' ORDER BY action").await;
        let acts: Vec<String> = acts.into_iter().flatten().collect();
        assert_eq!(acts, ["season.added", "season.changed", "season.removed"]);
    }

    // RULES 2.2
    async fn what_would_break_the_table_is_refused(app) {
        let delivery = app.person(3).await;
        send(&delivery, Method::POST, season(11, "2026-01-01", "2026-02-28")).await.data();
        send(&delivery, Method::POST, season(12, "2026-03-01", "2026-06-30")).await.data();
        for (method, body, word, field) in [
            (Method::POST, season(13, "2026-07-02", "2026-09-30"), "SEASON_GAP", "start"),
            (Method::POST, season(14, "2026-07-01", "2026-09-30"), "SEASON_NUMBER", "season"),
            (Method::POST, season(12, "2026-07-01", "2026-09-30"), "SEASON_NUMBER", "season"),
            (Method::POST, season(13, "2026-07-01", "2026-06-30"), "SEASON_REVERSED", "end"),
            (Method::PUT, season(11, "2026-01-01", "2026-02-27"), "SEASON_GAP", "start"),
            (Method::PUT, season(10, "2025-09-01", "2025-12-30"), "SEASON_BUILT_IN", "season"),
            (Method::DELETE, json!({ "season": 10 }), "SEASON_BUILT_IN", "season"),
            (Method::DELETE, json!({ "season": 11 }), "SEASON_NOT_LAST", "season"),
        ] {
            send(&delivery, method, body).await.refused_field(422, word, field);
        }
        send(&delivery, Method::DELETE, json!({ "season": 20 })).await.refused(404, "NOT_FOUND");
        send(&delivery, Method::POST, season(13, "2026-02-30", "2026-09-30")).await.refused(400, "FIELD_INVALID");
        // Finals stay in their season.
        let athlete = app.athlete().await;
        completed(&app, &athlete, "2026-06-15").await;
        app.execute("UPDATE booking SET score_hundredths = 5000").await;
        send(&delivery, Method::PUT, season(12, "2026-03-01", "2026-06-14")).await.refused(422, "SEASON_HAS_FINALS");
        send(&delivery, Method::DELETE, json!({ "season": 12 })).await.refused(422, "SEASON_HAS_FINALS");
        send(&delivery, Method::PUT, season(12, "2026-03-01", "2026-06-15")).await.data();
    }
}
