//! Signing in with an OpenID Connect provider: `POST signin/{id}` sends a browser there, `GET callback/{id}` is where it
//! comes back. Credentials share the addresses; see [`super::credentials`].

use std::collections::HashMap;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;

use crate::auth::audit::AuditEvent;
use crate::auth::cookie::{self, Name};
use crate::auth::extract::live_by_cookie;
use crate::auth::keys::stored_hash;
use crate::auth::oidc::account::{self, Browser, Outcome};
use crate::auth::oidc::checks::{self, Checks, CookieCipher};
use crate::auth::oidc::claims::Claims;
use crate::auth::oidc::{Provider, ProviderError, word};
use crate::auth::protocol::{CallbackRefused, Exchange, not_supported};
use crate::auth::sign_in::{self, Origin};
use crate::config::oidc::CREDENTIALS;
use crate::db::upkeep::throttle::{self, Limit, Spent};
use crate::http::ApiError;
use crate::routes::user::account_mail;
use crate::state::AppState;

/// Sign-ins with a provider that one address may start: for each we have to call the provider.
const SIGN_INS: Limit = Limit { scope: "sso-address", attempts: 200, window_ms: 15 * 60_000 };
/// The longest state or code that is accepted.
const LONGEST: usize = 8_192;

pub(super) async fn start(
    state: &AppState,
    provider: &Provider,
    origin: &Origin,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    let id = provider.settings.id.clone();
    if let Err(error) = sign_in::throttle(state, SIGN_INS, &origin.counted()).await {
        return throttled(&exchange, &id, error);
    }
    // next-auth's client sends its extras in the query; the list of permitted extras has none of the protocol's own fields.
    let extras = exchange.query.iter().chain(&exchange.fields);
    let started =
        provider.start(&state.clock, extras.map(|(name, value)| (name.as_str(), value.as_str()))).await;
    match started {
        Ok((url, checks)) => {
            for cookie in checks.cookies(&cookie_cipher(state), &id)? {
                exchange.set(cookie);
            }
            Ok(exchange.lead(StatusCode::OK, &url))
        }
        Err(error) => Ok(fail(&exchange, &id, "OAuthSignin", &error)),
    }
}

fn cookie_cipher(state: &AppState) -> CookieCipher<'_> {
    CookieCipher { cipher: &state.cipher, now_ms: state.clock.now_ms(), https: state.config.https() }
}

fn throttled(exchange: &Exchange, id: &str, error: ApiError) -> Result<Response, ApiError> {
    let Some(seconds) = error.retry_after_s() else { return Err(error) };
    let mut response = exchange.too_many(&error_page(exchange, id, "TooManyRequests"), seconds);
    response.extensions_mut().insert(error.counted_code());
    Ok(response)
}

fn error_page(exchange: &Exchange, id: &str, code: &str) -> String {
    format!("{}/error?error={code}&provider={id}", exchange.base)
}

/// [`fail`] for a browser that came back, also in the audit log.
async fn refuse(
    state: &AppState,
    origin: &Origin,
    exchange: &Exchange,
    id: &str,
    code: &str,
    error: &ProviderError,
) -> Result<Response, ApiError> {
    let event = AuditEvent::new(state, origin, "sign-in.refused").with("provider", id).with("because", code);
    event.record(state).await?;
    Ok(fail(exchange, id, code, error))
}

/// The error page; the reason goes to the log, under next-auth's name for it.
fn fail(exchange: &Exchange, id: &str, code: &str, error: &ProviderError) -> Response {
    let name = match code {
        "OAuthSignin" => "SIGNIN_OAUTH_ERROR",
        "OAuthAccountNotLinked" => "AccountNotLinkedError",
        _ => "OAuthCallbackError",
    };
    tracing::warn!(provider = id, code, %error, "{name}");
    exchange.lead(StatusCode::OK, &error_page(exchange, id, code))
}

/// `GET /api/auth/signin/{provider}`: never starts a sign-in, since any site's page may cause the request.
#[utoipa::path(
    get, path = "/api/auth/signin/{provider}", tag = "auth", operation_id = "providerSignInPage",
    params(("provider" = String, Path, description = "`credentials` or a provider's id")),
    responses(
        (status = 302, description = "To the sign-in page"),
        (status = 400, description = "No such provider", body = String, content_type = "text/plain"), CallbackRefused,
    )
)]
pub(super) async fn page(
    State(state): State<AppState>,
    Path(provider): Path<String>,
    method: Method,
    exchange: Exchange,
) -> Response {
    let known = match provider.as_str() {
        CREDENTIALS => state.config.takes_passwords(),
        id => state.auth.providers.find(id).is_some(),
    };
    if known { exchange.page(&super::pages::login_page(&exchange)) } else { not_supported(&method) }
}

/// The code that a provider sent and the checks that it has to pass; otherwise the error page's code and the reason.
fn answer_of(
    checks: Result<Checks, &'static str>,
    query: &HashMap<String, String>,
    issuer: &str,
) -> Result<(Checks, String), (&'static str, ProviderError)> {
    let field = |name: &str| query.get(name).map_or("", String::as_str);
    let failed = |why: &str| ("OAuthCallback", ProviderError(why.to_owned()));
    let checks = checks.map_err(failed)?;
    if field("state").len() > LONGEST {
        return Err(failed("an endless state"));
    }
    // Refuses the answer of another issuer (RFC 9207).
    if query.get("iss").is_some_and(|iss| iss != issuer) {
        return Err(failed("another issuer"));
    }
    if !field("error").is_empty() {
        return Err(("Callback", ProviderError(format!("the provider said {}", word(field("error"))))));
    }
    let code = field("code");
    if code.is_empty() || code.len() > LONGEST {
        return Err(failed("no code"));
    }
    Ok((checks, code.to_owned()))
}

/// Decides and stores what the claims open in one transaction, with the letters about what ends with a new role. The attempt that
/// the way back was counted as is given back, since the start of the same sign-in is one already.
async fn enter(
    state: &AppState,
    claims: Claims,
    browser: Browser,
    spent: Option<Spent>,
) -> Result<Outcome, ApiError> {
    let job = state.clone();
    let write = state.db.write(async move |conn| {
        let outcome = account::enter(conn, &job, claims, browser).await?;
        if let Outcome::SignedIn { uaid, ended, .. } = &outcome {
            account_mail::ended_with_role(conn, &job, uaid, ended).await?;
        }
        if let (Outcome::SignedIn { .. } | Outcome::Linked, Some(spent)) = (&outcome, &spent) {
            throttle::give_back(conn, spent).await?;
        }
        Ok::<_, ApiError>(outcome)
    });
    write.await
}

/// The address to which the provider sends the browser back, with a code or an error.
#[utoipa::path(
    get, path = "/api/auth/callback/{provider}", tag = "auth", operation_id = "providerCallback",
    params(
        ("provider" = String, Path, description = "A provider's id"),
        ("state" = Option<String>, Query), ("code" = Option<String>, Query),
        ("error" = Option<String>, Query), ("iss" = Option<String>, Query),
    ),
    responses(
        (status = 302, description = "To the callback URL with the session cookie, or to the error page: OAuthCallback, \
            Callback, OAuthAccountNotLinked, OAuthCreateAccount, AccessDenied, TooManyRequests"),
        (status = 400, description = "No such provider", body = String, content_type = "text/plain"), CallbackRefused,
    )
)]
pub(super) async fn callback(
    State(state): State<AppState>,
    Path(id): Path<String>,
    method: Method,
    headers: HeaderMap,
    origin: Origin,
    mut exchange: Exchange,
) -> Result<Response, ApiError> {
    let Some(provider) = state.auth.providers.find(&id) else { return Ok(not_supported(&method)) };
    for cookie in checks::cleared(state.config.https()) {
        exchange.set(cookie);
    }
    let spent = match sign_in::spend(&state, SIGN_INS, &origin.counted()).await {
        Ok(spent) => spent,
        Err(error) => {
            // This is a browser rather than a script, so it gets the page.
            let code = if error.retry_after_s().is_some() { "TooManyRequests" } else { "OAuthCallback" };
            return Ok(exchange.lead(StatusCode::OK, &error_page(&exchange, &id, code)));
        }
    };
    let stated = exchange.query.get("state").map_or("", String::as_str);
    let checks = Checks::read(&cookie_cipher(&state), &headers, &id, stated);
    let (checks, code) = match answer_of(checks, &exchange.query, provider.settings.issuer.as_str()) {
        Ok(answer) => answer,
        Err((word, error)) => return refuse(&state, &origin, &exchange, &id, word, &error).await,
    };
    let claims = match provider.finish(&state.clock, code, checks).await {
        Ok(claims) => claims,
        Err(error) => return refuse(&state, &origin, &exchange, &id, "OAuthCallback", &error).await,
    };
    let secret = cookie::read(&headers, Name::Session, state.config.https());
    let owner = match &secret {
        Some(secret) => {
            live_by_cookie(&state, secret).await?.map(|row| (row.uaid.clone(), row.email.clone()))
        }
        None => None,
    };
    let browser = Browser { origin: origin.clone(), cookie_hash: secret.as_deref().map(stored_hash), owner };
    match enter(&state, claims, browser, spent).await {
        Ok(Outcome::SignedIn { cookie_secret, max_age_s, .. }) => {
            let https = state.config.https();
            exchange.set(cookie::write(Name::Session, https, &cookie_secret, Some(max_age_s)));
            Ok(exchange.lead(StatusCode::OK, &exchange.callback_url))
        }
        Ok(Outcome::Linked) => Ok(exchange.lead(StatusCode::OK, &exchange.callback_url)),
        Ok(Outcome::Refused(code)) => {
            refuse(
                &state,
                &origin,
                &exchange,
                &id,
                code,
                &ProviderError("the account was refused".to_owned()),
            )
            .await
        }
        Err(error) if error.status().is_server_error() => {
            tracing::error!(provider = id, ?error, "OAuthCallbackError");
            Ok(exchange.lead(StatusCode::OK, &error_page(&exchange, &id, "Callback")))
        }
        Err(_) => {
            let error = ProviderError("somebody was quicker".to_owned());
            refuse(&state, &origin, &exchange, &id, "OAuthAccountNotLinked", &error).await
        }
    }
}
