//! Addresses named by proxies, and unclear hosts. The address shows in what is counted for it: after ten wrong passwords from
//! one address for one account, that address has to wait.

use serde_json::json;
use sixfold_server::config::cli::Switch;
use sixfold_server::db::Engine;
use sixfold_tests::people::PASSWORD;
use sixfold_tests::{TestApp, both, on_both};

const EMAIL: &str = "robin@athletes.example";
const PROXY: &str = "10.0.0.1";
const STRANGER: &str = "192.0.2.66";

async fn spawn(engine: Engine) -> TestApp {
    let app = TestApp::spawn_with(engine, |flags| {
        flags.rate_limit = Switch::On;
        flags.trusted_proxies = vec!["10.0.0.0/8".to_owned(), "fd00::1".to_owned()];
    })
    .await;
    app.sign_up(EMAIL).await;
    app
}

/// The statuses of eleven wrong attempts, the n-th with the header that `line` gives for it.
async fn tries(app: &TestApp, peer: &str, name: &'static str, line: impl Fn(usize) -> String) -> Vec<u16> {
    let mut statuses = Vec::new();
    for n in 1..=11 {
        let client = app.client().at(peer).header(name, &line(n));
        let body = json!({ "emailAddress": EMAIL, "password": "not the password" });
        statuses.push(client.post("/api/user/login", body).await.status.as_u16());
    }
    statuses
}

fn waits(statuses: &[u16]) -> bool {
    assert!(statuses[..10].iter().all(|status| *status == 401), "{statuses:?}");
    statuses[10] == 429
}

const X: &str = "x-forwarded-for";

both! {
    from spawn;

    async fn a_proxy_tells_callers_apart(app) {
        assert!(!waits(&tries(&app, PROXY, X, |n| format!("192.0.2.{n}")).await));
        assert!(waits(&tries(&app, PROXY, X, |_| "198.51.100.7".to_owned()).await));
        // The caller's address has to wait, not the proxy's.
        let login = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        app.client()
            .at(PROXY)
            .header(X, "198.51.100.7")
            .post("/api/user/login", login.clone())
            .await
            .refused(429, "TOO_MANY_REQUESTS");
        app.client().at(PROXY).header(X, "198.51.100.8").post("/api/user/login", login).await.data();
    }

    async fn a_stranger_cannot_choose_an_address(app) {
        assert!(waits(&tries(&app, STRANGER, X, |n| format!("198.51.100.{n}")).await));
        assert!(waits(&tries(&app, "192.0.2.67", "x-real-ip", |n| format!("198.51.100.{n}")).await));
        assert!(waits(&tries(&app, "192.0.2.68", "forwarded", |n| format!("for=198.51.100.{n}")).await));
        // Nor through the proxy, which appends the address that it sees.
        assert!(waits(&tries(&app, PROXY, X, |n| format!("198.51.100.{n}, {STRANGER}1")).await));
        assert!(waits(&tries(&app, PROXY, X, |n| format!("198.51.100.{n}, 192.0.2.69, 10.0.0.2")).await));
        assert!(waits(&tries(&app, "fd00::1", "forwarded", |n| format!("for=198.51.100.{n}")).await));
    }

    async fn what_does_not_read_counts_for_the_proxy(app) {
        assert!(waits(&tries(&app, PROXY, X, |n| format!("junk-{n}")).await));
    }

    async fn an_ipv6_caller_does_not_hop_through_its_network(app) {
        let mut statuses = Vec::new();
        for n in 1..=11 {
            let client = app.client().at(&format!("2001:db8:0:7::{n}"));
            let body = json!({ "emailAddress": EMAIL, "password": "not the password" });
            statuses.push(client.post("/api/user/login", body).await.status.as_u16());
        }
        assert!(waits(&statuses));
        let login = json!({ "emailAddress": EMAIL, "password": PASSWORD });
        app.client().at("2001:db8:0:8::1").post("/api/user/login", login).await.data();
    }

    async fn a_mailed_link_counts_an_ipv6_network_as_one_caller(app) {
        let mut statuses = Vec::new();
        for n in 1..=61 {
            let client = app.client().at(&format!("2001:db8:0:7::{n:x}"));
            let reply = client.post("/api/user/coaches/answer", json!({ "token": "unknown" })).await;
            statuses.push(reply.status.as_u16());
        }
        assert_eq!(statuses, [vec![422; 60], vec![429]].concat());
    }
}

on_both!(links_lead_to_the_configured_origin_whatever_a_request_says, |engine| async move {
    let app = TestApp::spawn_with(engine, |flags| {
        flags.trusted_proxies = vec![PROXY.to_owned()];
    })
    .await;
    app.sign_up(EMAIL).await;
    let client = || {
        let client =
            app.client().at(PROXY).header("host", "evil.example").header("x-forwarded-host", "evil.example");
        client
            .header("x-forwarded-proto", "https")
            .header("x-forwarded-port", "666")
            .header("x-original-host", "evil.example")
            .header("forwarded", "host=evil.example;proto=https")
    };
    client().post("/api/user/forgot", json!({ "email": EMAIL })).await.data();
    let letters = app.letters("password-link").await.concat();
    assert!(letters.contains("http://localhost:8080/"), "{letters}");
    assert!(!letters.contains("evil"), "{letters}");
    for path in [
        "/",
        "/login",
        "/api/auth/signin",
        "/api/auth/signout",
        "/api/auth/error?error=x",
        "/api/auth/providers",
        "/api/event/config",
    ] {
        let reply = client().get(path).await;
        let all = format!("{:?} {}", reply.headers, reply.text());
        assert!(!all.contains("evil") && !all.contains(":666"), "{path}: {all}");
    }
    let reply = client().get("/api/auth/signin?callbackUrl=https%3A%2F%2Fevil.example%2Fx").await;
    assert!(!format!("{:?}", reply.headers).contains("evil"), "{:?}", reply.headers);
});
