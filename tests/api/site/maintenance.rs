//! The maintenance flag: who is still served.

use serde_json::{Value, json};
use sixfold_tests::{TestApp, both};

use super::{built, change};

async fn close(app: &TestApp, more: Value) {
    let mut elements = json!({"maintenance": {"elementType": "toggle", "value": true}});
    elements.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    change(app, "site-settings", elements).await;
}

both! {
    // RULES 13.4
    async fn visitors_see_when_to_come_back(app) {
        close(&app, json!({"maintenanceHeadline": {"elementType": "text", "value": "Half-time <now>."}})).await;
        for path in ["/en-gb/", "/", "/en-gb/frequently-asked-questions", "/en-gb/nothing", "/en-gb/staff-account-pd-admin"] {
            let reply = app.client().get(path).await;
            assert_eq!((reply.status.as_u16(), reply.header("retry-after").as_str()), (503, "600"), "{path}");
            assert_eq!(reply.header("cache-control"), "no-store");
            let html = reply.text();
            assert!(html.contains("<h1>Half-time &lt;now&gt;.</h1>") && html.contains("Your bookings are safe."), "{path}");
            assert!(html.contains("src=\"/maintenance.js\""), "it looks for the opening by itself");
            assert!(html.matches("<script").count() == 1 && !html.contains("<link"), "it needs nothing else");
        }
        close(&app, json!({"maintenanceMinutes": {"elementType": "number", "value": 45}})).await;
        assert_eq!(app.client().get("/en-gb/").await.header("retry-after"), "2700");
    }

    async fn calls_are_refused_in_the_envelope(app) {
        let athlete = app.athlete().await;
        close(&app, json!({})).await;
        for client in [app.client(), athlete.client()] {
            for path in ["/api/user/event/availability", "/api/user/profile", "/api/content/sixfold-en-gb/delivery/v1/search", "/api/nothing"] {
                let reply = client.get(path).await;
                reply.refused(503, "MAINTENANCE");
                assert_eq!(reply.header("retry-after"), "600", "{path}");
            }
            client.post("/api/user/signup", json!({})).await.refused(503, "MAINTENANCE");
        }
        assert_eq!(athlete.client().get("/en-gb/").await.status, 503);
    }

    async fn the_screens_of_the_academy_go_on(app) {
        close(&app, json!({})).await;
        let client = app.client();
        if built() {
            for path in ["/en-gb/arrivals", "/en-gb/my-account-my-leaderboard?fullscreen=true", "/maintenance.js"] {
                assert_eq!(client.get(path).await.status, 200, "{path}");
            }
        }
        for path in ["/api/user/leaderboard?season=10", "/api/event/livescreen/reveal"] {
            assert_eq!(client.get(path).await.status, 200, "{path}");
        }
        assert_ne!(client.post("/api/event/arrival", json!({ "secret": "x", "code": "7K3QXM" })).await.status, 503);
        assert_eq!(client.get("/en-gb/my-account-my-leaderboard").await.status, 503, "a visitor's board is closed");
    }

    async fn staff_get_in(app) {
        close(&app, json!({})).await;
        for role in 2..=4 {
            let client = app.staff(role).await.client();
            assert_eq!(client.get("/api/user/profile").await.status, 200, "role {role}");
            if built() {
                assert_eq!(client.get("/en-gb/").await.status, 200, "role {role}");
                assert_eq!(client.get("/en-gb/nothing").await.status, 404, "role {role}");
            }
        }
    }

    async fn what_signing_in_needs_goes_on(app) {
        let staff = app.staff(3).await;
        close(&app, json!({})).await;
        let client = app.client();
        for path in ["/healthz", "/readyz", "/robots.txt", "/api/event/config", "/api/auth/session", "/api/auth/csrf", "/api/auth/providers"] {
            assert_eq!(client.get(path).await.status, 200, "{path}");
        }
        assert!(client.get("/api/event/config").await.data()["site"]["maintenance"].as_bool().unwrap());
        if built() {
            assert_eq!(client.get("/en-gb/login").await.status, 200);
            assert_eq!(client.get("/favicon.svg").await.status, 200);
        }
        assert_eq!(client.get("/login").await.header("location"), "/en-gb/login");
        let csrf = client.get("/api/auth/csrf").await.value()["csrfToken"].as_str().unwrap().to_owned();
        let signed = client
            .form("/api/auth/callback/credentials", &[("csrfToken", &csrf), ("emailAddress", &staff.email),
                ("password", sixfold_tests::people::PASSWORD), ("json", "true"), ("callbackUrl", "/")])
            .await;
        assert_eq!(signed.status, 200, "{}", signed.text());
        assert_eq!(client.get("/api/auth/session").await.status, 200);
        assert_eq!(client.get("/api/user/profile").await.status, 200, "by their cookie");
    }

    async fn the_flag_comes_down_at_once(app) {
        close(&app, json!({})).await;
        assert_eq!(app.client().get("/api/nothing").await.status, 503);
        change(&app, "site-settings", json!({"maintenance": {"elementType": "toggle", "value": false}})).await;
        assert_eq!(app.client().get("/api/nothing").await.status, 404);
    }
}
