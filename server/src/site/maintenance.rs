//! Maintenance of the site (RULES 13.4): 503 and when to try again, for everybody except staff. Whatever signing in
//! needs stays open, so that staff can get in.

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;

use super::files;
use super::settings::Settings;
use crate::auth::credentials::Credentials;
use crate::auth::extract::check;
use crate::http::pictures;
use crate::state::AppState;

/// Middleware inside of [`crate::auth::identify::identify`].
pub async fn gate(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if is_open(request.method(), path, request.uri().query()) {
        return next.run(request).await;
    }
    let Some(closed) = Settings::maintenance(&state.hub).await else { return next.run(request).await };
    let credentials = request.extensions().get::<Credentials>().cloned();
    if files::find(path.trim_start_matches('/')).is_some() {
        return next.run(request).await;
    }
    let api = path.starts_with("/api/");
    match credentials {
        Some(credentials) if is_staff(&credentials, &state).await => next.run(request).await,
        _ if api => closed.refusal(),
        _ => closed.page(),
    }
}

/// What is answered even during maintenance: health, the pages for signing in and their calls, the public settings, pictures; the
/// academy's unattended screens: the one at the door with its call, and the hall's with its calls; and what phones ask about
/// the tickets in their wallets.
pub(super) fn is_open(method: &Method, path: &str, query: Option<&str>) -> bool {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    match path {
        "/healthz"
        | "/readyz"
        | "/robots.txt"
        | "/login"
        | "/en-gb/login"
        | "/sign-in-link"
        | "/en-gb/sign-in-link"
        | "/api/event/config"
        | "/arrivals"
        | "/en-gb/arrivals"
        | "/api/event/arrival" => true,
        "/en-gb/my-account-my-leaderboard" => {
            reads && query.is_some_and(|query| query.split('&').any(|part| part == "fullscreen=true"))
        }
        "/api/user/leaderboard" | "/api/event/livescreen/reveal" | "/api/event/livescreen/stream" => reads,
        _ if path.starts_with("/api/auth/")
            || path == "/api/user/login"
            || path.starts_with("/api/user/login/")
            || path.starts_with("/api/wallet/") =>
        {
            true
        }
        _ => pictures::is_read(method, path),
    }
}

async fn is_staff(credentials: &Credentials, state: &AppState) -> bool {
    matches!(check(credentials, state).await, Ok((Some(user), _)) if user.role.is_staff())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn health_sign_in_settings_and_pictures_stay_open() {
        for path in [
            "/healthz",
            "/readyz",
            "/en-gb/login",
            "/en-gb/sign-in-link",
            "/api/auth/session",
            "/api/auth/callback/credentials",
            "/api/user/login",
            "/api/user/login/admin",
            "/api/event/config",
            "/api/content/l/delivery/v1/images/a/320",
            "/api/wallet/apple/v1/log",
        ] {
            assert!(is_open(&Method::GET, path, None), "{path}");
        }
        for path in ["/en-gb/arrivals", "/api/user/leaderboard", "/api/event/livescreen/stream"] {
            assert!(is_open(&Method::GET, path, None), "{path}");
        }
        assert!(is_open(&Method::POST, "/api/event/arrival", None));
        let hall = "/en-gb/my-account-my-leaderboard";
        assert!(is_open(&Method::GET, hall, Some("board=men&fullscreen=true")));
        assert!(!is_open(&Method::GET, hall, Some("fullscreen=trueish")));
        assert!(!is_open(&Method::GET, hall, None));
        assert!(!is_open(&Method::POST, "/api/event/livescreen/reveal", None));
        for path in [
            "/",
            "/en-gb/",
            "/en-gb/login/x",
            "/api/authority",
            "/api/user/loginx",
            "/api/user/profile",
            "/api/content/l/delivery/v1/search",
        ] {
            assert!(!is_open(&Method::GET, path, None), "{path}");
        }
        assert!(!is_open(&Method::DELETE, "/api/content/l/delivery/v1/images/a/320", None));
    }
}
