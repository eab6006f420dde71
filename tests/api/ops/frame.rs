//! Health, unknown addresses, and the headers of every answer.

use axum::http::{HeaderMap, Method};
use serde_json::json;
use sixfold_tests::both;

const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; \
    frame-ancestors 'none'; form-action 'self'";

both! {
    async fn it_is_alive_and_ready(app) {
        for (path, text) in [("/healthz", "ok"), ("/readyz", "ready")] {
            let reply = app.client().get(path).await;
            assert_eq!((reply.status.as_u16(), reply.text().as_str()), (200, text));
        }
        app.state.db.close().await;
        assert_eq!(app.client().get("/healthz").await.status, 200);
        assert_eq!(app.client().get("/readyz").await.status, 503);
    }

    async fn without_its_store_a_call_is_a_503_that_tells_nothing(app) {
        let person = app.athlete().await;
        app.state.db.close().await;
        let reply = person.client().get("/api/user/profile").await;
        assert!(reply.status.is_server_error());
        let error = reply.value()["error"].clone();
        assert_eq!(error["requestId"], reply.header("x-request-id"));
        for inside in ["pool", "sqlx", "Pool", "closed", "SELECT"] {
            assert!(!reply.text().contains(inside), "{}", reply.text());
        }
    }

    async fn an_unknown_call_is_404_in_the_envelope(app) {
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH"] {
            for path in ["/api", "/api/", "/api/nothing", "/api/user", "/api/user/login/nobody", "/api/user/../x", "/api/user/login/"] {
                let reply = app.client().send(method.parse().unwrap(), path, HeaderMap::new(), "".into()).await;
                reply.refused(404, "NOT_FOUND");
            }
        }
    }

    async fn a_known_call_with_another_method_is_405(app) {
        for (method, path) in [
            ("GET", "/api/user/login"), ("DELETE", "/api/user/profile"), ("POST", "/api/event/config"),
            ("POST", "/api/event/availability"), ("GET", "/api/user/event/booking"), ("POST", "/healthz"),
            ("PATCH", "/api/openapi.json"),
        ] {
            let reply = app.client().send(method.parse().unwrap(), path, HeaderMap::new(), "".into()).await;
            reply.refused(405, "METHOD_NOT_ALLOWED");
            assert!(!reply.header("allow").is_empty(), "{method} {path}");
        }
    }

    async fn every_answer_guards_the_browser_and_carries_an_id(app) {
        for (method, path) in [
            ("GET", "/healthz"), ("GET", "/api/user/profile"), ("GET", "/api/event/config"), ("GET", "/api/nothing"),
            ("DELETE", "/api/user/login"), ("GET", "/api/auth/session"), ("GET", "/api/auth/nothing"), ("GET", "/"),
            ("GET", "/en-gb/"), ("GET", "/nothing-here"), ("GET", "/api/docs"), ("GET", "/robots.txt"),
        ] {
            let reply = app.client().send(method.parse().unwrap(), path, HeaderMap::new(), "".into()).await;
            assert_eq!(reply.header("content-security-policy"), POLICY, "{path}");
            assert_eq!(reply.header("x-content-type-options"), "nosniff", "{path}");
            assert_eq!(reply.header("referrer-policy"), "no-referrer", "{path}");
            assert_eq!(reply.header("strict-transport-security"), "", "{path}: plain http");
            assert!(reply.header("x-request-id").len() >= 16, "{path}");
            assert_eq!(reply.header("access-control-allow-origin"), "", "{path}");
        }
    }

    async fn a_callers_own_id_is_kept_when_it_is_a_plain_word(app) {
        let id = |given: &str| {
            let client = app.client().header("x-request-id", given);
            async move { client.get("/healthz").await.header("x-request-id") }
        };
        assert_eq!(id("trace-1.a_B").await, "trace-1.a_B");
        for wrong in ["", "a b", "<script>", &"x".repeat(65)] {
            assert_ne!(id(wrong).await, wrong);
        }
        assert_ne!(id("").await, id("").await);
    }

    async fn answers_are_compressed_for_those_who_read_it(app) {
        let plain = app.client().get("/api/openapi.json").await;
        assert_eq!(plain.header("content-encoding"), "");
        let packed = app.client().header("accept-encoding", "gzip").get("/api/openapi.json").await;
        assert_eq!(packed.header("content-encoding"), "gzip");
        assert!(packed.body.len() * 3 < plain.body.len());
    }

    async fn iv_and_unknown_fields_are_read_everywhere(app) {
        let person = app.athlete().await;
        person.client().get("/api/user/profile?iv=1772442000000").await.data();
        person.client().put("/api/user/marketing?iv=x", json!({ "iv": 1, "unknown": { "a": [1] } })).await.data();
        person.client().json(Method::PUT, "/api/user/profile", &json!({ "iv": "x" }), &[]).await.data();
    }
}
