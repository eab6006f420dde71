//! Signing in with an OpenID Connect provider.

mod accounts;
mod attacks;
mod configuration;
mod flow;
mod gone;
mod identities;
mod idp;
mod roles;

use std::collections::HashMap;

use sixfold_server::config::cli::AuthMode;
use sixfold_tests::{Client, Engine, Reply, TestApp};

use super::{ORIGIN, csrf, set_cookies, sign_in};
use idp::Idp;

/// The cookies with the secrets of a sign-in.
const CHECKS: [&str; 3] = ["next-auth.state", "next-auth.pkce.code_verifier", "next-auth.nonce"];

/// A server with one provider, `acme`.
async fn with_acme(engine: Engine) -> (TestApp, Idp) {
    let idp = Idp::start().await;
    let app = TestApp::spawn_with(engine, |flags| idp.configure(flags)).await;
    (app, idp)
}

/// A server with one provider, `acme`, and no other way of signing in.
async fn with_acme_alone(engine: Engine) -> (TestApp, Idp) {
    let idp = Idp::start().await;
    let app = TestApp::spawn_with(engine, |flags| {
        idp.configure(flags);
        flags.auth_mode = Some(AuthMode::Sso);
    })
    .await;
    (app, idp)
}

/// A server with two providers, `acme` and `other`.
async fn with_two(engine: Engine) -> (TestApp, Idp, Idp) {
    let (acme, other) = (Idp::start().await, Idp::start().await);
    let app = TestApp::spawn_with(engine, |flags| {
        acme.configure(flags);
        other.configure_as(flags, "OTHER");
    })
    .await;
    (app, acme, other)
}

fn query_of(url: &str) -> HashMap<String, String> {
    let url = openidconnect::url::Url::parse(url).unwrap();
    url.query_pairs().into_owned().collect()
}

/// Starts a sign-in in a browser; returns the authorise URL.
async fn begin(browser: &Client, provider: &str, callback: &str) -> String {
    let token = csrf(browser).await;
    let fields = [("csrfToken", token.as_str()), ("json", "true"), ("callbackUrl", callback)];
    let reply = browser.form(&format!("/api/auth/signin/{provider}"), &fields).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.value()["url"].as_str().unwrap().to_owned()
}

/// A whole sign-in with `acme`.
async fn enter(browser: &Client, idp: &Idp) -> Reply {
    let url = begin(browser, "acme", "/en-gb/profile").await;
    browser.get(&idp.agree(&url)).await
}

/// A browser that has signed in with `acme`.
async fn entered(app: &TestApp, idp: &Idp) -> Client {
    let browser = app.client();
    arrived(&enter(&browser, idp).await);
    browser
}

#[track_caller]
fn arrived(reply: &Reply) {
    assert_eq!(
        (reply.status.as_u16(), reply.header("location")),
        (302, format!("{ORIGIN}/en-gb/profile")),
        "{}",
        reply.text()
    );
}

/// Asserts a refusal: the error page with its code, no session, and the cookies with secrets deleted.
#[track_caller]
fn refused(reply: &Reply, code: &str) {
    let page = format!("{ORIGIN}/api/auth/error?error={code}&provider=acme");
    assert_eq!((reply.status.as_u16(), reply.header("location")), (302, page), "{}", reply.text());
    let cookies = set_cookies(reply);
    assert!(!cookies.iter().any(|line| line.contains("session-token")), "{cookies:?}");
    for name in CHECKS {
        let cleared = format!("{name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax");
        assert!(cookies.contains(&cleared), "{name}: {cookies:?}");
    }
}

/// The session of a browser that must have one.
async fn session(browser: &Client) -> serde_json::Value {
    let value = browser.get("/api/auth/session").await.value();
    assert!(value["uaid"].is_string(), "{value}");
    value
}
