//! The site while it is being worked on (RULES 13.4): 503 and when to come back, for everybody but staff.
//! What signing in needs goes on, so that staff can get in.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse as _, Response};
use maud::{DOCTYPE, PreEscaped, html};

use super::elements::Elements;
use super::files;
use super::settings::Settings;
use crate::auth::extract::check;
use crate::auth::presented::Presented;
use crate::http::error::ApiError;
use crate::state::AppState;

/// Middleware inside of [`crate::auth::presented::identify`].
pub async fn gate(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if is_open(request.method(), path, request.uri().query()) {
        return next.run(request).await;
    }
    let Some(closed) = Settings::maintenance(&state).await else { return next.run(request).await };
    let presented = request.extensions().get::<Presented>().cloned();
    if files::find(path.trim_start_matches('/')).is_some() {
        return next.run(request).await;
    }
    let api = path.starts_with("/api/");
    match presented {
        Some(presented) if is_staff(&presented, &state).await => next.run(request).await,
        _ if api => closed.refusal(),
        _ => closed.page(),
    }
}

/// What answers whatever the flag says: health, the sign-in page and its calls, the public settings, pictures; and the screens
/// of the academy, which nobody stands by to reload: the one at the door with its call, and the hall's with what it follows.
fn is_open(method: &Method, path: &str, query: Option<&str>) -> bool {
    let reads = matches!(*method, Method::GET | Method::HEAD);
    match path {
        "/healthz" | "/readyz" | "/robots.txt" | "/login" | "/en-gb/login" | "/api/event/config"
        | "/arrivals" | "/en-gb/arrivals" | "/api/event/arrival" => true,
        "/en-gb/my-account-my-leaderboard" => {
            reads && query.is_some_and(|query| query.split('&').any(|part| part == "fullscreen=true"))
        }
        "/api/user/leaderboard" | "/api/event/livescreen/reveal" | "/api/event/livescreen/stream" => reads,
        _ if path.starts_with("/api/auth/")
            || path == "/api/user/login"
            || path.starts_with("/api/user/login/") =>
        {
            true
        }
        _ => reads && path.starts_with("/api/content/") && path.contains("/delivery/v1/images/"),
    }
}

async fn is_staff(presented: &Presented, state: &AppState) -> bool {
    matches!(check(presented, state).await, Ok((Some(user), _)) if user.role.is_staff())
}

/// What is said meanwhile.
#[derive(Debug)]
pub(super) struct Closed {
    retry_after_s: u64,
    title: String,
    headline: String,
    text: String,
}

/// How long it takes where the settings do not say, in minutes.
const MINUTES: f64 = 10.0;

impl Closed {
    /// The words of the settings, if their flag is up.
    pub(super) fn of(settings: Elements<'_>) -> Option<Self> {
        if settings.toggle("maintenance") != Some(true) {
            return None;
        }
        let minutes =
            settings.number("maintenanceMinutes").filter(|minutes| *minutes > 0.0).unwrap_or(MINUTES);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a week")]
        let retry_after_s = (minutes.min(10_080.0) * 60.0).ceil() as u64;
        let or = |text: &str, otherwise: &str| {
            if text.is_empty() { otherwise.to_owned() } else { text.to_owned() }
        };
        let text = settings.html("maintenanceText");
        Some(Self {
            retry_after_s,
            title: or(settings.text("title"), "Sixfold"),
            headline: or(settings.text("maintenanceHeadline"), "Half-time."),
            text: or(
                &text,
                "<p>We are working on the site and will be back shortly. Your bookings are safe.</p>",
            ),
        })
    }

    fn refusal(&self) -> Response {
        let sentence = "We are working on the site and will be back shortly. Your bookings are safe.";
        let refused = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "MAINTENANCE", sentence);
        self.later(refused.into_response())
    }

    /// A page that needs nothing else from this server.
    fn page(&self) -> Response {
        let page = html! {
            (DOCTYPE)
            html lang="en-GB" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                    meta name="color-scheme" content="dark";
                    meta name="robots" content="noindex";
                    title { (self.headline) " | " (self.title) }
                    style { (PreEscaped(STYLE)) }
                    script src="/maintenance.js" defer {}
                    noscript { meta http-equiv="refresh" content="60"; }
                }
                body {
                    main {
                        (PreEscaped(MARK))
                        p.name { (self.title) }
                        h1 { (self.headline) }
                        div.text { (PreEscaped(&self.text)) }
                        p { a href="/en-gb/login" { "Staff sign-in" } }
                    }
                }
            }
        };
        self.later((StatusCode::SERVICE_UNAVAILABLE, Html(page.into_string())).into_response())
    }

    fn later(&self, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::RETRY_AFTER, HeaderValue::from(self.retry_after_s));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

/// The mark: six strokes round a core, one of them lit.
const MARK: &str = "<svg viewBox=\"0 0 32 32\" aria-hidden=\"true\"><path d=\"M16 2.5 27.7 9.25v13.5L16 29.5 4.3 22.75V9.25z\" \
    pathLength=\"60\" stroke-dasharray=\"8 2\" stroke-dashoffset=\"-1\"/><path class=\"lit\" pathLength=\"10\" \
    stroke-dasharray=\"8 2\" stroke-dashoffset=\"-1\" d=\"M16 2.5 27.7 9.25\"/>\
    <path class=\"core\" d=\"M16 10.2 21 13.1v5.8L16 21.8 11 18.9v-5.8z\"/></svg>";

/// The site's night track in a few lines; `web/src/components/tokens.css` has the same colours.
const STYLE: &str = "*{box-sizing:border-box;margin:0}html{background:#070a08;color:#f3f6f0;\
    font:420 1.0625rem/1.55 Archivo,Arial,sans-serif}body{min-block-size:100vh;display:grid;align-items:center;\
    background:radial-gradient(120% 90% at 75% 60%,#0d2416,transparent 60%)}\
    main{display:grid;gap:1.5rem;justify-items:start;inline-size:100%;max-inline-size:72rem;margin-inline:auto;\
    padding:3rem clamp(1rem,4vw,3rem)}svg{inline-size:clamp(5rem,14vw,9rem);fill:none;stroke:#3a483f;stroke-width:2.4}\
    .lit{stroke:#3dff7f}.core{fill:#3dff7f;stroke:none}.name{color:#b0bcb3;font-weight:650;letter-spacing:.08em;\
    text-transform:uppercase}h1{font-size:clamp(3.25rem,1.1rem + 11vw,10rem);font-weight:880;line-height:.9;\
    letter-spacing:-.025em;text-transform:uppercase;overflow-wrap:anywhere}.text{max-inline-size:34ch;color:#b0bcb3;\
    font-size:clamp(1.125rem,1.05rem + .5vw,1.375rem);display:grid;gap:.75rem}a{color:inherit;\
    text-decoration-color:#3dff7f;text-underline-offset:.2em;display:inline-block;padding-block:.6rem}\
    a:focus-visible{outline:3px solid #fff;outline-offset:3px}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn health_sign_in_settings_and_pictures_stay_open() {
        for path in [
            "/healthz",
            "/readyz",
            "/en-gb/login",
            "/api/auth/session",
            "/api/auth/callback/credentials",
            "/api/user/login",
            "/api/user/login/admin",
            "/api/event/config",
            "/api/content/l/delivery/v1/images/a/320",
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
