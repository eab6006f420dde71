//! Pages of other origins: which may call, with what, and that all others are kept out.

use axum::http::{HeaderMap, Method};
use sixfold_server::db::Engine;
use sixfold_tests::{Client, Reply, TestApp, on_both};

use crate::auth;

const PARTNER: &str = "https://partner.example.org";
const FOREIGN: [&str; 6] = [
    "https://evil.example",
    "https://partner.example.org.evil.example",
    "http://partner.example.org",
    "https://partner.example.org:8443",
    "null",
    "*",
];

async fn spawn(engine: Engine) -> TestApp {
    TestApp::spawn_with(engine, |flags| {
        flags.allowed_origins = vec![PARTNER.to_owned(), "http://localhost:5173".to_owned()];
    })
    .await
}

fn cors_headers(reply: &Reply) -> Vec<String> {
    reply.headers.keys().map(ToString::to_string).filter(|name| name.starts_with("access-control-")).collect()
}

fn varies_by_origin(reply: &Reply) -> bool {
    let lines = reply.headers.get_all("vary").iter();
    lines
        .flat_map(|line| line.to_str().unwrap().split(','))
        .any(|name| name.trim().eq_ignore_ascii_case("origin"))
}

async fn preflight(client: Client, path: &str) -> Reply {
    let client = client
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "authorization,idempotency-key");
    client.send(Method::OPTIONS, path, HeaderMap::new(), "".into()).await
}

on_both!(a_listed_origin_reads_the_answers_and_never_with_cookies, |engine| async move {
    let app = spawn(engine).await;
    let person = app.athlete().await;
    for origin in [PARTNER, "http://localhost:5173"] {
        let from = |client: Client| client.header("origin", origin);
        for (reply, status) in [
            (from(person.client()).get("/api/user/profile").await, 200),
            (from(app.client()).get("/api/user/profile").await, 401),
            (from(app.client()).get("/api/event/config").await, 200),
            (from(app.client()).get("/api/nothing").await, 404),
            (from(app.client()).get("/api/%ff").await, 404),
            (from(app.client()).get(&format!("/api/event/config?{}", "a".repeat(9_000))).await, 414),
            (from(app.client()).post("/api/user/login", serde_json::json!({})).await, 400),
        ] {
            assert_eq!(reply.status.as_u16(), status);
            assert_eq!(reply.header("access-control-allow-origin"), origin);
            assert_eq!(reply.header("access-control-allow-credentials"), "");
            assert!(reply.header("access-control-expose-headers").contains("x-request-id"));
            assert!(varies_by_origin(&reply), "{:?}", reply.headers);
        }
    }
});

on_both!(a_preflight_names_what_the_calls_use, |engine| async move {
    let app = spawn(engine).await;
    let reply = preflight(app.client().header("origin", PARTNER), "/api/user/event/booking").await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("access-control-allow-origin"), PARTNER);
    assert_eq!(reply.header("access-control-allow-credentials"), "");
    assert_eq!(reply.header("access-control-max-age"), "600");
    let methods = reply.header("access-control-allow-methods");
    for method in ["GET", "POST", "PUT", "DELETE"] {
        assert!(methods.split(',').any(|name| name.trim() == method), "{method}: {methods}");
    }
    let headers = reply.header("access-control-allow-headers");
    for name in [
        "authorization",
        "content-type",
        "idempotency-key",
        "x-csrf-token",
        "x-signature",
        "x-signature-key-id",
    ] {
        assert!(headers.split(',').any(|header| header.trim() == name), "{name}: {headers}");
    }
    assert!(varies_by_origin(&reply) && !reply.header("x-request-id").is_empty());
    let plain = app.client().header("origin", PARTNER);
    let plain = plain.send(Method::OPTIONS, "/api/user/login", HeaderMap::new(), "".into()).await;
    plain.refused(405, "METHOD_NOT_ALLOWED");
});

on_both!(a_foreign_origin_gets_no_cors_header, |engine| async move {
    let app = spawn(engine).await;
    for origin in FOREIGN {
        for reply in [
            app.client().header("origin", origin).get("/api/event/config").await,
            preflight(app.client().header("origin", origin), "/api/user/event/booking").await,
        ] {
            assert_eq!(cors_headers(&reply), Vec::<String>::new(), "{origin}");
            assert!(varies_by_origin(&reply), "{origin}: a cache would mix the answers up");
        }
    }
    let unasked = app.client().get("/api/event/config").await;
    assert!(cors_headers(&unasked).is_empty() && varies_by_origin(&unasked));
});

on_both!(the_auth_client_and_the_pages_stay_closed_to_every_other_origin, |engine| async move {
    let app = spawn(engine).await;
    app.sign_up("ada@athletes.example").await;
    let browser = app.client().header("origin", PARTNER);
    auth::sign_in(&browser, "ada@athletes.example").await;
    for path in [
        "/api/auth/session",
        "/api/auth/csrf",
        "/api/auth",
        "/api/auth/nothing",
        "/",
        "/en-gb/login",
        "/healthz",
        "/robots.txt",
    ] {
        let client = || app.client().header("origin", PARTNER);
        for reply in [client().get(path).await, preflight(client(), path).await] {
            assert_eq!(cors_headers(&reply), Vec::<String>::new(), "{path}");
        }
    }
    let session = browser.get("/api/auth/session").await;
    assert!(session.text().contains("ada@athletes.example"), "the control: there is something to read");
    assert_eq!(cors_headers(&session), Vec::<String>::new());
});

on_both!(without_a_list_nothing_is_opened, |engine| async move {
    let app = TestApp::spawn(engine).await;
    for reply in [
        app.client().header("origin", PARTNER).get("/api/event/config").await,
        preflight(app.client().header("origin", PARTNER), "/api/user/login").await,
    ] {
        assert_eq!(cors_headers(&reply), Vec::<String>::new());
    }
});
