//! Callers cannot fill the logs: what is logged of a refused call is limited in length and rate, and an address that is too
//! long, or not UTF-8, is not served at all.

use axum::http::Method;
use serde_json::json;
use sixfold_tests::{TestApp, both};

use super::quiet::log::{Log, keep};

async fn refusals(app: &TestApp) -> Vec<Option<String>> {
    app.texts("SELECT object_id FROM audit_log WHERE action = 'access.refused' ORDER BY at, audit_id").await
}

both! {
    async fn a_refusal_is_noted_by_its_call_once_a_minute(app) {
        let athlete = app.athlete().await.client();
        for n in 0..20 {
            let path = format!("/api/content/x/authoring/v1/content/{}{n}", "A".repeat(6_000));
            athlete.get(&path).await.refused(403, "FORBIDDEN");
        }
        let call = "GET /api/content/{libraryId}/authoring/v1/content/{id}";
        assert_eq!(refusals(&app).await, [Some(call.to_owned())]);
        // Another call, and another person, are logged too.
        athlete.get("/api/event/admin/audit").await.refused(403, "FORBIDDEN");
        app.athlete().await.client().get("/api/event/admin/audit").await.refused(403, "FORBIDDEN");
        assert_eq!(refusals(&app).await.len(), 3);
        app.state.clock.advance(60_000);
        athlete.get("/api/event/admin/audit").await.refused(403, "FORBIDDEN");
        athlete.get("/api/event/admin/audit").await.refused(403, "FORBIDDEN");
        assert_eq!(refusals(&app).await.len(), 4);
    }

    async fn an_address_of_more_than_8_kb_is_not_served(app) {
        for (length, status) in [(8_192, 404), (8_193, 414)] {
            let path = format!("/{}", "a".repeat(length - 1));
            assert_eq!(app.client().get(&path).await.status.as_u16(), status, "{length}");
        }
        let long = format!("/api/event/config?x={}", "a".repeat(8_192));
        app.client().get(&long).await.refused(414, "URI_TOO_LONG");
        app.client().send(Method::POST, &long, [].into_iter().collect(), "".into()).await.refused(414, "URI_TOO_LONG");
    }

    async fn a_call_whose_path_is_not_utf_8_is_not_found(app) {
        let (visitor, delivery) = (app.client(), app.person(3).await.client());
        for path in ["/api/content/sixfold-en-gb/authoring/v1/content/%ff", "/api/content/%ff/delivery/v1/search?q=*:*",
            "/api/user/crew/%e2%82", "/api/event/calendar/%ff.ics", "/api/auth/callback/%ff"] {
            visitor.get(path).await.refused(404, "NOT_FOUND");
            delivery.get(path).await.refused(404, "NOT_FOUND");
        }
        let name = json!({ "name": "Phone" });
        visitor.put("/api/user/passkeys/%c3", name.clone()).await.refused(404, "NOT_FOUND");
        visitor.put("/api/user/passkeys/%c3%bc", name).await.refused(401, "UNAUTHORISED");
    }
}

#[tokio::test]
async fn the_log_has_300_bytes_of_an_address() {
    let log = Log::default();
    let guard = keep(&log);
    let app = TestApp::spawn(sixfold_tests::Engine::Sqlite).await;
    app.client().get(&format!("/api/{}", "ü".repeat(300).replace('ü', "%C3%BC"))).await;
    app.client().post(&format!("/short/{}", "a".repeat(280)), json!({})).await;
    drop(guard);
    let answered: Vec<String> =
        log.text().lines().filter(|line| line.contains("answered")).map(str::to_owned).collect();
    assert!(answered.iter().any(|line| line.contains(&"a".repeat(280))), "{answered:?}");
    assert!(answered.iter().all(|line| !line.contains(&"%C3%BC".repeat(51))), "{answered:?}");
    assert!(answered.iter().any(|line| line.contains(&"%C3%BC".repeat(49))), "{answered:?}");
}
