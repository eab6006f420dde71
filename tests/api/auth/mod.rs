//! The auth client's protocol, call by call.

mod audit;
mod cookies;
mod csrf;
mod oidc;
mod other;
mod passkeys;
mod second_factor;
mod session;
mod sign_in;
mod sign_in_link;
mod sign_out;
mod warm;

use sixfold_tests::{Client, Reply};

const ORIGIN: &str = "http://localhost:8080";

pub(crate) fn set_cookies(reply: &Reply) -> Vec<String> {
    reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned()).collect()
}

/// The CSRF token of a browser, which then has its cookie.
pub(crate) async fn csrf(client: &Client) -> String {
    client.get("/api/auth/csrf").await.value()["csrfToken"].as_str().unwrap().to_owned()
}

/// Signs a browser in and returns its CSRF token.
pub(crate) async fn sign_in(client: &Client, email: &str) -> String {
    let token = csrf(client).await;
    let fields = [
        ("email", email),
        ("password", sixfold_tests::people::PASSWORD),
        ("csrfToken", &token),
        ("json", "true"),
    ];
    let reply = client.form("/api/auth/callback/credentials", &fields).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    token
}
