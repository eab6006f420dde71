//! The identity provider misbehaves, while somebody signs in with it and others use the site.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::provider::{ID, Manner};
use crate::world::{About, World};

/// The server gives a provider five seconds.
const SIGN_IN_WITHIN: Duration = Duration::from_secs(7);
/// Less than the server waits for a provider.
const PAGE_WITHIN: Duration = Duration::from_secs(4);
/// What has nothing to do with the provider.
const PAGES: [&str; 4] = ["/en-gb/login", "/api/auth/session", "/api/auth/providers", "/api/event/config"];

pub async fn away(world: &World<'_>) {
    for_a_while(world, Manner::Away).await;
}

pub async fn slow(world: &World<'_>) {
    for_a_while(world, Manner::Slow(Duration::from_millis(900))).await;
}

pub async fn silent(world: &World<'_>) {
    for_a_while(world, Manner::Silent).await;
}

async fn for_a_while(world: &World<'_>, manner: Manner) {
    world.services.provider.behave(manner);
    let begun = Instant::now();
    visit(world).await;
    sleep(world.plan.lasts.saturating_sub(begun.elapsed())).await;
    world.services.provider.behave(Manner::Good);
}

/// Somebody signs in with the provider, and meanwhile others with a password, and look at pages. What goes wrong is recorded.
pub async fn visit(world: &World<'_>) {
    let host = world.hosts()[world.victim().await];
    let others = async {
        for path in PAGES {
            match timeout(PAGE_WITHIN, ask(host, "GET", path, &BTreeMap::new(), "")).await {
                Ok(Ok(answer)) if answer.status == 200 => {}
                Ok(Ok(answer)) => {
                    world.complain(About::SigningIn, format!("{path} is answered {}", answer.status));
                }
                Ok(Err(error)) => world.complain(About::SigningIn, format!("{path}: {error}")),
                Err(_) => {
                    world
                        .complain(About::SigningIn, format!("{path} is not answered within {PAGE_WITHIN:?}"));
                }
            }
        }
        if timeout(PAGE_WITHIN, world.sign_in(host)).await.is_err() {
            world.complain(
                About::SigningIn,
                format!("nobody can sign in with a password within {PAGE_WITHIN:?}"),
            );
        }
    };
    let (by_provider, ()) = tokio::join!(timeout(SIGN_IN_WITHIN, sign_in(world, host)), others);
    match by_provider {
        Ok(Ok(())) => {}
        Ok(Err(wrong)) => world.complain(About::SigningIn, wrong),
        Err(_) => world.complain(
            About::SigningIn,
            format!("a sign-in with the provider takes longer than {SIGN_IN_WITHIN:?}"),
        ),
    }
}

/// Signs in as far as the error that has to follow: no code of this provider is any good.
async fn sign_in(world: &World<'_>, host: SocketAddr) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    let mut cookies = BTreeMap::new();
    let answer = ask(host, "GET", "/api/auth/csrf", &cookies, "").await.map_err(text)?;
    cookies.extend(answer.cookies);
    let token: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
    let form = format!("csrfToken={}&json=true", token["csrfToken"].as_str().unwrap_or_default());
    let path = format!("/api/auth/signin/{ID}");
    let answer = ask(host, "POST", &path, &cookies, &form).await.map_err(text)?;
    cookies.extend(answer.cookies);
    let begun: Value = serde_json::from_str(&answer.body).map_err(|error| error.to_string())?;
    let url = begun["url"].as_str().unwrap_or_default();
    if url.contains("/api/auth/error?error=OAuthSignin") {
        return Ok(());
    }
    let state = url.split(['?', '&']).find_map(|field| field.strip_prefix("state="));
    let state = state.filter(|_| url.starts_with(&world.services.provider.issuer()));
    let state = state.ok_or_else(|| format!("a sign-in with the provider leads to {url}"))?;
    let path = format!("/api/auth/callback/{ID}?code=stale&state={state}");
    let answer = ask(host, "GET", &path, &cookies, "").await.map_err(text)?;
    if answer.status == 302 && answer.location.contains("/api/auth/error?error=OAuthCallback") {
        return Ok(());
    }
    Err(format!("a sign-in with the provider ends with {} {}", answer.status, answer.location))
}

struct Answer {
    status: u16,
    location: String,
    cookies: BTreeMap<String, String>,
    body: String,
}

/// One request of a browser that keeps cookies, on a connection of its own.
async fn ask(
    host: SocketAddr,
    method: &str,
    path: &str,
    cookies: &BTreeMap<String, String>,
    form: &str,
) -> std::io::Result<Answer> {
    let cookies: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncookie: {}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
        cookies.join("; "),
        form.len()
    );
    let mut stream = TcpStream::connect(host).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut text = Vec::new();
    stream.read_to_end(&mut text).await?;
    let text = String::from_utf8_lossy(&text);
    let (head, body) = text.split_once("\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let fields = |wanted: &'static str| {
        head.lines().filter_map(move |line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case(wanted).then_some(value)
        })
    };
    let cookies = fields("set-cookie").filter_map(|line| {
        let (name, value) = line.split(';').next()?.split_once('=')?;
        Some((name.to_owned(), value.to_owned()))
    });
    let location = fields("location").next().unwrap_or_default().to_owned();
    Ok(Answer { status, location, cookies: cookies.collect(), body: body.to_owned() })
}
